import bs58 from "bs58";
import { describeChainError } from "../../ledger/chain-errors.js";
import type { Ledger, Simulated } from "../../ledger/ledger.js";
import { SendError } from "../../ledger/ledger.js";
import { type Chain, contextSlot, inContext, type Method } from "../chain.js";
import { encodeSimulated, simulatedAccounts } from "../encode-simulated.js";
import { addressOf, type Config, configOf, stringOf, u64Of } from "../params.js";
import { invalidParams, RPC_CODES, RpcError } from "../rpc-error.js";
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

async function send(chain: Chain, wire: Uint8Array, config: Config): Promise<string> {
  const { skipPreflight } = config as { skipPreflight?: unknown };
  try {
    return await chain.ledger.send(wire, { skipPreflight: skipPreflight === true });
  } catch (error) {
    throw refusal(error);
  }
}

async function simulated(ledger: Ledger, wire: Uint8Array, config: Config): Promise<Simulated> {
  const { sigVerify, replaceRecentBlockhash, innerInstructions } = config as {
    sigVerify?: unknown;
    replaceRecentBlockhash?: unknown;
    innerInstructions?: unknown;
  };
  if (sigVerify === true && replaceRecentBlockhash === true) {
    throw invalidParams("sigVerify may not be used with replaceRecentBlockhash");
  }
  try {
    return await ledger.simulate(wire, {
      sigVerify: sigVerify === true,
      replaceRecentBlockhash: replaceRecentBlockhash === true,
      innerInstructions: innerInstructions === true,
    });
  } catch (error) {
    throw refusal(error);
  }
}

async function simulate(chain: Chain, wire: Uint8Array, config: Config) {
  const { innerInstructions, accounts } = config as { innerInstructions?: unknown; accounts?: unknown };
  const slot = await contextSlot(chain, config);
  const outcome = await simulated(chain.ledger, wire, config);
  const value = encodeSimulated(outcome, {
    innerInstructions: innerInstructions === true,
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
  sendTransaction: {
    required: 1,
    total: 2,
    run: async (chain, [wire, config]) => {
      const read = configOf(config);
      const bytes = transactionBytes(stringOf(wire), read);
      await contextSlot(chain, {
        ...read,
        commitment: (read as { preflightCommitment?: unknown }).preflightCommitment,
      });
      return send(chain, bytes, read);
    },
  },
  simulateTransaction: {
    required: 1,
    total: 2,
    run: (chain, [wire, config]) =>
      simulate(chain, transactionBytes(stringOf(wire), configOf(config)), configOf(config)),
  },
  requestAirdrop: {
    required: 2,
    total: 3,
    run: (chain, [address, lamports]) => airdrop(chain, addressOf(address), u64Of(lamports)),
  },
};
