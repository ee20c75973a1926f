import { bellChannel } from "./bell/bell.channel.ts";
import type { Channel } from "./channel.ts";
import { desktopChannel } from "./desktop/desktop.channel.ts";
import { ntfyChannel } from "./ntfy/ntfy.channel.ts";
import { oscChannel } from "./osc/osc.channel.ts";
import { webhookChannel } from "./webhook/webhook.channel.ts";

/** A channel taken from here is called only with what its own schema and its own `prepare` made. */
export type ChannelRegistry = readonly Channel<unknown, unknown>[];

/** Every kind of channel there is. A new one is its own folder and one line here. */
export const CHANNELS: ChannelRegistry = [oscChannel, bellChannel, desktopChannel, webhookChannel, ntfyChannel];
