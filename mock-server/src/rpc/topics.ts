import * as z from "zod/mini";
import { writeJson } from "../kernel/json.js";
import { flag, withoutUndefined } from "../kernel/schema-kit.js";
import type { AccountChange, Commitment, Landed, LedgerEvent, LocalLedger, Place } from "../ledger/ledger.js";
import { accountFilter } from "./account-filter.js";
import type { ContextConfig } from "./chain.js";
import { accountForm, type EncodedAccount, emptyAccount, encodeKnown } from "./encode/account.js";
import { type BlockForm, blockForm } from "./encode/block.js";
import { hasRun } from "./encode/meta.js";
import {
  accountConfig,
  address,
  blockCommitmentOf,
  blockSubscribeConfig,
  config,
  list,
  nullable,
  type Params,
  programAccountsConfig,
  readParams,
  type Schemas,
  signature,
} from "./params.js";
import { invalidParams } from "./rpc-error.js";

export interface BlockTopic {
  readonly kind: "block";
  /** Notifies only blocks with a transaction that names this address. */
  readonly mentions?: string;
  readonly form: BlockForm;
  readonly commitment: Commitment;
}

export type SlotTopic = BlockTopic | { readonly kind: "slot" | "root" | "slotsUpdates" };

/** Changes of accounts, or landed transactions. Each is notified when it reaches the commitment. */
export interface ChangesTopic {
  readonly kind: "changes";
  readonly commitment: Commitment;
  /** Undefined for an event that is not notified. */
  readonly read: (event: LedgerEvent) => Change | undefined;
  /** Earlier changes that have not reached the commitment. */
  readonly pending: (ledger: LocalLedger) => Change[];
  /** The only transaction to notify, once, even if it landed earlier. */
  readonly signature?: string;
}

export interface Change extends Place {
  /** The changed account, or the transaction. */
  readonly id: string;
  /** Returns the value of the notification. */
  readonly write: (ledger: LocalLedger) => Promise<unknown>;
}

/** The events to which a client subscribes. */
export type Topic = SlotTopic | ChangesTopic;

/**
 * Parses the params of a subscription method. The key is the same for equal subscriptions, even if only one of them
 * passes a default value explicitly.
 */
function topic<const S extends Schemas>(schemas: S, make: (params: Params<S>) => Topic) {
  return (params: unknown) => {
    const read = readParams(params, schemas);
    const { config, ...others } = read as Readonly<Record<string, unknown>>;
    const key = writeJson({
      ...others,
      config: { commitment: "finalized", ...withoutUndefined({ ...Object(config) }) },
    });
    return { topic: make(read), key };
  };
}

/**
 * Changes of accounts. As on a node, earlier ones are notified if they reach the commitment later, and a data slice is
 * accepted but ignored.
 *
 * @param only - the address, if it is the same for all changes
 */
function accountChanges(
  { commitment = "finalized", encoding }: NonNullable<z.output<typeof accountConfig>> = {},
  passes: (change: AccountChange) => boolean,
  write: (account: EncodedAccount | null, address: string) => unknown,
  only?: string,
): ChangesTopic {
  const form = accountForm({ encoding }, "binary");
  const read = (event: LedgerEvent) => {
    if (event.kind !== "account" || !passes(event)) return undefined;
    const { address, account = emptyAccount(address) } = event;
    return {
      ...event,
      id: address,
      write: async (ledger: LocalLedger) => {
        const [encoded = null] = await encodeKnown(ledger, [account], form);
        return write(encoded, address);
      },
    };
  };
  const pending = (ledger: LocalLedger) =>
    ledger.pending(commitment, only).flatMap((event) => read(event) ?? []);
  return { kind: "changes", commitment, read, pending };
}

/** Landed transactions. As on a node, earlier ones are not notified, unless their signature is given. */
function landings(
  { commitment = "finalized" }: ContextConfig = {},
  passes: (transaction: Landed) => boolean,
  write: (transaction: Landed) => unknown,
): ChangesTopic {
  const read = (event: LedgerEvent) => {
    if (event.kind !== "landed" || !passes(event.transaction)) return undefined;
    const { transaction } = event;
    return { ...transaction, id: transaction.signature, write: async () => write(transaction) };
  };
  return { kind: "changes", commitment, read, pending: () => [] };
}

const logsFilter = z.union(
  [z.literal("all"), z.literal("allWithVotes"), z.strictObject({ mentions: list(address) })],
  "must be all, allWithVotes or { mentions }",
);

function mentionsOf(filter: z.output<typeof logsFilter>): string | undefined {
  if (typeof filter === "string") return undefined;
  const [mentions, second] = filter.mentions;
  if (mentions === undefined || second !== undefined)
    throw invalidParams("Invalid param: filter.mentions must have exactly one address");
  return mentions;
}

const blockFilter = z.union(
  [z.literal("all"), z.strictObject({ mentionsAccountOrProgram: address })],
  "must be all or { mentionsAccountOrProgram }",
);

/** All supported subscriptions, by method name without `Subscribe`. */
export const SUBSCRIPTION_TOPICS: Readonly<Record<string, ReturnType<typeof topic>>> = {
  slot: topic({}, () => ({ kind: "slot" })),
  root: topic({}, () => ({ kind: "root" })),
  slotsUpdates: topic({}, () => ({ kind: "slotsUpdates" })),
  block: topic({ filter: blockFilter, config: blockSubscribeConfig }, ({ filter, config = {} }) => ({
    kind: "block",
    ...(typeof filter === "object" && { mentions: filter.mentionsAccountOrProgram }),
    // Unlike in `getBlock`, the defaults are base64 and no rewards.
    form: blockForm({ encoding: "base64", ...config, rewards: config.showRewards ?? false }),
    commitment: blockCommitmentOf(config),
  })),
  signature: topic(
    { signature, config: config({ enableReceivedNotification: nullable(flag) }) },
    ({ signature, config }) => ({
      ...landings(
        config,
        (landed) => landed.signature === signature,
        ({ err }) => ({ err }),
      ),
      signature,
    }),
  ),
  logs: topic({ filter: logsFilter, config: config({}) }, ({ filter, config }) => {
    const mentions = mentionsOf(filter);
    // A transaction that only pays its fee has no logs, and a node (Agave 3.0.13) does not notify it.
    return landings(
      config,
      (landed) => hasRun(landed) && (mentions === undefined || landed.accountKeys.includes(mentions)),
      ({ err, logs, signature }) => ({ err, logs, signature }),
    );
  }),
  account: topic({ address, config: accountConfig }, ({ address, config }) =>
    accountChanges(
      config,
      (change) => change.address === address,
      (account) => account,
      address,
    ),
  ),
  program: topic({ programId: address, config: programAccountsConfig }, ({ programId, config }) => {
    const passes = accountFilter(config?.filters);
    return accountChanges(
      config,
      ({ account }) => account?.owner === programId && passes(account),
      (account, pubkey) => ({ account, pubkey }),
    );
  }),
};

/**
 * The topic of a subscription method, and the method of its notifications; undefined for any other method.
 *
 * @throws {RpcError} -32602
 */
export function readTopic(method: string, params: unknown) {
  const name = method.endsWith("Subscribe") ? method.slice(0, -"Subscribe".length) : "";
  const read = Object.hasOwn(SUBSCRIPTION_TOPICS, name) ? SUBSCRIPTION_TOPICS[name]?.(params) : undefined;
  return read && { topic: read.topic, key: `${name} ${read.key}`, notification: `${name}Notification` };
}

/** True for an unsubscribe method. As on a node, each of these methods can end a subscription of any kind. */
export function isUnsubscribe(method: string): boolean {
  return Object.keys(SUBSCRIPTION_TOPICS).some((name) => method === `${name}Unsubscribe`);
}
