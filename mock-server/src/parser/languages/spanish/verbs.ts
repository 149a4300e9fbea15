import { words } from "../words.js";

const ACUTE: Readonly<Record<string, string>> = { a: "á", e: "é", i: "í", o: "ó", u: "ú" };

/** Removes the accents of vowels, which many people do not type. The tilde of "ñ" stays. */
export const unaccented = (word: string): string =>
  word.replace(/[áéíóú]/g, (vowel) => vowel.normalize("NFD").charAt(0));

/** Stresses the vowel before the last one, as a pronoun at the end requires: "cambia", "cámbiame". */
function stressed(form: string): string {
  if (form !== unaccented(form)) return form;
  const found = /^(.*?)([iu]?[aeo]|[aeiou])([^aeiou]+[iu]?[aeo])$/.exec(form);
  if (found === null) return form;
  const [, head = "", vowels = "", tail = ""] = found;
  const strong = vowels.charAt(vowels.length - 1);
  return `${head}${vowels.slice(0, -1)}${ACUTE[strong] ?? strong}${tail}`;
}

const withPlain = (forms: readonly string[]): readonly string[] => [
  ...new Set(forms.flatMap((form) => [form, unaccented(form)])),
];

/** A verb by its infinitive and its forms for "tú", "usted" and "vos". */
export interface Verb {
  readonly infinitive: string;
  readonly tu: string;
  readonly usted: string;
  readonly vos: string | undefined;
}

/** Parses "cambiar cambia cambie cambiá". A form for "vos" that is also a past tense is left out. */
export const verbs = (text: TemplateStringsArray): readonly Verb[] =>
  words(text).map((forms) => {
    const [infinitive = "", tu = "", usted = "", vos] = forms.split(" ");
    return { infinitive, tu, usted, vos };
  });

/** The present tense, which states something: "cambias", "cambio". */
export const presents = ({ tu }: Verb): readonly string[] =>
  [...withPlain([`${tu}s`]), tu.replace(/[ae]$/, "o")].filter((form) => form !== tu);

/** The forms that order something, without a pronoun. */
export const orders = (all: readonly Verb[]): readonly string[] =>
  all.flatMap(({ infinitive, tu, usted, vos }) => [
    ...[infinitive, tu, usted, `${usted}n`, `${infinitive.slice(0, -1)}d`],
    ...(vos === undefined ? [] : [vos]),
    // Without its accent, this form of "envíe" is also a past tense, which another rule checks.
    ...withPlain([tu, usted, `${usted}n`]),
  ]);

/** The forms that order something, with a pronoun at the end: "cámbiame", "convertime", "enviarle". */
export const ordersWith = (all: readonly Verb[], pronouns: readonly string[]): readonly string[] =>
  all.flatMap(({ infinitive, tu, usted, vos }) =>
    pronouns.flatMap((pronoun) => {
      const ir = infinitive.endsWith("ir") ? `${infinitive.slice(0, -2)}í` : undefined;
      const bases = [stressed(tu), stressed(usted), vos ?? ir ?? ""].filter((base) => base !== "");
      return [`${infinitive}${pronoun}`, ...withPlain(bases.map((base) => `${base}${pronoun}`))];
    }),
  );
