// What a button asks before it counts.
import { $ } from "./dom.js";

// Resolves to whether the person goes on; at once where the button asks nothing.
export function confirmed(button) {
  const { askTitle, askText, askYes, askNo } = button.dataset;
  if (askText === undefined) return Promise.resolve(true);
  const dialog = $("#confirm");
  const says = { h2: askTitle, p: askText, "[value=yes]": askYes, "[value=no]": askNo };
  for (const [part, text] of Object.entries(says)) $(part, dialog).textContent = text;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    const closed = () => resolve(dialog.returnValue === "yes");
    dialog.addEventListener("close", closed, { once: true });
  });
}
