import bs58 from "bs58";
import type * as z from "zod/mini";
import { readTransaction } from "../../formats/transaction.js";
import type { Block, LocalLanded } from "../../ledger/ledger.js";
import { slotStart } from "../../ledger/slots.js";
import { withList } from "../envelope.js";
import type { blockConfig } from "../params.js";
import { statusOf, storedTokenBalances } from "./meta.js";
import { encodeLanded, type LandedForm, parsedKeys, refuseVersion } from "./transaction.js";

export interface BlockForm extends Required<LandedForm> {
  readonly details: "full" | "accounts" | "signatures" | "none";
}

/** The block options in a call's configuration. */
export function blockForm({
  encoding = "json",
  transactionDetails: details = "full",
  rewards = true,
  maxSupportedTransactionVersion: maxVersion,
}: NonNullable<z.output<typeof blockConfig>> & { readonly rewards?: boolean | undefined } = {}): BlockForm {
  return { encoding, details, rewards, maxVersion };
}

/** A block's time in seconds since 1970: the start of its slot. */
export function blockTimeOf(slot: number, slotMs: number): number {
  return Math.floor(slotStart(slot, slotMs) / 1000);
}

/**
 * A block in JSON-RPC form. Its rewards are empty, because this chain pays no fees to validators.
 *
 * @throws {RpcError} -32015 for a transaction version that the client does not support
 */
export async function encodeBlock(block: Block, form: BlockForm, slotMs: number): Promise<object> {
  const { blockhash, parentSlot, previousBlockhash, slot, transactions } = block;
  const head = {
    blockHeight: slot,
    blockTime: blockTimeOf(slot, slotMs),
    blockhash,
    parentSlot,
    previousBlockhash,
    ...(form.rewards && { rewards: [] }),
    ...(form.details === "signatures" && { signatures: transactions.map(({ signature }) => signature) }),
  };
  if (form.details !== "full" && form.details !== "accounts") return head;
  const write = form.details === "full" ? encodeLanded : accounts;
  return withList(
    head,
    "transactions",
    each(transactions, (landed) => write(landed, form)),
  );
}

function* each<T>(items: Iterable<T>, write: (item: T) => unknown): Generator<unknown> {
  for (const item of items) yield write(item);
}

function accounts(landed: LocalLanded, { maxVersion, rewards }: BlockForm) {
  const transaction = readTransaction(landed.wire);
  refuseVersion(transaction, maxVersion);
  const { err, fee, postBalances, preBalances } = landed;
  return {
    meta: {
      err,
      fee,
      postBalances,
      postTokenBalances: storedTokenBalances(landed.postTokenBalances),
      preBalances,
      preTokenBalances: storedTokenBalances(landed.preTokenBalances),
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
