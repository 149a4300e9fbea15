/** Base58 text, as `@solana/kit` marks it. */
type Base58<Name extends string> = string & {
  readonly "__brand:@solana/kit": Name;
  readonly "__stringEncoding:@solana/kit": "base58";
};

/** A base58 address: the `Address` of `@solana/kit`, without depending on it. Inputs accept any string. */
export type Address = Base58<"Address">;

/** A base58 signature: the `Signature` of `@solana/kit`, without depending on it. Inputs accept any string. */
export type Signature = Base58<"Signature">;
