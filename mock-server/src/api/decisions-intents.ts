import { LIMITS } from "intent-tx/contract";
import { MINUTE_MS } from "../kernel/duration.js";
import type { Decision } from "./decisions-row.js";
import { grouped } from "./grouped.js";

/** Decisions on commands, intents and the transactions built from them. */
export const INTENT_DECISIONS: readonly Decision[] = [
  {
    number: 16,
    topic: "life of an intent",
    rule: `It can be built any number of times for ${LIMITS.intentTtlMs / MINUTE_MS} minutes of the server's clock, then it is 410 \`intent_expired\`: \`parsed\`, \`built\`, \`expired\`. A day after its end it is forgotten: 404 \`intent_not_found\`.`,
    option: {
      name: "intentTtl",
      given: "--contract",
      values: {
        "10m": `It can be built any number of times for ${LIMITS.intentTtlMs / MINUTE_MS} minutes of the server's clock, then it is 410 \`intent_expired\`: \`parsed\`, \`built\`, \`expired\`. A day after its end it is forgotten: 404 \`intent_not_found\`.`,
        "<duration>": "It can be built for this long (`30s`, `24h`, or milliseconds), then it is 410.",
      },
    },
  },
  {
    number: 17,
    topic: "who may build an intent",
    rule: "The keys of the account and network that parsed it; any other gets 404 `intent_not_found`.",
  },
  {
    number: 25,
    topic: "bounds of `priorityFee`",
    rule: `An integer from 0 to ${grouped(LIMITS.priorityFeeMax)} micro-lamports per compute unit.`,
  },
  {
    number: 26,
    topic: "`slippage`, sent and spoken",
    rule: "Integer basis points. Slippage named in the command is used when the field is absent; if both are there and differ, the command is refused with 422, reason `ambiguous_slippage`.",
  },
  {
    number: 36,
    topic: "`.sol` names as recipients",
    rule: "The mock's own name service resolves them (`alice.sol` and `bob.sol` are the wallets alice and bob; the control plane adds more), and `parameters.recipient` is the address. An unknown name is 422, reason `unknown_recipient`.",
  },
  {
    number: 37,
    topic: "recipient off the ed25519 curve",
    rule: "422, reason `off_curve_recipient`, unless the account exists on the ledger and the System program owns it: nobody holds a key for such an address.",
  },
  {
    number: 38,
    topic: "`details` of `parsing_error`",
    rule: "`{ command, reason, message, span?, suggestions? }`: a stable reason, the UTF-16 offsets of the words that caused it, and complete commands that would be understood.",
    strictMinimal: "No `details`.",
    sdk: "Any object, or none.",
  },
  {
    number: 41,
    topic: "`parameters` of an intent",
    rule: "A swap has `inputToken`, `outputToken` and `amount`, always of the input (for an exact-output order the input that the quote needs); a transfer has `inputToken`, `amount` and `recipient`; a query has `inputToken` if it names a token. A question about another wallet than `walletAddress` is 422, reason `unsupported_action`: the answer could not name it.",
    sdk: "Absent fields; `null` for an optional field is its absence, here and in every answer.",
  },
  {
    number: 42,
    topic: "units",
    rule: "Amounts in `route`, `marketInfos` and `expectedOutput.outputAmount` are base units as decimal strings; `marketInfos.fee` is in base units of `inputMint`; `priceImpact` is percent (1.5 is 1.5 %); `expectedOutput.fee` is lamports of signatures and priority, without rent. For a transfer `outputAmount` is what arrives and `priceImpact` is 0.",
  },
  {
    number: 43,
    topic: "what slippage bounds",
    rule: "The quote of the intent, not a new one at build. Exact in: the minimum output is `outAmount × (1 − slippage)`. Exact out: the maximum input is `inAmount × (1 + slippage)`. Rounding favours the user.",
  },
  {
    number: 44,
    topic: "balances when a command is parsed",
    rule: 'They are looked at only for parts of a balance ("half my", "all"). Too little money, or a wallet left below rent, is `simulation_failed` at build with the program\'s reason.',
  },
  {
    number: 45,
    topic: "no way through the market",
    rule: "422 `parsing_error`, reason `no_route` or `insufficient_liquidity`.",
  },
  {
    number: 49,
    topic: "`simulate: false`",
    rule: "Nothing runs: the compute-unit limit comes from a table by kind of instruction and `expectedOutput` is the current quote. With simulation both come from it. The bound on the output comes from the intent either way.",
  },
  {
    number: 52,
    topic: "full-width forms in a command",
    rule: "U+FF01 to U+FF5E are read as the ASCII characters that they show (an East Asian keyboard writes them); other look-alikes stay `unsafe_text`.",
  },
];
