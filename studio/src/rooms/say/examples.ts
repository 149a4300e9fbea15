/** Commands to begin with. */
export const EXAMPLES = [
  "swap 1 SOL for USDC",
  "send 25 USDC to bob.sol",
  "buy exactly 100 USDC with SOL",
  "sell half my BONK for SOL",
  "swap some SOL for USDC",
];
