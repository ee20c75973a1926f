import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { describeWith } from "../../rig/describe-with.ts";
import { makeScratchFolder } from "../../rig/scratch-folder.ts";
import { copySources, digestDist, makeBuiltCheckout, readDist } from "./checkout-copy.ts";
import { expectItIsAbsent, expectItWorks } from "./expect-it-works.ts";
import { serveByGit } from "./git-server.ts";
import { itWithRegistry } from "./needs-registry.ts";
import { packTarball } from "./pack.ts";
import { makePiHome } from "./pi-home.ts";

const scratch = makeScratchFolder();
const checkout = join(scratch.path, "pi-notify");
beforeAll(() => {
  makeBuiltCheckout(checkout);
  return () => scratch[Symbol.asyncDispose]();
});

describe("from a checkout after `npm ci`", () => {
  it("pi -e FOLDER", async () => {
    await using pi = await makePiHome();
    await expectItWorks(pi, checkout);
  });

  it("pi install FOLDER", async () => {
    await using pi = await makePiHome();
    await expectItIsAbsent(pi);
    await pi.install(checkout);
    await expectItWorks(pi);
  });
});

describe("from an `npm pack` tarball", () => {
  let tarball: string;
  beforeAll(() => {
    tarball = packTarball(checkout, scratch.path);
  });

  itWithRegistry("pi install npm:pi-notify-xstate@file:/…tgz", async () => {
    await using pi = await makePiHome();
    await pi.install(`npm:pi-notify-xstate@file:${tarball}`);
    expect(digestDist(join(pi.agentDir, "npm", "node_modules", "pi-notify-xstate"))).toEqual(digestDist(checkout));
    await expectItWorks(pi);
  });

  it("unpacked, pi install FOLDER, without its dependencies", async () => {
    await using pi = await makePiHome();
    execFileSync("tar", ["-xzf", tarball, "-C", pi.scratch]);
    await pi.install(join(pi.scratch, "package"));
    await expectItWorks(pi);
    // As npm does for whoever installs the folder with it: there is nothing to build, and nothing to build it with.
    await pi.run("npm", ["run", "prepare"], { cwd: join(pi.scratch, "package") });
  });
});

describeWith("git", "from a git repository", () => {
  itWithRegistry("pi install git:…: the clone builds the same bundle with an esbuild that npm fetches", async () => {
    await using pi = await makePiHome();
    const sources = join(pi.scratch, "sources");
    copySources(sources, checkout);
    await using server = await serveByGit(sources, pi.scratch);
    await pi.install(server.source);
    const clone = cloneIn(pi.agentDir);
    expect(existsSync(join(clone, "node_modules", "esbuild"))).toBe(false);
    expect(digestDist(clone)).toEqual(digestDist(checkout));
    await expectItWorks(pi);
  });

  itWithRegistry("pi update --extensions: what was pushed since then is built anew", async () => {
    await using pi = await makePiHome();
    const sources = join(pi.scratch, "sources");
    copySources(sources, checkout);
    await using server = await serveByGit(sources, pi.scratch);
    await pi.install(server.source);
    const entry = join(sources, "src", "extension.ts");
    writeFileSync(entry, `${readFileSync(entry, "utf8")}\nexport const pushed = "what was pushed";\n`);
    server.publish("a change");
    await pi.run("pi", ["update", "--extensions"]);
    expect(readDist(cloneIn(pi.agentDir)).get("extension.js")).toContain("what was pushed");
    await expectItWorks(pi);
  });

  itWithRegistry(
    "with npm's ignore-scripts nothing is built: Pi goes on without, and `npm run build` mends it",
    async () => {
      await using pi = await makePiHome();
      const sources = join(pi.scratch, "sources");
      copySources(sources, checkout);
      await using server = await serveByGit(sources, pi.scratch);
      const env = { npm_config_ignore_scripts: "true" };
      await pi.install(server.source, env);
      const clone = cloneIn(pi.agentDir);
      expect(existsSync(join(clone, "dist"))).toBe(false);
      await expectItIsAbsent(pi);
      await pi.run("npm", ["run", "build"], { cwd: clone, env });
      await expectItWorks(pi);
    },
  );
});

/** Where Pi put its only clone. */
function cloneIn(agentDir: string): string {
  const [manifest, ...others] = globSync("git/*/*/*/package.json", { cwd: agentDir });
  expect(others).toEqual([]);
  const folder = join(agentDir, manifest ?? "", "..");
  expect(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).name).toBe("pi-notify-xstate");
  return folder;
}
