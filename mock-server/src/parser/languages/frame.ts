import { setOf } from "./words.js";

/** A part of a message that does not change the order in it: a polite request, a greeting, a signature, a memo. */
export interface Frame {
  /** The place where the frame may begin: the text, a clause, or right after a recipient. */
  readonly at: "start" | "clause" | "name";
  /** Sticky. */
  readonly form: RegExp;
  /** The polite word that has the same meaning. */
  readonly means: string;
  /**
   * True if the frame has words of the writer's choice, in the first group of the pattern. If one of these may change an
   * order, the frame is not skipped.
   */
  readonly free: boolean;
}

/** Patterns of a language's frames. Those of `signed` are case-sensitive. */
interface Forms {
  readonly requests: readonly string[];
  readonly signed: string;
  readonly greeting: string;
  readonly thanks: string;
  readonly wish?: string;
  readonly reference: string;
  readonly header: string;
  readonly memo: string;
}

/** Compiles a language's frames. The polite words mean the same as a request, as thanks and as a greeting. */
export function frames(
  forms: Forms,
  [please, thanks, hello]: readonly [string, string, string],
): readonly Frame[] {
  const sticky = (form: string): RegExp => new RegExp(form, "iuy");
  const { reference } = forms;
  const clause = { at: "clause", means: thanks } as const;
  return [
    {
      ...clause,
      form: sticky(`(?:${forms.requests.join("|")})(?![\\p{L}\\d_'])`),
      means: please,
      free: false,
    },
    { ...clause, form: new RegExp(forms.signed, "uy"), free: true },
    { ...clause, form: sticky(forms.greeting), means: hello, free: true },
    { ...clause, form: sticky(forms.thanks), free: true },
    ...(forms.wish === undefined ? [] : [{ ...clause, form: sticky(forms.wish), free: false }]),
    {
      ...clause,
      form: sticky(`(?:${reference}[^\\S\\n]*(?=$|[\\n.,;:!?)])|\\(${reference}\\))`),
      free: false,
    },
    { at: "start", form: sticky(forms.header), means: hello, free: true },
    { at: "name", form: sticky(forms.memo), means: thanks, free: true },
    // A signature after a line of two dashes.
    { ...clause, form: /--\s*\n([\s\S]*)$/y, free: true },
  ];
}

/** Words of several languages that deny, postpone or limit an order. No memo or signature may contain them. */
export const DENIALS: ReadonlySet<string> = setOf`
  no, not, never, each, every, cada, none, nope, don't, dont, cancel, stop, wait, if, when, unless, later, tomorrow, maybe, only, nunca, jamás, jamas, ni, si, cuando, mañana,
  luego, después, espera, cancela, mentira, solo, sólo, quizás, nao, não, non, pas, jamais, nicht, nein, wenn, morgen, se, quando, domani`;

/** The mark before an item of a list. Sticky. */
export const BULLET = /(?:[-*\u2022\u00b7\u25aa\u2023\u2013\u2014]|\(?\d{1,2}[.)])\s+(?=[A-Za-z/\u00bf])/y;

/** A pattern that matches the letters of words in both cases. */
export const anyCase = (pattern: string): string =>
  pattern.replace(/\\.|\(\?[:=!]|[a-z]/g, (part) =>
    part.length > 1 ? part : `[${part}${part.toUpperCase()}]`,
  );
