// The workspace: shows what the server tells of, and tells it what the person does.
import { composers, say } from "./composer.js";
import { $, $$, act, atEnd, fetchLatest, fragment, news, Refusal, toEnd, toast } from "./dom.js";
import { Pane } from "./pane.js";

const side = $("#sidebar");
const me = side.dataset.me;
const pane = new Pane(me, (panel) => $$(".message", panel).forEach(judged));
const asked = new Set();
const current = () => $("[data-channel-id]").dataset.channelId;
const lists = () => [$("[data-list=channel]"), $("[data-list=thread]")].filter(Boolean);
if (!pane.root.hidden) document.body.classList.add("with-pane");

// --- what the server tells of ---------------------------------------------------------------

const told = {
  hello(data) {
    $("#gone").hidden = true;
    if (data.run !== side.dataset.run) renew();
  },
  message(data) {
    unread(data.channel, data.unread);
    const [fresh] = fragment(data.html).children;
    const standing = $$(`[data-key="${CSS.escape(data.key)}"]`);
    const ends = lists().filter(atEnd);
    for (const one of standing) replace(one, fresh.cloneNode(true));
    if (!standing.length) place(data, fresh);
    ends.forEach(toEnd);
    if (data.channel === current() && document.hasFocus()) read();
    if (data.ts !== data.thread) follow(data.channel, data.thread);
  },
  gone(data) {
    $$(`[data-key="${CSS.escape(data.key)}"]`).forEach((one) => one.remove());
    counts();
  },
  status(data) {
    if (data.channel !== current()) return;
    for (const line of $$(`[data-status="${CSS.escape(data.thread)}"]`)) {
      line.textContent = data.text;
      line.hidden = !data.text;
    }
    lists().filter(atEnd).forEach(toEnd);
    if (data.text) follow(data.channel, data.thread);
  },
  unread: (data) => unread(data.channel, data.count),
  view: (data) => modal(data.html),
  errors(data) {
    const line = $("#modal .problem");
    line.textContent = Object.values(data.errors).join(" ");
    line.hidden = false;
  },
  unanswered: () => toast("Footnote did not take that in time; try again in a moment."),
  reload: () => renew(),
};

function replace(old, fresh) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const path = focused && [...focused.attributes].find((one) => one.name.startsWith("data-"));
  const editing = $(".editor", old);
  if (editing) return;
  old.replaceWith(fresh);
  if (focused === old) fresh.focus();
  else if (path) $(`[${path.name}="${CSS.escape(path.value)}"]`, fresh)?.focus();
  judged(fresh);
}

function place(data, fresh) {
  const isReply = data.ts !== data.thread;
  if (data.channel !== current()) return;
  const open = pane.thread === data.thread;
  const list = isReply ? open && $("[data-list=thread] .log") : $("[data-list=channel] .log");
  if (!list) {
    if (data.private) toast("A note for you is in the thread.");
    return;
  }
  const next = [...list.children].find((one) => one.dataset.ts > data.ts);
  list.insertBefore(fresh, next ?? null);
  if (data.own) toEnd(list.closest(".scroll"));
  judged(fresh);
  counts();
}

function counts() {
  const line = $("[data-count]");
  if (!line) return;
  const number = $$("[data-list=thread] .log > .message:not(.private)").length;
  line.textContent = number ? `${number} ${number === 1 ? "reply" : "replies"}` : "";
}

function unread(channel, count) {
  const link = $(`[data-room="${CSS.escape(channel)}"]`);
  if (!link || count === undefined) return;
  const isHere = channel === current() && document.hasFocus();
  link.classList.toggle("unread", count > 0 && !isHere);
  $("[data-unread]", link).hidden = !count || isHere;
  $("[data-number]", link).textContent = count;
}

// The thread of one's own question opens by itself: the answer comes there.
function follow(channel, thread) {
  if (!asked.delete(`${channel}:${thread}`) || channel !== current()) return;
  if (!pane.isOpen || pane.thread !== thread) pane.open(channel, thread, { focus: false });
}

function listen(after) {
  const source = new EventSource(`/playground/events?as=${me}&after=${after}`);
  let seen = after;
  source.onmessage = (event) => {
    seen = event.lastEventId || seen;
    const data = JSON.parse(event.data);
    if (data.channel) news.set(data.channel, (news.get(data.channel) ?? 0) + 1);
    told[data.kind]?.(data);
  };
  // Most browsers try again by themselves; one that has given up is made to.
  source.onerror = () => {
    $("#gone").hidden = false;
    if (source.readyState === EventSource.CLOSED) setTimeout(() => listen(seen), 1000);
  };
}

// The page is made anew, with what stands unsent in its boxes.
function renew() {
  const drafts = $$("[data-composer] textarea").map((box) => [box.form.dataset.composer, box.value]);
  sessionStorage.setItem("drafts", JSON.stringify(drafts));
  location.reload();
}

function restore() {
  for (const [name, text] of JSON.parse(sessionStorage.getItem("drafts") ?? "[]")) {
    const box = $(`[data-composer=${name}] textarea`) ?? $("[data-composer=main] textarea");
    box.value ||= text;
  }
  sessionStorage.removeItem("drafts");
}

addEventListener("unhandledrejection", (event) => {
  if (!(event.reason instanceof Refusal)) return;
  event.preventDefault();
  toast(event.reason.message);
});

// --- what the person does ---------------------------------------------------------------------

const posted = (said) => {
  if (!said.thread_ts) asked.add(`${said.channel}:${said.ts}`);
};
composers(posted);

let sent = "";
function read() {
  const newest = $("[data-list=channel] .log > :last-child")?.dataset.ts ?? "";
  const mark = `${current()} ${newest} ${$$("[data-list=thread] .message").length}`;
  if (mark === sent) return;
  sent = mark;
  act("read", { user: me, channel: current() }).catch(() => (sent = ""));
}

const drafts = new Map();
let turn = 0;
async function go(channel, push = true) {
  const mine = ++turn;
  const fresh = await fetchLatest("/playground/channel", { as: me, channel });
  if (mine !== turn) return;
  if (push) history.pushState(null, "", `?as=${me}&channel=${channel}`);
  pane.close();
  drafts.set(current(), $("[data-composer=main] textarea").value);
  $("#main").replaceChildren(fresh);
  $("[data-composer=main] textarea").value = drafts.get(channel) ?? "";
  for (const link of $$("[data-room]")) {
    if (link.dataset.room === channel) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${$("h1").textContent.trim()} · Footnote playground`;
  drawer(false);
  arrived();
  $("[data-composer=main] textarea").focus();
}

function arrived() {
  toEnd($("[data-list=channel]"));
  $$(".message").forEach(judged);
  read();
}

function drawer(open) {
  document.body.classList.toggle("with-drawer", open);
  $("[data-drawer]").setAttribute("aria-expanded", open);
  if (open) $("[data-room][aria-current]").focus();
}

async function react(message, name, isMine) {
  const { channel, ts } = message.dataset;
  await act(isMine ? "unreact" : "react", { user: me, channel, ts, name });
  if (/^[+-]1$/.test(name)) watch(message.dataset.trace);
}

async function press(button, message) {
  const { press: action_id, value } = button.dataset;
  const { channel, ts, trace } = message.dataset;
  await act("press", { user: me, channel, ts, action_id, value });
  for (const one of $$("[aria-pressed]", button.closest(".thumbs") ?? button))
    one.setAttribute("aria-pressed", one === button);
  watch(trace);
}

// The case of a thumbs-down is made by the bot: look for it until it is there.
async function watch(trace, tries = 20) {
  if (!trace) return;
  const before = $(`[data-case-of="${CSS.escape(trace)}"]:not([hidden])`);
  const found = await lookUp(trace);
  if (found && !before) toast("An eval case was made of this answer.", `/cases/${found}`);
  else if (tries > 0 && Boolean(found) === Boolean(before))
    setTimeout(() => watch(trace, tries - 1), 250);
}

async function lookUp(trace) {
  const response = await fetch(`/playground/case?trace=${encodeURIComponent(trace)}`);
  if (!response.ok) return "";
  const data = await response.json();
  $("[data-cases]").textContent = data.cases;
  for (const link of $$(`[data-case-of="${CSS.escape(trace)}"]`)) {
    link.hidden = !data.case;
    link.href = `/cases/${data.case}`;
    link.lastElementChild.textContent = "Eval case";
  }
  return data.case;
}

function judged(message) {
  if ($("[data-case-of]", message)) lookUp(message.dataset.trace);
}

function edit(message, draft = $(".body", message).innerText.trim()) {
  const form = document.createElement("form");
  form.className = "editor";
  const box = document.createElement("textarea");
  box.value = draft;
  box.setAttribute("aria-label", "Edit message");
  const save = document.createElement("button");
  Object.assign(save, { className: "button button-primary", textContent: "Save" });
  form.append(box, save);
  const body = $(".body", message);
  body.hidden = true;
  body.after(form);
  box.focus();
  const done = () => {
    form.remove();
    body.hidden = false;
  };
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") done();
    if (event.key === "Enter" && !event.shiftKey) form.requestSubmit();
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
      edit(message, text);
      throw error;
    });
  });
}

// --- pickers and forms ------------------------------------------------------------------------

let picking = null;
function pick(button) {
  const picker = $("#picker");
  picking = button.closest(".message");
  picker.opener = button;
  picker.hidden = false;
  const at = button.getBoundingClientRect();
  picker.style.left = `${Math.max(8, Math.min(at.left - 120, innerWidth - picker.offsetWidth - 8))}px`;
  const above = at.top - picker.offsetHeight - 6;
  picker.style.top = `${above > 8 ? above : at.bottom + 6}px`;
  $("button", picker).focus();
}

function unpick() {
  const picker = $("#picker");
  if (picker.hidden) return false;
  picker.hidden = true;
  if (picker.opener?.isConnected) picker.opener.focus();
  return true;
}

function modal(html) {
  const dialog = $("#modal");
  dialog.replaceChildren(fragment(html));
  if (!html) dialog.close();
  else if (!dialog.open) dialog.showModal();
}

function values(form) {
  const all = {};
  for (const field of form.querySelectorAll("[name]")) {
    const [block, action] = field.name.split("|");
    const type = field.dataset.select ?? "plain_text_input";
    const state = field.dataset.select
      ? { type, selected_option: { value: field.value } }
      : { type, value: field.value || null };
    all[block] = { ...all[block], [action]: state };
  }
  return all;
}

$("#modal").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  act("submit", { user: me, view_id: form.dataset.view, values: values(form) });
});
$("#modal").addEventListener("cancel", () => act("close", { user: me }));

// --- clicks and keys --------------------------------------------------------------------------

const clicks = [
  ["[data-room]", (one) => go(one.dataset.room)],
  ["[data-open-thread]", (one, message) => pane.open(message.dataset.channel, message.dataset.thread)],
  ["[data-trace-link]", (one) => pane.explain(one.dataset.traceLink)],
  ["[data-picker]", (one) => pick(one)],
  ["[data-react]", (one, message) => react(message, one.dataset.react, one.ariaPressed === "true")],
  ["[data-press]", (one, message) => press(one, message)],
  ["[data-edit]", (one, message) => edit(message)],
  ["[data-delete]", (one, message) => act("delete", { user: me, ...message.dataset })],
  ["[data-suggest]", (one) => say(one.dataset.suggest, posted)],
  ["[data-drawer]", () => drawer(true)],
  ["[data-drawer-close]", () => drawer(false)],
  ["[data-cancel]", () => act("close", { user: me })],
];

document.addEventListener("click", (event) => {
  const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  const chosen = event.target.closest("[data-pick]");
  if (chosen) {
    const message = picking;
    unpick();
    react(message, chosen.dataset.pick, false);
    return;
  }
  if (!event.target.closest("[data-picker], #picker")) $("#picker").hidden = true;
  for (const [selector, does] of clicks) {
    const one = event.target.closest(selector);
    if (!one || !plain) continue;
    event.preventDefault();
    does(one, one.closest(".message"));
    return;
  }
  if (document.body.classList.contains("with-drawer") && !event.target.closest("#sidebar"))
    drawer(false);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    if (unpick()) return;
    if (document.body.classList.contains("with-drawer")) drawer(false);
    else pane.close();
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || $("#modal").open) return;
  if (event.altKey) {
    event.preventDefault();
    move($$("[data-room]"), $("[data-room][aria-current]"), step)?.click();
  } else if (event.target.matches("textarea, input, select")) return;
  else if (event.target.closest("#picker")) move($$("#picker button"), event.target, step)?.focus();
  else walk(event, step);
});

function move(all, from, step) {
  return all[all.indexOf(from) + step];
}

// Up and down go from message to message; Tab then reaches what can be done with it.
function walk(event, step) {
  const list = event.target.closest("[data-list]");
  if (!list) return;
  const messages = $$(".message", list);
  const from = messages.indexOf(event.target.closest(".message"));
  const next = from < 0 ? messages.at(-1) : messages[from + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

addEventListener("popstate", async () => {
  const { channel, thread, trace } = Object.fromEntries(new URLSearchParams(location.search));
  if (channel && channel !== current()) await go(channel, false);
  if (thread && thread !== pane.thread) pane.open(current(), thread, { focus: false });
  else if (!thread && !trace) pane.close();
});
addEventListener("focus", read);

pane.address({ channel: current() });
restore();
arrived();
const opened = $("[data-list=thread]");
if (opened) toEnd(opened);
listen(side.dataset.seq);
