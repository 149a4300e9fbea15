import { NODE_STAKE } from "../../fixtures/stake-accounts.js";
import { addressBytes } from "../../formats/addresses.js";
import { PROGRAMS, SYSVARS } from "../../formats/programs.js";
import { activeLamports, type Delegation, delegationOf, stakeStatus } from "../../formats/stake.js";
import type { ChainAccount } from "../ledger.js";
import { BLOCKHASH_BLOCKS, epochOf, SLOTS_PER_EPOCH, slotStart } from "../slots.js";
import type { Blockhashes } from "./blockhashes.js";
import type { Svm } from "./svm.js";

const SLOT_HASHES = 512;
/** Number of slots in the SlotHistory sysvar, each of one bit. */
const SLOT_HISTORY = 1_048_576;
/** Number of epochs in the StakeHistory sysvar. */
const STAKE_EPOCHS = 512;
const LAMPORTS_PER_SIGNATURE = 5_000n;
const HASH_BYTES = 32;

const ALL: ReadonlySet<string> = new Set(Object.values(SYSVARS));
const KNOWN_PROGRAMS: ReadonlySet<string> = new Set(Object.values(PROGRAMS));

export function isSysvar(address: string): boolean {
  return ALL.has(address);
}

/**
 * Sets LiteSVM's sysvars to a node's values in a slot. A large sysvar is written only if the transaction names it, or
 * names a program that can read it by syscall.
 */
export class Sysvars {
  #slot = -1;
  /** The slot, epoch, or slot and blockhash of each sysvar's last write. */
  readonly #written = new Map<string, number | string>();

  constructor(
    private readonly svm: Svm,
    private readonly blockhashes: Blockhashes,
    private readonly slotMs: number,
  ) {
    svm.setSysvar(SYSVARS.epochSchedule, epochSchedule());
  }

  /**
   * Updates the sysvars that a transaction with these keys can read.
   *
   * @param accounts - the accounts of the keys
   */
  turn(slot: number, keys: readonly string[], accounts: readonly (ChainAccount | undefined)[]): void {
    this.#turnClock(slot);
    // A program that is not bundled with LiteSVM might read sysvars by syscall, without naming them.
    const foreign = accounts.some((one) => one?.executable && !KNOWN_PROGRAMS.has(one.address));
    const reads = (...names: string[]) => foreign || names.some((name) => keys.includes(name));
    if (reads(SYSVARS.slotHashes, PROGRAMS.addressLookupTable, PROGRAMS.vote)) this.#writeSlotHashes(slot);
    if (reads(SYSVARS.stakeHistory, PROGRAMS.stake)) {
      const { epoch } = epochOf(slot);
      this.#write(SYSVARS.stakeHistory, epoch, () => stakeHistory(epoch, this.#delegations()));
    }
    if (keys.includes(SYSVARS.recentBlockhashes)) this.#writeRecentBlockhashes(slot);
    if (keys.includes(SYSVARS.slotHistory)) this.#write(SYSVARS.slotHistory, slot, () => slotHistory(slot));
  }

  /** Updates all sysvars before their accounts are read. */
  turnAll(slot: number): void {
    this.turn(slot, Object.values(SYSVARS), []);
    // The history of a complete bank includes the bank's own slot.
    this.#write(SYSVARS.slotHistory, slot + 1, () => slotHistory(slot + 1));
  }

  /** Forces all sysvars to be rewritten. After a restore, the hashes of the same slots can differ. */
  clear(): void {
    this.#written.clear();
  }

  #turnClock(slot: number): void {
    if (slot === this.#slot) return;
    this.#slot = slot;
    this.svm.setSysvar(SYSVARS.clock, clock(slot, this.slotMs));
  }

  #delegations(): Delegation[] {
    return this.svm.ownedBy(PROGRAMS.stake).flatMap((address) => {
      const account = this.svm.account(address);
      return (account && delegationOf(account.data)) ?? [];
    });
  }

  /** Writes a sysvar, unless its last write was of the same state. */
  #write(address: string, state: number | string, data: () => Uint8Array): void {
    if (this.#written.get(address) === state) return;
    this.#written.set(address, state);
    this.svm.setSysvar(address, data());
  }

  /** The SlotHashes sysvar contains only earlier slots, not the current one. */
  #writeSlotHashes(slot: number): void {
    this.#write(SYSVARS.slotHashes, slot, () => {
      const count = Math.min(SLOT_HASHES, slot);
      const data = Buffer.alloc(8 + SLOT_HASHES * (8 + HASH_BYTES));
      data.writeBigUInt64LE(BigInt(count));
      for (let back = 0; back < count; back++) {
        const at = 8 + back * (8 + HASH_BYTES);
        data.writeBigUInt64LE(BigInt(slot - 1 - back), at);
        data.set(this.blockhashes.digestOf(slot - 1 - back), at + 8);
      }
      return data;
    });
  }

  #writeRecentBlockhashes(slot: number): void {
    const latest = this.blockhashes.latest(slot);
    this.#write(SYSVARS.recentBlockhashes, `${slot} ${latest}`, () => {
      const count = Math.min(BLOCKHASH_BLOCKS, slot + 1);
      const data = Buffer.alloc(8 + BLOCKHASH_BLOCKS * (HASH_BYTES + 8));
      data.writeBigUInt64LE(BigInt(count));
      for (let back = 0; back < count; back++) {
        const at = 8 + back * (HASH_BYTES + 8);
        data.set(back === 0 ? addressBytes(latest) : this.blockhashes.digestOf(slot - back), at);
        data.writeBigUInt64LE(LAMPORTS_PER_SIGNATURE, at + HASH_BYTES);
      }
      return data;
    });
  }
}

/** Encodes numbers as consecutive 8-byte integers. */
function numbers(...values: (number | bigint)[]): Buffer {
  return Buffer.from(BigInt64Array.from(values, BigInt).buffer);
}

function clock(slot: number, slotMs: number): Uint8Array {
  const { epoch, firstSlot } = epochOf(slot);
  const seconds = (at: number) => Math.floor(slotStart(at, slotMs) / 1000);
  return numbers(slot, seconds(firstSlot), epoch, epoch + 1, seconds(slot));
}

/** All epochs have the same length, without warmup. */
function epochSchedule(): Uint8Array {
  return Buffer.concat([numbers(SLOTS_PER_EPOCH, SLOTS_PER_EPOCH), Buffer.of(0), numbers(0, 0)]);
}

/** Every slot has a block. A complete bank adds its own slot to the history. */
function slotHistory(slot: number): Uint8Array {
  const words = SLOT_HISTORY / 64;
  const bits = Buffer.alloc(words * 8, slot >= SLOT_HISTORY ? 0xff : 0);
  for (let past = 0; slot < SLOT_HISTORY && past < slot; past++)
    bits[past >> 3] = (bits[past >> 3] ?? 0) | (1 << (past & 7));
  return Buffer.concat([Buffer.of(1), numbers(words), bits, numbers(SLOT_HISTORY, slot)]);
}

/** The StakeHistory sysvar. It shows the stake program that a stake is active from the epoch after its activation. */
function stakeHistory(epoch: number, delegations: readonly Delegation[]): Uint8Array {
  const count = Math.min(STAKE_EPOCHS, epoch);
  const data = Buffer.alloc(8 + STAKE_EPOCHS * 32);
  numbers(count).copy(data);
  for (let back = 0; back < count; back++) {
    const past = BigInt(epoch - 1 - back);
    let [effective, activating, deactivating] = [NODE_STAKE, 0n, 0n];
    for (const delegation of delegations) {
      const { lamports, from } = delegation;
      const status = stakeStatus(delegation, past);
      effective += activeLamports(delegation, past);
      if (status === "activating" && from === past) activating += lamports;
      if (status === "deactivating") deactivating += lamports;
    }
    numbers(past, effective, activating, deactivating).copy(data, 8 + back * 32);
  }
  return data;
}
