import type { GuardName } from "../refusals/guards.js";

/** Words that make a text something else than an order. */
export interface GuardWords {
  readonly guardOf: ReadonlyMap<string, GuardName>;
  /** Not done here, unless the order says to whom or what for: "withdraw 5 USDC to alice.sol". */
  readonly unlessWhole: ReadonlySet<string>;
  /** A bare "no" refuses only before a verb or at an end. */
  readonly bareNo: ReadonlySet<string>;
  /** Verbs of wishing: "I need 20 USDC swapped". */
  readonly wishes: ReadonlySet<string>;
  /** Behind a wish these tell of no past: "I need 20 USDC swapped". */
  readonly participles: ReadonlySet<string>;
  /** Questions about acting. */
  readonly aboutActing: ReadonlySet<string>;
  readonly gerund: RegExp;
  /** "quick question": what follows asks. */
  readonly announces: ReadonlySet<string>;
  /** Verbs of looking: a clause of its own. */
  readonly looks: ReadonlySet<string>;
  readonly joiners: ReadonlySet<string>;
  /** "use SOL": what it is paid with, and no second order. */
  readonly use: ReadonlySet<string>;
}

/** Words that a diagnosis looks for. */
export interface RefusalWords {
  /** Common words of commands in other languages. */
  readonly foreign: ReadonlySet<string>;
  readonly request: ReadonlySet<string>;
  /** Words between a balance and what it should come to: "to", "up to", "should be". */
  readonly reaching: ReadonlySet<string>;
  readonly or: ReadonlySet<string>;
  /** "make a payment to": somebody is named next. */
  readonly paying: RegExp;
  readonly swapVerbs: ReadonlySet<string>;
  /** Verbs of a swap only if there are two tokens. */
  readonly softSwapVerbs: ReadonlySet<string>;
  readonly buyVerbs: ReadonlySet<string>;
  /** Words before the token that is wanted. */
  readonly leads: ReadonlySet<string>;
  /** "spend $20 on BONK": what is bought. */
  readonly onto: ReadonlySet<string>;
  /** "at 150": a price. */
  readonly atPrice: ReadonlySet<string>;
  /** How a range of amounts begins. */
  readonly ranges: RegExp;
  readonly joins: ReadonlySet<string>;
  /** A whole balance, or the most that is spent: "max". */
  readonly most: ReadonlySet<string>;
  /** Words that share among several: "each", "between". */
  readonly shares: ReadonlySet<string>;
  readonly pronouns: ReadonlySet<string>;
  /** Words before somebody who is not named. */
  readonly pointers: ReadonlySet<string>;
}

/** The words from which suggestions are made. */
export interface SuggestionWords {
  /** Verbs that an order may lack, and the one that asks what it would bring. */
  readonly verbs: readonly string[];
  /** The symbols that a vague name may mean. */
  readonly meant: ReadonlyMap<string, readonly string[]>;
  /** Units that may be missing behind a bare figure of slippage: "%", " bps". */
  readonly slippageUnits: readonly string[];
  /** A part of one, and a part of what is there. */
  parts(part: string): readonly string[];
  /** The command with a token to pay with or to get. */
  withCounterToken(command: string, symbols: readonly string[]): Iterable<string>;
  /** How a sentence begins that asks, and what to leave out behind it. */
  readonly asked: RegExp;
  readonly afterAsking: RegExp;
  readonly joins: ReadonlySet<string>;
  readonly placeLeads: ReadonlySet<string>;
  /** "network" behind a chain's name. */
  readonly placeNouns: RegExp;
}
