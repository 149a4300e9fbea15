import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { parseArgs } from "node:util";
import type { MarketOption, WorldOption } from "../fixtures/option.js";
import { isLoopback } from "../http/guard.js";
import { tokenProblem } from "../http/token.js";
import { withoutUndefined } from "../kernel/schema-kit.js";
import { type Duration, parseDuration } from "../kernel/time.js";
import { TRANSACTIONS_KEPT } from "../ledger/slots.js";
import type { MockServerOptions } from "../options.js";
import { DEFAULT_LIMIT, type SessionOptions } from "../server/sessions.js";
import { type ContractOptions, DIALECTS, type Dialect } from "../world/dialects.js";
import { CHAIN_FLAGS_HELP, type CloneFlags, clonedFiles, takeChainFlags } from "./chain-flags.js";
import { UsageError } from "./cli-command.js";
import { DEMO_WALLETS, readWorldFile } from "./world-file.js";

const SESSION_FLAGS = {
  sessions: { type: "string" },
  "session-limit": { type: "string" },
  "session-ttl": { type: "string" },
} as const;

const SESSION_FLAGS_HELP = `  --sessions on-demand opens the session NAME on the first request to /s/NAME/; by default, only the control plane does
  --session-limit N    maximum number of open sessions (default ${DEFAULT_LIMIT})
  --session-ttl TIME   idle time after which a session ends: 30m, 2h, 1d (default 1h)`;

/** Flags of every command that starts a server. */
export const SERVER_FLAGS = {
  port: { type: "string" },
  "rpc-port": { type: "string" },
  host: { type: "string" },
  seed: { type: "string" },
  dialect: { type: "string" },
  contract: { type: "string", multiple: true },
  limits: { type: "string" },
  market: { type: "string", multiple: true },
  world: { type: "string" },
  // Handled before a command's other flags.
  "world-example": { type: "boolean" },
  "demo-world": { type: "boolean" },
  "ledger-keep": { type: "string" },
  "rpc-url": { type: "string" },
  "test-rpc-url": { type: "string" },
  state: { type: "string" },
  ...SESSION_FLAGS,
  "public-url": { type: "string" },
  "control-token": { type: "string" },
  "control-origin": { type: "string", multiple: true },
  "trust-proxy": { type: "boolean" },
  "no-clone": { type: "boolean" },
  log: { type: "string" },
  "log-format": { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const REQUEST_LINES = ["requests", "errors", "off"] as const;

/** Which requests are printed to stdout: all, those with status 400 and above, or none. */
export type RequestLines = (typeof REQUEST_LINES)[number];

export interface ServerFlags {
  readonly port: number;
  /** A separate port for JSON-RPC. */
  readonly rpcPort?: number;
  readonly host: string;
  readonly json: boolean;
  /** Which requests are printed to stdout. */
  readonly log: RequestLines;
  /** Text for people (or JSON with `json`), or JSON for log collectors. */
  readonly logFormat: "text" | "json";
  readonly help: boolean;
  readonly options: MockServerOptions;
  /** Addresses to copy from a running chain before the server starts; see `withClones`. */
  readonly clone?: CloneFlags;
  readonly rest: readonly string[];
}

export const SERVER_FLAGS_HELP = `  --port N             API port; the port above it also accepts WebSockets (default 4010; 0: a free pair)
  --rpc-port N         also serves the live network's JSON-RPC at / on this port, and its WebSocket on this port
                       and the one above; Solana's tools use 8899
  --host ADDRESS       address to listen on (default 127.0.0.1)
  --seed N             determines IDs, keys, wallets and prices (default 1)
  --dialect NAME       a set of contract decisions: ${Object.keys(DIALECTS).join(", ")}
  --contract KEY=VALUE sets envelope, pagination, rateLimitReset, idempotency or intentTtl; can be repeated
  --limits off         disables rate limits and quotas; the rate-limit headers are still sent
  --market SYMBOL=V,D  moves a token's price: V percent standard deviation and D percent drift per day; can be repeated
  --world FILE         adds the wallets, accounts, tokens and more in this JSON file (the world option of
                       createMockServer); "-" reads standard input
  --world-example      prints such a file and exits
  --demo-world         gives alice and bob past transactions that add up to their usual balances
  --ledger-keep N      number of landed transactions to keep per network, or all (default ${TRANSACTIONS_KEPT})
  --rpc-url URL        uses the validator at this JSON-RPC URL as the live network
  --test-rpc-url URL   uses the validator at this JSON-RPC URL as the test network
  --state PATH         saves all state in the file PATH, so that it survives a restart; if PATH is a directory
                       (existing, or a name that ends with /), each session has its own file
${SESSION_FLAGS_HELP}
  --public-url URL     public base URL, for example of a proxy, used in every address that the server prints
  --control-token T    allows the control plane beyond loopback; clients must send Authorization: Bearer T
                       (printable ASCII without spaces, at least 16 characters beyond loopback)
  --control-origin URL allows pages of this origin to use the control plane, including its secrets; can be repeated
  --trust-proxy        takes each client's address from the last X-Forwarded-For, which your proxy must set
  --no-clone           disables POST /_mock/clone, which sends requests to the URLs that clients give
  Instead of --seed and --control-token, you can set INTENT_TX_MOCK_SEED and INTENT_TX_MOCK_CONTROL_TOKEN, which do not
  appear in process lists. Instead of --world, you can set INTENT_TX_WORLD.
${CHAIN_FLAGS_HELP}`;

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
]);

function contractOf(pairs: readonly string[]): ContractOptions {
  const contract = new Map<string, unknown>();
  for (const pair of pairs) {
    const mark = pair.indexOf("=");
    if (mark < 1) throw new UsageError(`--contract ${pair}: must be KEY=VALUE, for example envelope=true`);
    const value = pair.slice(mark + 1);
    const read = BOOLEANS.get(value) ?? (/^\d+$/.test(value) ? Number(value) : value);
    contract.set(pair.slice(0, mark), read);
  }
  return Object.fromEntries(contract);
}

function linesOf(text: string): RequestLines {
  const lines = REQUEST_LINES.find((one) => one === text);
  if (!lines) throw new UsageError(`--log ${text}: must be one of ${REQUEST_LINES.join(", ")}`);
  return lines;
}

/** True if a path names a directory, existing or new. */
function isFolder(path: string): boolean {
  if (path.endsWith("/")) return true;
  try {
    return statSync(path).isDirectory();
  } catch {
    // An inaccessible path is not refused here, but when it is used.
    return false;
  }
}

/** An environment variable; undefined if it is empty, because env files list unset variables this way. */
function fromEnvironment(name: string): string | undefined {
  return process.env[name]?.trim() || undefined;
}

/** The control token. A blank variable is an error and not unset: a server without a token would start. */
function tokenOf(flag: string | undefined, host: string): string | undefined {
  const variable = "INTENT_TX_MOCK_CONTROL_TOKEN";
  const token = flag ?? process.env[variable];
  const problem = token === undefined ? undefined : tokenProblem(token, !isLoopback(host));
  if (problem) throw new UsageError(`${flag === undefined ? variable : "--control-token"} ${problem}`);
  return token;
}

function formatOf(text: string, json: boolean): "text" | "json" {
  if (text !== "text" && text !== "json") throw new UsageError(`--log-format ${text}: must be text or json`);
  if (text === "json" && json)
    throw new UsageError("--json prints secrets and --log-format json does not; use only one of them");
  return text;
}

/** The content of the world file; empty without one. @throws {UsageError} */
function worldOf(flag: string | undefined, seed: string): WorldOption {
  const variable = "INTENT_TX_WORLD";
  const file = flag ?? fromEnvironment(variable);
  return file === undefined ? {} : readWorldFile(flag === undefined ? variable : "--world", file, seed);
}

function marketOf(flags: readonly string[]): Record<string, MarketOption> {
  const models = flags.map((flag) => {
    const [, symbol = "", volatility, drift = "0"] = /^(\w+)=([\d.]+)(?:,(-?[\d.]+))?$/.exec(flag) ?? [];
    if (volatility === undefined)
      throw new UsageError(
        `--market ${flag}: must be SYMBOL=VOLATILITY or SYMBOL=VOLATILITY,DRIFT, such as SOL=4,-1`,
      );
    return [symbol, { volatility: Number(volatility), drift: Number(drift) }] as const;
  });
  return Object.fromEntries(models);
}

function keepOf(text: string): number | "all" {
  if (text === "all") return text;
  if (!/^\d{1,15}$/.test(text))
    throw new UsageError(`--ledger-keep ${text}: must be a number of transactions, or all`);
  return Number(text);
}

/** @throws {UsageError} if the port is invalid or is the API's port */
function rpcPortOf(text: string, port: number): number {
  const rpcPort = portOf(text, "--rpc-port");
  if (rpcPort === port && port !== 0)
    throw new UsageError(`--rpc-port ${text}: the API uses this port (--port); choose a different one`);
  return rpcPort;
}

function portOf(text: string, flag = "--port"): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`${flag} ${text}: must be a port number from 0 to 65535`);
  return port;
}

/** Parses the flags of a command that starts a server. @throws {UsageError} */
export function readServerFlags(args: readonly string[], allowPositionals = false): ServerFlags {
  const { programs, chainAccounts, features, clone, rest } = takeChainFlags(args);
  let parsed: ReturnType<typeof parseServerArgs>;
  try {
    parsed = parseServerArgs(rest, allowPositionals);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  const host = values.host ?? "127.0.0.1";
  const port = portOf(values.port ?? "4010");
  const controlToken = tokenOf(values["control-token"], host);
  const sessions = sessionsOf(values);
  if (sessions?.open === "on-demand" && controlToken === undefined && !isLoopback(host))
    throw new UsageError(
      "--sessions on-demand needs --control-token on a host other than loopback, because anyone could open sessions otherwise",
    );
  if (values.limits !== undefined && values.limits !== "off") {
    throw new UsageError(
      `--limits ${values.limits}: must be "off"; set other limits in code, with createMockServer`,
    );
  }
  // On a host other than loopback, a known seed would reveal the keys to everyone.
  const seed =
    values.seed ??
    fromEnvironment("INTENT_TX_MOCK_SEED") ??
    (isLoopback(host) ? "1" : randomBytes(16).toString("hex"));
  const file = worldOf(values.world, seed);
  const { wallets, market } = file;
  const world: WorldOption = {
    ...file,
    ...(values["demo-world"] && { wallets: { ...DEMO_WALLETS, ...wallets } }),
    ...(programs.length > 0 && { programs: [...(file.programs ?? []), ...programs] }),
    ...(chainAccounts.length > 0 && { chainAccounts: [...(file.chainAccounts ?? []), ...chainAccounts] }),
    ...(features && { features: { ...file.features, ...features } }),
    ...(values.market && { market: { ...market, ...marketOf(values.market) } }),
  };
  return {
    port,
    ...(values["rpc-port"] !== undefined && { rpcPort: rpcPortOf(values["rpc-port"], port) }),
    host,
    json: values.json ?? false,
    log: linesOf(values.log ?? "requests"),
    logFormat: formatOf(values["log-format"] ?? "text", values.json ?? false),
    help: values.help ?? false,
    rest: positionals,
    ...(clone && { clone }),
    options: {
      seed: /^\d{1,15}$/.test(seed) ? Number(seed) : seed,
      ...(values.contract && { contract: contractOf(values.contract) }),
      ...(values["ledger-keep"] !== undefined && { ledger: { keep: keepOf(values["ledger-keep"]) } }),
      ...(Object.keys(world).length > 0 && { world }),
      ...(values.state !== undefined &&
        (isFolder(values.state) ? { stateDir: values.state } : { stateFile: values.state })),
      ...withoutUndefined({
        dialect: values.dialect as Dialect | undefined,
        limits: values.limits as "off" | undefined,
        rpcUrl: values["rpc-url"],
        testRpcUrl: values["test-rpc-url"],
        publicUrl: values["public-url"],
        trustProxy: values["trust-proxy"],
        controlOrigin: values["control-origin"],
        clone: values["no-clone"] ? false : undefined,
        ...{ sessions, controlToken },
      }),
    },
  };
}

/** Adds the accounts copied from a running chain to the options. @throws {UsageError} */
export async function withClones({ options, clone }: ServerFlags): Promise<MockServerOptions> {
  if (!clone) return options;
  const chainAccounts = [...(options.world?.chainAccounts ?? []), ...(await clonedFiles(clone))];
  return { ...options, world: { ...options.world, chainAccounts } };
}

function parseServerArgs(args: readonly string[], allowPositionals: boolean) {
  return parseArgs({ args: [...args], options: SERVER_FLAGS, allowPositionals, strict: true });
}

/** The session options; undefined without session flags. @throws {UsageError} */
function sessionsOf(
  values: {
    readonly [name in keyof typeof SESSION_FLAGS]?: string;
  },
): SessionOptions | undefined {
  const { sessions: open, "session-limit": limit, "session-ttl": ttl } = values;
  if (open !== undefined && open !== "on-demand" && open !== "explicit")
    throw new UsageError(`--sessions ${open}: must be on-demand or explicit`);
  if (limit !== undefined && !/^[1-9]\d{0,8}$/.test(limit))
    throw new UsageError(`--session-limit ${limit}: must be an integer, 1 or greater`);
  if (ttl !== undefined && !parseDuration(ttl))
    throw new UsageError(
      `--session-ttl ${ttl}: must be a number above 0 with a unit, for example 30m, 2h or 1d`,
    );
  if (open === undefined && limit === undefined && ttl === undefined) return undefined;
  return {
    ...(open && { open }),
    ...(limit !== undefined && { limit: Number(limit) }),
    ...(ttl !== undefined && { ttl: ttl as Duration }),
  };
}
