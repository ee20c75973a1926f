import * as z from "zod/mini";

/** The part of the configuration under `desktop`. */
export const desktopSchema = z.strictObject({
  /** `fallback`: only where the terminal itself would not show the notice. */
  when: z._default(z.enum(["fallback", "always"]), "fallback"),
  /** By the name under which the platform knows it. It becomes part of a command line: no more than a name. */
  sound: z.optional(
    z.string().check(
      z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u, {
        error: "must be a name of 1 to 64 letters, digits, spaces, dots, underscores or hyphens",
      }),
    ),
  ),
});
export type DesktopConfig = z.infer<typeof desktopSchema>;
