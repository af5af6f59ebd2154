// What opens beside a button of a message: the reactions, and the app's shortcuts.
import { $ } from "./dom.js";

const NAMES = ["picker", "menu"];
let opener = null;

// The message that it was opened for.
export const popped = () => opener?.closest(".message");

export function pop(name, button) {
  unpop(false);
  opener = button;
  const one = $(`#${name}`);
  one.hidden = false;
  const at = button.getBoundingClientRect();
  one.style.left = `${Math.max(8, Math.min(at.left - 120, innerWidth - one.offsetWidth - 8))}px`;
  const above = at.top - one.offsetHeight - 6;
  one.style.top = `${above > 8 ? above : at.bottom + 6}px`;
  $("button", one).focus();
}

// Closes it; false where none was open. The focus goes back to where it was opened from.
export function unpop(back = true) {
  const open = NAMES.map((name) => $(`#${name}`)).filter((one) => !one.hidden);
  for (const one of open) one.hidden = true;
  if (back && open.length && opener?.isConnected) opener.focus();
  return open.length > 0;
}
