import { writeJson } from "../kernel/json.js";
import { type AccountFilter, accountFilter } from "./account-filters.js";
import {
  type AccountConfig,
  accountConfig,
  blockSubscribeConfig,
  blockSubscribeFilter,
  type FilterConfig,
  logsConfig,
  logsFilter,
  programAccountsConfig,
  signatureSubscribeConfig,
} from "./configs.js";
import { type AccountForm, accountForm } from "./encode-account.js";
import { blockForm } from "./encode-block.js";
import { addressOf, blockCommitmentOf, signatureParam } from "./params.js";
import { invalidParams, RpcError } from "./rpc-error.js";
import { type ParamValues, readParams } from "./serde/params.js";
import { string } from "./serde/scalars.js";
import type { Read, SerdeTypes } from "./serde/serde-type.js";
import type { Topic } from "./subscription.js";

/** A subscription method: its params, and the name of its notifications. */
interface TopicMethod {
  readonly notification: string;
  /** @throws {RpcError} -32602 */
  readonly read: (params: unknown) => Omit<Asked, "notification">;
}

/** A subscription that a client asks for. */
export interface Asked {
  readonly topic: Topic;
  readonly notification: string;
  /** The same for two that ask for the same: a default may be written or left out. */
  readonly key: string;
}

const DEFAULTS = { commitment: "finalized" };

function keyOf(notification: string, params: readonly unknown[]): string {
  const read = params.map((param) =>
    typeof param === "string" ? param : { ...DEFAULTS, ...defined(param) },
  );
  return writeJson([notification, ...read]);
}

function defined(config: unknown): object {
  return Object.fromEntries(Object.entries(config ?? {}).filter(([, value]) => value !== undefined));
}

function topic<const R extends SerdeTypes, const O extends SerdeTypes>(
  notification: string,
  required: R,
  optional: O,
  make: (...params: ParamValues<R, O>) => Topic,
): TopicMethod {
  return {
    notification,
    read: (params) => {
      const read = readParams(params, required, optional);
      return { topic: make(...read), key: keyOf(notification, read) };
    },
  };
}

/** Over a WebSocket a node has its own words for what is no address. */
function named<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RpcError && error.message.startsWith("Invalid param:")) throw invalidParams(what);
    throw error;
  }
}

/** As {@link named}, for filters. */
function filtered(filters: readonly FilterConfig[] | undefined): AccountFilter {
  try {
    return accountFilter(filters);
  } catch (error) {
    throw error instanceof RpcError ? invalidParams(`Invalid params: ${error.message}`) : error;
  }
}

const INVALID_KEY = "Invalid Request: Invalid pubkey provided";

function mentionsOf(filter: Read<typeof logsFilter>): { mentions?: string } {
  if (filter.kind !== "mentions") return {};
  const [mentioned, second] = filter.held;
  if (mentioned === undefined || second !== undefined)
    throw invalidParams("Invalid Request: Only 1 address supported");
  return { mentions: named("Invalid Request: Invalid mentions provided", () => addressOf(mentioned)) };
}

/** Blocks are told in base64 and without rewards, unless more is asked for. */
function blockTopic(
  filter: Read<typeof blockSubscribeFilter>,
  config: Partial<Read<typeof blockSubscribeConfig>> = {},
): Topic {
  const { encoding = "base64", showRewards: rewards = false } = config;
  return {
    kind: "block",
    ...(filter.kind !== "all" && { mentions: mentionedIn(filter.held) }),
    form: blockForm({ ...config, encoding, rewards }),
    commitment: blockCommitmentOf(config),
  };
}

function mentionedIn(address: string): string {
  return named("Invalid Request: Invalid mentions_account_or_program provided", () => addressOf(address));
}

/** A node takes a slice of the data, and tells all of it. */
function wholeForm(config: Pick<AccountConfig, "encoding"> | undefined): AccountForm {
  return accountForm({ encoding: config?.encoding }, "binary");
}

/** Every subscription that is served, by its method without `Subscribe`. */
const TOPICS: Readonly<Record<string, TopicMethod>> = {
  slot: topic("slotNotification", [], [], () => ({ kind: "slot" })),
  root: topic("rootNotification", [], [], () => ({ kind: "root" })),
  slotsUpdates: topic("slotsUpdatesNotification", [], [], () => ({ kind: "slotsUpdates" })),
  block: topic("blockNotification", [blockSubscribeFilter], [blockSubscribeConfig], blockTopic),
  signature: topic("signatureNotification", [string], [signatureSubscribeConfig], (signature, config) => ({
    kind: "signature",
    signature: named("Invalid Request: Invalid signature provided", () => signatureParam(signature)),
    commitment: config?.commitment ?? "finalized",
  })),
  logs: topic("logsNotification", [logsFilter], [logsConfig], (filter, config) => ({
    kind: "logs",
    ...mentionsOf(filter),
    commitment: config?.commitment ?? "finalized",
  })),
  account: topic("accountNotification", [string], [accountConfig], (address, config) => ({
    kind: "account",
    address: named(INVALID_KEY, () => addressOf(address)),
    form: wholeForm(config),
    commitment: config?.commitment ?? "finalized",
  })),
  program: topic("programNotification", [string], [programAccountsConfig], (programId, config) => ({
    kind: "program",
    programId: named(INVALID_KEY, () => addressOf(programId)),
    form: wholeForm(config),
    passes: filtered(config?.filters),
    commitment: config?.commitment ?? "finalized",
  })),
};

const METHODS: ReadonlyMap<string, TopicMethod> = new Map(
  Object.entries(TOPICS).map(([name, topic]) => [`${name}Subscribe`, topic]),
);
const UNSUBSCRIBES: ReadonlySet<string> = new Set(Object.keys(TOPICS).map((name) => `${name}Unsubscribe`));

/** The topic that a subscription method asks for; undefined if it is no such method. @throws {RpcError} -32602 */
export function readTopic(method: string, params: unknown): Asked | undefined {
  const found = METHODS.get(method);
  return found && { ...found.read(params), notification: found.notification };
}

/** Whether a method ends a subscription. A node ends any by any of them. */
export function isUnsubscribe(method: string): boolean {
  return UNSUBSCRIBES.has(method);
}
