// The box in which people write: Enter sends, Shift+Enter starts a line, @ names somebody, / begins
// a command of the app's, and files come by the clip, by pasting or by dropping them.
import { $, $$, act, Refusal, send as post } from "./dom.js";

const within = "[data-composer]";

export function composers(me, onPosted) {
  document.addEventListener("submit", (event) => {
    const form = event.target.closest(within);
    if (!form) return;
    event.preventDefault();
    send(form, me, onPosted);
  });
  document.addEventListener("keydown", (event) => {
    const box = event.target.closest?.(`${within} textarea`);
    if (!box || event.isComposing) return;
    if (choosing(box.form, event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send(box.form, me, onPosted);
    }
  });
  document.addEventListener("input", (event) => {
    if (!event.target.matches(`${within} textarea`)) return;
    grow(event.target);
    offer(event.target.form);
  });
  document.addEventListener("change", (event) => {
    const form = event.target.closest(within);
    if (form && event.target.type === "file") attached(form);
  });
  for (const kind of ["paste", "drop"]) {
    document.addEventListener(kind, (event) => {
      const form = event.target.closest?.(within);
      const files = (event.clipboardData ?? event.dataTransfer)?.files;
      if (!form || !files?.length) return;
      event.preventDefault();
      attach(form, [...form.elements.files.files, ...files]);
    });
  }
  document.addEventListener("click", (event) => {
    const form = event.target.closest(within);
    if (!form) return;
    if (event.target.closest("[data-mention]")) begin(form, "@");
    if (event.target.closest("[data-slash]")) begin(form, "/");
    const detach = event.target.closest("[data-detach]");
    if (detach)
      attach(form, [...form.elements.files.files].toSpliced(Number(detach.dataset.detach), 1));
    const option = event.target.closest(".mentions [role=option]");
    if (option) choose(form, option);
  });
}

async function send(form, me, onPosted) {
  const box = form.elements.text;
  const text = box.value;
  const files = [...form.elements.files.files];
  if (!text.trim() && !files.length) return;
  const data = new FormData(form);
  if (!files.length) data.delete("files");
  const said = Object.fromEntries(data);
  empty(form);
  try {
    if (/^\/\S/.test(text) && !files.length) await command(form, me, text);
    else onPosted({ ...said, form, ts: (await post("post", data)).ts });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    box.value = box.value ? `${text}\n${box.value}` : text;
    grow(box);
    if (files.length) attach(form, files);
    const unsent = $(".unsent", form);
    unsent.textContent = `Not sent: ${error.message}`;
    unsent.hidden = false;
  }
}

async function command(form, user, text) {
  if (form.elements.thread_ts.value) throw new Refusal("Slack takes no commands in threads.");
  await act("command", { user, channel: form.elements.channel.value, text });
}

function empty(form) {
  form.elements.text.value = "";
  if (form.elements.broadcast) form.elements.broadcast.checked = false;
  grow(form.elements.text);
  attach(form, []);
  close(form);
  $(".unsent", form).hidden = true;
}

export async function say(form, text, me, onPosted) {
  form.elements.text.value = text;
  await send(form, me, onPosted);
}

function grow(box) {
  box.rows = Math.min(8, Math.max(1, box.value.split("\n").length));
}

// --- files ------------------------------------------------------------------------------------

function attach(form, files) {
  const kept = new DataTransfer();
  files.forEach((file) => kept.items.add(file));
  form.elements.files.files = kept.files;
  attached(form);
}

function attached(form) {
  const list = $(".attached", form);
  list.replaceChildren(...[...form.elements.files.files].map(chip));
  list.hidden = !list.children.length;
}

function chip(file, place) {
  const item = document.createElement("li");
  const away = document.createElement("button");
  Object.assign(away, { type: "button", textContent: "×" });
  away.setAttribute("aria-label", `Do not send ${file.name}`);
  away.dataset.detach = place;
  const name = document.createElement("span");
  name.textContent = file.name;
  item.append(name, away);
  return item;
}

// --- names and commands -----------------------------------------------------------------------

function begin(form, sign) {
  const box = form.elements.text;
  box.focus();
  if (sign === "/") box.setRangeText("/", 0, box.value.startsWith("/") ? 1 : 0, "end");
  else box.setRangeText(sign, box.selectionStart, box.selectionEnd, "end");
  offer(form);
}

// What is being begun: "/" only at the start and outside threads, "@" anywhere.
function begun(form) {
  const box = form.elements.text;
  const before = box.value.slice(0, box.selectionStart);
  const command = form.elements.thread_ts.value ? null : /^\/([\w-]*)$/.exec(before);
  return command ? ["/", command[1]] : ["@", /(?:^|\s)@([\w.-]*)$/.exec(before)?.[1]];
}

function offer(form) {
  const [sign, typed] = begun(form);
  const word = typed?.toLowerCase();
  const known = $$(sign === "/" ? "#commands li" : "#directory li");
  const fits = (one) =>
    one.dataset.handle.replace("/", "").startsWith(word) ||
    (sign === "@" && one.textContent.toLowerCase().startsWith(word));
  const found = word === undefined ? [] : known.filter(fits).slice(0, 6);
  const list = $(".mentions", form);
  list.replaceChildren(...found.map((one, place) => option(form, sign, one, place)));
  list.hidden = !found.length;
  point(form);
}

function option(form, sign, known, place) {
  const item = document.createElement("li");
  item.setAttribute("role", "option");
  item.setAttribute("aria-selected", place === 0);
  item.id = `${form.dataset.composer}-offer-${place}`;
  item.dataset.handle = known.dataset.handle;
  const name = document.createElement("strong");
  if (sign === "@") {
    name.textContent = known.textContent;
    item.append(name, ` @${known.dataset.handle}`);
  } else {
    name.textContent = known.dataset.handle;
    const about = document.createElement("small");
    about.textContent = known.textContent;
    item.append(name, ` ${known.dataset.usage} `, about);
  }
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
    point(form);
  } else if (event.key === "Tab" || (event.key === "Enter" && !event.shiftKey)) {
    if (whole(form, options[at])) return false;
    choose(form, options[at]);
  } else if (event.key === "Escape") close(form);
  else return false;
  event.preventDefault();
  event.stopImmediatePropagation();
  return true;
}

// A command that was typed whole is sent by Enter as it is.
const whole = (form, chosen) => form.elements.text.value === chosen.dataset.handle;

function choose(form, chosen) {
  const box = form.elements.text;
  const [sign, typed] = begun(form);
  if (typed !== undefined) {
    const start = sign === "/" ? 0 : box.selectionStart - typed.length;
    box.setRangeText(`${chosen.dataset.handle} `, start, box.selectionStart, "end");
  }
  close(form);
  box.focus();
}

function point(form) {
  const chosen = $("[aria-selected=true]", $(".mentions", form));
  if (chosen) form.elements.text.setAttribute("aria-activedescendant", chosen.id);
  else form.elements.text.removeAttribute("aria-activedescendant");
}

function close(form) {
  $(".mentions", form).hidden = true;
  form.elements.text.removeAttribute("aria-activedescendant");
}
