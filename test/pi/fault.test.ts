import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { type Fault, faultOf, loadPart, SessionFault } from "../../src/pi/fault.ts";

/** The fault that this way to load ends in. */
async function faultIn(load: () => Promise<object>): Promise<Fault> {
  const error = await loadPart(load).then(
    () => expect.fail("it was loaded"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SessionFault);
  return faultOf(error, "configNotRead");
}

describe("loadPart", () => {
  it("gives what was loaded", async () => {
    expect(await loadPart(async () => ({ run: 1 }))).toEqual({ run: 1 });
  });

  it("tells a file that is gone from every other failure", async () => {
    await using scratch = makeScratchFolder();
    const write = (name: string, text: string) => {
      const file = join(scratch.path, name);
      mkdirSync(scratch.path, { recursive: true });
      writeFileSync(file, text);
      return pathToFileURL(file).href;
    };
    const require = createRequire(join(scratch.path, "x.cjs"));
    write("native.mjs", "export const load = (url) => import(url);");
    // Node's own import: Vitest has one that fails in other words.
    const native: (url: string) => Promise<object> = require("./native.mjs").load;
    const gone = pathToFileURL(join(scratch.path, "gone.mjs")).href;
    expect(await faultIn(() => native(gone))).toBe("updated");
    expect(await faultIn(() => native(write("outer.mjs", 'import "./gone.mjs"')))).toBe("updated");
    expect(await faultIn(async () => require(join(scratch.path, "gone.cjs")))).toBe("updated");
    expect(await faultIn(async () => require("./gone.cjs"))).toBe("updated");

    expect(await faultIn(() => native(write("package.mjs", 'import "no-such-package"')))).toBe("notLoaded");
    expect(await faultIn(async () => require("no-such-package"))).toBe("notLoaded");
    expect(await faultIn(() => native(write("throws.mjs", "throw new Error('no')")))).toBe("notLoaded");
    expect(await faultIn(() => native(write("nothing.mjs", "throw undefined")))).toBe("notLoaded");
    expect(await faultIn(() => native(write("syntax.mjs", "<<<<<<< HEAD")))).toBe("notLoaded");
    expect(await faultIn(() => native(write("empty.mjs", "")))).toBe("notLoaded");
  });
});

it("an error that is no fault of its own has the one of its stage", () => {
  expect(faultOf(new Error("no"), "notStarted")).toBe("notStarted");
  expect(faultOf(new SessionFault("updated"), "notStarted")).toBe("updated");
});
