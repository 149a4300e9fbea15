import type { Atom } from "./atom.js";
import { beginsClause, isActionVerb } from "./guards.js";
import { FOREIGN_WORDS } from "./lexicon/foreign.js";
import { type GroupName, group } from "./lexicon.js";
import type { RefusalReason } from "./reasons.js";
import type { Fault } from "./resolve.js";
import type { Sentence } from "./sentences.js";

const union = (...names: readonly GroupName[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => [...group(name)]));
const swapVerbs = union("SWAP", "SELL", "BUY");
const softSwapVerbs = union("PUT", "SPEND", "GET", "NEED");
const sendVerbs = group("SEND");
const vague = group("vague");
const superlative = group("superlative");
const holders = group("HOLDER");
const persons = group("PERSON");
const units = group("UNIT");
const leads = union("TO", "INTO", "FOR");
const rest = group("REST");
const nouns = group("pronoun_token");

const fault = (reason: RefusalReason, message: string, atom?: Atom): Fault => ({
  reason,
  message,
  ...(atom === undefined ? {} : { span: { start: atom.start, end: atom.end } }),
});

/** Says why text that no pattern explains is refused: the slot that is missing, doubtful or wrong. */
export function diagnose(sentences: readonly Sentence[]): Fault {
  const items = sentences.flatMap((sentence) => sentence.items);
  const foreign = items.find((atom) => atom.kind === "unknown" && FOREIGN_WORDS.has(atom.text));
  if (foreign !== undefined) return fault("non_english", "Only English is understood.", foreign);
  const verb = items.find(isActionVerb) ?? items.find((atom) => softSwapVerbs.has(atom.text));
  if (verb === undefined)
    return fault("not_a_command", "No order and no question was found. Try: swap 1 SOL for USDC.");
  const facts = new Facts(items);
  if (isTransfer(verb, facts)) return facts.money() ?? transferFault(facts, verb);
  return facts.money() ?? swapFault(facts, verb);
}

function isTransfer(verb: Atom, facts: Facts): boolean {
  if (!sendVerbs.has(verb.text)) return false;
  if (swapVerbs.has(verb.text)) return false;
  if (!softSwapVerbs.has(verb.text)) return true;
  return facts.someone !== undefined || facts.tokens.length < 2;
}

/** What the items hold, counted once. */
class Facts {
  readonly tokens: readonly Atom[];
  readonly figures: readonly Atom[];
  readonly addresses: readonly Atom[];
  readonly bad: Atom | undefined;
  readonly someone: Atom | undefined;
  readonly unknowns: readonly Atom[];

  constructor(readonly items: readonly Atom[]) {
    this.tokens = items.filter((atom) => atom.kind === "token");
    this.figures = items.filter(
      (atom, at) =>
        isFigure(atom) || (atom.kind === "word" && rest.has(atom.text)) || isArticleFigure(items, at),
    );
    this.addresses = items.filter((atom) => atom.kind === "address" || atom.kind === "name");
    this.bad = items.find((atom) => atom.kind === "bad_address");
    this.someone =
      this.addresses[0] ??
      this.bad ??
      items.find((atom) => atom.kind === "foreign_name" || atom.kind === "handle");
    this.unknowns = items.filter((atom) => atom.kind === "unknown");
  }

  /** Amounts that are no amounts. */
  money(): Fault | undefined {
    const { items } = this;
    const currency = items.find(
      (atom) =>
        atom.kind === "currency" || (atom.kind === "mark" && /[\u00a3\u00a5\u20a0-\u20bf]/.test(atom.text)),
    );
    if (currency !== undefined)
      return fault("unsupported_currency", "Amounts are in tokens or US dollars.", currency);
    if (
      sendVerbs.has(items.find(isActionVerb)?.text ?? "") &&
      this.someone !== undefined &&
      this.bad !== undefined
    )
      return undefined;
    const invalid = items.find((atom) => atom.kind === "invalid_number") ?? this.impossible();
    if (invalid !== undefined)
      return fault("invalid_amount", "The amount must be a number greater than zero.", invalid);
    const glued = items.find(
      (atom, at) =>
        atom.kind === "unknown" &&
        items[at - 1]?.kind === "number" &&
        items[at - 1]?.end === atom.start &&
        items[at + 1]?.kind === "token",
    );
    if (glued !== undefined) return fault("invalid_amount", "Write the amount in digits alone.", glued);
    const plus = items.find((atom) => atom.kind === "mark" && (atom.text === "+" || atom.text === "*"));
    if (plus !== undefined) return fault("ambiguous_amount", "Give the amount as one number.", plus);
    const unclear = items.find((atom) => atom.kind === "vague_number");
    if (unclear !== undefined) {
      const readings = unclear.readings ?? [];
      const both = readings.length > 1 ? ` It could be ${readings.join(" or ")}.` : "";
      return fault(
        "ambiguous_amount",
        `"${unclear.text}" has more than one reading.${both} Write it as 1234.5.`,
        unclear,
      );
    }
    return undefined;
  }

  private impossible(): Atom | undefined {
    return this.items.find((atom) => {
      if (atom.value === undefined) return false;
      return atom.value.n === 0n || (atom.kind === "part" && atom.value.n > atom.value.d);
    });
  }

  /** "some SOL", "about 10": the amount is spoken of, not given. */
  unsure(): Atom | undefined {
    return this.items.find((atom, at) => {
      if (atom.kind !== "word" || !vague.has(atom.text)) return false;
      const next = this.items[at + 1];
      return next !== undefined && !(next.kind === "word" && nouns.has(next.text));
    });
  }
}

const isFigure = (atom: Atom): boolean =>
  atom.kind === "number" || atom.kind === "usd" || atom.kind === "part";

const isArticleFigure = (items: readonly Atom[], at: number): boolean =>
  (items[at]?.text === "a" || items[at]?.text === "an") &&
  items[at]?.kind === "word" &&
  (items[at + 1]?.kind === "token" || items[at + 1]?.kind === "unknown") &&
  at <= 2;

function swapFault(facts: Facts, verb: Atom): Fault {
  const { items, figures } = facts;
  const best = items.find((atom) => atom.kind === "word" && superlative.has(atom.text));
  if (best !== undefined) return fault("ambiguous_token", "Name the token by its symbol or mint.", best);
  const nominal = nominals(items);
  const dollars = items.find((atom) => atom.kind === "vague_token");
  const unsure = facts.unsure();
  if (figures.length > 1) {
    if (unsure !== undefined && /^(?:between|or|somewhere|anywhere)/.test(unsure.text))
      return fault("ambiguous_amount", "Give one exact amount.", unsure);
    return conflict(facts, figures);
  }
  const hex = items.find((atom) => atom.kind === "bad_address" && /^0x[0-9a-f]{1,8}$/i.test(atom.text));
  if (hex !== undefined) return fault("invalid_amount", "Write the amount in plain digits.", hex);
  const worth = items.find((atom) => atom.text === "worth of" || atom.text === "worth");
  if (worth !== undefined && facts.tokens.length > 2)
    return fault("ambiguous_amount", "Say whether the figure is what is given or what it is worth.", worth);
  if (facts.tokens.length > 2)
    return fault("several_actions", "Name one token to give and one to get.", facts.tokens[2]);
  if (unsure !== undefined) return fault("ambiguous_amount", "Give an exact amount.", unsure);
  if (dollars !== undefined)
    return fault(
      "ambiguous_token",
      `"${dollars.text}" could be several tokens. Name one by its symbol or mint.`,
      dollars,
    );
  if (facts.tokens.length === 2 && facts.tokens[0]?.token === facts.tokens[1]?.token) {
    return fault("same_token", "A token cannot be swapped for itself.", facts.tokens[1]);
  }
  if (nominal.length < 2) return fault("missing_token", "Name the token to give and the token to get.", verb);
  if (figures.length === 0) return fault("missing_amount", "Say how much.", verb);
  const unlisted = unlistedToken(facts);
  if (unlisted !== undefined)
    return fault(
      "unknown_token",
      `"${unlisted.text}" is not a token of the list. Give its symbol or mint.`,
      unlisted,
    );
  const half = items.find((atom) => atom.kind === "part");
  if (half !== undefined)
    return fault("ambiguous_amount", "Say whether it is a part of the balance or an amount.", half);
  if (softSwapVerbs.has(verb.text))
    return fault("ambiguous_amount", "Say which token is given and which amount is wanted.", verb);
  return unexplained(facts);
}

/** Things that stand where a token would. */
function nominals(items: readonly Atom[]): Atom[] {
  return items.filter((atom, at) => {
    if (
      atom.kind === "token" ||
      atom.kind === "vague_token" ||
      atom.kind === "address" ||
      atom.kind === "bad_address"
    )
      return true;
    if (atom.kind === "unknown") return true;
    return atom.kind === "word" && units.has(atom.text) && leads.has(items[at - 1]?.text ?? "");
  });
}

function unlistedToken(facts: Facts): Atom | undefined {
  const { items } = facts;
  if (facts.tokens.length >= 2) return undefined;
  return nominals(items).find((atom) => atom.kind !== "token");
}

function conflict(facts: Facts, figures: readonly Atom[]): Fault {
  const last = figures[figures.length - 1];
  const { items } = facts;
  const before = last === undefined ? undefined : items[items.indexOf(last) - 1];
  if (before?.text === "at" || before?.text === "@")
    return fault("unsupported_action", "Limit prices are not supported.", last);
  const joined = items.find((atom) => atom.kind === "word" && (atom.text === "and" || atom.text === "plus"));
  const names = new Set(facts.tokens.map((atom) => atom.token));
  if ((joined !== undefined && names.size > 1) || names.size > 2)
    return fault("several_actions", "Give one order at a time.", joined ?? last);
  return fault(
    "conflicting_amounts",
    "There are two amounts. Give the one to spend or the one to receive.",
    last,
  );
}

function transferFault(facts: Facts, verb: Atom): Fault {
  const { items, addresses, figures, tokens } = facts;
  const mint = strayMint(items);
  if (mint !== undefined) return fault("unknown_token", "That mint is not on the list of tokens.", mint);
  const people = addresses.length + items.filter((atom) => atom.kind === "bad_address").length;
  if (
    people > 1 &&
    (items.some((atom) => atom.text === "each" || atom.text === "and" || atom.text === "between") ||
      addresses.length > 1)
  ) {
    if (figures.length > 1) return fault("several_actions", "Give one order at a time.", figures[1]);
    return fault("several_recipients", "Name one recipient at a time.", addresses[1] ?? facts.bad);
  }
  if (facts.bad !== undefined)
    return fault("invalid_address", "That is not a Solana address. Copy it again, whole.", facts.bad);
  if (addresses.length === 0 && facts.someone !== undefined) {
    return fault(
      "unknown_recipient",
      `${facts.someone.text} cannot be resolved. Give a base58 address or a .sol name.`,
      facts.someone,
    );
  }
  const stranger = addresses.length === 0 ? unknownPerson(items, verb) : undefined;
  if (stranger !== undefined)
    return fault(
      "unknown_recipient",
      `"${stranger.text}" is not an address. Give a base58 address or a .sol name.`,
      stranger,
    );
  if (figures.length > 1) {
    const names = new Set(tokens.map((atom) => atom.token));
    if (names.size > 1) return fault("several_actions", "Send one token at a time.", figures[1]);
    return fault("conflicting_amounts", "There are two amounts. Give one.", figures[1]);
  }
  const unsure = facts.unsure();
  if (unsure !== undefined) return fault("ambiguous_amount", "Give an exact amount.", unsure);
  if (figures.length === 0) return fault("missing_amount", "Say how much of which token.", verb);
  const toSomeone = addresses.length > 0;
  if (!toSomeone)
    return fault("missing_recipient", "Say who receives it: a base58 address or a .sol name.", verb);
  const dollars = items.find((atom) => atom.kind === "vague_token");
  if (dollars !== undefined && tokens.length === 0)
    return fault("ambiguous_token", `"${dollars.text}" could be several tokens. Name one.`, dollars);
  const [unknown] = facts.unknowns;
  if (tokens.length === 0) {
    if (unknown !== undefined)
      return fault("unknown_token", `"${unknown.text}" is not a token of the list.`, unknown);
    return fault("missing_token", "Name the token.", verb);
  }
  const half = items.find((atom) => atom.kind === "part" && atom.text === "half");
  if (half !== undefined)
    return fault("ambiguous_amount", "Say whether it is a part of the balance or an amount.", half);
  return unexplained(facts);
}

/** Two addresses of which the first stands where the token's name would. */
function strayMint(items: readonly Atom[]): Atom | undefined {
  return items.find((atom, at) => {
    if (atom.kind !== "address") return false;
    const before = items[at - 1];
    const after = items[at + 1];
    return (
      (before?.kind === "unknown" || before?.kind === "token" || before?.kind === "number") &&
      after?.text === "to" &&
      items[at + 2] !== undefined
    );
  });
}

const toWords = union("TO");
const PRONOUNS = new Set(["him", "her", "them", "everyone", "me"]);

/** Who is meant by words that are no address: after "to", or right after the verb. */
function unknownPerson(items: readonly Atom[], verb: Atom): Atom | undefined {
  const at = items.findIndex((atom) => toWords.has(atom.text) || atom.text === "->");
  if (at >= 0) {
    const behind = items.slice(at + 1).filter((atom) => atom.kind !== "mark");
    const named = behind.find(
      (atom) => atom.kind === "unknown" || atom.kind === "token" || PRONOUNS.has(atom.text),
    );
    if (named !== undefined) return named;
    const plain =
      behind.length > 0 &&
      behind.every(
        (atom) =>
          holders.has(atom.text) || ["a", "the", "my", "an", "random", "this", "that"].includes(atom.text),
      );
    return plain ? undefined : behind[0];
  }
  const person = items.find((atom) => atom.kind === "word" && persons.has(atom.text));
  if (person !== undefined) return person;
  const next = items[items.indexOf(verb) + 1];
  const after = items[items.indexOf(verb) + 2];
  return next?.kind === "unknown" && (after === undefined || after.kind !== "token")
    ? next
    : items.find((atom, k) => atom.kind === "unknown" && k > 0 && isFigure(items[k + 1] ?? atom));
}

/** Every slot is there, but so is a word that nothing explains. */
function unexplained(facts: Facts): Fault {
  const [word] = facts.unknowns;
  const clause = facts.items.slice(1).find(beginsClause);
  if (clause !== undefined && word === undefined)
    return fault("several_actions", "Give one order at a time.", clause);
  if (word === undefined)
    return fault("not_a_command", "These words make no order together. Try: swap 1 SOL for USDC.");
  return fault(
    "unsupported_action",
    `"${word.text}" is not understood, so the order is refused. Leave it out if it changes nothing.`,
    word,
  );
}
