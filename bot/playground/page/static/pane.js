// The pane on the right: a thread, how an answer in it came about, and the app's own panel.
import { $, act, atEnd, fetchFragment, fetchLatest, toEnd, toast } from "./dom.js";

const TABS = ["thread", "trace", "agent"];

// A list that was at its end stays there when it becomes narrower or wider.
function keepingEnd(change) {
  const list = $("[data-list=channel]");
  const isAtEnd = list && atEnd(list);
  change();
  if (isAtEnd) toEnd(list);
}

export class Pane {
  constructor(me, current, onOpened) {
    this.me = me;
    this.current = current;
    this.onOpened = onOpened;
    this.root = $("#pane");
    this.opener = null;
    this.root.addEventListener("click", (event) => {
      if (event.target.closest("[data-close-pane]")) this.close();
      const tab = event.target.closest("[role=tab]");
      if (tab) this.turn(tab.id.replace("tab-", ""));
    });
    this.root.addEventListener("keydown", (event) => {
      if (!event.target.matches("[role=tab]") || !/^Arrow(Left|Right)$/.test(event.key)) return;
      const at = TABS.indexOf(event.target.id.replace("tab-", ""));
      const next = TABS.at((at + (event.key === "ArrowRight" ? 1 : -1)) % TABS.length);
      this.turn(next);
      $(`#tab-${next}`).focus();
    });
  }

  get thread() {
    return $("[data-thread-id]", this.root)?.dataset.threadId ?? "";
  }

  get channel() {
    return $("[data-thread-channel]", this.root)?.dataset.threadChannel ?? "";
  }

  get beside() {
    return Boolean($("[data-agent]", this.root));
  }

  get isOpen() {
    return !this.root.hidden;
  }

  async open(channel, ts, { focus = true } = {}) {
    if (focus) this.opener = document.activeElement;
    const panel = $("#panel-thread");
    panel.replaceChildren(await fetchLatest("/playground/thread", { as: this.me, channel, ts }));
    this.reveal("thread");
    toEnd($(".scroll", panel));
    this.onOpened(panel);
    if (focus) $("textarea", panel).focus();
    this.address({ thread: ts, trace: null });
  }

  async explain(trace) {
    this.opener = document.activeElement;
    try {
      const story = await fetchFragment("/playground/trace", { id: trace });
      $("[data-trace-panel]").replaceChildren(story);
    } catch (error) {
      toast(error.message);
      return;
    }
    this.reveal("trace");
    $("[data-trace-panel]").scrollTo({ top: 0 });
    $("#tab-trace").focus();
    this.address({ trace });
  }

  // The app's panel beside a channel; the app is told what the person looks at.
  async ask(channel, { focus = true } = {}) {
    if (focus) this.opener = document.activeElement;
    await this.look(channel);
    this.reveal("agent");
    if (focus) $("[data-composer=agent] textarea").focus();
  }

  async look(channel) {
    await act("look", { user: this.me, channel });
    await act("home", { user: this.me, tab: "messages" });
    await this.renew(channel);
  }

  async renew(channel) {
    const panel = await fetchLatest("/playground/panel", { as: this.me, channel });
    const draft = $("#panel-agent textarea")?.value ?? "";
    $("#panel-agent").replaceChildren(panel);
    $("#panel-agent textarea").value = draft;
  }

  turn(name) {
    if (name === "agent" && !this.beside) this.ask(this.current());
    else this.show(name);
    if (name === "agent" && this.beside) this.renew(this.current());
  }

  reveal(name) {
    keepingEnd(() => {
      this.root.hidden = false;
      document.body.classList.add("with-pane");
    });
    this.show(name);
  }

  show(name) {
    for (const one of TABS) {
      const chosen = one === name;
      const tab = $(`#tab-${one}`);
      tab.setAttribute("aria-selected", chosen);
      tab.tabIndex = chosen ? 0 : -1;
      $(`#panel-${one}`).hidden = !chosen;
    }
  }

  close() {
    if (!this.isOpen) return;
    keepingEnd(() => {
      this.root.hidden = true;
      document.body.classList.remove("with-pane");
    });
    if (this.beside) act("look", { user: this.me, channel: "" });
    $("#panel-thread").replaceChildren();
    $("#panel-agent").replaceChildren();
    const back = this.opener?.isConnected ? this.opener : $("[data-composer=main] textarea");
    back?.focus();
    this.address({ thread: null, trace: null });
  }

  // The message that the thread hangs on was deleted, and nobody had replied.
  lose() {
    if ($("#panel-thread").hidden) $("#panel-thread").replaceChildren();
    else this.close();
    this.address({ thread: null });
    toast("That message was deleted, and its thread with it.");
  }

  address(changes) {
    const url = new URL(location);
    for (const [name, value] of Object.entries(changes)) {
      if (value) url.searchParams.set(name, value);
      else url.searchParams.delete(name);
    }
    history.replaceState(null, "", url);
  }
}
