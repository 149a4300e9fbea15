/** Splits at commas; line breaks are ignored. */
export const words = (text: TemplateStringsArray): readonly string[] =>
  (text[0] ?? "")
    .trim()
    .replace(/\s*\n\s*/g, " ")
    .split(", ");

/** The words between commas as a set. */
export const setOf = (text: TemplateStringsArray): ReadonlySet<string> => new Set(words(text));

export const set = (...all: readonly string[]): ReadonlySet<string> => new Set(all);

/** Reads "sending: send" as an entry. */
export const pairs = (all: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    all.map((pair): [string, string] => {
      const [from = "", to = ""] = pair.split(": ");
      return [from, to];
    }),
  );

/** Reads "deposit, stake" with a value as an entry for each of the words. */
export const byWord = (rows: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(rows).flatMap(([names, text]) =>
      names.split(", ").map((name): [string, string] => [name, text]),
    ),
  );

/** The words of a group that a language does not have. */
export const NOTHING: ReadonlySet<string> = new Set();

export const NO_MATCH = /(?!)/;

/** Combines one part of each column into phrases; empty parts are left out. Loops, because the lists are long. */
export const phrases = (...columns: readonly (readonly string[])[]): readonly string[] =>
  columns.reduce((rows, column) => {
    const out: string[] = [];
    for (const row of rows)
      for (const part of column) out.push(row === "" || part === "" ? row + part : `${row} ${part}`);
    return out;
  });

/** Places that trade tokens. Swaps are routed through Jupiter, and another venue is refused. */
const VENUES = words`
  raydium, orca, meteora, drift, pump, pumpfun, pumpswap, phoenix, openbook, lifinity, kamino, tensor, magic eden, moonshot, uniswap, binance,
  coinbase, phantom, serum, saber, kraken, sanctum, okx, bybit, aldrin, invariant, crema, fluxbeam, stabble, zeta, mango, bonkswap, photon, axiom,
  trojan, dexlab, gmgn, 1inch, openocean, titan, dflow, solflare, backpack`;

/** Phrases that choose a venue. After `withs`, "orca" may be the token. */
export const venues = (leads: readonly string[], withs: readonly string[]): readonly string[] => [
  ...phrases(leads, VENUES),
  ...phrases(
    withs,
    VENUES.filter((name) => name !== "orca"),
  ),
];

/** Venues by the address of their site, which otherwise looks like a recipient: "on pump.fun". */
export const VENUE_SITES: ReadonlyMap<string, string> = new Map([["pump.fun", "pumpfun"]]);
