import { terminalSignals, wholeBytes } from "../../rig/terminal-signals.ts";
import { hookNotice } from "../../rig/told-pi.ts";
import { oracleKey } from "../../src/model/joint-state.ts";
import { initialState } from "../../src/model/oracle.ts";
import { failure, type HeldAnswer, text } from "../../src/testing/model-answers.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";
import { waitForAnswer } from "../real-pi/terminal/notify-status.ts";
import {
  isOnTerminal,
  type PiAct,
  type PiEnding,
  type PiScope,
  type PiStep,
  perform,
  possibleEndings,
} from "./pi-acts.ts";
import { MARK_PATH, type PiBench } from "./pi-bench.ts";

/** The extension gives tmux 950 ms; a question that is nearly as old is no question any more that a test decides. */
const OLDEST_QUESTION_MS = 700;

/** The machine stood still for so long that a real limit ran out which the path does not count with. */
export class TooSlow extends Error {
  override readonly name = "TooSlow";
}

/** Something came, or did not come, at the outside of Pi that the oracle wants otherwise. */
export class PiViolation extends Error {
  override readonly name = "PiViolation";

  constructor(scope: PiScope, acts: readonly PiAct[], problem: string) {
    super(`scope ${scope.name}, after ${acts.length} acts: ${problem}\n${JSON.stringify(acts)}`);
  }
}

/** What Pi's outside saw of one session. `run1 agent-completed hook`; what a bell tells of can not be heard. */
interface SeenOutside {
  readonly requests: readonly string[];
  readonly terminal: readonly string[];
}

/** Drives one session of a real Pi, and compares after each act what came out of it with the oracle. */
export class PiWalk {
  readonly #bench: PiBench;
  readonly #scope: PiScope;
  readonly #acts: PiAct[] = [];
  readonly #firstRequest: number;
  readonly #firstByte: number;
  readonly #firstEvent: number;
  readonly #expected: { requests: string[]; terminal: string[] } = { requests: [], terminal: [] };
  /** By channel: the outcomes of the last act that brought it one; `/notify status` tells one of them. */
  readonly #outcomes = new Map<string, readonly string[]>();
  #isStatusDue = false;
  #shownStatus = "";
  /** The answer that the model owes to the run. */
  #owed: HeldAnswer | undefined;
  readonly #questions: { readonly label: string; readonly asker: number; readonly at: number }[] = [];
  #askers: number;
  #parsed = { length: -1, seen: [] as string[] };
  state = initialState();

  constructor(bench: PiBench, scope: PiScope) {
    this.#bench = bench;
    this.#scope = scope;
    this.#firstRequest = bench.sent.length;
    this.#firstByte = bench.bytesLookedAt;
    this.#firstEvent = bench.pi.events.length;
    this.#askers = bench.tmux.askers().length;
  }

  /** @throws PiViolation, TooSlow */
  async take(act: PiAct): Promise<void> {
    const expected = perform(this.#scope, this.state, act);
    this.#acts.push(act);
    await this.#do(act);
    await this.#compare(expected);
    this.state = expected.state;
    this.#rememberOutcomes(expected);
    await this.#bench.remote.perform({ do: "post", url: this.#bench.receiver.url + MARK_PATH });
    this.#mustBe(this.#seen());
    if (this.#isTooLate()) throw new TooSlow("a question to tmux has run out of time");
    if (this.#isStatusDue && this.#canAskStatus()) await this.#compareStatus();
  }

  /** Asks for what is left to be told, and ends the session in one of the ways that are possible, so as `choose` says. */
  async end(choose: (possible: readonly PiEnding[]) => PiEnding): Promise<PiEnding> {
    const how = choose(possibleEndings(this.state));
    // Asking takes longer than tmux has.
    const mayAsk = this.#openQuestions().length === 0;
    if (how !== "SIGTERM" && this.state.dialog === undefined && this.#isStatusDue && mayAsk) {
      // Typing it is a key that is pressed.
      await this.take({ type: "key.pressed" });
      if (this.#isStatusDue) await this.#compareStatus();
    }
    const act: PiAct = { type: "session.ended", how };
    const expected = perform(this.#scope, this.state, act);
    this.#acts.push(act);
    const { pi, remote, receiver } = this.#bench;
    await this.#end(how);
    if (expected.state.session !== "closed") throw new Error("the model does not end");
    this.state = expected.state;
    // Given up at the end, or answered before: nothing of the session is left (R13, R16).
    await this.#until("no connection open", () => receiver.openConnections === 0);
    await this.#until("no question to tmux", async () => {
      await this.#bench.tmux.waitForNoQuestion();
      return true;
    });
    if (pi.isAlive()) await remote.perform({ do: "post", url: receiver.url + MARK_PATH });
    this.#expect(expected);
    this.#mustBe(this.#seen());
    const { outer } = pi;
    this.#bench.bytesLookedAt += wholeBytes(outer.bytes.subarray(this.#firstByte));
    return how;
  }

  async #do(act: PiAct): Promise<void> {
    const { pi, remote } = this.#bench;
    switch (act.type) {
      case "prompt.typed":
      case "prompt.sent":
        this.#owed = pi.model.hold();
        await this.#doAndWaitFor("agent_start", () =>
          act.type === "prompt.typed" ? pi.prompt("go") : remote.perform({ do: "send prompt" }),
        );
        await this.#owed.reached();
        return;
      case "model.answered":
        await this.#doAndWaitFor("agent_settled", () => this.#answerModel(act.how));
        return;
      case "model.recovered": {
        const again = pi.model.hold();
        await this.#doAndWaitFor("agent_start", () => this.#owed?.release(failure(503)));
        await again.reached();
        this.#owed = again;
        return;
      }
      case "model.stumbled":
        await this.#doAndWaitFor("agent_end", () => this.#owed?.release(failure(503)));
        return;
      case "run.aborted":
        await this.#doAndWaitFor("agent_settled", () =>
          this.state.dialog === undefined ? pi.keys("Escape") : remote.perform({ do: "abort run" }),
        );
        this.#owed?.release();
        return;
      case "dialog.opened":
        await this.#doAndWaitFor("ui_prompt_start", () => remote.perform({ do: "open dialog" }));
        return;
      case "dialog.answered":
        await this.#doAndWaitFor("ui_prompt_end", () => pi.keys("Enter"));
        return;
      case "dialog.withdrawn":
        await this.#doAndWaitFor("ui_prompt_end", () => remote.perform({ do: "withdraw dialog" }));
        return;
      case "key.pressed":
        // Changes nothing in an empty editor, nor in a dialog of two answers.
        await this.#doAndWaitFor("terminal_input", () => pi.keys("Left"));
        return;
      case "tmux.answered":
        this.#answerTmux(act.place);
        return;
      case "server.answered":
        this.#answerServer(act);
        return;
      case "session.ended":
        throw new Error("a path does not end its session");
    }
  }

  async #doAndWaitFor(event: string, action: () => unknown): Promise<void> {
    const { pi } = this.#bench;
    const before = pi.eventNames(event).length;
    await action();
    await pi.waitForEvent(event, before + 1);
  }

  #answerModel(how: "ok" | "error" | "compacts"): void {
    const { model } = this.#bench.pi;
    if (how === "error") this.#owed?.release(failure(400));
    else if (how === "ok") this.#owed?.release(text("done"));
    else {
      model.answer(text("summary"));
      this.#owed?.release(text("much", { usage: { prompt_tokens: 127_000, completion_tokens: 100 } }));
    }
    this.#owed = undefined;
  }

  #answerTmux(place: number): void {
    const { name, round } = this.state.notices[place] ?? {};
    const question = this.#questions.findLast(({ label }) => label.startsWith(`${name} `));
    if (question === undefined) throw new Error(`no question for ${name} in round ${round}`);
    this.#bench.tmux.letAnswer(question.asker);
  }

  #answerServer({ place, channel, how }: Extract<PiAct, { type: "server.answered" }>): void {
    const notice = this.state.notices[place];
    const wanted = `${notice?.name} ${notice?.event} ${channel}`;
    const request = this.#sent().find((candidate) => requestText(candidate) === wanted);
    request?.answer({ kind: "reply", status: how === "succeeded" ? 204 : 500 });
  }

  async #end(how: PiEnding): Promise<void> {
    const bench = this.#bench;
    const { pi } = bench;
    const endings = pi.eventNames("session_shutdown").length;
    if (how === "SIGTERM") pi.signal("SIGTERM");
    else if (how === "Ctrl+D") await pi.keys("C-d");
    else await pi.prompt(how);
    await waitUntil("the session to end", () => pi.eventNames("session_shutdown").length > endings || !pi.isAlive());
    this.#owed?.release();
    if (how === "SIGTERM" || how === "Ctrl+D") {
      const { code } = await pi.exit();
      // Pi takes a SIGTERM for an order to end in peace; any other code would be an uncaught error.
      if (code !== 0) this.#fail(`Pi ended with code ${code} by ${how}`);
      return;
    }
    bench.sessions += 1;
    await bench.remote.waitForSession(bench.sessions);
  }

  async #compare(expected: PiStep): Promise<void> {
    const { receiver, tmux } = this.#bench;
    this.#expect(expected);
    await this.#until("what is to be told", () => this.#mayBecome(this.#seen()));
    const underWay = expected.state.notices.flatMap(({ deliveries }) =>
      deliveries.filter(({ channel, stage }) => stage.at === "attempting" && !isOnTerminal(channel)),
    ).length;
    // Answered or given up: what is not under way any more is off the network.
    await this.#until(`${underWay} requests under way`, () => receiver.openConnections === underWay);
    if (this.#scope.tmux === "prompt") return;
    const { asked } = expected.happened;
    await this.#until(`${asked.length} questions to tmux`, () => tmux.askers().length >= this.#askers + asked.length);
    for (const label of asked) {
      const asker = tmux.askers()[this.#askers];
      this.#askers += 1;
      if (asker !== undefined) this.#questions.push({ label, asker, at: performance.now() });
    }
  }

  #expect({ happened }: PiStep): void {
    for (const attempt of happened.attempts.map((text) => text.replace(/ #\d+$/, ""))) {
      if (attempt.endsWith(" bell")) this.#expected.terminal.push("BEL");
      else if (attempt.endsWith(" osc")) this.#expected.terminal.push(attempt);
      else this.#expected.requests.push(attempt);
    }
  }

  #sent() {
    return this.#bench.sent.slice(this.#firstRequest);
  }

  #seen(): SeenOutside {
    const ids = this.#sent().map(({ request }) => hookNotice(request).id);
    const sessions = new Set(ids.map((id) => id.slice(0, id.lastIndexOf("-"))));
    if (sessions.size > 1) this.#fail(`notices of several sessions: ${ids.join(", ")}`);
    return { requests: this.#sent().map(requestText), terminal: this.#seenOnTerminal() };
  }

  /** Of this session only: a whole recording would be read again and again. */
  #seenOnTerminal(): readonly string[] {
    const { outer } = this.#bench.pi;
    const { bytes } = outer;
    if (bytes.length !== this.#parsed.length) {
      this.#parsed = { length: bytes.length, seen: terminalTexts(bytes.subarray(this.#firstByte)) };
    }
    return this.#parsed.seen;
  }

  /** @returns whether it is all there; @throws PiViolation when it can not become so any more */
  #mayBecome(seen: SeenOutside): boolean {
    const { requests, terminal } = this.#expected;
    const tooMuch = [...without(seen.requests, requests), ...without(seen.terminal, terminal)];
    if (tooMuch.length > 0) this.#fail(`not expected: ${tooMuch.join(", ")}`);
    return seen.requests.length === requests.length && seen.terminal.length === terminal.length;
  }

  #mustBe(seen: SeenOutside): void {
    if (!this.#mayBecome(seen)) this.#fail(`expected ${told(this.#expected)}, saw ${told(seen)}`);
    // The order on one terminal is promised: the bell comes last (R10).
    if (told(seen) !== told({ ...this.#expected, requests: seen.requests })) {
      this.#fail(`expected in this order ${told(this.#expected)}, saw ${told(seen)}`);
    }
  }

  /** Since when each question waits that tmux was not let answer. */
  #openQuestions(): readonly number[] {
    if (this.#scope.tmux === "prompt") return [];
    return this.state.notices
      .filter(({ deliveries }) => deliveries.some(({ stage }) => stage.at === "preparing"))
      .map(({ name }) => this.#questions.findLast(({ label }) => label.startsWith(`${name} `))?.at ?? 0);
  }

  #isTooLate(): boolean {
    return this.#openQuestions().some((at) => performance.now() - at > OLDEST_QUESTION_MS);
  }

  #rememberOutcomes({ happened }: PiStep): void {
    const fresh = new Map<string, string[]>();
    for (const outcome of happened.outcomes) {
      const [, event = "", channel = "", kind = "", reason] = /^\S+ (\S+) (\S+): (\S+)(?: (.*))?$/.exec(outcome) ?? [];
      const shown = `${event} ${kind}${reason === undefined ? "" : ` (${reason})`}`;
      fresh.set(channel, [...(fresh.get(channel) ?? []), shown]);
    }
    for (const [channel, texts] of fresh) this.#outcomes.set(channel, texts);
    if (fresh.size > 0) this.#isStatusDue = true;
  }

  /** It is typed: only where a key more changes nothing. */
  #canAskStatus(): boolean {
    if (this.state.dialog !== undefined) return false;
    const { state } = perform(this.#scope, this.state, { type: "key.pressed" });
    return this.#scope.tmux === "prompt" && oracleKey(state) === oracleKey(this.state);
  }

  async #compareStatus(): Promise<void> {
    const { pi, tmux } = this.#bench;
    const isRight = (lines: readonly string[]) =>
      this.#scope.setup.channels.every(({ id }) => {
        // A long line goes on in the next one, up to the next name.
        const pattern = new RegExp(`(?:^| )${id}: .*?[;,] last: (.*?)(?= [\\w.-]+: |$)`);
        const last = pattern.exec(lines.join(" "))?.[1];
        return (this.#outcomes.get(id) ?? ["nothing yet"]).includes(last ?? "");
      });
    const ask = async (words: string, isAnswer: (lines: readonly string[]) => boolean) => {
      await pi.prompt(`/notify ${words}`);
      let lines: readonly string[] = [];
      await this.#until(
        () =>
          `the answer to /notify ${words}; outcomes ${JSON.stringify([...this.#outcomes])}, lines ${lines.join("\n")}`,
        async () => {
          for (const asker of tmux.askers().slice(this.#askers)) tmux.letAnswer(asker);
          lines = await waitForAnswer(pi, () => true);
          return isAnswer(lines);
        },
      );
      return lines.join("\n");
    };
    const isStatus = (lines: readonly string[]) => lines[0]?.startsWith("pi-notify ") === true;
    // An answer replaces the one before; one that could be taken for the new one is replaced by another first.
    if (isRight(this.#shownStatus.split("\n"))) await ask("usage", ([first]) => first?.startsWith("Usage: ") === true);
    this.#shownStatus = await ask("status", (lines) => isStatus(lines) && isRight(lines));
    this.#askers = tmux.askers().length;
    this.#isStatusDue = false;
  }

  async #until(what: string | (() => string), look: () => boolean | Promise<boolean>): Promise<void> {
    const inWords = () => `${typeof what === "string" ? what : what()}: expected ${told(this.#expected)}`;
    try {
      await waitUntil(() => `${inWords()}, saw ${told(this.#seen())}`, look);
    } catch (error) {
      if (error instanceof PiViolation) throw error;
      this.#fail(String(error));
    }
  }

  #fail(problem: string): never {
    const events = this.#bench.pi.events.slice(this.#firstEvent);
    const story = events.map(({ type, detail }) => `${type} ${JSON.stringify(detail)}`).join("\n  ");
    const violation = new PiViolation(this.#scope, this.#acts, `${problem}\nPi's events:\n  ${story}`);
    if (this.#isTooLate())
      throw new TooSlow("perhaps because a question to tmux has run out of time", { cause: violation });
    throw violation;
  }
}

function requestText({ request }: { readonly request: { readonly path: string; readonly body: string } }): string {
  const { id, event } = hookNotice(request);
  return `${nameOf(id)} ${event} ${request.path.slice(1)}`;
}

function terminalTexts(bytes: Buffer): string[] {
  return terminalSignals({ bytes, arrivedAt: () => 0 }).map((signal) => {
    if (signal.kind === "bell") return "BEL";
    const { i: id = "", t: event = "" } = signal.notification.metadata;
    return `${nameOf(id)} ${Buffer.from(event, "base64").toString()} osc`;
  });
}

function nameOf(noticeId: string): string {
  return (noticeId.split("-").at(-1) ?? "").replace("compaction", "note");
}

function told({ requests, terminal }: SeenOutside): string {
  return `${[...requests].sort().join(", ") || "no request"}; on the terminal ${terminal.join(", ") || "nothing"}`;
}

/** What of `all` is more than in `some`, counted. */
function without(all: readonly string[], some: readonly string[]): string[] {
  const left = [...some];
  return all.filter((one) => {
    const index = left.indexOf(one);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}
