/**
 * The extension from its sources, in surroundings with one planted fault: the one whose number is in the file that
 * `PLANTED_FAULT` names, read anew for each session.
 */
import { readFileSync } from "node:fs";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { connect } from "../../../src/extension.ts";
import { PLANTED_FAULTS } from "../../extension/planted-faults.ts";

export default function faultyHost(pi: ExtensionAPI): void {
  const surroundings = { pi, host: { env: process.env, terminal: process.stdout } };
  const fault = PLANTED_FAULTS[Number(readFileSync(process.env.PLANTED_FAULT ?? "", "utf8"))];
  if (fault === undefined) throw new Error("no such fault");
  const planted = fault.plant(surroundings);
  connect(planted.pi, planted.host);
}
