import { EXACT, type Pattern, SPENDABLE } from "../../orders/pattern.js";

const swap = (id: string, shape: string, example: string, more: Partial<Pattern> = {}): Pattern => ({
  id,
  action: "swap",
  shape,
  kinds: SPENDABLE,
  example,
  ...more,
});
const transfer = (id: string, shape: string, example: string, more: Partial<Pattern> = {}): Pattern => ({
  ...swap(id, shape, example, more),
  action: "transfer",
});

/** Every shape of an order in Spanish. */
export const SPANISH_PATTERNS: readonly Pattern[] = [
  swap("swap-in", "SWAP|SELL in:Q TO|FOR|YIELDS|INTO out:T", "cambia 1 SOL por USDC"),
  swap("swap-from-in", "SWAP de in:Q TO|FOR out:T", "cambia de 1 SOL a USDC", {
    rare: true,
    figureFirst: true,
  }),
  swap(
    "pass-to",
    "pasa|pase|pasar|pásame|pasame|mueve|mover|mueva|transfiere in:Q TO|INTO out:T",
    "pasa 1 SOL a USDC",
    {
      rare: true,
    },
  ),
  swap("put-into", "PUT in:Q en|a out:T", "invierte 20 USDC en SOL"),
  swap("spend-on", "SPEND in:Q en|TO_BUY out:T", "gasta 100 USDC en SOL"),
  swap("buy-with", "BUY|GET out:T WITH|FOR in:Q", "compra SOL con 100 USDC"),
  swap("with-buy", "WITH in:Q BUY|GET out:T", "con 100 USDC compra SOL", { rare: true }),
  swap("buy-of", "BUY|GET in:Q de out:T", "compra 0.5 SOL de BONK", {
    kinds: EXACT,
    figureFirst: true,
    rare: true,
  }),
  swap(
    "keep-rest",
    "KEEP except:Q AND? SWAP|SELL REST OF? same:T? TO|FOR|INTO out:T",
    "deja 1 SOL y cambia el resto a USDC",
    {
      kinds: EXACT,
    },
  ),
  swap(
    "swap-all-keep",
    "SWAP|SELL all:Q TO|FOR|INTO out:T AND? EXCEPT|KEEP except:Q",
    "cambia todo mi SOL a USDC menos 0,1 SOL",
    {
      rare: true,
    },
  ),
  swap("swap-out", "SWAP|SELL in:T TO|FOR|END_WITH out:Q", "cambia SOL por 100 USDC", {
    kinds: EXACT,
    figureFirst: true,
  }),
  swap("swap-out-bare", "SWAP in:T out:Q", "", { counter: "ambiguous_amount" }),
  swap("buy-out", "BUY|GET out:Q WITH|FOR|TAKE_FROM in:B", "compra 1 SOL con USDC", {
    kinds: ["exact", "usd"],
  }),
  swap("use-to-buy-out", "SPEND in:T TO_BUY|END_WITH out:Q", "usa USDC para comprar 2 SOL", { kinds: EXACT }),
  swap("with-buy-out", "WITH in:B BUY|GET out:Q", "con USDC compra 2 SOL", { kinds: EXACT, rare: true }),
  transfer("send-to", "SEND in:Q TO who:R", "envía 1 SOL a alice.sol"),
  transfer("send-who", "SEND TO who:R in:Q", "envía a alice.sol 1 SOL", { rare: true }),
  transfer("to-send", "TO who:R SEND in:Q", "a alice.sol envía 1 SOL", { rare: true }),
  transfer("send-with", "SEND TO who:R con in:Q", "paga a alice.sol con 5 USDC", { rare: true }),
  transfer(
    "keep-rest-send",
    "KEEP except:Q AND? SEND REST OF? same:T? TO who:R",
    "deja 1 SOL y envía el resto a alice.sol",
    {
      kinds: EXACT,
      rare: true,
    },
  ),
];
