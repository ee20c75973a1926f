import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { LimitedPi } from "../../rig/limited-pi.ts";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { connect } from "../../src/extension.ts";
import { waitUntil } from "../../src/testing/wait-until.ts";

it.each([
  ["user's", "agent/extensions/pi-notify", "config.json"],
  ["project's", "project/.pi", "pi-notify.json"],
])("the %s configuration file that is a link to itself is reported, not taken for absent", async (_whose, at, name) => {
  await using scratch = makeScratchFolder();
  const agentDir = join(scratch.path, "agent");
  const cwd = join(scratch.path, "project");
  mkdirSync(join(scratch.path, at), { recursive: true });
  symlinkSync(name, join(scratch.path, at, name));
  const pi = new LimitedPi({ cwd });
  await pi.load((api) => connect(api, { env: { PI_CODING_AGENT_DIR: agentDir }, terminal: new PassThrough() }));
  await pi.start();
  try {
    await waitUntil("a warning about the configuration file", () => pi.said.length > 0, 5_000);
    expect(pi.said).toEqual([expect.stringMatching(/^warning: pi-notify: .*is a link that leads back to itself/)]);
  } finally {
    await pi.shutdown();
  }
});
