/** Paths of the server itself, which it takes for no topic (TERMINALS.md). */
const RESERVED_TOPICS = new Set([
  "docs",
  "static",
  "file",
  "app",
  "metrics",
  "account",
  "settings",
  "signup",
  "login",
  "v1",
]);

/** Why a topic cannot be published to, or `undefined`. Quotes nothing: who knows a topic can read it (R15). */
export function topicProblem(topic: string): string | undefined {
  if (!/^[-_A-Za-z0-9]{1,64}$/.test(topic)) return "must be 1 to 64 letters, digits, underscores or hyphens";
  if (RESERVED_TOPICS.has(topic)) return "is a name that ntfy keeps for itself; choose another";
  return undefined;
}
