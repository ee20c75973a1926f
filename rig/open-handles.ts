import { waitUntil } from "../src/testing/wait-until.ts";

const WATCHED = ["TCPSocketWrap", "TLSWrap", "ConnectWrap", "Timeout", "ProcessWrap", "PipeWrap", "GetAddrInfoReqWrap"];

/** What keeps this process busy now, of the kinds that our actors open, as sorted names. */
export function openHandles(): string[] {
  return process
    .getActiveResourcesInfo()
    .filter((name) => WATCHED.includes(name))
    .sort();
}

/** Waits until there are no more handles of any kind than in `baseline` (R13). */
export async function waitForHandles(baseline: readonly string[], deadlineMs?: number): Promise<void> {
  const count = (handles: readonly string[], name: string) => handles.filter((handle) => handle === name).length;
  const surplus = () => {
    const now = openHandles();
    return WATCHED.filter((name) => count(now, name) > count(baseline, name));
  };
  await waitUntil(
    () => `handles to close: ${surplus().join(", ")}`,
    () => surplus().length === 0,
    deadlineMs,
  );
}
