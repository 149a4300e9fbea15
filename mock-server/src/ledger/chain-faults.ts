/** What the control plane may do to the chain's behaviour; asked at the moment it would matter. */
export interface ChainFaults {
  /** What befalls a transaction that was sent: it never lands, or it lands after so many milliseconds. */
  atSend(signature: string): "drop" | { readonly lateMs: number } | undefined;
  /** True when the transaction's blockhash is to count as expired. */
  blockhashExpired(): boolean;
  /** Whether the transaction that lands now is to stay `processed`: for good, or for so many milliseconds. */
  holdAtProcessed(): boolean | { readonly forMs: number };
}
