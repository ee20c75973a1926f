import type { ConfigLayer } from "./config-layer.ts";
import { type JsonNode, placeOf } from "./json-node.ts";
import { type KeyPath, valueAt } from "./key-path.ts";

/** Tells where each value in force comes from. */
export interface ConfigOrigins {
  /**
   * The files that say something at or below a path of `Config`, the lowest first; none where the default is in force.
   * A channel's part goes by the channel's id: `["channels", "phone", "ntfy", "topic"]`.
   */
  of(path: KeyPath): readonly string[];
}

/** Where there is no file. */
export const NO_ORIGINS: ConfigOrigins = { of: () => [] };

export interface OriginsOptions {
  /** The lowest first. */
  readonly layers: readonly ConfigLayer[];
  /** What counts of each file but for its channels, the lowest first. */
  readonly documents: readonly { readonly file: string; readonly document: object | undefined }[];
  /** What each channel was made of, by id; what stands before the first layer is of no file. */
  readonly channels: ReadonlyMap<string, JsonNode>;
}

export function configOrigins({ layers, documents, channels }: OriginsOptions): ConfigOrigins {
  const fileAt = (offset: number) => layers.findLast(({ base }) => base <= offset)?.source.file;
  return {
    of(path) {
      const [first, id, ...rest] = path;
      if (first !== "channels") {
        const file = documents.findLast(({ document }) => valueAt(document, path) !== undefined)?.file;
        return file === undefined ? [] : [file];
      }
      const channel = channels.get(String(id));
      const node = channel && placeOf(channel, rest).node;
      if (node === undefined) return [];
      const found = new Set(offsetsOf(node).map(fileAt));
      return layers.map(({ source }) => source.file).filter((file) => found.has(file));
    },
  };
}

/** Of every value that holds no further ones. */
function offsetsOf(node: JsonNode): readonly number[] {
  const members = node.kind === "scalar" ? [] : node.kind === "array" ? node.items : [...node.members.values()];
  return members.length === 0 ? [node.offset] : members.flatMap(({ value }) => offsetsOf(value));
}
