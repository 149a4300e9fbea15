import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { type ParseArgsConfig, parseArgs } from "node:util";
import type { MarketOption, WorldOption } from "../fixtures/option.js";
import { isLoopback } from "../http/guard.js";
import { tokenProblem } from "../http/token.js";
import { errorText } from "../kernel/errors.js";
import { nearestName } from "../kernel/nearest.js";
import { withoutUndefined } from "../kernel/schema-kit.js";
import { type Duration, parseDuration } from "../kernel/time.js";
import { TRANSACTIONS_KEPT } from "../ledger/slots.js";
import type { MockServerOptions } from "../options.js";
import { DEFAULT_LIMIT, type SessionOptions } from "../server/sessions.js";
import { CONTRACT_OPTIONS, type ContractOptions, DIALECTS, type Dialect } from "../world/dialects.js";
import { CHAIN_FLAGS_HELP, type CloneFlags, clonedFiles, readChainFlags } from "./chain-flags.js";
import { UsageError } from "./cli-command.js";
import { DEMO_WALLETS, readWorldFile } from "./world-file.js";

const PORT = { test: (text: string) => /^\d+$/.test(text) && Number(text) <= 65_535 };
const SOME_TIME = { test: (text: string) => Boolean(parseDuration(text)) };

/** The form of some flags' values. Other values are checked where they are used. */
const RULES: Readonly<Record<string, readonly [Pick<RegExp, "test">, string]>> = {
  port: [PORT, "must be a port number from 0 to 65535"],
  "rpc-port": [PORT, "must be a port number from 0 to 65535"],
  limits: [/^off$/, 'must be "off"; set other limits in code, with createMockServer'],
  log: [/^(?:requests|errors|off)$/, "must be one of requests, errors, off"],
  "log-format": [/^(?:text|json)$/, "must be text or json"],
  "ledger-keep": [/^(?:\d{1,15}|all)$/, "must be a number of transactions, or all"],
  sessions: [/^(?:on-demand|explicit)$/, "must be on-demand or explicit"],
  "session-limit": [/^[1-9]\d{0,8}$/, "must be an integer, 1 or greater"],
  "session-ttl": [SOME_TIME, "must be a number above 0 with a unit, for example 30m, 2h or 1d"],
};

export interface ServerFlags {
  readonly port: number;
  /** A separate port for JSON-RPC. */
  readonly rpcPort?: number;
  readonly host: string;
  readonly json: boolean;
  /** Which requests are printed to stdout: all, those with status 400 and above, or none. */
  readonly log: "requests" | "errors" | "off";
  /** Text for people (or JSON with `json`), or JSON for log collectors. */
  readonly logFormat: "text" | "json";
  readonly options: MockServerOptions;
  /** Addresses to copy from a running chain before the server starts; see `withClones`. */
  readonly clone?: CloneFlags;
  readonly ledger?: string;
}

const RPC_PORT = `  --rpc-port N         also serves the live network's JSON-RPC at / on this port, and its WebSocket on this port
                       and the one above; Solana's tools use 8899
`;
const RPC_URL = `  --rpc-url URL        uses the validator at this JSON-RPC URL as the live network
`;

/** The help for the flags of a command. One that starts a validator has no flags for another node. */
export const serverFlagsHelp = ({ port = "4010; 0: a free pair", isValidator = false } = {}) =>
  `  --port N             API port; the port above it also accepts WebSockets (default ${port})
${isValidator ? "" : RPC_PORT}\
  --host ADDRESS       address to listen on (default 127.0.0.1)
  --seed N             determines IDs, keys, wallets and prices (default 1; off loopback random)
  --dialect NAME       a set of contract decisions: ${Object.keys(DIALECTS).join(", ")}
  --contract KEY=VALUE sets ${CONTRACT_OPTIONS.join(", ")}; can be repeated
  --limits off         disables rate limits and quotas; the rate-limit headers are still sent
  --market SYMBOL=V,D  moves a token's price: V percent standard deviation and D percent drift per day; can be repeated
  --world FILE         adds the wallets, accounts, tokens and more in this JSON file (the world option of
                       createMockServer); "-" reads standard input
  --world-example      prints such a file and exits
  --demo-world         gives alice and bob past transactions that add up to their usual balances
  --ledger-keep N      number of landed transactions to keep per network, or all (default ${TRANSACTIONS_KEPT})
${isValidator ? "" : RPC_URL}\
  --test-rpc-url URL   uses the validator at this JSON-RPC URL as the test network
  --state PATH         saves all state in the file PATH, so that it survives a restart; if PATH is a directory
                       (existing, or a name that ends with /), each session has its own file
  --sessions on-demand opens the session NAME on the first request to /s/NAME/; by default, only the control plane does
  --session-limit N    maximum number of open sessions (default ${DEFAULT_LIMIT})
  --session-ttl TIME   idle time after which a session ends: 30m, 2h, 1d (default 1h)
  --public-url URL     public base URL, for example of a proxy, used in every address that the server prints
  --control-token T    allows the control plane beyond loopback; clients must send Authorization: Bearer T
                       (printable ASCII without spaces, at least 16 characters beyond loopback)
  --control-origin URL allows pages of this origin to use the control plane, including its secrets; can be repeated
  --trust-proxy        takes each client's address from the last X-Forwarded-For, which your proxy must set
  --no-clone           disables POST /_mock/clone, which sends requests to the URLs that clients give
  Instead of --seed and --control-token, you can set INTENT_TX_MOCK_SEED and INTENT_TX_MOCK_CONTROL_TOKEN, which do not
  appear in process lists. Instead of --world, you can set INTENT_TX_WORLD.
${CHAIN_FLAGS_HELP}`;

export const LOG_FLAGS_HELP = `  --log WHICH          requests to log on stdout: requests (all, the default), errors (status 400 and above) or off
  --log-format json    logs one JSON object per line for log collectors: every kind of request, without secrets
  --json               prints JSON instead of text: one object with keys and wallets when ready, then one per request`;

/** Flags of `solana-test-validator` that have no effect here. Only the command `validator` uses `--ledger`. */
const IDLE_FLAGS = flagsIn(
  "  --reset, --quiet, --ledger DIR, --bind-address IP, --faucet-port N, --limit-ledger-size N, --mint ID",
);
const CHAIN_FLAGS = flagsIn(CHAIN_FLAGS_HELP);
/** The flags of every command that starts a server, with the names of their values. The help lists them. */
export const SERVER_FLAGS = flagsIn(`${serverFlagsHelp()}\n${LOG_FLAGS_HELP}`);
const FLAGS = new Map([...SERVER_FLAGS, ...IDLE_FLAGS, ["help", []]]);
const SHORT: Readonly<Record<string, string>> = { help: "h", reset: "r", quiet: "q" };

/** The flags that a help text lists. A flag that fits into 22 columns has its text behind it. */
function flagsIn(help: string): ReadonlyMap<string, readonly string[]> {
  const heads = help.split("\n").filter((line) => line.startsWith("  --"));
  const flags = heads.flatMap((line) => (line[22] === " " ? line.slice(0, 22) : line).split(", "));
  return new Map(
    flags.map((flag) => {
      const [name = "", ...values] = flag.trim().split(" ");
      return [name.slice(2), values];
    }),
  );
}

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

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));

const needsValues = (name: string) => new UsageError(`--${name} needs ${CHAIN_FLAGS.get(name)?.join(" ")}`);

function tokensOf(words: readonly string[]) {
  const options = [...FLAGS].map(([name, values]) => {
    const short = SHORT[name];
    return [name, { type: values.length > 0 ? "string" : "boolean", ...(short && { short }) }];
  });
  try {
    return parseArgs({
      args: [...words],
      options: Object.fromEntries(options) as NonNullable<ParseArgsConfig["options"]>,
      allowPositionals: true,
      tokens: true,
    }).tokens;
  } catch (error) {
    // Node then advises to put such a word after `--`, but no command that starts a server takes it there.
    const [message = ""] = errorText(error).split(/\.\s/);
    const [, name = ""] = /'--([\w-]+)/.exec(message) ?? [];
    if (CHAIN_FLAGS.has(name)) throw needsValues(name);
    if (message.endsWith("ambiguous"))
      throw new UsageError(`--${name} needs a value; write one that starts with a dash as --${name}=VALUE`);
    const near = FLAGS.has(name) ? undefined : nearestName(name, FLAGS.keys());
    throw new UsageError(near === undefined ? message : `${message} (did you mean --${near}?)`);
  }
}

/**
 * The given flags with their values, in order. `parseArgs` takes only the first value of a flag for its value.
 *
 * @param own - flags of `solana-test-validator` that the command uses
 * @throws {UsageError}
 */
function givenFlags(words: readonly string[], own: readonly string[]) {
  const tokens = tokensOf(words);
  const given: [name: string, values: readonly string[]][] = [];
  let end = 0;
  for (const [at, token] of tokens.entries()) {
    if (at < end) continue;
    if (token.kind === "positional")
      throw new UsageError(
        `Unexpected argument '${token.value}'. This command does not take positional arguments`,
      );
    if (token.kind !== "option") continue;
    const { name, rawName, value = "" } = token;
    if (IDLE_FLAGS.has(name) && !own.includes(name))
      console.error(`${rawName} is a flag of solana-test-validator and has no effect here.`);
    const rule = RULES[name];
    if (rule?.[0].test(value) === false) throw new UsageError(`--${name} ${value}: ${rule[1]}`);
    const { length } = FLAGS.get(name) ?? [];
    end = at + length;
    const more = tokens.slice(at + 1, end).map((next) => (next.kind === "positional" ? next.value : ""));
    const values = [value, ...more];
    if (CHAIN_FLAGS.has(name) && (values.length < length || values.includes(""))) throw needsValues(name);
    given.push([name, values]);
  }
  return given;
}

/**
 * Parses the flags of a command that starts a server.
 *
 * @param command - the command's default port, and the flags of `solana-test-validator` that it uses
 * @throws {UsageError}
 */
export function readServerFlags(
  words: readonly string[],
  { port: defaultPort = 4010, own = [] }: { readonly port?: number; readonly own?: readonly string[] } = {},
): ServerFlags {
  const given = givenFlags(words, own);
  const all = (name: string) => given.filter(([one]) => one === name).map(([, [value = ""]]) => value);
  const last = (name: string) => all(name).at(-1);
  const isSet = (name: string) => all(name).length > 0;
  const { programs, chainAccounts, features, clone } = readChainFlags(given);
  const [host, json] = [last("host") ?? "127.0.0.1", isSet("json")];
  const [open, state, ledger, keep] = [last("sessions"), last("state"), last("ledger"), last("ledger-keep")];
  const [port, rpcPort] = [Number(last("port") ?? defaultPort), numberOf(last("rpc-port"))];
  if (rpcPort === port && port !== 0)
    throw new UsageError(`--rpc-port ${port}: the API uses this port (--port); choose a different one`);
  if (rpcPort !== undefined && rpcPort !== 0 && rpcPort + 1 === port)
    throw new UsageError(
      `--rpc-port ${rpcPort}: its WebSocket is also on port ${port}, which the API uses (--port); choose a different one`,
    );
  const controlToken = tokenOf(last("control-token"), host);
  if (open === "on-demand" && controlToken === undefined && !isLoopback(host))
    throw new UsageError(
      "--sessions on-demand needs --control-token on a host other than loopback, because anyone could open sessions otherwise",
    );
  const logFormat = (last("log-format") ?? "text") as ServerFlags["logFormat"];
  if (logFormat === "json" && json)
    throw new UsageError("--json prints secrets and --log-format json does not; use only one of them");
  if (ledger === "") throw new UsageError("--ledger needs a folder: --ledger DIR");
  // On a host other than loopback, a known seed would reveal the keys to everyone.
  const seed =
    last("seed") ??
    fromEnvironment("INTENT_TX_MOCK_SEED") ??
    (isLoopback(host) ? "1" : randomBytes(16).toString("hex"));
  const file = worldOf(last("world"), seed);
  const { wallets, market } = file;
  const world: WorldOption = {
    ...file,
    ...(isSet("demo-world") && { wallets: { ...DEMO_WALLETS, ...wallets } }),
    ...(programs.length > 0 && { programs: [...(file.programs ?? []), ...programs] }),
    ...(chainAccounts.length > 0 && { chainAccounts: [...(file.chainAccounts ?? []), ...chainAccounts] }),
    ...(features && { chain: { ...file.chain, features: { ...file.chain?.features, ...features } } }),
    ...(isSet("market") && { market: { ...market, ...marketOf(all("market")) } }),
  };
  const sessions = withoutUndefined({
    open: open as SessionOptions["open"],
    limit: numberOf(last("session-limit")),
    ttl: last("session-ttl") as Duration | undefined,
  });
  return {
    port,
    host,
    json,
    log: (last("log") ?? "requests") as ServerFlags["log"],
    logFormat,
    ...withoutUndefined({ rpcPort, clone, ledger }),
    options: {
      seed: /^\d{1,15}$/.test(seed) ? Number(seed) : seed,
      ...(isSet("contract") && { contract: contractOf(all("contract")) }),
      ...(isSet("control-origin") && { controlOrigin: all("control-origin") }),
      ...(isSet("trust-proxy") && { trustProxy: true }),
      ...(isSet("no-clone") && { clone: false }),
      ...(keep !== undefined && { ledger: { keep: keep === "all" ? keep : Number(keep) } }),
      ...(Object.keys(world).length > 0 && { world }),
      ...(state !== undefined && (isFolder(state) ? { stateDir: state } : { stateFile: state })),
      ...(Object.keys(sessions).length > 0 && { sessions }),
      ...withoutUndefined({
        dialect: last("dialect") as Dialect | undefined,
        limits: last("limits") as "off" | undefined,
        rpcUrl: last("rpc-url"),
        testRpcUrl: last("test-rpc-url"),
        publicUrl: last("public-url"),
        controlToken,
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
