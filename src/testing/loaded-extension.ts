import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** An extension's default export; what it returns is only awaited. */
export type ExtensionFactory = (pi: ExtensionAPI) => unknown;

export type EventHandler = (event: Record<string, unknown>, ctx: unknown) => unknown;

export interface RegisteredCommand {
  readonly description?: string;
  handler(args: string, ctx: unknown): Promise<void> | void;
}

export interface ToolResult {
  readonly content: readonly unknown[];
  readonly details?: unknown;
}

export interface RegisteredTool {
  readonly name: string;
  execute(
    id: string,
    args: unknown,
    signal: AbortSignal,
    onUpdate: (update: unknown) => void,
    ctx: unknown,
  ): Promise<ToolResult>;
}

/** What one extension has registered in one session. */
export class LoadedExtension {
  readonly handlers = new Map<string, EventHandler[]>();
  readonly commands = new Map<string, RegisteredCommand>();
  readonly tools = new Map<string, RegisteredTool>();

  /** @returns a function that takes it back */
  on(type: string, handler: EventHandler): () => void {
    const list = this.handlers.get(type) ?? [];
    this.handlers.set(type, [...list, handler]);
    return () => {
      const left = (this.handlers.get(type) ?? []).filter((candidate) => candidate !== handler);
      this.handlers.set(type, left);
    };
  }
}
