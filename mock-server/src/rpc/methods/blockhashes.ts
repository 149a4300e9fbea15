import { rentExempt } from "../../formats/accounts.js";
import { feeOf } from "../../formats/fees.js";
import { readTransaction, type Transaction, VERSION_1 } from "../../formats/transaction.js";
import { errorText } from "../../kernel/errors.js";
import { nonceAccountOf } from "../../ledger/durable-nonce.js";
import type { CommittedLedger } from "../../ledger/ledger.js";
import { inContext, readAt } from "../chain.js";
import {
  address,
  CONTEXT,
  contextConfig,
  count,
  type Method,
  method,
  packetBytes,
  reading,
  strictConfig,
  text,
} from "../params.js";
import { invalidParams, RPC_CODES, RpcError } from "../rpc-error.js";

/** Maximum account size. */
const MAX_BYTES = 10 * 1024 * 1024;

/** Decodes a message as a transaction with empty signatures. */
function readMessage(message: Uint8Array): Transaction {
  const signers = ((message[0] ?? 0) >= 0x80 ? message[1] : message[0]) ?? 0;
  const signatures = new Uint8Array(64 * signers);
  // One byte is enough for the count: a transaction with 128 signatures exceeds a packet and is rejected.
  const wire = Buffer.concat(
    message[0] === VERSION_1 ? [message, signatures] : [Uint8Array.of(signers), signatures, message],
  );
  try {
    return readTransaction(wire);
  } catch (error) {
    throw invalidParams(`Invalid param: invalid message: ${errorText(error)}`);
  }
}

/** True if a message uses a valid durable nonce instead of a blockhash. */
async function usesNonce(ledger: CommittedLedger, transaction: Transaction): Promise<boolean> {
  const address = transaction.staticKeys[transaction.instructions[0]?.accounts[0] ?? -1];
  if (address === undefined) return false;
  const [account] = await ledger.accounts([address]);
  return nonceAccountOf(transaction, () => account) !== undefined;
}

export const BLOCKHASH_METHODS: Readonly<Record<string, Method>> = {
  getLatestBlockhash: reading(CONTEXT, async (ledger) => {
    const { blockhash, lastValidBlockHeight } = await ledger.latestBlockhash();
    return { blockhash, lastValidBlockHeight };
  }),
  isBlockhashValid: reading({ blockhash: address, config: contextConfig }, (ledger, { blockhash }) =>
    ledger.isBlockhashValid(blockhash),
  ),
  getFeeForMessage: method({ message: text, config: contextConfig }, async (chain, { message, config }) => {
    const transaction = readMessage(packetBytes("message", message, "base64"));
    const { slot, ledger } = await readAt(chain, config);
    const known =
      (await ledger.knowsBlockhash(transaction.blockhash)) || (await usesNonce(ledger, transaction));
    return inContext(slot, known ? feeOf(transaction) : null);
  }),
  getMinimumBalanceForRentExemption: method(
    { bytes: count, config: strictConfig },
    async ({ lamportsPerByte }, { bytes }) => {
      if (bytes > MAX_BYTES) throw new RpcError(RPC_CODES.invalidRequest, "Invalid request");
      return rentExempt(bytes, lamportsPerByte);
    },
  ),
};
