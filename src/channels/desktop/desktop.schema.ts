import * as z from "zod/mini";
import { formRule } from "../schema-rule.ts";

/** The part of the configuration under `desktop`. */
export const desktopSchema = z.strictObject({
  /** `fallback`: only where the terminal itself would not show the notice. */
  when: z._default(z.enum(["fallback", "always"]), "fallback"),
  /** By the name under which the platform knows it. It becomes part of a command line: no more than a name. */
  sound: z.optional(z.string().check(formRule(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u, "soundForm"))),
});
export type DesktopConfig = z.infer<typeof desktopSchema>;
