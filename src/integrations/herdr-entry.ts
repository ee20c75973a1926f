/** `{active: true, label}` and `{active: false}`; consumers count them, and other extensions raise there as well (R39). */
export const HERDR_CHANNEL = "herdr:blocked";

/** What of Pi's event bus is needed to speak. */
export interface SpeakingBus {
  emit(channel: string, payload: unknown): void;
}

/**
 * Our one entry in herdr's count. However it is called, each raising is followed by exactly one lowering, and nothing
 * is said after the end, when Pi would throw (R12).
 */
export class HerdrEntry {
  readonly #bus: SpeakingBus;
  #state: "lowered" | "raised" | "ended" = "lowered";

  constructor(bus: SpeakingBus) {
    this.#bus = bus;
  }

  raise(label: string): void {
    if (this.#state !== "lowered") return;
    this.#state = "raised";
    this.#emit({ active: true, label });
  }

  lower(): void {
    if (this.#state !== "raised") return;
    this.#state = "lowered";
    this.#emit({ active: false });
  }

  /** While Pi still listens. */
  end(): void {
    this.lower();
    this.#state = "ended";
  }

  #emit(payload: unknown): void {
    try {
      this.#bus.emit(HERDR_CHANNEL, payload);
    } catch {
      // Another extension's listener broke; that is between it and Pi.
    }
  }
}
