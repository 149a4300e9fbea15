/** The marks of `@solana/kit` on base58 text. @inline */
interface Base58<Name extends string> {
  readonly "__brand:@solana/kit": Name;
  readonly "__stringEncoding:@solana/kit": "base58";
}

/** A base58 address: the `Address` of `@solana/kit`, without depending on it. Inputs accept any string. */
export type Address = string & Base58<"Address">;

/** A base58 signature: the `Signature` of `@solana/kit`, without depending on it. Inputs accept any string. */
export type Signature = string & Base58<"Signature">;
