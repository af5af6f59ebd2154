// The pane on the right: a thread, and how an answer in it came about.
import { $, fetchFragment, fetchLatest, toEnd, toast } from "./dom.js";

export class Pane {
  constructor(me, onOpened) {
    this.me = me;
    this.onOpened = onOpened;
    this.root = $("#pane");
    this.opener = null;
    this.root.addEventListener("click", (event) => {
      if (event.target.closest("[data-close-pane]")) this.close();
      const tab = event.target.closest("[role=tab]");
      if (tab) this.show(tab.id.replace("tab-", ""));
    });
    this.root.addEventListener("keydown", (event) => {
      if (!event.target.matches("[role=tab]") || !/^Arrow(Left|Right)$/.test(event.key)) return;
      this.show(event.target.id === "tab-thread" ? "trace" : "thread");
      $("[role=tab][aria-selected=true]", this.root).focus();
    });
  }

  get thread() {
    return $("[data-thread-id]", this.root)?.dataset.threadId ?? "";
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

  reveal(name) {
    this.root.hidden = false;
    document.body.classList.add("with-pane");
    this.show(name);
  }

  show(name) {
    for (const one of ["thread", "trace"]) {
      const chosen = one === name;
      const tab = $(`#tab-${one}`);
      tab.setAttribute("aria-selected", chosen);
      tab.tabIndex = chosen ? 0 : -1;
      $(`#panel-${one}`).hidden = !chosen;
    }
  }

  close() {
    if (!this.isOpen) return;
    this.root.hidden = true;
    document.body.classList.remove("with-pane");
    $("#panel-thread").replaceChildren();
    const back = this.opener?.isConnected ? this.opener : $("[data-composer=main] textarea");
    back?.focus();
    this.address({ thread: null, trace: null });
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
