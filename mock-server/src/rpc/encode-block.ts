import bs58 from "bs58";
import { readTransaction } from "../chain/transaction.js";
import type { Block, Landed } from "../ledger/ledger.js";
import { slotStart } from "../ledger/slots.js";
import { statusOf, tokenBalances } from "./encode-meta.js";
import {
  encodeLanded,
  parsedKeys,
  refuseVersion,
  type TransactionEncoding,
  transactionEncoding,
} from "./encode-transaction.js";
import { type Config, countOf } from "./params.js";
import { wrongVariant } from "./rpc-error.js";
import { withList } from "./written-list.js";

/** How much of a block's transactions is told. */
type Details = "full" | "accounts" | "signatures" | "none";

const DETAILS: readonly Details[] = ["full", "accounts", "signatures", "none"];

/** How a call wants blocks written. */
export interface BlockForm {
  readonly encoding: TransactionEncoding;
  readonly details: Details;
  readonly rewards: boolean;
  readonly maxVersion: number | undefined;
}

/** The block form of a call's configuration. @throws {RpcError} -32602 */
export function blockForm(config: Config): BlockForm {
  const {
    encoding,
    transactionDetails: details = "full",
    rewards,
    maxSupportedTransactionVersion: version,
  } = config as Readonly<Record<string, unknown>>;
  const known = DETAILS.find((name) => name === (details ?? "full"));
  if (!known) throw wrongVariant();
  return {
    encoding: transactionEncoding(encoding),
    details: known,
    rewards: rewards !== false,
    maxVersion: version === undefined || version === null ? undefined : countOf(version, "u8"),
  };
}

/** When a block was made, seconds since 1970: as its slot begins. */
export function blockTimeOf(slot: number): number {
  return Math.floor(slotStart(slot) / 1000);
}

/**
 * A block as JSON-RPC writes it. Nobody earns the fees of this chain: its rewards are none.
 *
 * @throws {RpcError} -32015 for a transaction of a version that the client does not read
 */
export async function encodeBlock(block: Block, form: BlockForm): Promise<object> {
  const { blockhash, height, parentSlot, previousBlockhash, slot, transactions } = block;
  const head = {
    blockHeight: height,
    blockTime: blockTimeOf(slot),
    ...{ blockhash, parentSlot, previousBlockhash },
    ...(form.rewards && { rewards: [] }),
    ...(form.details === "signatures" && { signatures: transactions.map(({ signature }) => signature) }),
  };
  if (form.details !== "full" && form.details !== "accounts") return head;
  const write = form.details === "full" ? full : accounts;
  return withList(
    head,
    "transactions",
    each(transactions, (landed) => write(landed, form)),
  );
}

/** One after the other, when it is its turn. */
function* each<T>(items: Iterable<T>, write: (item: T) => unknown): Generator<unknown> {
  for (const item of items) yield write(item);
}

function full(landed: Landed, { encoding, maxVersion, rewards }: BlockForm) {
  const { blockTime: _, slot: __, ...written } = encodeLanded(landed, encoding, maxVersion, rewards);
  return written;
}

function accounts(landed: Landed, { maxVersion, rewards }: BlockForm) {
  const transaction = readTransaction(landed.wire);
  refuseVersion(transaction, maxVersion);
  const { err, fee, postBalances, preBalances } = landed;
  return {
    meta: {
      ...{ err, fee, postBalances },
      postTokenBalances: tokenBalances(landed.postTokenBalances),
      preBalances,
      preTokenBalances: tokenBalances(landed.preTokenBalances),
      ...(rewards && { rewards: [] }),
      status: statusOf(err),
    },
    transaction: {
      accountKeys: parsedKeys(landed, transaction),
      signatures: transaction.signatures.map((signature) => bs58.encode(signature)),
    },
    ...(maxVersion !== undefined && { version: transaction.version }),
  };
}
