/** Words around an amount and its token. */
export interface AmountWords {
  readonly of: ReadonlySet<string>;
  readonly worth: ReadonlySet<string>;
  readonly worthOf: ReadonlySet<string>;
  readonly in: ReadonlySet<string>;
  readonly and: ReadonlySet<string>;
  /** "5 more SOL". */
  readonly more: ReadonlySet<string>;
  /** "a SOL" is one. */
  readonly articles: ReadonlySet<string>;
  readonly my: ReadonlySet<string>;
  /** Words before what is one's own: "my", "the". */
  readonly mine: ReadonlySet<string>;
  /** Of these, those that can only be one's own. */
  readonly owners: ReadonlySet<string>;
  /** Words that stand before an amount and leave it as it is. */
  readonly leads: ReadonlySet<string>;
  /** Words for the whole of a balance that may be said of one coin. */
  readonly single: ReadonlySet<string>;
  /** "$10 from my SOL": what is one's own is what is given. */
  readonly fromOwn: ReadonlySet<string>;
  /** "USDC stablecoin" says what USDC is. */
  readonly stablecoin: ReadonlySet<string>;
  /** Labels before a mint or a symbol: "token", "contract address". */
  readonly labels: ReadonlySet<string>;
}

/** Words around the one who receives. */
export interface RecipientWords {
  readonly to: ReadonlySet<string>;
  /** Words that may stand before or behind an address: "wallet", "my friend". */
  readonly holders: ReadonlySet<string>;
  /** The holders that name no owner. */
  readonly plain: ReadonlySet<string>;
  readonly determiners: ReadonlySet<string>;
  /** "my friend at ADDRESS". */
  readonly at: ReadonlySet<string>;
  /** Words before which "my" is where something goes, not what is given. */
  readonly leads: ReadonlySet<string>;
  /** "from my wallet": whoever is named next is the sender. */
  readonly ownPlaces: ReadonlySet<string>;
}

/** Words of a clause about slippage, beside the noun. */
export interface SlippageWords {
  readonly before: ReadonlySet<string>;
  /** Between the noun and its figure. */
  readonly between: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
  /** Between a figure and the noun behind it. */
  readonly backwards: ReadonlySet<string>;
  /** "less than default slippage": how much less is not said. */
  readonly less: ReadonlySet<string>;
  /** "default slippage": nothing is asked for. */
  readonly defaults: ReadonlySet<string>;
}

/** Politeness, and what tells it from the order. */
export interface Manners {
  /** Politeness that glued to a figure is a slip of the finger: "5ok". */
  readonly polite: ReadonlySet<string>;
  /** Behind these a joiner joins no second order: "and thanks". */
  readonly thanks: ReadonlySet<string>;
  /** How a request begins or ends that has a question mark all the same. */
  readonly request: RegExp;
  /** A question mark behind these asks for consent. */
  readonly tags: ReadonlySet<string>;
  /** Behind an order and asked, these want to hear it confirmed. */
  readonly doubts: ReadonlySet<string>;
  /** Politeness that may be followed by a colon; any other that is names who said what follows. */
  readonly announcers: ReadonlySet<string>;
  /** Handles of those who take orders: "@tradebot". */
  readonly assistants: RegExp;
  /** Words behind which one that is a slip of a negation is not dropped, with those words. */
  readonly negationSlips: ReadonlyMap<string, RegExp>;
  /** Words before a number that is a reference and counts nothing: "for invoice". */
  readonly references: ReadonlySet<string>;
  /** "I have to", by its first part: what one has is no balance here. */
  readonly duties: ReadonlyMap<string, ReadonlySet<string>>;
  /** A time is harmless behind what the money is for. */
  readonly times: ReadonlySet<string>;
  /** How a closer begins that says what the money is for. */
  readonly purpose: RegExp;
  /** Politeness that is a symbol where a symbol stands. */
  readonly symbolLike: ReadonlySet<string>;
  /** Words behind which a symbol stands. */
  readonly connectors: ReadonlySet<string>;
  /** "on Jupiter": the aggregator takes the best route, as is done here. */
  readonly on: ReadonlySet<string>;
  /** Behind these a gerund is the order's verb. */
  readonly gerundLeads: ReadonlySet<string>;
  readonly gerunds: ReadonlyMap<string, string>;
  /** Openers, and the forms behind them that tell of something: "me compre" is "me compré" without its accent. */
  readonly told: ReadonlyMap<string, ReadonlySet<string>>;
  /** Behind these a past, or a form of wishes, is the order's verb. */
  readonly subjunctiveLeads: ReadonlySet<string>;
  readonly subjunctives: ReadonlyMap<string, string>;
  /** Verbs that say what deal is meant. */
  readonly verbs: ReadonlySet<string>;
  /** Of these, those of a swap. */
  readonly swaps: ReadonlySet<string>;
}

/** A sentence before the order that is made of these alone says why, and nothing of what or how much. */
export interface Circumstances {
  readonly words: ReadonlySet<string>;
  /** Alone with tokens these tell nothing. */
  readonly bare: ReadonlySet<string>;
  /** Behind these a name may stand. */
  readonly wishes: ReadonlySet<string>;
  /** "She paid": dropped where it is said, a condition where it is asked. */
  readonly facts: ReadonlySet<string>;
  /** "and keep the rest": a rest must be left. */
  readonly restKept: ReadonlySet<string>;
  /** "and keep the other half": half must be left. */
  readonly halfKept: ReadonlySet<string>;
  /** How a letter ends: "Kind regards", with the writer's name behind it. */
  readonly farewells: ReadonlySet<string>;
  /** "I would like to make a trade.": the nouns, and the verbs of the order that may follow. */
  readonly announced: readonly (readonly [ReadonlySet<string>, ReadonlySet<string>])[];
}
