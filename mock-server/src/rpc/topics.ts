import * as z from "zod/mini";
import { writeJson } from "../kernel/json.js";
import { flag, withoutUndefined } from "../kernel/schema-kit.js";
import type { Commitment, LedgerEvent } from "../ledger/ledger.js";
import { type AccountFilter, accountFilter } from "./account-filter.js";
import { type AccountForm, accountForm } from "./encode/account.js";
import { type BlockForm, blockForm } from "./encode/block.js";
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
  signature,
} from "./params.js";
import { invalidParams } from "./rpc-error.js";

/** The events to which a client subscribes. */
export type Topic =
  | { readonly kind: "slot" }
  | { readonly kind: "root" }
  | { readonly kind: "slotsUpdates" }
  | {
      readonly kind: "block";
      /** Notifies only blocks with a transaction that names this address. */
      readonly mentions?: string;
      readonly form: BlockForm;
      readonly commitment: Commitment;
    }
  | { readonly kind: "signature"; readonly signature: string; readonly commitment: Commitment }
  | { readonly kind: "logs"; readonly mentions?: string; readonly commitment: Commitment }
  | {
      readonly kind: "account";
      readonly address: string;
      readonly form: AccountForm;
      readonly commitment: Commitment;
    }
  | {
      readonly kind: "program";
      readonly programId: string;
      readonly form: AccountForm;
      readonly passes: AccountFilter;
      readonly commitment: Commitment;
    };

export interface Requested {
  readonly topic: Topic;
  /** The method name of the subscription's notifications. */
  readonly notification: string;
  /** The same for equal subscriptions, even if only one of them passes a default value explicitly. */
  readonly key: string;
}

type Schemas = Parameters<typeof readParams>[1];
/** Parses the params of a subscription method. @throws {RpcError} -32602 */
type ReadTopic = (params: unknown) => Omit<Requested, "notification">;

function topic<const S extends Schemas>(schemas: S, make: (params: Params<S>) => Topic): ReadTopic {
  return (params) => {
    const read = readParams(params, schemas);
    const { config, ...others } = read as Readonly<Record<string, unknown>>;
    const key = writeJson({
      ...others,
      config: { commitment: "finalized", ...withoutUndefined({ ...Object(config) }) },
    });
    return { topic: make(read), key };
  };
}

/** Like a node, accepts a data slice but ignores it. */
function unslicedForm(config: z.output<typeof accountConfig>): AccountForm {
  return accountForm({ encoding: config?.encoding }, "binary");
}

const logsFilter = z.union(
  [z.literal("all"), z.literal("allWithVotes"), z.strictObject({ mentions: list(address) })],
  "must be all, allWithVotes or { mentions }",
);

function mentionsOf(filter: z.output<typeof logsFilter>): { mentions?: string } {
  if (typeof filter === "string") return {};
  const [mentions, second] = filter.mentions;
  if (mentions === undefined || second !== undefined)
    throw invalidParams("Invalid param: filter.mentions must have exactly one address");
  return { mentions };
}

const blockFilter = z.union(
  [z.literal("all"), z.strictObject({ mentionsAccountOrProgram: address })],
  "must be all or { mentionsAccountOrProgram }",
);

/** All supported subscriptions, by method name without `Subscribe`. */
const TOPICS: Readonly<Record<string, ReadTopic>> = {
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
      kind: "signature",
      signature,
      commitment: config?.commitment ?? "finalized",
    }),
  ),
  logs: topic({ filter: logsFilter, config: config({}) }, ({ filter, config }) => ({
    kind: "logs",
    ...mentionsOf(filter),
    commitment: config?.commitment ?? "finalized",
  })),
  account: topic({ address, config: accountConfig }, ({ address, config }) => ({
    kind: "account",
    address,
    form: unslicedForm(config),
    commitment: config?.commitment ?? "finalized",
  })),
  program: topic({ programId: address, config: programAccountsConfig }, ({ programId, config }) => ({
    kind: "program",
    programId,
    form: unslicedForm(config),
    passes: accountFilter(config?.filters),
    commitment: config?.commitment ?? "finalized",
  })),
};

/** A subscription method's topic; undefined for any other method. @throws {RpcError} -32602 */
export function readTopic(method: string, params: unknown): Requested | undefined {
  const name = method.endsWith("Subscribe") ? method.slice(0, -"Subscribe".length) : "";
  const read = Object.hasOwn(TOPICS, name) ? TOPICS[name]?.(params) : undefined;
  return read && { topic: read.topic, key: `${name} ${read.key}`, notification: `${name}Notification` };
}

/** True for an unsubscribe method. As on a node, each of these methods can end a subscription of any kind. */
export function isUnsubscribe(method: string): boolean {
  return Object.keys(TOPICS).some((name) => method === `${name}Unsubscribe`);
}

/** False for an event that does not change what a topic notifies. */
export function concerns(topic: Topic, event: Exclude<LedgerEvent, { kind: "replaced" }>): boolean {
  if (event.kind === "slot") return true;
  if (event.kind === "account") {
    const { address, account } = event;
    if (topic.kind === "account") return address === topic.address;
    return topic.kind === "program" && account?.owner === topic.programId && topic.passes(account);
  }
  const { signature, accountKeys } = event.transaction;
  if (topic.kind === "signature") return signature === topic.signature;
  if (topic.kind === "logs") return topic.mentions === undefined || accountKeys.includes(topic.mentions);
  return topic.kind === "block";
}
