import type { SaySetup } from "./ask-setup.ts";
import type { SetupDialogs } from "./setup-dialogs.ts";
import { drawCode, subscriptionLink } from "./subscription-code.ts";

/** What a phone subscribes to. */
export interface Subscription {
  readonly topic: string;
  readonly serverUrl?: string | undefined;
}

/** Rows of Pi's screen around the code: the question and the answer, the dialog's frame and keys, Pi's footer. */
const ROWS_AROUND = 14;

/** Colours of its own, so that the code is light on dark whatever the theme: Pi shows titles in its accent colour. */
const CODE_COLOURS = ["\u001b[22;97;40m", "\u001b[39;49m"] as const;

/**
 * Shows the code in a dialog, which stays until the user has scanned it.
 * @param screen undefined where there is no screen of known size; then the link is shown alone
 */
export async function showCode(
  dialogs: SetupDialogs,
  say: SaySetup,
  subscription: Subscription,
  screen: { readonly rows: number; readonly columns: number } | undefined,
): Promise<void> {
  const link = subscriptionLink(subscription.topic, subscription.serverUrl);
  const code = drawCode(link);
  const rows = code.length + ROWS_AROUND;
  const hasRoom = screen !== undefined && rows <= screen.rows && (code[0]?.length ?? 0) + 2 <= screen.columns;
  const [before, after] = CODE_COLOURS;
  const drawn = hasRoom ? code.map((line) => before + line + after) : [];
  const hint = screen !== undefined && !hasRoom ? [say("tooSmallForCode", { rows })] : [];
  const title = [
    say(hasRoom ? "subscribe" : "subscribeByName", { topic: subscription.topic }),
    link,
    ...hint,
    ...drawn,
  ];
  await dialogs.select(title.join("\n"), [say("subscribed")]);
}
