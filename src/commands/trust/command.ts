import { CHANNELS } from "../../channels/registry.ts";
import { type ApprovalAnswer, approveProject, withdrawProject } from "../../config/project/approve-project.ts";
import type { RunCommand } from "../command.ts";
import { trustLines } from "./trust.ts";

export const run: RunCommand = async ({ configuration, sources, approvalChanged }, word) => {
  const { files } = await configuration();
  const changing = async (change: Promise<ApprovalAnswer>) => {
    const { lines, isChanged } = await change;
    if (isChanged) approvalChanged();
    return lines;
  };
  const project = {
    state: files.project,
    approve: () => changing(approveProject({ ...sources, registry: CHANNELS })),
    withdraw: () => changing(withdrawProject(sources.project)),
  };
  return trustLines(project, word === "off" ? "withdraw" : "approve");
};
