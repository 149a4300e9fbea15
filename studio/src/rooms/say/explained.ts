/** A stretch of the sentence. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** The parser's view of a command, as the control plane explains it. */
export interface Explained {
  readonly ok: boolean;
  readonly version: string;
  readonly tokens: readonly (Span & {
    readonly text: string;
    readonly kind: string;
    readonly value?: string;
  })[];
  readonly slots: readonly (Span & {
    readonly parameter: string;
    readonly text: string;
    readonly value: string;
  })[];
  readonly candidates: readonly { readonly pattern: string; readonly reading: string }[];
  readonly factors: readonly { readonly name: string; readonly value: number }[];
  readonly parsed?: unknown;
  readonly score?: number;
  readonly confidence?: number;
  readonly slippageBps?: number;
  readonly reason?: string;
  readonly message?: string;
  readonly span?: Span;
  readonly suggestions?: readonly string[];
}

/** A stretch of the sentence with the part that it plays. */
export interface Stretch extends Span {
  readonly text: string;
  /** The parameter that it gave, or what its word was taken for. */
  readonly role: string;
  readonly title: string;
}

/** The sentence cut into stretches: a parameter's words in its colour, other words by their kind, the rest as it is. */
export function stretches(command: string, { tokens, slots, span }: Explained): Stretch[] {
  const named = [
    ...(span ? [{ ...span, role: "wrong", title: "what was refused" }] : []),
    ...slots.map(({ start, end, parameter, value }) => ({
      start,
      end,
      role: parameter,
      title: `${parameter}: ${value}`,
    })),
    ...tokens.map(({ start, end, kind, value }) => ({
      start,
      end,
      role: kind,
      title: value === undefined ? kind : `${kind}: ${value}`,
    })),
  ];
  const result: Stretch[] = [];
  for (let at = 0; at < command.length; ) {
    const found = named.find(({ start, end }) => start <= at && at < end);
    const next = Math.min(
      found?.end ?? command.length,
      ...named
        .filter(({ start }) => start > at && (found === undefined || named.indexOf(found) > 0))
        .map(({ start }) => start),
    );
    const end = found ? Math.max(at + 1, found.end) : Math.max(at + 1, next);
    result.push({
      start: at,
      end,
      text: command.slice(at, end),
      role: found?.role ?? "",
      title: found?.title ?? "",
    });
    at = end;
  }
  return result;
}
