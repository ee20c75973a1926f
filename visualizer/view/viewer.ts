import { messageText } from "../../src/messages/define-messages.ts";
import { traceFaultMessages } from "../../src/messages/trace.messages.ts";
import { type PlainViewerMessage, viewerMessages } from "../../src/messages/viewer.messages.ts";
import type { Language } from "../../src/notices/event-table.ts";
import { clockDate } from "../../src/trace/story.ts";
import type { Trace } from "../../src/trace/trace-format.ts";
import type { Chart } from "../charts/chart.ts";
import { type Live, momentFragment, readAddress, servedLive } from "../model/address.ts";
import { type ReadTrace, readTraceFile, readTraceText } from "../model/read-trace-file.ts";
import { ChartsPane } from "./charts-pane.ts";
import { element, part } from "./element.ts";
import { EventList } from "./event-list.ts";
import { listenToKeys } from "./keys.ts";
import { listen } from "./live.ts";
import { NoticeList } from "./notice-list.ts";
import { SequencePane } from "./sequence-pane.ts";
import { Theme } from "./theme.ts";
import { Transport } from "./transport.ts";
import { ViewerState } from "./viewer-state.ts";
import { WhatIfPane } from "./what-if-pane.ts";

/** The keys and what each does, as the page lists them. */
const KEYS: readonly (readonly [string, PlainViewerMessage])[] = [
  ["Space", "keySpace"],
  ["← →", "keyArrows"],
  ["Home End", "keyHome"],
  ["n p", "keyNotices"],
  ["1–7", "keyMachines"],
  ["f", "keyFollow"],
  ["/", "keySearch"],
  ["+ − 0", "keyZoom"],
  ["o", "keyOpen"],
  ["w", "keyWhatIf"],
  ["t", "keyTheme"],
  ["l", "keyLanguage"],
  ["?", "keyHelp"],
];

/** The page: puts its parts together, opens traces, and turns keys and addresses into moments. */
export class Viewer {
  readonly #state: ViewerState;
  readonly #notices: NoticeList;
  readonly #charts: ChartsPane;
  readonly #transport: Transport;
  readonly #theme: Theme;
  readonly #whatIf: WhatIfPane;
  readonly #problem = part("problem", HTMLElement);
  readonly #live = part("live", HTMLElement);
  #liveWord: PlainViewerMessage | undefined;
  /** While a Pi at work is followed: ends that. */
  #unfollow: (() => void) | undefined;
  /** Says the last problem, in the language of the page. */
  #sayProblem: (() => string) | undefined;

  constructor(charts: readonly Chart[], language: Language) {
    this.#state = new ViewerState(charts, language);
    this.#charts = new ChartsPane(this.#state);
    new SequencePane(this.#state);
    this.#transport = new Transport(this.#state);
    new EventList(this.#state);
    this.#notices = new NoticeList(this.#state);
    this.#theme = new Theme(() => this.#transport.recolour());
    this.#state.on(["trace", "records", "language"], () => this.#describe());
    this.#whatIf = new WhatIfPane(this.#state, (trace) => this.#open(trace));
    this.#state.on(["language"], () => this.#translate());
    this.#translate();
    this.#listen();
  }

  /** Opens what the page or its address brings. */
  start(): void {
    this.#describe();
    const { live } = readAddress(location.hash);
    const embedded = document.getElementById("trace");
    if (embedded !== null) this.#take(readTraceText(embedded.textContent), this.#state.say("thisPage"));
    const server = live ?? (embedded === null ? servedLive(location) : undefined);
    if (server !== undefined) this.#connect(server);
    window.addEventListener("hashchange", () => {
      const { live: other } = readAddress(location.hash);
      if (other === undefined) this.#goToAddress();
      else this.#connect(other);
    });
  }

  #listen(): void {
    const file = part("file", HTMLInputElement);
    const open = () => file.click();
    part("open", HTMLButtonElement).addEventListener("click", open);
    part("open-too", HTMLButtonElement).addEventListener("click", open);
    file.addEventListener("change", () => {
      const [chosen] = file.files ?? [];
      if (chosen !== undefined) void this.#openFile(chosen);
      // The same file may be chosen again.
      file.value = "";
    });
    this.#listenToDrops();
    for (const id of ["what-if-switch", "what-if-too"]) {
      part(id, HTMLButtonElement).addEventListener("click", () => this.#whatIf.toggle());
    }
    part("link", HTMLButtonElement).addEventListener("click", () => void this.#copyLink());
    part("theme", HTMLButtonElement).addEventListener("click", () => this.#theme.toggle());
    part("language", HTMLButtonElement).addEventListener("click", () => this.#switchLanguage());
    const help = part("keys", HTMLDialogElement);
    part("help", HTMLButtonElement).addEventListener("click", () => help.showModal());
    const state = this.#state;
    const by = (event: KeyboardEvent) => (event.shiftKey ? 10 : 1);
    const machines = Object.fromEntries(
      state.charts.map(({ machine }, index) => [String(index + 1), () => state.showMachine(machine)]),
    );
    listenToKeys(
      {
        ...machines,
        " ": () => this.#transport.toggle(),
        ArrowRight: (event) => state.step(by(event)),
        ArrowLeft: (event) => state.step(-by(event)),
        Home: () => state.step(-state.moment),
        End: () => state.step(state.records.length),
        n: () => this.#notices.go(1),
        p: () => this.#notices.go(-1),
        f: () => state.setFollows(!state.follows),
        "/": () => part("search", HTMLInputElement).focus(),
        "+": () => this.#charts.zoom(1.25),
        "=": () => this.#charts.zoom(1.25),
        "-": () => this.#charts.zoom(0.8),
        "0": () => this.#charts.zoom(undefined),
        o: open,
        w: () => this.#whatIf.toggle(),
        t: () => this.#theme.toggle(),
        l: () => this.#switchLanguage(),
        "?": () => help.showModal(),
      },
      () => part("single-keys", HTMLInputElement).checked,
    );
  }

  #listenToDrops(): void {
    const veil = part("drop", HTMLElement);
    const isFile = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    document.addEventListener("dragover", (event) => {
      if (!isFile(event)) return;
      event.preventDefault();
      veil.hidden = false;
    });
    document.addEventListener("dragleave", (event) => {
      if (event.relatedTarget === null) veil.hidden = true;
    });
    document.addEventListener("drop", (event) => {
      veil.hidden = true;
      if (!isFile(event)) return;
      event.preventDefault();
      const [dropped] = event.dataTransfer?.files ?? [];
      if (dropped !== undefined) void this.#openFile(dropped);
    });
  }

  async #openFile(file: File): Promise<void> {
    this.#take(await readTraceFile(file), file.name);
  }

  /** Shows a trace, or says in one line why it cannot; the trace shown before stays. */
  #take(read: ReadTrace, name: string): void {
    if (read.kind === "trace") {
      this.#open(read.trace);
      this.#goToAddress();
      return;
    }
    const { problem } = read;
    this.#complain(() =>
      "key" in problem
        ? this.#state.say(problem.key, { name })
        : this.#state.say("badFile", {
            name,
            clause: messageText(traceFaultMessages, problem.clause, this.#state.language),
          }),
    );
  }

  /** Shows another trace in place of what was shown; if that was still growing, it is left. */
  #open(trace: Trace): void {
    this.#liveWord = this.#unfollow === undefined ? undefined : "liveOff";
    this.#unfollow?.();
    this.#unfollow = undefined;
    this.#show(trace);
  }

  #show(trace: Trace): void {
    this.#complain(undefined);
    part("empty", HTMLElement).hidden = true;
    document.body.classList.add("has-trace");
    this.#state.open(trace);
  }

  #goToAddress(): void {
    const { at, notice } = readAddress(location.hash);
    const moment = at ?? (notice === undefined ? undefined : this.#notices.momentOf(notice));
    if (moment === undefined) return;
    this.#state.pause();
    this.#state.go(moment);
  }

  #connect(live: Live): void {
    const tell = (word: PlainViewerMessage | undefined) => {
      this.#liveWord = word;
      this.#describe();
    };
    this.#unfollow?.();
    this.#unfollow = listen(live, {
      onTrace: (trace) => {
        this.#show(trace);
        this.#state.go(this.#state.records.length);
        tell("liveOn");
      },
      onRecords: (records) => this.#state.append(records),
      onBad: (problem) => {
        this.#unfollow = undefined;
        tell("liveOff");
        this.#take({ kind: "bad", problem: { clause: problem } }, this.#state.say("theLive"));
      },
      onEnd: (everOpen) => {
        this.#unfollow = undefined;
        tell(everOpen ? "liveOff" : undefined);
        if (!everOpen) this.#complain(() => this.#state.say("liveFailed"));
      },
    });
  }

  #complain(sayIt: (() => string) | undefined): void {
    this.#sayProblem = sayIt;
    this.#problem.hidden = sayIt === undefined;
    this.#problem.textContent = sayIt?.() ?? "";
  }

  async #copyLink(): Promise<void> {
    history.replaceState(null, "", momentFragment(this.#state.moment));
    const said = part("said", HTMLElement);
    try {
      await navigator.clipboard.writeText(location.href);
      said.textContent = this.#state.say("linkCopied");
    } catch {
      said.textContent = this.#state.say("linkShown");
    }
  }

  #switchLanguage(): void {
    this.#state.setLanguage(this.#state.language === "en" ? "zh-CN" : "en");
  }

  /** The line on top: what the trace says of itself. */
  #describe(): void {
    const { index } = this.#state;
    const about = part("about", HTMLElement);
    this.#live.hidden = this.#liveWord === undefined;
    this.#live.textContent = this.#liveWord === undefined ? "" : this.#state.say(this.#liveWord);
    this.#live.classList.toggle("on", this.#liveWord === "liveOn");
    if (index === undefined) {
      about.textContent = "";
      return;
    }
    const { channels, mode, madeBy, dropped, utcOffsetMinutes } = index.head;
    const text = this.#state.say("about", {
      channels: channels.map(({ id }) => id).join(", "),
      mode,
      madeBy,
      date: clockDate(index.records[0]?.at ?? 0, utcOffsetMinutes),
    });
    about.textContent = dropped === 0 ? text : `${text} · ${this.#state.say("dropped", { dropped })}`;
    about.title = about.textContent;
  }

  #translate(): void {
    const { language } = this.#state;
    document.documentElement.lang = language;
    document.title = this.#state.say("title");
    const each = (name: string, write: (node: HTMLElement, text: string) => void) => {
      for (const node of document.querySelectorAll<HTMLElement>(`[data-${name}]`)) {
        const key = node.dataset[name] ?? "";
        if (!Object.hasOwn(viewerMessages, key)) throw new Error(`the page has no word ${key}`);
        write(node, this.#state.say(key as PlainViewerMessage));
      }
    };
    each("word", (node, text) => {
      node.textContent = text;
    });
    each("label", (node, text) => {
      node.setAttribute("aria-label", text);
      if (node instanceof HTMLButtonElement) node.title = text;
    });
    each("title", (node, text) => {
      node.title = text;
      node.setAttribute("aria-label", text);
    });
    each("hint", (node, text) => {
      if (node instanceof HTMLInputElement) node.placeholder = text;
    });
    part("language", HTMLButtonElement).textContent = this.#state.say("switchLanguage");
    part("key-list", HTMLElement).replaceChildren(
      ...KEYS.flatMap(([keys, word]) => [
        element("dt", {}, ...keys.split(" ").map((key) => element("kbd", {}, key))),
        element("dd", {}, this.#state.say(word)),
      ]),
    );
    if (this.#sayProblem !== undefined) this.#problem.textContent = this.#sayProblem();
  }
}
