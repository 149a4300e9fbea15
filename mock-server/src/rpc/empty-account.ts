import { PROGRAM_IDS } from "intent-tx/contract";
import type { ChainAccount } from "../ledger/ledger.js";

/** An account of nothing: so a node tells of one that is gone, and of an address that a transaction names alone. */
export function emptyAccount(address: string): ChainAccount {
  const owner = PROGRAM_IDS.system;
  return { address, lamports: 0n, owner, executable: false, data: new Uint8Array(0) };
}
