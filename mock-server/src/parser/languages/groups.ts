/** The sets of words that a language fills. Patterns name those in capitals; a phrase counts as one word. */
export interface GroupsOf<T> {
  /** To give one token for another. */
  readonly SWAP: T;
  /** The same by its noun, with the amount behind it: it may be what is wanted, unless it says what into. */
  readonly SWAP_FOR: T;
  /** "do a … swap", "make a … payment": the noun comes last. */
  readonly MAKE_A: T;
  readonly DEAL: T;
  readonly PAYMENT: T;
  readonly SELL: T;
  /** Said of all that one has: an amount to receive would contradict it. */
  readonly RID: T;
  readonly PUT: T;
  readonly SPEND: T;
  readonly BUY: T;
  readonly GET: T;
  readonly SEND: T;
  readonly KEEP: T;
  readonly TO: T;
  readonly FOR: T;
  /** Words before the token received; the token in front of them is given. */
  readonly YIELDS: T;
  readonly IN_RETURN: T;
  readonly INTO: T;
  readonly WITH: T;
  readonly OF: T;
  readonly DET: T;
  readonly BALANCE: T;
  readonly UNIT: T;
  readonly EXCEPT: T;
  readonly REST: T;
  readonly TAKE_FROM: T;
  readonly END_WITH: T;
  readonly HOLDER: T;
  readonly PERSON: T;
  readonly AS_MUCH: T;
  readonly AS_NEEDED: T;
  readonly LAMPORTS: T;
  readonly NEED: T;
  readonly TO_BUY: T;
  readonly SWAPPED: T;
  readonly SENT: T;
  readonly AND: T;
  /** "I have", "I owe": what is there before the order. */
  readonly I_HAVE: T;
  readonly I_OWE: T;
  /** Pronouns for something named before: "them", "him". */
  readonly THEM: T;
  /** "should be swapped", "to be sent". */
  readonly BE_SWAPPED: T;
  readonly BE_SENT: T;
  readonly SLIPPAGE: T;
  /** Words that patterns and stages name one by one. */
  readonly BARE: T;
  /** Politeness, filler and hints that change nothing. */
  readonly noise: T;
  /** Only before a verb: what follows says what is done. */
  readonly deal_opener: T;
  /** Noise that only begins a sentence. */
  readonly opener: T;
  /** Noise that only ends a sentence. */
  readonly closer: T;
  readonly negation: T;
  /** Waves away what was asked before. */
  readonly soft_negation: T;
  /** Speech about orders. */
  readonly hedge: T;
  /** Verbs of orders in the third person. */
  readonly told_third: T;
  /** Verbs of orders in the past. */
  readonly told_past: T;
  readonly past: T;
  readonly condition: T;
  readonly schedule: T;
  readonly limit: T;
  readonly unsupported: T;
  readonly venue: T;
  readonly question: T;
  /** Amounts that are none. */
  readonly vague: T;
  /** A token by its rank instead of its name. */
  readonly superlative: T;
  /** Words in the place of a token that name none: "it", "coins". */
  readonly pronoun_token: T;
  readonly Q_PRICE: T;
  readonly Q_BALANCE: T;
  /** Words of having. */
  readonly Q_OWN: T;
  readonly Q_PORTFOLIO: T;
  readonly Q_HISTORY: T;
  readonly Q_QUOTE: T;
  readonly Q_EXCHANGE: T;
  readonly Q_RATE: T;
  /** How a price stands or moves. */
  readonly Q_STANDING: T;
  /** How a deal ended. */
  readonly Q_DONE: T;
  readonly Q_PAST: T;
  /** Words that open a question. */
  readonly Q_CUE: T;
  /** All else that a question may be made of. */
  readonly Q_FILL: T;
  /** Words of valid questions that the service cannot answer: "staking", "fees". */
  readonly Q_UNSUPPORTED: T;
}

/** The name of a set of words. */
export type GroupName = keyof GroupsOf<unknown>;

/** The sets of words of a language, filed. */
export type Groups = GroupsOf<ReadonlySet<string>>;
