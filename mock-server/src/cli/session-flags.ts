import { type Duration, parseDuration } from "../kernel/duration.js";
import { DEFAULT_LIMIT, type SessionOptions } from "../server/session-options.js";
import { UsageError } from "./cli-command.js";

/** Flags of how sessions are opened. */
export const SESSION_FLAGS = {
  sessions: { type: "string" },
  "session-limit": { type: "string" },
  "session-ttl": { type: "string" },
} as const;

/** How `--help` shows these flags. */
export const SESSION_FLAGS_HELP = `  --sessions on-demand opens the session NAME when /s/NAME/ is first used; else only the control plane opens one
  --session-limit N    most sessions that are open at a time (default ${DEFAULT_LIMIT})
  --session-ttl TIME   how long a session lives without being used: 30m, 2h, 1d (default 1h)`;

/** The options that these flags name; undefined where none is given. @throws {UsageError} */
export function sessionsOf(
  values: {
    readonly [name in keyof typeof SESSION_FLAGS]?: string;
  },
): SessionOptions | undefined {
  const { sessions: open, "session-limit": limit, "session-ttl": ttl } = values;
  if (open !== undefined && open !== "on-demand" && open !== "explicit")
    throw new UsageError(`--sessions ${open}: it is on-demand or explicit`);
  if (limit !== undefined && !/^[1-9]\d{0,8}$/.test(limit))
    throw new UsageError(`--session-limit ${limit}: it is a whole number from 1 on`);
  if (ttl !== undefined && !parseDuration(ttl))
    throw new UsageError(
      `--session-ttl ${ttl}: write a number above 0 with its unit, for example 30m, 2h or 1d`,
    );
  if (open === undefined && limit === undefined && ttl === undefined) return undefined;
  return {
    ...(open && { open }),
    ...(limit !== undefined && { limit: Number(limit) }),
    ...(ttl !== undefined && { ttl: ttl as Duration }),
  };
}
