import { feeOf } from "../../chain/fees.js";
import { rentExempt } from "../../chain/rent.js";
import { readTransaction, type Transaction } from "../../chain/transaction.js";
import { nonceAccountOf } from "../../ledger/durable-nonce.js";
import { contextSlot, inContext, type Reader, readerAt } from "../chain.js";
import { commitmentConfig, contextConfig } from "../configs.js";
import { type Method, method } from "../method.js";
import { blockhashOf } from "../params.js";
import { invalidParams, RPC_CODES, RpcError } from "../rpc-error.js";
import { string, usize } from "../serde/scalars.js";
import { base64Bytes } from "../wire-text.js";

/** Largest account that can be made. */
const MOST_BYTES = 10 * 1024 * 1024;

/** A message alone, read as the transaction whose signatures are still to come. */
function readMessage(message: Uint8Array): Transaction {
  const signers = ((message[0] ?? 0) >= 0x80 ? message[1] : message[0]) ?? 0;
  // More signers than fit a packet make the transaction too large, whatever else the message says.
  const wire = new Uint8Array(1 + 64 * signers + message.length);
  wire[0] = signers;
  wire.set(message, 1 + 64 * signers);
  try {
    return readTransaction(wire);
  } catch (error) {
    throw invalidParams(
      `failed to deserialize solana_message::non_bpf_modules::versions::VersionedMessage: ${error instanceof Error ? error.message : ""}`,
    );
  }
}

/** Whether a durable nonce that can still be used stands for the blockhash of a message. */
async function standsOnNonce({ ledger }: Reader, transaction: Transaction): Promise<boolean> {
  const address = transaction.staticKeys[transaction.instructions[0]?.accounts[0] ?? -1];
  if (address === undefined) return false;
  const [account] = await ledger.accounts([address]);
  return nonceAccountOf(transaction, () => account) !== undefined;
}

/** Methods that a client needs to make a transaction: blockhashes, fees, rent. */
export const BLOCKHASH_METHODS: Readonly<Record<string, Method>> = {
  getLatestBlockhash: method([], [contextConfig], async (chain, config) => {
    const slot = await contextSlot(chain, config);
    const { blockhash, lastValidBlockHeight } = await chain.ledger.latestBlockhash();
    return inContext(slot, { blockhash, lastValidBlockHeight });
  }),
  isBlockhashValid: method([string], [contextConfig], async (chain, blockhash, config) => {
    const wanted = blockhashOf(blockhash);
    const slot = await contextSlot(chain, config);
    return inContext(slot, await chain.ledger.isBlockhashValid(wanted));
  }),
  getFeeForMessage: method([string], [contextConfig], async (chain, message, config) => {
    const transaction = readMessage(base64Bytes(message, "message"));
    const slot = await contextSlot(chain, config);
    const known =
      (await chain.ledger.knowsBlockhash(transaction.blockhash)) ||
      (await standsOnNonce(readerAt(chain, config), transaction));
    return inContext(slot, known ? feeOf(transaction) : null);
  }),
  getMinimumBalanceForRentExemption: method([usize], [commitmentConfig], async (_chain, bytes) => {
    if (bytes > MOST_BYTES) throw new RpcError(RPC_CODES.invalidRequest, "Invalid request");
    return rentExempt(bytes);
  }),
};
