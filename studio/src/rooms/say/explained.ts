import type { ExplainedCommand, Span } from "../../../../mock-server/src/parser/index.js";

/** A span of the sentence with its role. */
export interface Segment extends Span {
  readonly text: string;
  /** The parameter that the span sets, or the kind of its word. */
  readonly role: string;
  readonly title: string;
}

/** The sentence split into spans: parameters, other words by kind, and plain text. */
export function segments(explained: ExplainedCommand): Segment[] {
  const { command, spans, slots } = explained;
  const labelled = [
    ...(explained.ok ? [] : [{ ...explained.refusal.span, role: "wrong", title: "the rejected part" }]),
    ...slots.map(({ start, end, parameter, value }) => ({
      start,
      end,
      role: parameter,
      title: `${parameter}: ${value}`,
    })),
    ...spans.map(({ start, end, kind, value }) => ({
      start,
      end,
      role: kind,
      title: value === undefined ? kind : `${kind}: ${value}`,
    })),
  ];
  const result: Segment[] = [];
  for (let at = 0; at < command.length; ) {
    const found = labelled.find(({ start, end }) => start <= at && at < end);
    const next = Math.min(
      found?.end ?? command.length,
      ...labelled
        .filter(({ start }) => start > at && (found === undefined || labelled.indexOf(found) > 0))
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
