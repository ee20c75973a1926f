import {
  type ApproveProjectOptions,
  approveText,
  requestApproval,
  revokeProject,
} from "../../config/project/approve-project.ts";
import { inLanguage } from "../../messages/define-messages.ts";
import { projectFileMessages } from "../../messages/status.messages.ts";
import { trustMessages } from "../../messages/trust.messages.ts";
import { errorCodeOf } from "../../ports/unknown-value.ts";
import { type PageSize, toPages } from "./pages.ts";

/** What a person types after `/notify trust`. */
export type TrustWord = "yes" | "off" | undefined;

export interface TrustOptions extends ApproveProjectOptions {
  /** Asks by one of Pi's dialogs; undefined where this mode of Pi has none. */
  readonly select: ((title: string, options: string[]) => Promise<string | undefined>) | undefined;
  readonly page: PageSize;
  /** Aborted when the session ends. */
  readonly ending: AbortSignal;
  /** Called when an approval was recorded or withdrawn. */
  readonly approvalChanged: () => void;
}

/** More rows than a person reads attentively. */
const MOST_ROWS = 400;

/**
 * `/notify trust [yes|off]`: shows what waits, asks, and records only what was shown and agreed to (R26).
 * @returns the answer, line by line
 */
export async function trustLines(options: TrustOptions, word: TrustWord): Promise<readonly string[]> {
  try {
    return word === "off" ? await withdraw(options) : await approve(options, word === "yes");
  } catch (error) {
    const say = inLanguage(projectFileMessages, options.language);
    const code = errorCodeOf(error);
    return [code === undefined ? say("notRecorded") : say("notRecordedCode", { code })];
  }
}

async function withdraw({ project, language, read, approvalChanged }: TrustOptions): Promise<readonly string[]> {
  const say = inLanguage(trustMessages, language);
  if (!(await revokeProject(project, read))) return [say("notApproved")];
  approvalChanged();
  return [say("withdrawn")];
}

async function approve(options: TrustOptions, isYes: boolean): Promise<readonly string[]> {
  const { select, page, project, language, ending, read, approvalChanged } = options;
  const say = inLanguage(trustMessages, language);
  const request = await requestApproval(options);
  if (request.kind === "nothing") return request.lines;
  const pages = toPages(request.lines, page);
  if (pages.flat().length > MOST_ROWS) return [say("tooMuch")];
  if (select === undefined && !isYes) return [...request.lines, say("typeYes")];
  if (select !== undefined && !(await isAgreed(pages, select, language))) return ending.aborted ? [] : [say("refused")];
  if (ending.aborted) return [];
  // Those who see no dialog see at least what they have approved.
  const shown = select === undefined ? request.lines : [];
  if (!(await approveText(request.text, project, read))) return [...shown, say("changedMeanwhile")];
  approvalChanged();
  return [...shown, say("approved")];
}

/** Page by page; only the last one takes a yes, so that everything has been on the screen before. */
async function isAgreed(
  pages: readonly (readonly string[])[],
  select: NonNullable<TrustOptions["select"]>,
  language: TrustOptions["language"],
): Promise<boolean> {
  const say = inLanguage(trustMessages, language);
  for (const [index, rows] of pages.entries()) {
    const page = index + 1;
    const question = pages.length === 1 ? say("question") : say("questionPage", { page, pages: pages.length });
    const isLast = page === pages.length;
    // An Enter too many must not approve.
    const onwards = isLast ? say("agree") : say("further", { page: page + 1, pages: pages.length });
    const choices = isLast ? [say("refuse"), onwards] : [onwards, say("refuse")];
    if ((await select([question, "", ...rows].join("\n"), choices)) !== onwards) return false;
  }
  return true;
}
