import { readdir, realpath } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { readConfigFile } from "../../config/file/read-config-file.ts";
import type { PiExtension } from "../../ports/surroundings.ts";
import { isRecord, parseRecord } from "../../ports/unknown-value.ts";

export interface PiFolders {
  /** Pi's agent directory. */
  readonly agentDir: string;
  readonly homeDir: string;
  /** The folder that Pi works in; absent where Pi does not trust it, and then nothing of it loads. */
  readonly cwd: string | undefined;
}

/** Most entries looked at in one place, each with several file operations; far more than users have. */
const MOST_ENTRIES = 1_000;

interface Found extends PiExtension {
  /** The same for two entries that Pi itself takes for one. */
  readonly identity: string;
}

/**
 * The extensions that Pi's settings and its extension folders name (Pi 1.6.0: docs/settings.md, docs/packages.md).
 * Those of a command line are not seen. Never rejects: what cannot be read names none.
 */
export async function findPiExtensions({ agentDir, homeDir, cwd }: PiFolders): Promise<readonly PiExtension[]> {
  const projectDir = cwd === undefined ? undefined : join(cwd, ".pi");
  const found = await Promise.all([
    ...(projectDir === undefined ? [] : [inSettings(projectDir, "project-settings", homeDir)]),
    inSettings(agentDir, "settings", homeDir),
    ...(projectDir === undefined ? [] : [inFolder(projectDir, "project-extensions-folder")]),
    inFolder(agentDir, "extensions-folder"),
  ]);
  const byIdentity = new Map(
    found
      .flat()
      .reverse()
      .map((extension) => [extension.identity, extension]),
  );
  return [...byIdentity.values()].reverse().map(({ identity: _, ...extension }) => extension);
}

async function inSettings(folder: string, from: PiExtension["from"], homeDir: string): Promise<Found[]> {
  const { packages, extensions } = await readObject(join(folder, "settings.json"));
  const all = [...listOf(packages).flatMap(packageSource), ...listOf(extensions).flatMap(extensionSource)];
  const sources = all.slice(0, MOST_ENTRIES);
  return Promise.all(
    sources.map(async (source) => {
      if (source.startsWith("npm:")) {
        const found = fromNpm(source);
        return { ...found, from, ...(isPackageName(found.name) ? { source: `npm:${found.name}` } : {}) };
      }
      const repository = isLocal(source) ? undefined : repositoryOf(source);
      if (repository === undefined) return atPath(pathOf(source, folder, homeDir), from);
      const clone = await packageNameAt(join(folder, "git", repository));
      const address = repository.slice(repository.indexOf("/") + 1);
      return { name: clone ?? address, identity: `git:${repository}`, from };
    }),
  );
}

/** A package whose extensions are all switched off does not count. */
function packageSource(entry: unknown): string[] {
  if (typeof entry === "string") return [entry];
  if (typeof entry !== "object" || entry === null || !("source" in entry) || typeof entry.source !== "string")
    return [];
  const loadsNone = "extensions" in entry && Array.isArray(entry.extensions) && entry.extensions.length === 0;
  return loadsNone ? [] : [entry.source];
}

/** Anything else could mean more to a shell than a name. */
function isPackageName(name: string): boolean {
  return /^(?:@[\w.-]+\/)?[\w.-]+$/.test(name);
}

/** `!` and `-` leave something out, `+` takes it in; Pi's own are no matter here. */
function extensionSource(entry: unknown): string[] {
  if (typeof entry !== "string" || /^[!-]|^\+?builtin:|[*?]/.test(entry)) return [];
  return [entry.replace(/^\+/, "")];
}

function isLocal(source: string): boolean {
  return !/^(?:git:|git@|(?:https?|ssh|git):\/\/)/.test(source);
}

function pathOf(source: string, folder: string, homeDir: string): string {
  return resolve(
    folder,
    source.replace(/^file:\/\//, "").replace(/^~(?=[/\\]|$)/, () => homeDir),
  );
}

function fromNpm(source: string): Pick<Found, "name" | "identity"> {
  const name = /^npm:((?:@[^/@]+\/)?[^/@]+)/.exec(source)?.[1] ?? "";
  return { name, identity: `npm:${name}` };
}

/**
 * `host/owner/name` of a git source, which is also where below `git` Pi clones it to (1.6.0, utils/git.js); undefined
 * where Pi would not clone it. Neither user name nor password stay (R15).
 */
function repositoryOf(source: string): string | undefined {
  const address = source.replace(/^git:(?!\/\/)/, "").replace(/^git@([^:/]+):/, "ssh://$1/");
  const withHost = /^[\w.-]+\/[\w.-]+(?:[@#].*)?$/.test(address) ? `github.com/${address}` : address;
  const url = URL.parse(withHost.includes("://") ? withHost : `https://${withHost}`);
  const path = url?.pathname
    .replace(/@.*$/, "")
    .replace(/^\/+|\/+$/g, "")
    .replace(/\.git$/, "");
  return path === undefined || path.split("/").length < 2 ? undefined : `${url?.hostname}/${path}`;
}

async function inFolder(parent: string, from: PiExtension["from"]): Promise<Found[]> {
  const folder = join(parent, "extensions");
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const paths = await Promise.all(
    entries.slice(0, MOST_ENTRIES).map(async (entry) => {
      const path = join(folder, entry.name);
      return /\.[jt]s$/.test(entry.name) || (await isExtensionFolder(path)) ? [path] : [];
    }),
  );
  return Promise.all(paths.flat().map((path) => atPath(path, from)));
}

/** One with a manifest that names extensions, or with an index file; ours only keeps the configuration. */
async function isExtensionFolder(path: string): Promise<boolean> {
  const { pi } = await readObject(join(path, "package.json"));
  if (isRecord(pi) && "extensions" in pi) return true;
  const names = await readdir(path).catch((): string[] => []);
  return names.includes("index.ts") || names.includes("index.js");
}

async function atPath(path: string, from: PiExtension["from"]): Promise<Found> {
  const identity = await realpath(path).catch(() => path);
  return { name: (await packageNameAt(path)) ?? basename(path, extname(path)), identity, from };
}

/** The name of the package that a folder is, or that a file belongs to, as `dist/extension.js` does. */
async function packageNameAt(path: string): Promise<string | undefined> {
  const isFile = /\.[jt]s$/.test(path);
  const folders = isFile ? [dirname(path), dirname(dirname(path))] : [path];
  const manifests = await Promise.all(folders.map((folder) => readObject(join(folder, "package.json"))));
  const name = manifests.find((manifest) => !isFile || "pi" in manifest)?.name;
  return typeof name === "string" ? name : undefined;
}

async function readObject(path: string): Promise<Readonly<Record<string, unknown>>> {
  const content = await readConfigFile(path);
  return (content?.kind === "text" ? parseRecord(content.text) : undefined) ?? {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
