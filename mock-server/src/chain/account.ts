/** An account on chain. */
export interface ChainAccount {
  readonly address: string;
  readonly lamports: bigint;
  /** Program that owns it. */
  readonly owner: string;
  readonly executable: boolean;
  readonly data: Uint8Array;
}
