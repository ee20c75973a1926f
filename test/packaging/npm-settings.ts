import { execFileSync } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";

/** How a machine reaches its registry; handed on as they are. */
const HANDED_ON = [
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "http_proxy",
  "https_proxy",
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "npm_config_registry",
  "npm_config_proxy",
  "npm_config_https_proxy",
  "npm_config_cafile",
  "npm_config_globalconfig",
];

/**
 * The environment in which npm works under a private home as it does for whoever runs the tests:
 * same registry, same proxy, same cache (which makes a second run quick).
 */
export function npmSettings(): Record<string, string> {
  const settings: Record<string, string> = {
    npm_config_userconfig: process.env.npm_config_userconfig ?? join(homedir(), ".npmrc"),
    npm_config_cache: process.env.npm_config_cache ?? join(homedir(), ".npm"),
    npm_config_prefer_offline: "true",
    NO_PROXY: [process.env.NO_PROXY ?? process.env.no_proxy, "127.0.0.1"].filter(Boolean).join(","),
  };
  for (const name of HANDED_ON) {
    const value = process.env[name];
    if (value !== undefined) settings[name] = value;
  }
  return settings;
}

let problem: string | false | undefined;

/** Why npm does not get at a package that these tests need, in npm's words; false when it does. */
export function registryProblem(): string | false {
  if (problem === undefined) {
    try {
      const args = ["view", "xstate", "version", "--fetch-retries=0", "--fetch-timeout=15000", "--prefer-online"];
      execFileSync("npm", args, { stdio: "pipe", encoding: "utf8" });
      problem = false;
    } catch (error) {
      const said = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
      problem = said.trim().split("\n")[0] || "npm cannot reach its registry";
    }
  }
  return problem;
}
