import { PI_NOTIFY_UI_SPAN_SILENT_EVENT } from "../api/api.ts";
import type { SetupDialogs } from "../commands/setup/setup-dialogs.ts";

/** Dialogs that say on Pi's bus, right before they open, that they are the user's own: nobody is to be notified (R37). */
export function silentDialogs(ui: SetupDialogs, emit: (channel: string, payload: object) => void): SetupDialogs {
  const silent = <Answer>(open: () => Promise<Answer>): Promise<Answer> => {
    emit(PI_NOTIFY_UI_SPAN_SILENT_EVENT, { reason: "pi-notify" });
    return open();
  };
  return {
    select: (title, options) => silent(() => ui.select(title, options)),
    input: (title, placeholder) => silent(() => ui.input(title, placeholder)),
    confirm: (title, message) => silent(() => ui.confirm(title, message)),
  };
}
