import { sanitizeText } from "../../content/text.ts";
import { type ConfigMessage, configMessages } from "../../messages/config.messages.ts";
import { messageText } from "../../messages/define-messages.ts";
import type { Language } from "../../notices/event-table.ts";
import type { ConfigProblem, ReportProblem } from "./config-problem.ts";
import type { ConfigWarning } from "./config-warning.ts";
import { type JsonObject, memberOf, shifted } from "./json-node.ts";
import { formatKeyPath, type KeyPath } from "./key-path.ts";
import { type KeyFault, parseJson } from "./parse-json.ts";
import { positionsIn } from "./text-position.ts";

/** The text of one configuration file, before anything is known about it. */
export interface ConfigLayerSource {
  /** The name that begins each warning; no folder (R15). */
  readonly file: string;
  readonly text: string;
  /** What happens where nothing of the file can be used. */
  readonly unusable: ConfigMessage;
  /** What of a path may be shown; all of it where this is absent. */
  readonly shownPath?: (path: KeyPath) => KeyPath;
}

/**
 * One file as JSON. Offsets of all layers lie in one space, each layer above the one before, so that a channel that
 * two files made together still knows where each of its keys stands.
 */
export interface ConfigLayer {
  readonly source: ConfigLayerSource;
  /** The first offset that is this layer's. */
  readonly base: number;
  /** Undefined where the file is no JSON object; that has been reported. */
  readonly root: JsonObject | undefined;
  readonly faults: readonly KeyFault[];
}

const MAX_WARNINGS = 50;

/** Reads the texts, the lowest layer first. */
export function readLayers(sources: readonly ConfigLayerSource[], report: ReportProblem): readonly ConfigLayer[] {
  let base = 0;
  return sources.map((source) => {
    const layer = readLayer(source, base, report);
    base += source.text.length + 1;
    return layer;
  });
}

function readLayer(source: ConfigLayerSource, base: number, report: ReportProblem): ConfigLayer {
  const parsed = parseJson(source.text);
  const useless = (offset: number, what: ConfigMessage): ConfigLayer => {
    report({ offset: base + offset, path: [], what, effect: source.unusable });
    return { source, base, root: undefined, faults: [] };
  };
  if (parsed.kind === "broken") return useless(parsed.offset, parsed.what);
  const { root, faults } = parsed;
  if (root.kind !== "object") return useless(root.offset, { id: "noObject" });
  const moved = faults.map((fault) => ({ ...fault, offset: fault.offset + base }));
  return { source, base, root: shifted(root, base), faults: moved };
}

/** A line a problem, in the order of the files, each with its place in its own file. */
export function toWarnings(
  layers: readonly ConfigLayer[],
  problems: readonly ConfigProblem[],
  language: Language,
): readonly ConfigWarning[] {
  return layers.flatMap((layer, index) => {
    const end = layers[index + 1]?.base ?? Number.POSITIVE_INFINITY;
    return warningsOf(
      layer,
      problems.filter(({ offset }) => offset >= layer.base && offset < end),
      language,
    );
  });
}

function warningsOf(
  layer: ConfigLayer,
  problems: readonly ConfigProblem[],
  language: Language,
): readonly ConfigWarning[] {
  const { file, text } = layer.source;
  const positionOf = positionsIn(text);
  const ordered = problems.toSorted((a, b) => a.offset - b.offset);
  const say = (message: ConfigMessage) => messageText(configMessages, message, language);
  const warnings: ConfigWarning[] = ordered
    .slice(0, MAX_WARNINGS)
    .map(({ offset, path, what: told, effect, unset }) => {
      const { line, column } = positionOf(offset - layer.base);
      const ownPath = pathInFile(path, offset, layer);
      const key = formatKeyPath(layer.source.shownPath?.(ownPath) ?? ownPath);
      const channel = idOfChannel(ownPath, layer);
      const ofKey: ConfigMessage =
        channel === undefined
          ? { id: "ofKey", values: { key, what: told } }
          : { id: "ofChannelKey", values: { key, channel, what: told } };
      const what = path.length === 0 ? told : ofKey;
      const place = `${file}:${line}:${column}:`;
      const text = say(
        effect === undefined
          ? { id: "line", values: { place, what } }
          : { id: "lineWithEffect", values: { place, what, effect } },
      );
      return { text, file, line, column, ...(unset === true ? { cause: "unset-variable" as const } : {}) };
    });
  const count = ordered.length - warnings.length;
  if (count === 0) return warnings;
  return [...warnings, { text: say({ id: "moreLines", values: { file, count } }), file }];
}

/** Words, and nothing of an address or a secret that ended up in the wrong place (R15). */
const PLAIN_ID = /^[\p{L}\p{N}_. -]{1,64}$/u;

/** The id of the channel that a path leads into, where the file says it in plain words. */
function idOfChannel([first, position]: KeyPath, { root, source }: ConfigLayer): string | undefined {
  const list = root && memberOf(root, "channels")?.value;
  if (first !== "channels" || list?.kind !== "array" || source.shownPath !== undefined) return undefined;
  const channel = list.items.find(({ key }) => key === position)?.value;
  const id = channel && memberOf(channel, "id")?.value;
  const text = id?.kind === "scalar" && typeof id.value === "string" ? id.value.trim() : "";
  return PLAIN_ID.test(text) ? sanitizeText(text) : undefined;
}

/** A channel made of two files has two numbers: the one that counts is that of the file the offset lies in. */
function pathInFile(path: KeyPath, offset: number, { root }: ConfigLayer): KeyPath {
  const [first, position, ...rest] = path;
  const list = root && memberOf(root, "channels")?.value;
  if (first !== "channels" || typeof position !== "number" || list?.kind !== "array") return path;
  const holder = list.items.findLast(({ keyOffset }) => keyOffset <= offset);
  return holder === undefined ? path : [first, holder.key, ...rest];
}
