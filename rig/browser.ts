import { type Browser, chromium } from "playwright-core";
import { findProgram } from "./system-parts.ts";

/** Quiet, as root, and without a word to anybody on the network. */
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The system's Chromium, without a window. */
export async function startBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: findProgram("chromium"), args: ARGUMENTS });
}
