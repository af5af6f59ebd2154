// The box in which people write: Enter sends, Shift+Enter starts a line, @ names somebody.
import { $, $$, act, Refusal } from "./dom.js";

export function composers(onPosted) {
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("[data-composer]");
    if (!form) return;
    event.preventDefault();
    send(form, onPosted);
  });
  document.addEventListener("keydown", (event) => {
    const box = event.target.closest?.("[data-composer] textarea");
    if (!box || event.isComposing) return;
    if (choosing(box.form, event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send(box.form, onPosted);
    }
  });
  document.addEventListener("input", (event) => {
    if (!event.target.matches("[data-composer] textarea")) return;
    grow(event.target);
    offer(event.target.form);
  });
  document.addEventListener("click", (event) => {
    const form = event.target.closest("[data-composer]");
    if (form && event.target.closest("[data-mention]")) {
      insert(form.text, "@");
      offer(form);
    }
    const option = event.target.closest(".mentions [role=option]");
    if (form && option) choose(form, option);
  });
}

async function send(form, onPosted) {
  const box = form.elements.text;
  const text = box.value;
  if (!text.trim()) return;
  const said = Object.fromEntries(new FormData(form));
  box.value = "";
  grow(box);
  close(form);
  const unsent = $(".unsent", form);
  unsent.hidden = true;
  try {
    const { ts } = await act("post", said);
    onPosted({ ...said, ts });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    box.value = box.value ? `${text}\n${box.value}` : text;
    grow(box);
    unsent.textContent = `Not sent: ${error.message}`;
    unsent.hidden = false;
  }
}

export async function say(text, onPosted) {
  const form = $("[data-composer=main]");
  form.elements.text.value = text;
  await send(form, onPosted);
}

function grow(box) {
  box.rows = Math.min(8, Math.max(1, box.value.split("\n").length));
}

function insert(box, text) {
  box.focus();
  box.setRangeText(text, box.selectionStart, box.selectionEnd, "end");
}

const begun = (box) => /(?:^|\s)@([\w.-]*)$/.exec(box.value.slice(0, box.selectionStart));

function offer(form) {
  const match = begun(form.elements.text);
  const list = $(".mentions", form);
  const word = match?.[1].toLowerCase();
  const people = match
    ? $$("#directory li").filter(
        (one) =>
          one.dataset.handle.startsWith(word) || one.textContent.toLowerCase().startsWith(word),
      )
    : [];
  list.replaceChildren(...people.slice(0, 6).map(option));
  list.hidden = !people.length;
}

function option(person, place) {
  const item = document.createElement("li");
  item.setAttribute("role", "option");
  item.setAttribute("aria-selected", place === 0);
  item.dataset.handle = person.dataset.handle;
  const name = document.createElement("strong");
  name.textContent = person.textContent;
  item.append(name, ` @${person.dataset.handle}`);
  return item;
}

function choosing(form, event) {
  const list = $(".mentions", form);
  if (list.hidden || event.altKey) return false;
  const options = $$("[role=option]", list);
  const at = options.findIndex((one) => one.getAttribute("aria-selected") === "true");
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    options[at].setAttribute("aria-selected", false);
    options.at((at + step) % options.length).setAttribute("aria-selected", true);
  } else if (event.key === "Tab" || event.key === "Enter") choose(form, options[at]);
  else if (event.key === "Escape") close(form);
  else return false;
  event.preventDefault();
  event.stopImmediatePropagation();
  return true;
}

function choose(form, chosen) {
  const box = form.elements.text;
  const match = begun(box);
  if (match) {
    const start = box.selectionStart - match[1].length;
    box.setRangeText(`${chosen.dataset.handle} `, start, box.selectionStart, "end");
  }
  close(form);
  box.focus();
}

function close(form) {
  $(".mentions", form).hidden = true;
}
