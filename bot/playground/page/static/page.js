// The workspace: shows what the server tells of, and tells it what the person does.
import { composers, say } from "./composer.js";
import { confirmed } from "./confirm.js";
import { $, $$, act, atEnd, fetchLatest, fragment, news, Refusal, toEnd, toast } from "./dom.js";
import { edit } from "./editor.js";
import { Pane } from "./pane.js";
import { pop, popped, unpop } from "./popups.js";
import { errors, home, modal, pressView, unanswered, views } from "./views.js";

const side = $("#sidebar");
const me = side.dataset.me;
const asked = new Set();
const room = () => $("[data-channel-id]");
const current = () => room().dataset.channelId;
const pane = new Pane(me, current, (panel) => $$(".message", panel).forEach(judged));
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
    halting(data);
    if ([current(), pane.channel].includes(data.channel) && document.hasFocus()) read();
    if (data.ts !== data.thread) follow(data.channel, data.thread);
  },
  gone(data) {
    $$(`[data-key="${CSS.escape(data.key)}"]`).forEach((one) => one.remove());
    if (data.key === `${pane.channel}:${pane.thread}`) pane.lose();
    counts();
  },
  status(data) {
    halting(data);
    if (data.channel !== current() && data.channel !== pane.channel) return;
    for (const line of $$(`[data-status="${CSS.escape(data.thread)}"]`)) {
      line.textContent = data.text;
      line.hidden = !data.text;
    }
    lists().filter(atEnd).forEach(toEnd);
    if (data.text) follow(data.channel, data.thread);
  },
  unread: (data) => unread(data.channel, data.count),
  thread(data) {
    halting(data);
    for (const line of $$(`[data-title-of="${CSS.escape(`${data.channel}:${data.thread}`)}"]`)) {
      if (data.title) line.textContent = data.title;
      line.hidden = !line.textContent;
    }
  },
  pages(data) {
    for (const one of $$("[data-pages]")) one.replaceChildren(fragment(data.words));
    $("[data-pages-tally]").replaceChildren(fragment(data.tally));
  },
  prompts(data) {
    for (const one of $$(`[data-prompts="${CSS.escape(data.channel)}"]`))
      one.replaceChildren(fragment(data.html));
    lists().filter(atEnd).forEach(toEnd);
  },
  view(data) {
    modal(data.html);
    home(data.home);
  },
  errors: (data) => errors(data.errors),
  unanswered: (data) => unanswered(data.what),
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

function halting(data) {
  for (const one of $$(`[data-halt-of="${CSS.escape(data.thread)}"]`)) one.hidden = !data.stoppable;
}

function place(data, fresh) {
  const isReply = data.ts !== data.thread;
  const inPane = pane.channel === data.channel && pane.thread === data.thread;
  const here = data.channel === current();
  if (isReply && inPane) insert($("[data-list=thread] .log"), data, fresh);
  if (here && (!isReply || data.wide)) {
    const one = isReply && inPane ? fresh.cloneNode(true) : fresh;
    insert($("[data-list=channel] .log"), data, one);
  }
  if (isReply && data.private && !inPane && here && !asked.has(`${data.channel}:${data.thread}`))
    toast("A note for you is in a thread.", { thread: data.thread });
}

function insert(list, data, fresh) {
  if (!list) return;
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
  const isHere = [current(), pane.channel].includes(channel) && document.hasFocus();
  link.classList.toggle("unread", count > 0 && !isHere);
  $("[data-unread]", link).hidden = !count || isHere;
  $("[data-number]", link).textContent = count;
}

// The thread of what one asked opens by itself: the answer comes there.
function follow(channel, thread) {
  if (!asked.delete(`${channel}:${thread}`) || channel !== current()) return;
  if (pane.isOpen && pane.thread === thread) pane.show("thread");
  else pane.open(channel, thread, { focus: false });
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
    if (box) box.value ||= text;
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
  if (said.form.dataset.composer === "agent") pane.open(said.channel, said.ts, { focus: false });
  else if (!said.thread_ts) asked.add(`${said.channel}:${said.ts}`);
};
composers(me, posted);
views(me);

let sent = "";
function read() {
  const newest = $("[data-list=channel] .log > :last-child")?.dataset.ts ?? "";
  const mark = `${current()} ${newest} ${$$("[data-list=thread] .message").length}`;
  if (mark === sent) return;
  sent = mark;
  for (const channel of new Set([current(), pane.channel || current()]))
    act("read", { user: me, channel }).catch(() => (sent = ""));
}

const drafts = new Map();
let turn = 0;
async function go(channel, { push = true, tab = "" } = {}) {
  const mine = ++turn;
  const fresh = await fetchLatest("/playground/channel", { as: me, channel, tab });
  if (mine !== turn) return;
  const asks = pane.beside && !$("[data-app]", fresh);
  if (push) history.pushState(null, "", `?as=${me}&channel=${channel}${tab && `&tab=${tab}`}`);
  if (!asks) pane.close();
  const before = $("[data-composer=main] textarea");
  if (before) drafts.set(current(), before.value);
  $("#main").replaceChildren(fresh);
  const box = $("[data-composer=main] textarea");
  if (box) box.value = drafts.get(channel) ?? "";
  for (const link of $$("[data-room]")) {
    if (link.dataset.room === channel) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${$("h1").textContent.trim()} · Footnote playground`;
  drawer(false);
  arrived();
  if (asks) await pane.ask(channel, { focus: false });
  (box ?? $("[data-home]")).focus();
}

function arrived() {
  const list = $("[data-list=channel]");
  if (list) toEnd(list);
  $$(".message").forEach(judged);
  read();
  const { tab } = room().dataset;
  if (tab) act("home", { user: me, tab });
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
  const view = button.closest("[data-view]");
  button.closest("details")?.removeAttribute("open");
  if (!(await confirmed(button))) return;
  if (view) {
    await pressView(me, view, action_id, value);
    return;
  }
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
  if (found && !before) toast("An eval case was made of this answer.", { href: `/cases/${found}` });
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

// --- the app's shortcuts, suggestions and stop button ----------------------------------------

async function shortcut(callback_id, message) {
  const { channel, ts, thread } = message.dataset;
  asked.add(`${channel}:${thread}`);
  await act("shortcut", { user: me, callback_id, channel, ts });
}

const suggest = (one) => {
  const name = one.closest("[data-agent]") ? "agent" : "main";
  say($(`[data-composer=${name}]`), one.dataset.suggest, me, posted);
};

const halt = () =>
  act("stop", { user: me, channel: pane.channel, thread_ts: pane.thread });

// --- clicks and keys --------------------------------------------------------------------------

const clicks = [
  ["[data-room]", (one) => go(one.dataset.room)],
  ["[data-room-tab]", (one) => go(current(), { tab: one.dataset.roomTab })],
  ["[data-open-agent]", () => pane.ask(current())],
  ["[data-talk]", (one) => pane.open(one.dataset.talkIn, one.dataset.talk)],
  ["[data-show-thread]", (one) => pane.open(current(), one.dataset.showThread)],
  ["[data-halt]", halt],
  ["[data-invite]", () => act("invite", { user: me, channel: current() })],
  ["[data-open-thread]", (one, message) => pane.open(message.dataset.channel, message.dataset.thread)],
  ["[data-trace-link]", (one) => pane.explain(one.dataset.traceLink)],
  ["[data-picker]", (one) => pop("picker", one)],
  ["[data-menu]", (one) => pop("menu", one)],
  ["[data-react]", (one, message) => react(message, one.dataset.react, one.ariaPressed === "true")],
  ["[data-press]", (one, message) => press(one, message)],
  ["[data-edit]", (one, message) => edit(me, message)],
  ["[data-delete]", (one, message) => act("delete", { user: me, ...message.dataset })],
  ["[data-suggest]", suggest],
  ["[data-drawer]", () => drawer(true)],
  ["[data-drawer-close]", () => drawer(false)],
  ["[data-cancel]", () => act("close", { user: me })],
];

document.addEventListener("click", (event) => {
  const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  const chosen = event.target.closest("[data-pick], [data-shortcut]");
  if (chosen) {
    const message = popped();
    unpop();
    if (chosen.dataset.pick) react(message, chosen.dataset.pick, false);
    else shortcut(chosen.dataset.shortcut, message);
    return;
  }
  if (!event.target.closest("[data-picker], [data-menu], #picker, #menu")) unpop(false);
  for (const one of $$("details.overflow[open]"))
    if (!one.contains(event.target)) one.removeAttribute("open");
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
    if ($("dialog[open]") || unpop()) return;
    if (document.body.classList.contains("with-drawer")) drawer(false);
    else pane.close();
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || $("dialog[open]")) return;
  if (event.altKey) {
    event.preventDefault();
    move($$("[data-room]"), $("[data-room][aria-current]"), step)?.click();
  } else if (event.target.matches("textarea, input, select")) return;
  else if (event.target.closest("#picker, #menu"))
    move($$("button", event.target.parentElement), event.target, step)?.focus();
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
  const query = Object.fromEntries(new URLSearchParams(location.search));
  const { channel, thread, trace, tab = "" } = query;
  if (channel && (channel !== current() || tab !== (room().dataset.tab ?? "")))
    await go(channel, { push: false, tab });
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
