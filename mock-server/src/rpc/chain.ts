import type { Environment } from "intent-tx/contract";
import type { Clock } from "../kernel/clock.js";
import type { Random } from "../kernel/random.js";
import type { AccountReads } from "../ledger/account-scan.js";
import type { Commitment } from "../ledger/ledger.js";
import type { ControlledLedger } from "../ledger/ledgers.js";
import { FINALIZATION_SLOTS } from "../ledger/slots.js";
import type { ContextConfig } from "./configs.js";
import { NODE_VERSION } from "./node.js";
import { RPC_CODES, RpcError } from "./rpc-error.js";

/** The chain that a method runs on. */
export interface Chain {
  readonly environment: Environment;
  readonly ledger: ControlledLedger;
  readonly clock: Clock;
  readonly random: Random;
}

/** The newest slot that has reached a commitment, given the newest of all. A block is confirmed as it is made. */
export function slotReached(slot: number, commitment: Commitment): number {
  return commitment === "finalized" ? Math.max(0, slot - FINALIZATION_SLOTS) : slot;
}

/** The slot that a call is answered at. @throws {RpcError} -32016 before the config's `minContextSlot` */
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

/** The part of a chain that accounts are read from. */
export interface Reader {
  readonly ledger: AccountReads;
}

/** Accounts at the commitment that a call asks for. */
export function readerAt({ ledger }: Chain, { commitment = "finalized" }: ContextConfig = {}): Reader {
  return { ledger: ledger.at(commitment) };
}

/** An answer with the slot that it was true at. */
export interface InContext<T> {
  readonly context: { readonly apiVersion: string; readonly slot: number };
  readonly value: T;
}

/** Puts a value beside the slot that it was true at. */
export function inContext<T>(slot: number, value: T): InContext<T> {
  return { context: { apiVersion: NODE_VERSION, slot }, value };
}
