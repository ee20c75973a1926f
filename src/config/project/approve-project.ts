import type { core } from "zod/mini";
import * as z from "zod/mini";
import type { ChannelRegistry } from "../../channels/registry.ts";
import { cutText } from "../../content/cut.ts";
import { sanitizeText } from "../../content/text.ts";
import type { Environment } from "../../ports/environment.ts";
import { type JsonNode, memberOf, toValue } from "../file/json-node.ts";
import { formatKeyPath } from "../file/key-path.ts";
import { type ReadConfigFile, readConfigFile } from "../file/read-config-file.ts";
import { asLayer, PROJECT_FILE } from "../load-config.ts";
import { NOTHING_COUNTS, parseConfig } from "../parse-config.ts";
import { commonChannelSchema, documentSchema } from "../schema/config-schema.ts";
import { childSchemas, vocabularyOf } from "../schema/schema-view.ts";
import type { WaitingKey } from "./harmless-keys.ts";
import { recordApproval, withdrawApproval } from "./project-approval.ts";
import { type ProjectFile, type ProjectPlace, readProjectFile } from "./project-file.ts";

export interface ApproveProjectOptions {
  readonly path: string;
  readonly env: Environment;
  readonly registry: ChannelRegistry;
  readonly project: ProjectPlace;
  readonly read?: ReadConfigFile;
}

export interface ApprovalAnswer {
  readonly lines: readonly string[];
  /** Whether something was recorded. */
  readonly isChanged: boolean;
}

/**
 * `/notify trust`: reads the project's file afresh, shows what of it has not counted so far, and records the text that
 * was shown as approved. Lines for Pi's UI: no value that might be a secret, no address beyond its host (R15).
 * @throws Error where the approval cannot be written
 */
export async function approveProject(options: ApproveProjectOptions): Promise<ApprovalAnswer> {
  const { path, env, registry, project, read = readConfigFile } = options;
  const file = await readProjectFile(project, read);
  if (file.kind !== "text" || file.approval !== undefined) return unchanged(whyNothingWaits(file));
  const global = await read(path);
  const text = global?.kind === "text" ? global.text : undefined;
  const layer = asLayer(file);
  const { waiting, warnings } = parseConfig(text, { file: "config.json", env, channels: registry, project: layer });
  if (waiting.length === 0) {
    const faults = warnings.map((warning) => warning.text).filter((line) => line.startsWith(`${PROJECT_FILE}:`));
    return unchanged(...(faults.length > 0 ? faults : ["All of .pi/pi-notify.json is harmless and counts already."]));
  }
  await recordApproval(file.text, project, read);
  const lines = [
    "Approved, as .pi/pi-notify.json is now:",
    ...linesOf(waiting, registry),
    "/reload applies it. If the file changes, it waits again; /notify trust off takes the approval back.",
  ];
  return { lines, isChanged: true };
}

/** `/notify trust off`. @throws Error where it cannot be written */
export async function withdrawProject(project: ProjectPlace, read = readConfigFile): Promise<ApprovalAnswer> {
  if (!(await withdrawApproval(project, read))) {
    return unchanged("Nothing of this folder was approved with /notify trust.");
  }
  return { lines: ["The approval is taken back; /reload applies that."], isChanged: true };
}

function unchanged(...lines: readonly string[]): ApprovalAnswer {
  return { lines, isChanged: false };
}

function whyNothingWaits(file: ProjectFile): string {
  switch (file.kind) {
    case "untrusted":
      return "Pi does not trust this folder, so its .pi/pi-notify.json is not read; /trust comes first.";
    case "absent":
      return "This folder has no .pi/pi-notify.json; there is nothing to approve.";
    case "refused":
      return `${PROJECT_FILE}: the file ${file.reason}; ${NOTHING_COUNTS}.`;
    case "text":
      return file.approval === "pi"
        ? "Pi has recorded that this folder is trusted, so all of .pi/pi-notify.json counts."
        : ".pi/pi-notify.json is approved as it is.";
  }
}

const MAX_LINES = 40;

/** A line for each value that did not count. */
function linesOf(waiting: readonly WaitingKey[], registry: ChannelRegistry): readonly string[] {
  const schemas = [fileSchema(registry)];
  const lines = waiting.flatMap(({ path, value }) => {
    const name = path.length === 2 ? nameOf(value) : "";
    const values = valuesBelow(value).filter(({ keys }) => name === "" || keys[0] !== "id");
    return values.map(({ keys, node }) => {
      const whole = [...path, ...keys];
      const words = whole.reduce<readonly core.$ZodType[]>(childSchemas, schemas);
      return `  ${formatKeyPath(whole)}${name}: ${describe(node, vocabularyOf(words))}`;
    });
  });
  const untold = lines.length - MAX_LINES;
  return untold > 0 ? [...lines.slice(0, MAX_LINES), `  and ${untold} more`] : lines;
}

/** The channel's id in brackets. A text that cannot be one might be anything (R15). */
function nameOf(channel: JsonNode): string {
  const id = memberOf(channel, "id")?.value;
  const checked = z.safeParse(commonChannelSchema.shape.id, id && toValue(id));
  return checked.success ? ` (${checked.data})` : "";
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
function describe(node: JsonNode, vocabulary: readonly string[]): string {
  if (node.kind !== "scalar") return node.kind === "array" ? "an empty list" : "an empty object";
  const { value } = node;
  if (typeof value !== "string") return String(value);
  if (vocabulary.includes(value)) return `"${value}"`;
  const variables = new Set([...value.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = ""]) => `$${name}`));
  const reads = variables.size === 0 ? "" : `, with ${shortened([...variables].join(", "))} of the environment`;
  const host = /^(https?:\/\/)(?:[^/?#]*@)?([^/?#@]*)/i.exec(value);
  return host === null ? `a text${reads}` : `${shortened(`${host[1]}${host[2]}`)}${reads}`;
}

function shortened(text: string): string {
  return cutText(sanitizeText(text), { codePoints: 100 });
}
