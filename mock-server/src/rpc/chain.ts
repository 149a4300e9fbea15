import bs58 from "bs58";
import type { Environment } from "intent-tx/contract";
import type { WorldValidator } from "../fixtures/stake-accounts.js";
import type { Clock } from "../kernel/clock.js";
import type { Random } from "../kernel/random.js";
import type { Commitment, CommittedLedger, LocalLedger } from "../ledger/ledger.js";
import { slotReached } from "../ledger/slots.js";
import { RPC_CODES, RpcError } from "./rpc-error.js";

/** The chain that a method runs on. */
export interface Chain {
  readonly environment: Environment;
  readonly ledger: LocalLedger;
  readonly clock: Clock;
  readonly random: Random;
  /** The cluster's only node, which produces every block, and its vote account. */
  readonly node: WorldValidator;
  readonly startSlot: number;
  /** Rent-exempt lamports per byte, if they differ from the default. */
  readonly lamportsPerByte: number | undefined;
  /** Members of `getSupply` that `surfnet_setSupply` has replaced, as JSON. */
  readonly supply: string | undefined;
}

/** Name in State of a network's replaced supply. */
export const supplyName = (environment: Environment) => `supply:${environment}`;

/** Options of a call that reads the chain. */
export interface ContextConfig {
  readonly commitment?: Commitment | undefined;
  readonly minContextSlot?: number | undefined;
}

/** The slot of a call's response. @throws {RpcError} -32016 if it is below the config's `minContextSlot` */
export async function contextSlot(
  { ledger }: Pick<Chain, "ledger">,
  { commitment = "finalized", minContextSlot }: ContextConfig = {},
): Promise<number> {
  const slot = slotReached(await ledger.slot(), commitment);
  if (minContextSlot !== undefined && slot < minContextSlot) {
    throw new RpcError(RPC_CODES.minContextSlot, "Minimum context slot has not been reached", {
      contextSlot: slot,
    });
  }
  return slot;
}

/** The chain at a call's commitment, and the slot of the call's response. @throws {RpcError} like {@link contextSlot} */
export async function readAt(
  chain: Pick<Chain, "ledger">,
  config: ContextConfig = {},
): Promise<{ readonly slot: number; readonly ledger: CommittedLedger }> {
  const { commitment = "finalized" } = config;
  return { slot: await contextSlot(chain, config), ledger: chain.ledger.at(commitment) };
}

export function inContext<T>(slot: number, value: T) {
  return { context: { apiVersion: NODE_VERSION, slot }, value };
}

/** The version of Solana's node software whose responses are reproduced. */
export const NODE_VERSION = "4.1.2";

/** The feature set of {@link NODE_VERSION}. */
export const FEATURE_SET = 3345198602;

/** The result of `getVersion`. */
export const VERSION_REPLY = { "feature-set": FEATURE_SET, "solana-core": NODE_VERSION };

export function genesisHash({ random, environment }: Chain): string {
  return bs58.encode(random.bytes("genesis hash", environment));
}
