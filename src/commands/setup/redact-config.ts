import { type JSONPath, visit } from "jsonc-parser";
import * as z from "zod/mini";
import { CHANNELS } from "../../channels/registry.ts";
import { commonChannelSchema, documentSchema } from "../../config/schema/config-schema.ts";
import { childSchemas } from "../../config/schema/schema-view.ts";
import type { Environment } from "../../ports/environment.ts";
import { shownValue } from "../config/shown-value.ts";

const HIDDEN = "…";

const CHANNEL = z.object({
  ...commonChannelSchema.shape,
  ...Object.fromEntries(CHANNELS.map(({ type, schema }) => [type, schema])),
  type: z.literal(CHANNELS.map(({ type }) => type)),
});
const FILE = z.object({ ...documentSchema.shape, channels: z.array(CHANNEL) });

/**
 * The text as it may be shown, line by line as before: whatever could be a secret is `…`, of an address the host stays,
 * and comments, in which people keep old tokens, are hidden too (R15).
 */
export function redactConfig(text: string, env: Environment): string {
  const pieces: { offset: number; length: number; shown: string }[] = [];
  visit(text, {
    onLiteralValue: (value: unknown, offset, length, _line, _character, path) => {
      pieces.push({ offset, length, shown: shownLiteral(value, path(), env) });
    },
    onComment: (offset, length) => {
      const comment = text.slice(offset, offset + length);
      // A comment of several lines stays as many.
      const shown = comment.startsWith("//") ? `// ${HIDDEN}` : `/* ${HIDDEN}${comment.replace(/[^\n]/g, "")} */`;
      pieces.push({ offset, length, shown });
    },
  });
  let shown = "";
  let end = 0;
  for (const piece of pieces) {
    shown += text.slice(end, piece.offset) + piece.shown;
    end = piece.offset + piece.length;
  }
  return (shown + text.slice(end)).replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, "�");
}

function shownLiteral(value: unknown, path: JSONPath, env: Environment): string {
  const isText = typeof value === "string";
  if (isText && isSetVariable(value, env)) return JSON.stringify(value);
  const isId = path.length === 3 && path[0] === "channels" && path[2] === "id";
  if (isText && isId && /^[\w.-]{1,32}$/.test(value)) return JSON.stringify(value);
  const schemas = path.reduce((inner: ReturnType<typeof childSchemas>, key) => childSchemas(inner, key), [FILE]);
  const shown = shownValue(value, path, schemas, { set: HIDDEN, none: HIDDEN });
  if (!isText) return shown === HIDDEN ? `"${HIDDEN}"` : shown;
  if (shown.startsWith('"')) return shown;
  return JSON.stringify(/^https?:/.test(shown) && shown !== value ? `${shown}/${HIDDEN}` : shown);
}

/** What follows a `$` is the name of a variable, and no password, only where there is such a variable (R15). */
function isSetVariable(text: string, env: Environment): boolean {
  const [, braced, bare] = /^\$(?:\{(\w+)\}|(\w+))$/.exec(text) ?? [];
  const name = braced ?? bare;
  return name !== undefined && Object.hasOwn(env, name);
}
