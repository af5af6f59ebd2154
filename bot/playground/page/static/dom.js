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

export async function fetchFragment(path, query) {
  const response = await fetch(`${path}?${new URLSearchParams(query)}`);
  if (!response.ok) throw new Error(await reason(response));
  return fragment(await response.text());
}

async function reason(response) {
  const text = await response.text();
  if (response.headers.get("Content-Type")?.includes("json")) return JSON.parse(text).error;
  return new DOMParser().parseFromString(text, "text/html").querySelector(".lead")?.textContent ?? "";
}

export async function act(name, said) {
  const response = await fetch(`/playground/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(said),
  });
  const answer = await response.json();
  if (!answer.ok) {
    toast(`That was not possible: ${answer.error}`);
    throw new Error(answer.error);
  }
  return answer;
}

let gone;
export function toast(text, href = "") {
  const place = $("#toast");
  place.replaceChildren(text);
  if (href) {
    const link = document.createElement("a");
    Object.assign(link, { href, textContent: "Open", target: "_blank", rel: "noopener" });
    place.append(" ", link);
  }
  place.hidden = false;
  clearTimeout(gone);
  gone = setTimeout(() => (place.hidden = true), 9000);
}

export const atEnd = (list) => list.scrollHeight - list.scrollTop - list.clientHeight < 120;
export const toEnd = (list) => list.scrollTo({ top: list.scrollHeight });
