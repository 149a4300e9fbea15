/** Address of the mint that stands for SOL in parameters and routes (wrapped SOL). */
export const NATIVE_MINT = "So11111111111111111111111111111111111111112";

/** Programs whose instructions a transaction of the service can hold. */
export const PROGRAM_IDS = {
  system: "11111111111111111111111111111111",
  computeBudget: "ComputeBudget111111111111111111111111111111",
  token: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  token2022: "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
  associatedToken: "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
  /** The mock server's constant-product swap program. */
  swap: "intentTxSwap1111111111111111111111111111111",
} as const;

/** Decimals of SOL. */
export const SOL_DECIMALS = 9;

/** Most bytes of a signed transaction: what one packet of the network carries. */
export const PACKET_BYTES = 1232;
