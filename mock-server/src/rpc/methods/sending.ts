import bs58 from "bs58";
import { describeChainError } from "../../ledger/chain-errors.js";
import type { Ledger, Simulated } from "../../ledger/ledger.js";
import { SendError } from "../../ledger/ledger.js";
import { type Chain, contextSlot, inContext } from "../chain.js";
import { airdropConfig, sendConfig, simulateConfig } from "../configs.js";
import { encodeSimulated, simulatedAccounts } from "../encode-simulated.js";
import { type Method, method } from "../method.js";
import { addressOf } from "../params.js";
import { invalidParams, RPC_CODES, RpcError } from "../rpc-error.js";
import { string, u64 } from "../serde/scalars.js";
import type { Read } from "../serde/serde-type.js";
import { transactionBytes, WIRE_TYPE } from "../wire-text.js";

/** Turns a ledger's refusal into the error of JSON-RPC; any other error stays as it is. */
function refusal(error: unknown): unknown {
  if (!(error instanceof SendError)) return error;
  const { kind, message, simulated } = error;
  if (kind === "malformed") {
    return invalidParams(message.replace("deserialize transaction", `deserialize ${WIRE_TYPE}`));
  }
  if (kind === "signature")
    return new RpcError(RPC_CODES.signature, "Transaction signature verification failure");
  if (!simulated || simulated.err === null) return new RpcError(RPC_CODES.preflight, message);
  return new RpcError(
    RPC_CODES.preflight,
    `Transaction simulation failed: ${describeChainError(simulated.err)}`,
    preflightData(simulated),
  );
}

/** The simulation as a preflight error carries it: without balances. */
function preflightData(simulated: Simulated) {
  return {
    ...encodeSimulated(simulated, { innerInstructions: false, accounts: null }),
    loadedAddresses: null,
    postBalances: null,
    postTokenBalances: null,
    preBalances: null,
    preTokenBalances: null,
  };
}

type SimulateConfig = Partial<Read<typeof simulateConfig>>;

async function send({ ledger }: Chain, wire: Uint8Array, skipPreflight: boolean): Promise<string> {
  try {
    return await ledger.send(wire, { skipPreflight });
  } catch (error) {
    throw refusal(error);
  }
}

async function simulated(ledger: Ledger, wire: Uint8Array, config: SimulateConfig): Promise<Simulated> {
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

async function simulate(chain: Chain, text: string, config: SimulateConfig = {}) {
  const { innerInstructions = false, accounts } = config;
  const wire = transactionBytes(text, config.encoding);
  const slot = await contextSlot(chain, config);
  const outcome = await simulated(chain.ledger, wire, config);
  const value = encodeSimulated(outcome, {
    innerInstructions,
    accounts: await simulatedAccounts(chain.ledger, outcome, accounts),
  });
  return inContext(slot, value);
}

/** Gives lamports of the faucet. As on a node, an amount of nothing has a signature too, and never lands. */
async function airdrop({ ledger, random, clock }: Chain, address: string, lamports: bigint): Promise<string> {
  try {
    const [signature] = await ledger.fund(address, { lamports }, { final: false });
    if (signature !== undefined) return signature;
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
  }
  // The faucet's transaction was dropped: below rent, or more than the faucet has.
  const purpose = `dropped airdrop ${address} ${lamports}`;
  const halves = [random.bytes(purpose, clock.now()), random.bytes(`${purpose} `, clock.now())];
  return bs58.encode(Buffer.concat(halves));
}

/** Methods that simulate and send. */
export const SENDING_METHODS: Readonly<Record<string, Method>> = {
  sendTransaction: method([string], [sendConfig], async (chain, text, config) => {
    const { encoding, preflightCommitment, minContextSlot, skipPreflight = false } = config ?? {};
    const wire = transactionBytes(text, encoding);
    await contextSlot(chain, { commitment: preflightCommitment, minContextSlot });
    return send(chain, wire, skipPreflight);
  }),
  simulateTransaction: method([string], [simulateConfig], simulate),
  requestAirdrop: method([string, u64], [airdropConfig], (chain, address, lamports, config) => {
    const wanted = addressOf(address);
    if (config?.recentBlockhash !== undefined) addressOf(config.recentBlockhash);
    return airdrop(chain, wanted, lamports);
  }),
};
