/** Pi's private agent directory, as the kit offers it to others. */
export { fillAgentDir, notifyConfigPath, writeNotifyConfig } from "../src/testing/agent-folder.ts";
