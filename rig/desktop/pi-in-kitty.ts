import { waitUntil } from "../../src/testing/wait-until.ts";
import { PiProcess } from "../pi-process.ts";
import { type PiOptions, type PiSetup, setUpPi } from "../pi-setup.ts";
import { isProcessAlive } from "../process-alive.ts";
import type { Desktop } from "./desktop.ts";
import { KittyWindow } from "./kitty-window.ts";
import type { DesktopNotification } from "./notification-service.ts";

export interface PiInKittyOptions extends PiOptions {
  readonly desktop: Desktop;
  /** What is typed before anything else; Pi gets it as its first message. */
  readonly prompt: string;
  /** What lies between kitty and Pi: gets Pi's argv and environment, gives the argv that kitty runs. */
  readonly through?: (
    command: readonly string[],
    env: Readonly<Record<string, string>>,
    cwd: string,
  ) => Promise<string[]>;
}

/** The real Pi in a real kitty, whose notifications arrive on a real D-Bus. */
export class PiInKitty extends PiProcess {
  readonly #kitty: KittyWindow;

  private constructor(setup: PiSetup, kitty: KittyWindow) {
    super(setup);
    this.#kitty = kitty;
  }

  static async start(options: PiInKittyOptions): Promise<PiInKitty> {
    const setup = await setUpPi(options);
    const { TERM: _kittySetsIt, ...env } = setup.env;
    const command = [...setup.command, options.prompt];
    const between = await options.through?.(command, env, setup.cwd);
    const kitty = new KittyWindow({ desktop: options.desktop, command: between ?? command, env, cwd: setup.cwd });
    return await new PiInKitty(setup, kitty).started();
  }

  /** Before its first event nobody knows its process. */
  override isAlive(): boolean {
    return this.pid === undefined || isProcessAlive(this.pid);
  }

  async exit(deadlineMs?: number) {
    await waitUntil("Pi to end", () => !this.isAlive(), deadlineMs);
    return { code: undefined, signal: undefined };
  }

  waitForShown(count: number): Promise<void> {
    return this.#kitty.waitForShown(count);
  }

  /** Ends Pi and returns all that kitty ever asked the desktop to show. */
  async allShown(): Promise<readonly DesktopNotification[]> {
    this.signal("SIGTERM");
    return await this.#kitty.allShown();
  }

  protected override async describeOutput(): Promise<string> {
    return "(kitty draws it)";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#kitty[Symbol.asyncDispose]();
    await this.setup[Symbol.asyncDispose]();
  }
}
