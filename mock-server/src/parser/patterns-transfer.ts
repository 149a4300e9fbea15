import { EXACT, type Pattern, SPENDABLE } from "./pattern.js";

/** Every shape of a transfer. */
export const TRANSFER_PATTERNS: readonly Pattern[] = [
  {
    id: "send-to",
    action: "transfer",
    shape: "SEND in:Q TO|into|-> who:R",
    kinds: SPENDABLE,
    example: "send 1 SOL to alice.sol",
  },
  {
    id: "send-who",
    action: "transfer",
    shape: "SEND TO? who:R in:Q",
    kinds: SPENDABLE,
    example: "send alice.sol 1 SOL",
  },
  {
    id: "send-bare",
    action: "transfer",
    shape: "SEND in:Q who:R",
    kinds: SPENDABLE,
    rare: true,
    example: "send 1 SOL alice.sol",
  },
  {
    id: "to-send",
    action: "transfer",
    shape: "TO who:R SEND in:Q",
    kinds: SPENDABLE,
    rare: true,
    example: "to alice.sol send 1 SOL",
  },
  {
    id: "keep-rest-send",
    action: "transfer",
    shape: "KEEP except:Q AND? SEND REST OF? same:T? TO who:R",
    kinds: EXACT,
    rare: true,
    example: "keep 1 SOL and send the rest to alice.sol",
  },
  {
    id: "send-with",
    action: "transfer",
    shape: "SEND who:R with in:Q",
    kinds: SPENDABLE,
    rare: true,
    example: "hit alice.sol with 1 SOL",
  },
  {
    id: "get-to",
    action: "transfer",
    shape: "GET in:Q TO who:R",
    kinds: SPENDABLE,
    rare: true,
    example: "get 30 USDC over to alice.sol",
  },
  {
    id: "need-sent",
    action: "transfer",
    shape: "NEED|GET in:Q SENT TO who:R",
    kinds: SPENDABLE,
    rare: true,
    example: "I want 30 USDC sent to alice.sol",
  },
];
