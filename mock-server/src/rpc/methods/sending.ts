import bs58 from "bs58";
import type * as z from "zod/mini";
import type { CommittedLedger, Simulated } from "../../ledger/ledger.js";
import { SendError } from "../../ledger/ledger.js";
import { type Chain, contextSlot, inContext, readAt } from "../chain.js";
import { encodeSimulated, simulatedAccounts } from "../encode/simulated.js";
import {
  address,
  config,
  type Method,
  method,
  nullable,
  packetBytes,
  sendConfig,
  simulateConfig,
  type TransactionEncoding,
  text,
  u64,
} from "../params.js";
import { invalidParams, RPC_CODES, RpcError } from "../rpc-error.js";

/** Converts a ledger error to a JSON-RPC error; returns other errors unchanged. */
export function refusal(error: unknown): unknown {
  if (!(error instanceof SendError)) return error;
  const { kind, message, simulated } = error;
  if (kind === "malformed") return invalidParams(message);
  if (kind === "signature")
    return new RpcError(RPC_CODES.signature, "Transaction signature verification failure");
  return new RpcError(RPC_CODES.preflight, message, simulated && preflightData(simulated));
}

/** A preflight error contains the simulation without balances. */
function preflightData(simulated: Simulated) {
  return {
    ...encodeSimulated(simulated),
    loadedAddresses: null,
    postBalances: null,
    postTokenBalances: null,
    preBalances: null,
    preTokenBalances: null,
  };
}

/** Decodes a transaction in the call's encoding. Default: base58. @throws {RpcError} -32602 */
export function transactionBytes(written: string, encoding: TransactionEncoding = "base58"): Uint8Array {
  if (encoding === "base64") return packetBytes("transaction", written, encoding);
  if (encoding === "base58" || encoding === "binary") return packetBytes("transaction", written, "base58");
  throw invalidParams(`Invalid param: config.encoding must be base58 or base64; got "${encoding}"`);
}

async function send(chain: Chain, ...call: Parameters<Chain["ledger"]["send"]>): Promise<string> {
  try {
    return await chain.ledger.send(...call);
  } catch (error) {
    const refused = refusal(error);
    if (refused instanceof RpcError && (await isOnlyTooEarly(chain, call[0], error))) {
      throw new RpcError(
        refused.code,
        `${refused.message} (the clock is frozen, and earlier transactions are not finalized yet: advance it by 12.8 s, or pass preflightCommitment "confirmed")`,
        refused.data,
      );
    }
    throw refused;
  }
}

/** True if a preflight failed only because earlier transactions are not finalized while the clock is frozen. */
async function isOnlyTooEarly({ clock, ledger }: Chain, wire: Uint8Array, error: unknown): Promise<boolean> {
  if (clock.running || !(error instanceof SendError)) return false;
  const { err: found } = error.simulated ?? {};
  if (error.kind === "signature" || found === "BlockhashNotFound" || found === "AlreadyProcessed")
    return false;
  const { err } = await ledger.simulate(wire, { replaceRecentBlockhash: true }).catch(() => ({ err: "" }));
  return err === null;
}

export async function simulated(
  ledger: CommittedLedger,
  wire: Uint8Array,
  config: NonNullable<z.output<typeof simulateConfig>>,
): Promise<Simulated> {
  const { sigVerify = false, replaceRecentBlockhash = false, innerInstructions = false } = config;
  if (sigVerify && replaceRecentBlockhash) {
    throw invalidParams("sigVerify may not be used with replaceRecentBlockhash");
  }
  try {
    return await ledger.simulate(wire, { sigVerify, replaceRecentBlockhash, innerInstructions });
  } catch (error) {
    throw refusal(error);
  }
}

const simulateTransaction = method(
  { transaction: text, config: simulateConfig },
  async (chain, { transaction, config = {} }) => {
    const { innerInstructions = false, accounts } = config;
    const wire = transactionBytes(transaction, config.encoding);
    const { slot, ledger } = await readAt(chain, config);
    const outcome = await simulated(ledger, wire, config);
    const after = await simulatedAccounts(ledger, outcome, accounts);
    return inContext(slot, encodeSimulated(outcome, innerInstructions, after));
  },
);

/** As on a node, an airdrop that cannot land still returns a signature. */
const requestAirdrop = method(
  {
    address,
    lamports: u64,
    config: config({ recentBlockhash: nullable(address) }),
  },
  async ({ ledger, random, clock }, { address, lamports }) => {
    try {
      const [signature] = await ledger.fund(address, { lamports }, { final: false });
      if (signature !== undefined) return signature;
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
    }
    // The faucet's transaction was dropped: the amount is zero, below rent, or more than the faucet's balance.
    const purpose = `dropped airdrop ${address} ${lamports}`;
    const halves = [random.bytes(purpose, clock.now()), random.bytes(`${purpose} `, clock.now())];
    return bs58.encode(Buffer.concat(halves));
  },
);

export const SENDING_METHODS: Readonly<Record<string, Method>> = {
  sendTransaction: method({ transaction: text, config: sendConfig }, async (chain, params) => {
    const { transaction, config = {} } = params;
    const { encoding, preflightCommitment = "finalized", minContextSlot, skipPreflight = false } = config;
    const wire = transactionBytes(transaction, encoding);
    await contextSlot(chain, { commitment: preflightCommitment, minContextSlot });
    return send(chain, wire, { skipPreflight, preflightCommitment });
  }),
  simulateTransaction,
  requestAirdrop,
};
