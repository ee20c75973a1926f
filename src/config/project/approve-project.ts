import type { core } from "zod/mini";
import * as z from "zod/mini";
import type { ChannelRegistry } from "../../channels/registry.ts";
import { cutText } from "../../content/cut.ts";
import { sanitizeText } from "../../content/text.ts";
import { inLanguage, type Say } from "../../messages/define-messages.ts";
import { trustMessages } from "../../messages/trust.messages.ts";
import type { Language } from "../../notices/event-table.ts";
import type { Environment } from "../../ports/environment.ts";
import { type JsonNode, memberOf, toValue } from "../file/json-node.ts";
import { formatKeyPath } from "../file/key-path.ts";
import { type ReadConfigFile, readConfigFile } from "../file/read-config-file.ts";
import { asLayer, fileWarning, PROJECT_FILE } from "../load-config.ts";
import { parseConfig } from "../parse-config.ts";
import { commonChannelSchema, documentSchema } from "../schema/config-schema.ts";
import { childSchemas, vocabularyOf } from "../schema/schema-view.ts";
import type { PendingKey } from "./allowlist.ts";
import { recordApproval, revokeApproval } from "./project-approval.ts";
import { type ProjectFile, type ProjectFolders, readProjectFile } from "./project-file.ts";

export interface ApproveProjectOptions {
  readonly path: string;
  readonly env: Environment;
  readonly registry: ChannelRegistry;
  readonly project: ProjectFolders;
  readonly language: Language;
  readonly read?: ReadConfigFile;
}

export interface ApprovalResult {
  readonly lines: readonly string[];
  /** Whether something was recorded. */
  readonly isChanged: boolean;
}

/**
 * `/notify trust`: reads the project's file afresh, shows what of it has not counted so far, and records the text that
 * was shown as approved. Lines for Pi's UI: no value that might be a secret, no address beyond its host (R15).
 * @throws Error where the approval cannot be written
 */
export async function approveProject(options: ApproveProjectOptions): Promise<ApprovalResult> {
  const { path, env, registry, project, language, read = readConfigFile } = options;
  const say = inLanguage(trustMessages, language);
  const file = await readProjectFile(project, read);
  if (file.kind !== "text" || file.approval !== undefined) return unchanged(whyNothingWaits(file, language));
  const global = await read(path);
  const text = global?.kind === "text" ? global.text : undefined;
  const layer = asLayer(file);
  const { pending, warnings } = parseConfig(text, { file: "config.json", env, channels: registry, project: layer });
  if (pending.length === 0) {
    const faults = warnings.filter((warning) => warning.file === PROJECT_FILE).map(({ text: line }) => line);
    return unchanged(...(faults.length > 0 ? faults : [say("nothingToApprove")]));
  }
  await recordApproval(file.text, project, read);
  const lines = [say("approved"), ...linesOf(pending, registry, language), say("next")];
  return { lines, isChanged: true };
}

/** `/notify trust off`. @throws Error where it cannot be written */
export async function revokeProject(
  project: ProjectFolders,
  language: Language,
  read = readConfigFile,
): Promise<ApprovalResult> {
  const say = inLanguage(trustMessages, language);
  if (!(await revokeApproval(project, read))) return unchanged(say("notApproved"));
  return { lines: [say("withdrawn")], isChanged: true };
}

function unchanged(...lines: readonly string[]): ApprovalResult {
  return { lines, isChanged: false };
}

function whyNothingWaits(file: ProjectFile, language: Language): string {
  const say = inLanguage(trustMessages, language);
  switch (file.kind) {
    case "untrusted":
    case "absent":
      return say(file.kind);
    case "refused":
      return fileWarning(PROJECT_FILE, file.what, { id: "nothingCounts" }, language).text;
    case "text":
      return say(file.approval === "pi" ? "byPi" : "asItIs");
  }
}

const MAX_LINES = 40;

/** A line for each value that did not count. */
function linesOf(pending: readonly PendingKey[], registry: ChannelRegistry, language: Language): readonly string[] {
  const say = inLanguage(trustMessages, language);
  const schemas = [fileSchema(registry)];
  const lines = pending.flatMap(({ path, value: top }) => {
    const channel = path.length === 2 ? idOf(top) : undefined;
    const values = valuesBelow(top).filter(({ keys }) => channel === undefined || keys[0] !== "id");
    return values.map(({ keys, node }) => {
      const whole = [...path, ...keys];
      const key = formatKeyPath(whole);
      const value = describe(node, vocabularyOf(whole.reduce<readonly core.$ZodType[]>(childSchemas, schemas)), say);
      return channel === undefined ? say("value", { key, value }) : say("valueOf", { key, channel, value });
    });
  });
  const count = lines.length - MAX_LINES;
  const shown = count > 0 ? [...lines.slice(0, MAX_LINES), say("more", { count })] : lines;
  return shown.map((line) => `  ${line}`);
}

/** The channel's id. A text that cannot be one might be anything (R15). */
function idOf(channel: JsonNode): string | undefined {
  const id = memberOf(channel, "id")?.value;
  const checked = z.safeParse(commonChannelSchema.shape.id, id && toValue(id));
  return checked.success ? checked.data : undefined;
}

/** The whole file, with every channel type's part in each channel. */
function fileSchema(registry: ChannelRegistry): core.$ZodType {
  const parts = Object.fromEntries(registry.map(({ type, schema }) => [type, schema]));
  const type = z.literal(registry.map((channel) => channel.type));
  const channel = z.object({ ...commonChannelSchema.shape, ...parts, type });
  return z.object({ ...documentSchema.shape, channels: z.array(channel) });
}

function valuesBelow(node: JsonNode): { readonly keys: readonly (string | number)[]; readonly node: JsonNode }[] {
  if (node.kind === "scalar") return [{ keys: [], node }];
  const members = node.kind === "array" ? node.items : [...node.members.values()];
  if (members.length === 0) return [{ keys: [], node }];
  return members.flatMap(({ key, value }) =>
    valuesBelow(value).map((below) => ({ ...below, keys: [key, ...below.keys] })),
  );
}

/**
 * What one value would do: where it sends to, and which variables it would read. A text is shown only where it is a
 * word of our own, since any other might be a secret (R15).
 */
function describe(node: JsonNode, vocabulary: readonly string[], say: Say<typeof trustMessages>): string {
  if (node.kind !== "scalar") return say(node.kind === "array" ? "emptyList" : "emptyObject");
  const { value } = node;
  if (typeof value !== "string") return String(value);
  if (vocabulary.includes(value)) return `"${value}"`;
  const names = new Set([...value.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = ""]) => `$${name}`));
  const variables = shortened([...names].join(", "));
  const [, scheme = "", hostname] = /^(https?:\/\/)(?:[^/?#]*@)?([^/?#@]*)/i.exec(value) ?? [];
  if (hostname === undefined) return names.size === 0 ? say("text") : say("textReading", { variables });
  const host = shortened(`${scheme}${hostname}`);
  return names.size === 0 ? host : say("addressReading", { host, variables });
}

function shortened(text: string): string {
  return cutText(sanitizeText(text), { codePoints: 100 });
}
