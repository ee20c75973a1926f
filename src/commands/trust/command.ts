import { CHANNELS } from "../../channels/registry.ts";
import { type ApprovalResult, approveProject, revokeProject } from "../../config/project/approve-project.ts";
import { resolveLanguage } from "../../content/language.ts";
import type { RunCommand } from "../command.ts";
import { trustLines } from "./trust.ts";

export const run: RunCommand = async ({ configuration, sources, env, approvalChanged }, word) => {
  const { config, files } = await configuration();
  const language = resolveLanguage(config.language, env);
  const changing = async (change: Promise<ApprovalResult>) => {
    const { lines, isChanged } = await change;
    if (isChanged) approvalChanged();
    return lines;
  };
  const project = {
    state: files.project,
    approve: () => changing(approveProject({ ...sources, registry: CHANNELS, language })),
    revoke: () => changing(revokeProject(sources.project, language)),
  };
  return trustLines(project, word === "off" ? "revoke" : "approve", language);
};
