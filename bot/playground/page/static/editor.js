// Changing one's own message where it stands: Enter saves, Escape leaves it as it was.
import { $, act } from "./dom.js";

export function edit(me, message, draft = message.dataset.draft) {
  const form = document.createElement("form");
  form.className = "editor";
  const box = document.createElement("textarea");
  box.value = draft;
  box.setAttribute("aria-label", "Edit message");
  const save = document.createElement("button");
  Object.assign(save, { className: "button button-primary", textContent: "Save" });
  const leave = document.createElement("button");
  Object.assign(leave, { type: "button", className: "button", textContent: "Cancel" });
  const row = document.createElement("div");
  row.className = "actions";
  row.append(save, leave);
  form.append(box, row);
  const body = $(".body", message);
  body.hidden = true;
  body.after(form);
  box.focus();
  const done = () => {
    form.remove();
    body.hidden = false;
  };
  leave.addEventListener("click", done);
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") done();
    if (event.key === "Enter" && !event.shiftKey && event.target === box) form.requestSubmit();
    else if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { channel, ts } = message.dataset;
    const text = box.value;
    done();
    act("edit", { user: me, channel, ts, text }).catch((error) => {
      edit(me, message, text);
      throw error;
    });
  });
}
