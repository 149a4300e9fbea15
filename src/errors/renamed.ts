import { ConfigurationError } from "./errors.js";

/** Names before version 0.1, with those of today. The guide "Migrate" lists all of them. */
const RENAMED: Readonly<Record<string, string>> = {
  maxWaitMs: "maxWait",
  maxAgeMs: "maxAge",
  timeoutMs: "timeout",
  leaseMs: "lease",
  refreshMs: "refresh",
  slippage: "slippageBps",
  key: "name",
  before: "cursor",
  away: "disconnected",
  back: "reconnected",
  "exact-in": "input",
  "exact-out": "output",
};

export function checkRenamed(what: string, name: string, known: readonly string[]): void {
  const now = Object.hasOwn(RENAMED, name) ? RENAMED[name] : undefined;
  if (now === undefined || !known.includes(now) || known.includes(name)) return;
  throw new ConfigurationError(`The ${what} ${name} is called ${now} since version 0.1.`);
}
