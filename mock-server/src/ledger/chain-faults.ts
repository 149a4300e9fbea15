/** Faults that the control plane may cause on the chain, which asks for each when it would take effect. */
export interface ChainFaults {
  /** The fault of a sent transaction: it never lands, or it lands after so many milliseconds. */
  atSend(signature: string): "drop" | { readonly lateMs: number } | undefined;
  /** True when the transaction's blockhash is to count as expired. */
  blockhashExpired(): boolean;
  /** Whether the transaction that lands now is to stay `processed`: for good, or for so many milliseconds. */
  holdAtProcessed(): boolean | { readonly forMs: number };
}
