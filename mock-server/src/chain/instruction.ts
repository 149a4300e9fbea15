/** An account of an instruction and what the instruction may do with it. */
export interface AccountMeta {
  /** Base58. */
  readonly address: string;
  readonly signer: boolean;
  readonly writable: boolean;
}

/** An instruction before it is compiled into a message. */
export interface Instruction {
  readonly programId: string;
  readonly accounts: readonly AccountMeta[];
  readonly data: Uint8Array;
}

/** An account that is only read. */
export const reads = (address: string): AccountMeta => ({ address, signer: false, writable: false });

/** An account that is changed. */
export const writes = (address: string): AccountMeta => ({ address, signer: false, writable: true });

/** An account that signs; `writable` when it pays. */
export const signs = (address: string, writable = false): AccountMeta => ({
  address,
  signer: true,
  writable,
});
