/** The scripted model, as the kit offers it to others. */
export * from "../src/testing/model-answers.ts";
export { type ModelRequest, type ScriptedModel, startScriptedModel } from "../src/testing/scripted-model.ts";
