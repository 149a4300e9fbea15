/** Every phrase made of one part of each column; an empty part is left out. */
function families(...columns: readonly (readonly string[])[]): readonly string[] {
  let rows: readonly string[] = [""];
  for (const column of columns) rows = rows.flatMap((row) => column.map((part) => joined(row, part)));
  return rows;
}

function joined(row: string, part: string): string {
  if (part === "") return row;
  return row === "" ? part : `${row} ${part}`;
}

const DO = ["do", "make", "perform", "execute", "initiate", "carry out", "process", "run", "place"];

const SWAPS = ["swap", "trade", "exchange", "conversion", "token swap"];

/** "execute a trade of 10 USDC to SOL", "make a swap from …": an order by its noun. */
export const SWAP_OF = [
  ...families(DO, ["a", "an", "the", ""], SWAPS, ["of"]),
  // Not "conversion of": who writes so may only want to know what it comes to.
  ...families(["swap", "trade", "exchange"], ["of"]),
  ...families(DO, ["a", "an", "the following"], SWAPS),
];
/** "execute swap for 10 USDC to SOL": with "for" the amount may be what is wanted, unless it says what into. */
export const SWAP_FOR = families(DO, ["a", "the", ""], SWAPS, ["for"]);
/** "make a 5 USDC payment to alice.sol", "do a 5 SOL to USDC swap": the noun comes last. */
export const MAKE_A = families(DO, ["a", "an"]);
/** "make a payment of 5 USDC to alice.sol", "make a transfer to alice.sol: 5 USDC". */
export const SEND_OF = [
  ...families(DO, ["a", "the", ""], ["transfer", "payment", "donation"], ["of"]),
  ...families(DO, ["a", "the following"], ["transfer", "payment", "donation"]),
  ...families(
    ["send", "give", "pay"],
    ["a", "the"],
    ["tip", "gift", "payment", "donation", "transfer"],
    ["of"],
  ),
];
const BE = ["should be", "to be", "must be", "needs to be", "need to be", "is to be", "shall be", "be"];
/** "should be swapped", "to be sent": the passive of an order. */
export const BE_SWAPPED = families(BE, ["swapped", "converted", "exchanged", "traded", "changed", "sold"]);
export const BE_SENT = families(BE, ["sent", "transferred", "wired", "paid", "forwarded"]);

/** "execute a trade to", before the verb that says what is done. */
export const DEAL_TO = families(
  DO,
  ["a", "the", ""],
  ["swap", "trade", "exchange", "transaction", "transfer", "payment"],
  ["to"],
);

/** "at the current market price": what is done anyway. */
export const AT_MARKET = [
  ...families(
    ["at", "for", "with", "by", "using"],
    ["the", ""],
    [
      "current",
      "best",
      "going",
      "spot",
      "prevailing",
      "market",
      "current market",
      "best available",
      "best possible",
      "best current",
      "live",
      "lowest fee",
      "optimal",
    ],
    ["price", "rate", "market price", "market rate", "prices", "rates", "route", "exchange rate", "path"],
  ),
  ...families(["at", ""], ["whatever", "any"], ["price", "rate"], ["it is", "it's at", "is available"]),
];

/** "can you maybe": a soft way to ask for something. */
export const SOFTLY = families(
  ["can", "could", "would", "will"],
  ["you", "u", "ya"],
  [
    "maybe",
    "perhaps",
    "possibly",
    "kindly",
    "quickly",
    "just",
    "also",
    "please",
    "pls",
    "help me",
    "help me to",
    "go ahead and",
    "be able to",
    "be so kind as to",
    "be a dear and",
    "do me a favor and",
    "do me a favour and",
    "do me a solid and",
  ],
);

/** "I'd appreciate it if you could": no condition, only politeness. */
export const GRATEFUL = families(
  [
    "i'd appreciate it if",
    "i would appreciate it if",
    "i'd really appreciate it if",
    "i'd be grateful if",
    "i would be grateful if",
    "it would be great if",
    "it'd be great if",
    "would be great if",
    "would be nice if",
    "it would be nice if",
    "would love it if",
    "i'd love it if",
    "would be awesome if",
    "it would be helpful if",
  ],
  ["you could", "you can", "you would", "u could", "you'd"],
  ["please", "just", ""],
);

/** "I'd be grateful if you", before a verb in the past: "sent 5 USDC …". */
export const GRATEFUL_PAST = families(
  [
    "i'd appreciate it if",
    "i would appreciate it if",
    "i'd be grateful if",
    "i would be grateful if",
    "i'd be very grateful if",
    "i would be very grateful if",
    "it would be great if",
    "it'd be great if",
    "would be great if",
    "it would be nice if",
    "would be nice if",
    "i'd love it if",
    "i'd be happy if",
    "it would help if",
  ],
  ["you", "u"],
);

/** "execute the following", before an order. */
export const FOLLOWING = families(
  [
    "execute",
    "do",
    "run",
    "perform",
    "carry out",
    "process",
    "make",
    "complete",
    "handle",
    "fulfil",
    "fulfill",
  ],
  ["the following", "this", "the next", "my"],
  ["", "order", "command", "instruction", "request", "task"],
).filter((phrase) => /following|order|command|instruction|request|task/.test(phrase));

/** "use Jupiter to", before the verb: where swaps go anyway. */
export const THROUGH = families(
  ["use", "using"],
  ["jupiter", "jup", "the jupiter aggregator", "jupiter aggregator", "the jupiter exchange"],
  ["to", "and"],
);

/** "when you get a moment": no condition, only politeness. */
export const AT_LEISURE = families(
  ["when you", "whenever you", "if you", "once you", "when u"],
  ["get", "have", "find", "got"],
  ["a moment", "a chance", "a minute", "a sec", "a second", "time", "the time", "the chance"],
);

/** "ok solana": a greeting to the wallet, whose name is also a token's. */
export const GREETINGS = families(
  ["hey", "hi", "hello", "ok", "okay", "yo"],
  [
    "solana",
    "wallet",
    "phantom",
    "solflare",
    "backpack",
    "google",
    "siri",
    "alexa",
    "computer",
    "chat",
    "claude",
    "gpt",
    "solana agent",
    "sol agent",
    "there agent",
    "my friend",
  ],
);

/** "find the best rate and execute the swap": asked for twice, done once. */
export const FIND_BEST = [
  ...families(
    ["find", "find me", "get", "get me", "use", "give me", "take"],
    ["the", ""],
    ["best", "cheapest", "optimal", "best available", "best possible"],
    ["rate", "price", "route", "deal", "path", "quote", "swap rate", "exchange rate"],
  ),
  ...families(
    ["", "and", "then", "and then"],
    ["execute", "do", "make", "perform", "complete", "process", "confirm"],
    [
      "it",
      "the swap",
      "the trade",
      "the transaction",
      "the transfer",
      "the exchange",
      "the order",
      "the payment",
    ],
  ),
];

const PRAISE = ["good", "great", "perfect", "nice", "fine", "awesome", "amazing", "excellent", "wonderful"];

/** "That sounds great.", "works for me": what somebody says to an answer, before the next request. */
export const REACTIONS = [
  ...families(
    ["that", "this", "it", ""],
    ["sounds", "is", "seems", "looks"],
    ["", "very", "so", "really"],
    PRAISE,
  ),
  ...families(["that's", "thats", "it's", "that would be", "that will be"], ["", "very", "really"], PRAISE),
  ...families(["that", "this", "it", ""], ["works", "works perfectly", "will do"], ["", "for me"]),
  ...families(
    ["thanks", "thank you", "thx", "cheers", "ty"],
    ["for"],
    [
      "that",
      "this",
      "the info",
      "the update",
      "the help",
      "the information",
      "letting me know",
      "the quick answer",
    ],
  ),
  ...families(["i like", "i love"], ["it", "that", "this", "that one", "this one"]),
].filter((phrase) => phrase.includes(" "));

/** "Need cash for groceries, swap …": why something is sold. */
export const IN_NEED = families(
  ["need", "i need"],
  ["cash", "some cash", "money", "some money", "liquidity", "gas", "some gas", "gas money"],
  ["", "for groceries", "for rent", "for the rent", "for bills", "for food", "for gas"],
);
