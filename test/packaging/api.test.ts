import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import * as api from "../../src/api/api.ts";
import { BIN_FOLDER } from "../rig/clean-environment.ts";
import { makeScratchFolder } from "../rig/scratch-folder.ts";
import { makeBuiltCheckout } from "./checkout-copy.ts";
import { packTarball } from "./pack.ts";

const EXAMPLES = fileURLToPath(new URL("../../examples/publishing", import.meta.url));
const INSTALLED = join(BIN_FOLDER, "..");
/** For the types of the examples; an author has them anyway. */
const AUTHORS_OWN = ["@earendil-works/pi-coding-agent", "@types/node", "undici-types", "typescript"];

/** Every name of SPEC 9, used as its type allows, and then one fault a line. */
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
    const author = authorsPackage("bare", []);
    const print = 'console.log(JSON.stringify(Object.keys(await import("pi-notify-xstate/api"))))';
    const args = ["--input-type=module", "--eval", print];
    const names = execFileSync(join(BIN_FOLDER, "node"), args, { cwd: author, encoding: "utf8" });
    expect(JSON.parse(names).sort()).toEqual(Object.keys(api).sort());
  });

  it.each([
    { module: "nodenext", moduleResolution: "nodenext" },
    { module: "esnext", moduleResolution: "bundler" },
  ])("the types and the examples fit: $moduleResolution", (resolution) => {
    const author = authorsPackage(resolution.moduleResolution, AUTHORS_OWN);
    for (const file of globSync("*.ts", { cwd: EXAMPLES })) cpSync(join(EXAMPLES, file), join(author, file));
    writeFileSync(join(author, "use.ts"), USE);
    // A check that finds nothing wrong has to find what is wrong.
    writeFileSync(join(author, "wrong.ts"), WRONG);
    const errors = typeErrors(author, resolution);
    expect(errors.map((line) => line.replace(/,.*/s, ""))).toEqual(["wrong.ts(2", "wrong.ts(3", "wrong.ts(4"]);
  });
});

/** A folder with the tarball where npm would put it, and links to these packages of this checkout. */
function authorsPackage(name: string, packages: readonly string[]): string {
  const folder = join(scratch.path, name);
  const place = join(folder, "node_modules", "pi-notify-xstate");
  mkdirSync(place, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "author", private: true, type: "module" }));
  execFileSync("tar", ["-xzf", tarball, "-C", place, "--strip-components=1"]);
  for (const wanted of packages) {
    const link = join(folder, "node_modules", wanted);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(INSTALLED, wanted), link);
  }
  return folder;
}

/** What the compiler says of the author's files, a line each. */
function typeErrors(folder: string, resolution: object): string[] {
  const compilerOptions = {
    ...resolution,
    ...{ target: "es2023", lib: ["es2023"], types: ["node"], strict: true, exactOptionalPropertyTypes: true },
    ...{ noEmit: true, verbatimModuleSyntax: true, skipLibCheck: true },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  try {
    execFileSync(join(BIN_FOLDER, "tsc"), ["-p", folder, "--pretty", "false"], { cwd: folder, stdio: "pipe" });
    return [];
  } catch (error) {
    const said = error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
    return said.split("\n").filter((line) => /error TS\d+/.test(line));
  }
}
