/** The exact amount of an order. The ledger later resolves shares of a balance and dollar amounts. */
export type Amount =
  /** An exact number of base units of the input token. */
  | { readonly side: "input"; readonly baseUnits: bigint }
  /** An exact number of base units of the output token. */
  | { readonly side: "output"; readonly baseUnits: bigint }
  /** A value of the input or output token, in millionths of a US dollar. */
  | { readonly side: "usd"; readonly micros: bigint; readonly of: "input" | "output" }
  /** A share of the wallet's balance of the input token. */
  | { readonly side: "fraction"; readonly numerator: bigint; readonly denominator: bigint }
  /** The wallet's balance of the input token minus a number of base units. */
  | { readonly side: "all_except"; readonly baseUnits: bigint };

/** The topic of a question. */
export type QueryTopic = "balance" | "portfolio" | "price" | "history" | "quote";

/** An order to swap one token for another. */
export interface SwapReading {
  /** Kind of the reading. */
  readonly action: "swap";
  /** The mint of the input token. */
  readonly inputMint: string;
  /** The mint of the output token. */
  readonly outputMint: string;
  /** The amount of the input or output token. */
  readonly amount: Amount;
}

/** An order to send a token. */
export interface TransferReading {
  /** Kind of the reading. */
  readonly action: "transfer";
  /** The mint to send. */
  readonly mint: string;
  /** The amount to send. */
  readonly amount: Amount;
  /** Base58 address of the recipient; `.sol` names are already resolved. */
  readonly recipient: string;
}

/** A question. */
export interface QueryReading {
  /** Kind of the reading. */
  readonly action: "query";
  /** The topic of the question. */
  readonly topic: QueryTopic;
  /** The mint, if the question names one. */
  readonly mint?: string;
  /** The wallet, if the question names one. */
  readonly address?: string;
}

/** The action that a command requests, with all parameters filled. */
export type Command = SwapReading | TransferReading | QueryReading;

/** A token that commands can name. */
export interface ParserToken {
  /** The symbol as its issuer writes it; case is ignored. */
  readonly symbol: string;
  /** The full name. */
  readonly name: string;
  /** Base58 mint address. */
  readonly mint: string;
  /** Mint decimals: one token is 10^decimals base units. */
  readonly decimals: number;
  /** Other names that users type, in lower case. A name shared by two tokens matches neither. Default: none. */
  readonly aliases?: readonly string[];
}

/** The tokens and names that the parser knows, without balances or prices. */
export interface ParserWorld {
  readonly tokens: readonly ParserToken[];
  /** Returns the address of a `.sol` name (lower case), if known. */
  resolveName(name: string): string | undefined;
  /** Base58 address of the wallet that would sign. */
  readonly walletAddress?: string;
  /** True for an existing System program account, which can receive transfers although it is off the curve. */
  isSystemAccount?(address: string): boolean;
  /** True for a program address. The parser already knows the well-known programs. */
  isProgram?(address: string): boolean;
}

/** A place in the command, in UTF-16 code units. */
export interface Span {
  /** Offset of the first character. */
  readonly start: number;
  /** Offset after the last character. */
  readonly end: number;
}
