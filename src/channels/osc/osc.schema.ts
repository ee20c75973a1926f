import * as z from "zod/mini";

/** The notification protocols we speak, by their OSC number. */
export const OSC_PROTOCOLS = ["osc9", "osc99", "osc777"] as const;
export const oscProtocolSchema = z.enum(OSC_PROTOCOLS);
export type OscProtocol = z.infer<typeof oscProtocolSchema>;

/** The part of the configuration under `osc`. */
export const oscSchema = z.strictObject({
  /** `auto` asks the terminal table. */
  protocol: z._default(z.enum(["auto", ...OSC_PROTOCOLS]), "auto"),
  /** For a terminal that the table does not know. */
  fallback: z._default(oscProtocolSchema, "osc9"),
  /** `TERM_PROGRAM` to protocol, in any letter case; wins over the built-in table. */
  termPrograms: z._default(z.record(z.string(), oscProtocolSchema), {}),
  /** Inside tmux: through it, past it to the terminal of each of its clients, or past it only where it passes nothing on. */
  tmux: z._default(z.enum(["passthrough", "client-tty", "auto"]), "passthrough"),
  /** `assume` writes without regard to what tmux says of its passthrough. */
  tmuxPermission: z._default(z.enum(["check", "assume"]), "check"),
});
export type OscConfig = z.infer<typeof oscSchema>;
