// Small things that every part of the page uses.

export const $ = (selector, within = document) => within.querySelector(selector);
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];

// The server escapes what it renders; a parsed document runs no script all the same.
export function fragment(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const nodes = document.createDocumentFragment();
  nodes.append(...parsed.body.childNodes);
  return document.importNode(nodes, true);
}

// What went wrong, in words for the person: shown beside what they did, else as a toast.
export class Refusal extends Error {}

async function reach(path, options) {
  try {
    return await fetch(path, options);
  } catch {
    throw new Refusal("The playground cannot be reached.");
  }
}

export async function fetchFragment(path, query) {
  const response = await reach(`${path}?${new URLSearchParams(query)}`);
  if (!response.ok) throw new Refusal(await reason(response));
  return fragment(await response.text());
}

// Counts what was told of each channel, so that a fragment which was overtaken is fetched again.
export const news = new Map();

export async function fetchLatest(path, query) {
  for (;;) {
    const before = news.get(query.channel);
    const fresh = await fetchFragment(path, query);
    if (news.get(query.channel) === before) return fresh;
  }
}

async function reason(response) {
  const text = await response.text();
  if (response.headers.get("Content-Type")?.includes("json")) return JSON.parse(text).sentence;
  const page = new DOMParser().parseFromString(text, "text/html");
  return page.querySelector(".lead")?.textContent ?? "The playground could not do that.";
}

export async function act(name, said) {
  return told(name, JSON.stringify(said), { "Content-Type": "application/json" });
}

// As `act`, with files: what is sent is a form.
export const send = (name, form) => told(name, form, {});

async function told(name, body, headers) {
  const accepted = { Accept: "application/json", ...headers };
  const response = await reach(`/playground/${name}`, { method: "POST", headers: accepted, body });
  if (!response.ok) throw new Refusal(await reason(response));
  return response.json();
}

let gone;
export function toast(text, { href = "", thread = "" } = {}) {
  const place = $("#toast");
  place.replaceChildren(text);
  if (href) {
    const link = document.createElement("a");
    Object.assign(link, { href, textContent: "Open", target: "_blank", rel: "noopener" });
    place.append(" ", link);
  }
  if (thread) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: "Open" });
    button.dataset.showThread = thread;
    place.append(" ", button);
  }
  place.hidden = false;
  clearTimeout(gone);
  gone = setTimeout(() => (place.hidden = true), 9000);
}

export const atEnd = (list) => list.scrollHeight - list.scrollTop - list.clientHeight < 120;
export const toEnd = (list) => list.scrollTo({ top: list.scrollHeight });
