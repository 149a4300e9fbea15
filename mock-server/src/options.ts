import * as z from "zod/mini";
import { type LimitsOption, LimitsSchema } from "./accounts/tier-limits.js";
import type { WorldOption } from "./fixtures/option.js";
import { WorldSchema } from "./fixtures/option-schema.js";
import { OriginSchema } from "./http/addresses.js";
import { flag, integer, list, maybe, part, seed, text, textThat } from "./kernel/schema-kit.js";
import { RpcUrlSchema } from "./ledger/validator/rpc-client.js";
import { type SessionOptions, SessionsSchema } from "./server/sessions.js";
import { type ContractOptions, ContractSchema, type Dialect, DialectSchema } from "./world/dialects.js";
import { type ClockOptions, ClockSchema } from "./world/server-clock.js";

/** Options of the in-process chain. */
export interface LedgerOptions {
  /**
   * Number of landed transactions to keep per network, or `"all"`. Default 10,000. Transactions of the last 300 slots
   * are always kept, as on a validator. Other transactions disappear from histories, blocks and
   * lookups, as on a node that prunes its ledger. Their effects on balances stay.
   */
  readonly keep?: number | "all";
}

/** Options of a server. Each has a default. */
export interface MockServerOptions {
  /** The seed of everything random: ids, secrets, wallets, blockhashes, prices. Default 1. */
  readonly seed?: number | string;
  /** The clock's start time, and whether it runs. Default: running, from the wall clock's time. */
  readonly clock?: ClockOptions;
  /** A named set of contract decisions. Default `"default"`. */
  readonly dialect?: Dialect;
  /** Individual settings that override the dialect's. */
  readonly contract?: ContractOptions;
  /** `"off"`, or custom limits by tier (decision 51). Default: the contract's limits. */
  readonly limits?: LimitsOption;
  /** Additions to the world: wallets with balances and history, accounts, names, tokens, pools. */
  readonly world?: WorldOption;
  /** The in-process chain: how much history it keeps. */
  readonly ledger?: LedgerOptions;
  /** JSON-RPC URL of a running validator that backs the live network, instead of the in-process ledger. */
  readonly rpcUrl?: string;
  /** JSON-RPC URL of a running validator that backs the test network. */
  readonly testRpcUrl?: string;
  /** File that stores the state between runs. */
  readonly stateFile?: string;
  /** Directory that stores the state instead of a file: one file for the server's own World and one per session. */
  readonly stateDir?: string;
  /** How sessions are opened, and how many. Default: only on request, at most 1,000. */
  readonly sessions?: SessionOptions;
  /**
   * Public base URL of the server, for example behind a proxy. It is used in every address that the server prints.
   * Default: the address where it listens.
   */
  readonly publicUrl?: string;
  /**
   * Token that opens the control plane on hosts other than loopback, sent as `Authorization: Bearer`: printable ASCII
   * without spaces, and at least 16 characters on such a host.
   */
  readonly controlToken?: string;
  /**
   * Takes a client's address from the last entry of `X-Forwarded-For`, which a proxy in front of the server must set.
   * Limits per address use this address. Default false: the address of the connection.
   */
  readonly trustProxy?: boolean;
  /**
   * Whether the control plane can clone accounts of other chains. A client can then make the server send requests to
   * any URL. Default true.
   */
  readonly clone?: boolean;
  /**
   * Origins of other servers whose pages may use the control plane, such as `http://localhost:5173`. Such a page can
   * read all keys and wallet secrets. Default: none.
   */
  readonly controlOrigin?: string | readonly string[];
}

const LedgerSchema = z.lazy(() => {
  const message = 'must be "all", or a number of transactions (0 or more)';
  return part({ keep: maybe(z.union([integer(0, undefined, message), z.literal("all")], message)) });
});

/** An empty file name would save nothing. */
const nonEmpty = textThat((value) => value !== "", "must not be empty; omit the option instead");

/** Where names belong that are not options of a server. */
export const ELSEWHERE = {
  port: "it to server.listen({ port })",
  host: "it to server.listen({ host })",
  wallets: "world: { wallets }",
  accounts: "world: { accounts }",
  tokens: "world: { tokens }",
  pools: "world: { pools }",
  programs: "world: { programs }",
};

/** The schema of each option. Larger schemas are created when their option is first given. */
export const OPTION_SCHEMAS = {
  seed,
  clock: ClockSchema,
  dialect: DialectSchema,
  contract: ContractSchema,
  limits: LimitsSchema,
  world: WorldSchema,
  ledger: LedgerSchema,
  rpcUrl: RpcUrlSchema,
  testRpcUrl: RpcUrlSchema,
  stateFile: nonEmpty,
  stateDir: nonEmpty,
  sessions: SessionsSchema,
  publicUrl: OriginSchema,
  controlToken: text,
  trustProxy: maybe(flag),
  clone: maybe(flag),
  controlOrigin: z.lazy(() =>
    z.union(
      [OriginSchema, list(OriginSchema)],
      "must be an origin such as http://localhost:5173, or a list of origins",
    ),
  ),
};
