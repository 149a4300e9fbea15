import type { ParserToken } from "../command.js";
import type { Language } from "../languages/language.js";
import type { Pattern } from "../languages/pattern.js";
import { type Compiled, grammarOf, type SlotKind, type SlotName } from "../orders/grammar.js";
import { type Filling, Matcher } from "../orders/match.js";
import { type Atom, type AtomKind, type Atoms, isVerb } from "../text/atom.js";
import { type Faulty, faultyAmounts, faultyRecipients, faultyTokens, type SlotFault } from "./slot-faults.js";

/** One way in which a text differs from a pattern. */
export type Difference =
  | { readonly type: "missing"; readonly kind: SlotKind | "word"; readonly slot?: SlotName }
  | { readonly type: "extra"; readonly atom: Atom }
  | { readonly type: "wrong"; readonly slot: SlotName; readonly atom: Atom; readonly fault: SlotFault };

/** The pattern that needs the fewest changes, the slots that it fills, and the differences in the text's order. */
export interface Nearest {
  readonly pattern: Pattern;
  readonly filled: readonly (readonly [SlotName, Filling])[];
  readonly differences: readonly Difference[];
}

interface Step {
  readonly cost: number;
  /** The element and the item after this step. */
  readonly element: number;
  readonly at: number;
  readonly difference: Difference | undefined;
  readonly filling: readonly [SlotName, Filling] | undefined;
}

// The costs of changes. A missing slot costs more than a wrong one, so that "some SOL" is a wrong amount.
const MISSING_WORD = 1.5;
const MISSING_SLOT = 2;
const MISSING_AMOUNT = 2.5;
/** A slot is rather missing at the end: in "buy 5 JUP", JUP is bought. */
const INSIDE = 1.5;
const OTHER_AMOUNT = 1;
/** Among patterns at the same distance, a usual one is preferred. */
const RARE = 0.1;
const EXTRA_VERB = 3;
const EXTRA_WORD = 1;
const EXTRA_UNKNOWN = 1.5;
const EXTRA_VALUE = 2;
const WORDS: ReadonlySet<AtomKind> = new Set(["word", "noise", "mark", "picture", "time", "url"]);

/** Finds the pattern of a verb that is nearest to a text. Takes linear time: the patterns of a verb are few. */
export function nearest(
  items: Atoms,
  verb: Atom,
  sol: ParserToken | undefined,
  language: Language,
): Nearest | undefined {
  const grammar = grammarOf(language);
  const [lead] = items;
  const candidates = [
    ...grammar(verb.text),
    ...(lead === undefined || lead === verb ? [] : grammar(lead.text)),
  ];
  const alignment = new Alignment(items, sol, language);
  let best: { entry: Compiled; steps: readonly (Step | undefined)[] } | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const entry of candidates) {
    const steps = alignment.steps(entry);
    const cost = (steps[0]?.cost ?? Number.POSITIVE_INFINITY) + (entry.pattern.rare ? RARE : 0);
    if (cost >= least) continue;
    least = cost;
    best = { entry, steps };
  }
  return best && traced(best.entry, best.steps, items.length + 1);
}

/** Follows the cheapest steps from the start. */
function traced({ pattern }: Compiled, steps: readonly (Step | undefined)[], width: number): Nearest {
  const filled: (readonly [SlotName, Filling])[] = [];
  const differences: Difference[] = [];
  for (let step = steps[0]; step !== undefined; step = steps[step.element * width + step.at]) {
    if (step.difference !== undefined) differences.push(step.difference);
    if (step.filling !== undefined) filled.push(step.filling);
    if (step.element < 0) break;
  }
  return { pattern, filled, differences };
}

class Alignment {
  private readonly matcher: Matcher;
  private readonly known: Record<SlotKind, Faulty[][]> = { Q: [], T: [], B: [], P: [], N: [], R: [], A: [] };
  private readonly extras: readonly { readonly cost: number; readonly difference: Difference }[];

  constructor(
    private readonly items: Atoms,
    sol: ParserToken | undefined,
    private readonly language: Language,
  ) {
    this.matcher = new Matcher(items, sol, language);
    this.extras = items.map((atom) => ({ cost: extraCost(atom), difference: { type: "extra", atom } }));
  }

  /** Words at a position that almost fill a slot, found once for all patterns. */
  private faulty(kind: SlotKind, at: number): readonly Faulty[] {
    const known = this.known[kind];
    const isRecipient = kind === "R" || kind === "A";
    const find = kind === "Q" ? faultyAmounts : isRecipient ? faultyRecipients : faultyTokens;
    const found = known[at] ?? find(this.items, at, this.language);
    known[at] = found;
    return found;
  }

  /** The cheapest step from every element and item, by `element * (items + 1) + item`. */
  steps({ elements, pattern }: Compiled): readonly (Step | undefined)[] {
    const { items } = this;
    const width = items.length + 1;
    const steps: (Step | undefined)[] = new Array((elements.length + 1) * width);
    let best: Step | undefined;
    const offer = (
      cost: number,
      element: number,
      at: number,
      difference?: Difference,
      filling?: readonly [SlotName, Filling],
    ): void => {
      const rest = steps[element * width + at];
      if (rest !== undefined && (best === undefined || cost + rest.cost < best.cost))
        best = { cost: cost + rest.cost, element, at, difference, filling };
    };
    for (let element = elements.length; element >= 0; element -= 1) {
      const wanted = elements[element];
      const missing: Difference | undefined =
        wanted?.type === "slot" ? { type: "missing", kind: wanted.kind, slot: wanted.name } : MISSING;
      for (let at = items.length; at >= 0; at -= 1) {
        const ends = wanted === undefined && at === items.length;
        best = ends ? { cost: 0, element: -1, at, difference: undefined, filling: undefined } : undefined;
        if (wanted?.optional === true) offer(0, element + 1, at);
        if (wanted?.type === "words") {
          if (this.matcher.isWord(at, wanted.words)) offer(0, element + 1, at + 1);
          if (!wanted.optional) offer(MISSING_WORD, element + 1, at, missing);
        } else if (wanted !== undefined) {
          const { kind, name: slot } = wanted;
          for (const { value, next } of this.matcher.fill(kind, slot, at, pattern))
            offer(0, element + 1, next, undefined, [slot, value]);
          // "buy $50 of BONK" is not close to the pattern of "buy 100 USDC worth of BONK".
          const special = kind === "Q" && !pattern.kinds.includes("exact");
          for (const { value, next } of kind === "Q" && !special ? this.matcher.quantities.at(at) : []) {
            const fault = value.worth === true ? "worth" : value.kind === "fraction" ? "share" : "kind";
            offer(OTHER_AMOUNT, element + 1, next, { type: "wrong", slot, atom: value.figure, fault }, [
              slot,
              value,
            ]);
          }
          for (const { cost, next, atom, fault } of special ? [] : this.faulty(kind, at))
            offer(cost, element + 1, next, { type: "wrong", slot, atom, fault });
          const inside = at < items.length ? INSIDE : 0;
          if (!wanted.optional)
            offer((kind === "Q" ? MISSING_AMOUNT : MISSING_SLOT) + inside, element + 1, at, missing);
        }
        const extra = this.extras[at];
        if (extra !== undefined) offer(extra.cost, element, at + 1, extra.difference);
        steps[element * width + at] = best;
      }
    }
    return steps;
  }
}

const MISSING: Difference = { type: "missing", kind: "word" };

function extraCost(atom: Atom): number {
  if (isVerb(atom)) return EXTRA_VERB;
  if (atom.kind === "unknown") return EXTRA_UNKNOWN;
  return WORDS.has(atom.kind) ? EXTRA_WORD : EXTRA_VALUE;
}
