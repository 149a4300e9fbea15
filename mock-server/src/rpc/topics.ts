import { accountFilter } from "./account-filters.js";
import { accountForm } from "./encode-account.js";
import { blockForm } from "./encode-block.js";
import {
  addressOf,
  blockCommitmentOf,
  commitmentOf,
  configOf,
  paramList,
  signatureParam,
  variantOf,
} from "./params.js";
import { invalidParams, RpcError } from "./rpc-error.js";
import type { Topic } from "./subscription.js";

/** A subscription method: its params, and the name of its notifications. */
interface TopicMethod {
  readonly notification: string;
  readonly required: number;
  readonly total: number;
  /** @throws {RpcError} -32602 */
  readonly read: (params: readonly unknown[]) => Topic;
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

const INVALID_KEY = "Invalid Request: Invalid pubkey provided";

function mentionsOf(filter: unknown): { mentions?: string } {
  if (filter === "all" || filter === "allWithVotes") return {};
  const { mentions } = configOf(filter) as { mentions?: unknown };
  if (!Array.isArray(mentions)) {
    throw invalidParams("Invalid params: expected `all`, `allWithVotes` or `mentions`.");
  }
  if (mentions.length !== 1) throw invalidParams("Invalid Request: Only 1 address supported");
  return {
    mentions: named("Invalid Request: Invalid mentions provided", () => addressOf(mentions[0])),
  };
}

/** Blocks are told in base64 and without rewards, unless more is asked for. */
function blockTopic([filter, given]: readonly unknown[]): Topic {
  const config = configOf(given) as { encoding?: unknown; showRewards?: unknown };
  const mentions = filter === "all" ? undefined : mentionedIn(filter);
  return {
    kind: "block",
    ...(mentions !== undefined && { mentions }),
    form: blockForm({
      ...config,
      encoding: config.encoding ?? "base64",
      rewards: config.showRewards === true,
    }),
    commitment: blockCommitmentOf(configOf(given)),
  };
}

function mentionedIn(filter: unknown): string {
  const [kind, address] = typeof filter === "string" ? [filter, undefined] : variantOf(filter);
  if (kind !== "mentionsAccountOrProgram") {
    throw invalidParams(
      `Invalid params: unknown variant \`${kind}\`, expected \`all\` or \`mentionsAccountOrProgram\`.`,
    );
  }
  return named("Invalid Request: Invalid mentions_account_or_program provided", () => addressOf(address));
}

/** Every subscription that is served, by its method without `Subscribe`. */
const TOPICS: Readonly<Record<string, TopicMethod>> = {
  slot: { notification: "slotNotification", required: 0, total: 0, read: () => ({ kind: "slot" }) },
  root: { notification: "rootNotification", required: 0, total: 0, read: () => ({ kind: "root" }) },
  slotsUpdates: {
    notification: "slotsUpdatesNotification",
    required: 0,
    total: 0,
    read: () => ({ kind: "slotsUpdates" }),
  },
  block: { notification: "blockNotification", required: 1, total: 2, read: blockTopic },
  signature: {
    notification: "signatureNotification",
    required: 1,
    total: 2,
    read: ([signature, config]) => ({
      kind: "signature",
      signature: named("Invalid Request: Invalid signature provided", () => signatureParam(signature)),
      commitment: commitmentOf(configOf(config)),
    }),
  },
  logs: {
    notification: "logsNotification",
    required: 1,
    total: 2,
    read: ([filter, config]) => ({
      kind: "logs",
      ...mentionsOf(filter),
      commitment: commitmentOf(configOf(config)),
    }),
  },
  account: {
    notification: "accountNotification",
    required: 1,
    total: 2,
    read: ([address, config]) => ({
      kind: "account",
      address: named(INVALID_KEY, () => addressOf(address)),
      form: accountForm(configOf(config), "binary"),
      commitment: commitmentOf(configOf(config)),
    }),
  },
  program: {
    notification: "programNotification",
    required: 1,
    total: 2,
    read: ([programId, config]) => ({
      kind: "program",
      programId: named(INVALID_KEY, () => addressOf(programId)),
      form: accountForm(configOf(config), "binary"),
      passes: accountFilter(configOf(config)),
      commitment: commitmentOf(configOf(config)),
    }),
  },
};

const METHODS: ReadonlyMap<string, TopicMethod> = new Map(
  Object.entries(TOPICS).map(([name, topic]) => [`${name}Subscribe`, topic]),
);
const UNSUBSCRIBES: ReadonlySet<string> = new Set(Object.keys(TOPICS).map((name) => `${name}Unsubscribe`));

/** The topic that a subscription method asks for; undefined if it is no such method. @throws {RpcError} -32602 */
export function readTopic(
  method: string,
  params: unknown,
): { topic: Topic; notification: string } | undefined {
  const found = METHODS.get(method);
  if (!found) return undefined;
  const topic = found.read(paramList(params, found.required, found.total));
  return { topic, notification: found.notification };
}

/** Whether a method ends a subscription. A node ends any by any of them. */
export function isUnsubscribe(method: string): boolean {
  return UNSUBSCRIBES.has(method);
}
