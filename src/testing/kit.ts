/** `pi-notify-xstate/testing`: what authors of Pi extensions test with. See docs/testing-your-extension.md. */
export { type AgentDirOptions, fillAgentDir } from "./agent-folder.ts";
export type { DialogKind, FakeDialog } from "./fake-dialogs.ts";
export { FakePi, type FakePiOptions } from "./fake-pi.ts";
export {
  type GeneratePathsOptions,
  generatePaths,
  type ModelPath,
  type ModelStep,
  type PathKind,
} from "./generate-paths.ts";
export type { ExtensionFactory } from "./loaded-extension.ts";
export {
  failure,
  type HeldAnswer,
  type ModelScript,
  type ScriptedAnswer,
  type ScriptedToolCall,
  type ScriptedUsage,
  text,
  toolCalls,
} from "./model-answers.ts";
export { piScenarios } from "./pi-scenarios.ts";
export { type ModelRequest, type ScriptedModel, startScriptedModel } from "./scripted-model.ts";
export {
  type NoticeOutcome,
  type PiNotifyOptions,
  type PiNotifyUnderTest,
  startPiNotify,
  type ToldNotice,
} from "./start-pi-notify.ts";
export { coverageLines, type MachineCoverage, TransitionCoverage } from "./transition-coverage.ts";
export { waitUntil } from "./wait-until.ts";
export {
  PathFailure,
  type PathReport,
  type StateChecks,
  type Steps,
  type WalkPathsOptions,
  walkPaths,
} from "./walk-paths.ts";
