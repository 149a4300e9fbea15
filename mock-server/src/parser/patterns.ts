/**
 * The grammar of orders, as data. A shape is a row of elements: `GROUP` (a set of words of the lexicon), `word`
 * (itself), `slot:Q` (an amount with its token), `slot:T` (a token), `slot:R` (a recipient); `?` makes one optional
 * and `|` joins alternatives. The slots say what the order means: a quantity in `in` is spent, one in `out` is
 * received exactly. All shapes are tried; every word must be used; two different readings are a refusal.
 */
export interface Pattern {
  readonly id: string;
  readonly action: "swap" | "transfer";
  readonly shape: string;
  /** A rarer order of words is believed a little less. */
  readonly rare?: true;
  /** Kinds of quantity it takes, all if left out. */
  readonly kinds?: readonly ("exact" | "usd" | "fraction" | "except" | "worth")[];
  readonly example: string;
}

const EXACT = ["exact"] as const;
const SPENDABLE = ["exact", "usd", "fraction", "except"] as const;

export const PATTERNS: readonly Pattern[] = [
  // Exact input
  {
    id: "swap-in",
    action: "swap",
    shape: "SWAP|SELL in:Q TO|FOR|INTO|in out:T",
    kinds: SPENDABLE,
    example: "swap 1 SOL for USDC",
  },
  {
    id: "swap-in-with",
    action: "swap",
    shape: "SWAP in:Q with out:T",
    kinds: SPENDABLE,
    rare: true,
    example: "exchange 5 USDC with SOL",
  },
  {
    id: "swap-in-bare",
    action: "swap",
    shape: "SWAP in:Q out:T",
    kinds: SPENDABLE,
    rare: true,
    example: "swap 1 SOL USDC",
  },
  {
    id: "swap-from-in",
    action: "swap",
    shape: "SWAP from in:Q TO|FOR|INTO out:T",
    kinds: SPENDABLE,
    example: "swap from 1 SOL to USDC",
  },
  {
    id: "swap-to-from-in",
    action: "swap",
    shape: "SWAP TO|INTO out:T from in:Q",
    kinds: SPENDABLE,
    rare: true,
    example: "swap to USDC from 1 SOL",
  },
  {
    id: "swap-into-first",
    action: "swap",
    shape: "SWAP TO|INTO out:T in:Q",
    kinds: SPENDABLE,
    rare: true,
    example: "convert to USDC 1 SOL",
  },
  {
    id: "put-into",
    action: "swap",
    shape: "PUT in:Q INTO|in out:T",
    kinds: SPENDABLE,
    example: "ape 2 SOL into BONK",
  },
  {
    id: "spend-on",
    action: "swap",
    shape: "SPEND in:Q on|FOR out:T",
    kinds: SPENDABLE,
    example: "spend 100 USDC on SOL",
  },
  {
    id: "buy-with",
    action: "swap",
    shape: "BUY|GET DET? out:T WITH|FOR|from in:Q",
    kinds: SPENDABLE,
    example: "buy SOL with 100 USDC",
  },
  {
    id: "with-buy",
    action: "swap",
    shape: "WITH in:Q BUY|GET DET? out:T",
    kinds: SPENDABLE,
    example: "with 100 USDC buy SOL",
  },
  {
    id: "buy-of",
    action: "swap",
    shape: "BUY|GET in:Q of out:T",
    kinds: EXACT,
    rare: true,
    example: "buy 0.5 SOL of BONK",
  },
  {
    id: "buy-worth",
    action: "swap",
    shape: "BUY|GET in:Q out:T",
    kinds: ["worth"],
    example: "buy 100 USDC worth of BONK",
  },
  {
    id: "keep-rest",
    action: "swap",
    shape: "KEEP except:Q AND? SWAP|SELL REST OF? DET? same:T? TO|FOR|INTO out:T",
    kinds: EXACT,
    example: "keep 1 SOL and swap the rest of my SOL to USDC",
  },
  {
    id: "swap-all-keep",
    action: "swap",
    shape: "SWAP|SELL all:Q TO|FOR|INTO out:T AND|EXCEPT|KEEP KEEP? except:Q",
    rare: true,
    example: "swap all my SOL to USDC but keep 0.1 SOL",
  },
  // Exact output
  {
    id: "swap-out",
    action: "swap",
    shape: "SWAP|SELL enough? DET? in:T TO|FOR|INTO|END_WITH out:Q",
    kinds: EXACT,
    example: "swap SOL for 100 USDC",
  },
  // Alone it never stands: "swap SOL 10 USDC" is also 10 SOL, and two readings are a refusal.
  {
    id: "swap-out-bare",
    action: "swap",
    shape: "SWAP in:T out:Q",
    kinds: EXACT,
    rare: true,
    example: "",
  },
  {
    id: "swap-from-out",
    action: "swap",
    shape: "SWAP from in:T TO|FOR|INTO out:Q",
    kinds: EXACT,
    rare: true,
    example: "swap from SOL to 100 USDC",
  },
  {
    id: "swap-to-out",
    action: "swap",
    shape: "SWAP TO|INTO out:Q from DET? in:T",
    kinds: EXACT,
    rare: true,
    example: "convert into 100 USDC from SOL",
  },
  {
    id: "buy-out",
    action: "swap",
    shape: "BUY|GET out:Q WITH|FOR|from|TAKE_FROM DET? in:T",
    kinds: ["exact", "usd"],
    example: "buy 1 SOL with USDC",
  },
  {
    id: "use-to-buy-out",
    action: "swap",
    shape: "SPEND DET? in:T FOR|END_WITH out:Q",
    kinds: EXACT,
    example: "use USDC to buy 2 SOL",
  },
  {
    id: "with-buy-out",
    action: "swap",
    shape: "WITH DET? in:T BUY|GET out:Q",
    kinds: EXACT,
    rare: true,
    example: "with USDC buy 2 SOL",
  },
  {
    id: "need-out",
    action: "swap",
    shape: "NEED out:Q TAKE_FROM DET? in:T",
    kinds: EXACT,
    example: "I need 20 USDC, take it from my SOL",
  },
  // Transfers
  {
    id: "send-to",
    action: "transfer",
    shape: "SEND in:Q TO|-> who:R",
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
    shape: "KEEP except:Q AND? SEND REST OF? DET? same:T? TO who:R",
    kinds: EXACT,
    rare: true,
    example: "keep 1 SOL and send the rest to alice.sol",
  },
];
