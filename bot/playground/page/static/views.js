// What the app shows of its own: modals, its home, and what is pressed and filled in there.
import { $, $$, act, fragment, toast } from "./dom.js";

const dialog = $("#modal");
const fields = (root) => $$("[data-entry]", root);

export function views(me) {
  dialog.addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target;
    clear(form);
    wait(form, true);
    try {
      await act("submit", { user: me, view_id: form.dataset.view, said: said(form) });
    } catch (error) {
      wait(form, false);
      throw error;
    }
  });
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    act("close", { user: me });
  });
  document.addEventListener("change", (event) => {
    const entry = event.target.closest("[data-entry][data-acts]");
    if (!entry) return;
    const { action, block } = entry.dataset;
    chosen(me, entry, { action, block, value: value(entry) });
  });
  if ($("form", dialog)) dialog.showModal();
}

async function chosen(me, entry, { action: action_id, block, value: text }) {
  const view = entry.closest("[data-view]");
  const message = entry.closest(".message");
  if (view) await pressView(me, view, action_id, text);
  else if (message) {
    const { channel, ts } = message.dataset;
    await act("press", { user: me, channel, ts, action_id, block, value: text });
  }
}

export const pressView = (me, view, action_id, value) =>
  act("press_view", { user: me, view_id: view.dataset.view, action_id, value, said: said(view) });

// {block: {action: what its field says}}; what was chosen among several is parted by commas.
function said(root) {
  const all = {};
  for (const entry of fields(root)) {
    const { block, action } = entry.dataset;
    all[block] = { ...all[block], [action]: value(entry) };
  }
  return all;
}

function value(entry) {
  if (entry.matches("select[multiple]"))
    return [...entry.selectedOptions].map((one) => one.value).join(",");
  if (entry.matches(".choices"))
    return $$("input:checked", entry)
      .map((one) => one.value)
      .join(",");
  return entry.value;
}

// Shows the modal on top. One that is shown already keeps what was typed in it.
export function modal(html) {
  if (!html) {
    dialog.close();
    dialog.replaceChildren();
    return;
  }
  const fresh = fragment(html);
  const [form, old] = [$("form", fresh), $("form", dialog)];
  if (old && old.dataset.hash === form.dataset.hash && dialog.open) return;
  const typed = old?.dataset.view === form.dataset.view ? said(old) : {};
  dialog.replaceChildren(fresh);
  for (const entry of fields(form)) {
    const text = typed[entry.dataset.block]?.[entry.dataset.action];
    if (text !== undefined && !entry.matches(".choices, select[multiple]")) entry.value = text;
  }
  if (!dialog.open) dialog.showModal();
  ($("[data-entry]:not(.choices), .choices input", form) ?? $(".modal-body", form)).focus();
}

export function home(html) {
  const place = $("[data-home]");
  const shown = place && $("[data-view]", place);
  const fresh = fragment(html);
  const view = $("[data-view]", fresh);
  if (place && shown?.dataset.hash !== view?.dataset.hash) place.replaceChildren(fresh);
}

export function errors(told) {
  const form = $("form", dialog);
  if (!form) return;
  clear(form);
  wait(form, false);
  const left = [];
  for (const [block, text] of Object.entries(told)) {
    const field = $(`[data-field-of="${CSS.escape(block)}"]`, form);
    if (!field) left.push(text);
    else show($(".field-problem", field), text, field);
  }
  if (left.length) show($(".problem", form), left.join(" "));
  $("[aria-invalid]", form)?.focus();
}

function show(line, text, field) {
  line.textContent = text;
  line.hidden = false;
  const entry = field && $("[data-entry]:not(.choices), .choices input", field);
  entry?.setAttribute("aria-invalid", true);
}

function clear(form) {
  for (const line of $$(".problem, .field-problem", form)) line.hidden = true;
  for (const entry of $$("[aria-invalid]", form)) entry.removeAttribute("aria-invalid");
}

function wait(form, on) {
  form.setAttribute("aria-busy", on);
  const button = $("[data-submit]", form);
  if (button) button.disabled = on;
}

const LATE = {
  slash_commands: "Footnote did not answer the command in time; try again in a moment.",
  view_submission: "Footnote did not take the form in time; try again in a moment.",
};

export function unanswered(what) {
  const form = $("form", dialog);
  if (form) wait(form, false);
  toast(LATE[what] ?? "Footnote did not take that in time; try again in a moment.");
}
