import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** A light in Pi's footer, on while a dialog waits for the user, whoever opened it. */
export default function waitingLight(pi: ExtensionAPI): void {
  let light = (_text: string | undefined): void => {};
  // Several may wait at once, and each says when it no longer does.
  let waiting = 0;

  pi.on("session_start", (_event, ctx) => {
    light = (text) => ctx.ui.setStatus("waiting-light", text);
  });
  pi.events.on("herdr:blocked", (payload) => {
    const { active, label } = payload as { active: boolean; label?: string };
    waiting = Math.max(0, waiting + (active ? 1 : -1));
    if (waiting === 0) light(undefined);
    else if (active) light(`waits for you: ${label}`);
  });
}
