import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { BIN_FOLDER } from "../../rig/clean-environment.ts";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import * as api from "../../src/api/api.ts";
import {
  AUTHORS_OWN,
  copyExamples,
  makeAuthorsPackage,
  RESOLUTIONS,
  typeErrors,
  unpackInto,
} from "./authors-package.ts";
import { makeBuiltCheckout } from "./checkout-copy.ts";
import { packTarball } from "./pack.ts";

/** Every name of the API, used as its type allows, and then one fault a line. */
const USE = `import {
  assertPiNotifyPublishPayload, isPiNotifyPublishPayload, NOTIFICATION_EVENT_IDS, PI_NOTIFY_PUBLISH_EVENT,
  PI_NOTIFY_UI_SPAN_SILENT_EVENT, publishNotification,
  type NotificationEventId, type PiNotifyEventBus, type PiNotifyPublishPayload, type UiSpanSilentPayload,
} from "pi-notify-xstate/api";
const ids: readonly NotificationEventId[] = NOTIFICATION_EVENT_IDS;
const channels: ["pi-notify:publish", "pi-notify:ui_span_silent"] = [PI_NOTIFY_PUBLISH_EVENT, PI_NOTIFY_UI_SPAN_SILENT_EVENT];
const silent: UiSpanSilentPayload = {};
const bus: PiNotifyEventBus = { emit: (channel: string, data: unknown) => console.log(channel, data, ids, channels, silent) };
export function tell(value: unknown): PiNotifyPublishPayload {
  if (isPiNotifyPublishPayload(value)) publishNotification({ events: bus, ...value });
  assertPiNotifyPublishPayload(value);
  return value;
}
`;
const WRONG = `import { publishNotification, type NotificationEventId } from "pi-notify-xstate/api";
export const id: NotificationEventId = "no-such-event";
publishNotification({ events: { emit() {} }, eventId: "task-completed" });
publishNotification({ events: {}, eventId: "task-completed", source: "me" });
`;

/** An author may demand it, and no type of the API may ask for less. */
const STRICTEST = { exactOptionalPropertyTypes: true };

const scratch = makeScratchFolder();
let tarball: string;

beforeAll(() => {
  const checkout = join(scratch.path, "pi-notify");
  makeBuiltCheckout(checkout);
  tarball = packTarball(checkout, scratch.path);
  return () => scratch[Symbol.asyncDispose]();
});

describe("in an author's package with the packed tarball", () => {
  it("`pi-notify-xstate/api` runs with no other package there", () => {
    const author = makeAuthorsPackage(join(scratch.path, "bare"), []);
    unpackInto(author, tarball);
    const print = 'console.log(JSON.stringify(Object.keys(await import("pi-notify-xstate/api"))))';
    const args = ["--input-type=module", "--eval", print];
    const names = execFileSync(join(BIN_FOLDER, "node"), args, { cwd: author, encoding: "utf8" });
    expect(JSON.parse(names).sort()).toEqual(Object.keys(api).sort());
  });

  it.each(RESOLUTIONS)("the types and the examples fit: $moduleResolution", (resolution) => {
    const author = makeAuthorsPackage(join(scratch.path, resolution.moduleResolution), AUTHORS_OWN);
    unpackInto(author, tarball);
    copyExamples("publishing", author);
    writeFileSync(join(author, "use.ts"), USE);
    // A check that finds nothing wrong has to find what is wrong.
    writeFileSync(join(author, "wrong.ts"), WRONG);
    const errors = typeErrors(author, { ...resolution, ...STRICTEST });
    expect(errors.map((line) => line.replace(/,.*/s, ""))).toEqual(["wrong.ts(2", "wrong.ts(3", "wrong.ts(4"]);
  });
});
