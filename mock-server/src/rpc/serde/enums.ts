import { isMap, type SerdeType, unreadable, wrongKind } from "./serde-type.js";

function named(variants: readonly string[]): string {
  const names = variants.map((name) => `\`${name}\``);
  if (names.length > 2) return `one of ${names.join(", ")}`;
  return names.join(" or ");
}

/** A variant as JSON writes it: its name, or an object of its name and what it holds. */
function written(
  value: unknown,
  variants: readonly string[],
): { name: string; held: unknown; bare: boolean } {
  const [name, held, bare] = typeof value === "string" ? [value, undefined, true] : ofMap(value);
  if (variants.includes(name)) return { name, held, bare };
  throw unreadable(`unknown variant \`${name}\`, expected ${named(variants)}`);
}

function ofMap(value: unknown): readonly [name: string, held: unknown, bare: boolean] {
  if (!isMap(value)) throw wrongKind(value, "string or map");
  const [only, second] = Object.entries(value);
  if (!only || second) throw unreadable("invalid value: map, expected map with a single key");
  return [...only, false];
}

/** One of several names. */
export function names<const N extends readonly string[]>(...variants: N): SerdeType<N[number]> {
  return {
    read: (value) => {
      const { name, held, bare } = written(value, variants);
      if (!bare && held !== null) throw wrongKind(held, "unit");
      return name;
    },
  };
}

/** The contents of each variant; null: nothing. */
type Variants = Readonly<Record<string, SerdeType<unknown> | null>>;

/** One of several variants, which a one-keyed object says with what it holds. */
export type Variant<V extends Variants> = {
  [K in keyof V]: {
    readonly kind: K;
    readonly held: V[K] extends SerdeType<infer T> ? T : undefined;
  };
}[keyof V];

/** One of several variants. */
export function variants<const V extends Variants>(types: V): SerdeType<Variant<V>> {
  const known = Object.keys(types);
  return {
    read: (value) => {
      const { name, held, bare } = written(value, known);
      const type = types[name];
      if (type && bare) throw unreadable("invalid type: unit variant, expected newtype variant");
      if (!type && !bare && held !== null) throw wrongKind(held, "unit");
      return { kind: name, held: type ? type.read(held) : undefined } as Variant<V>;
    },
  };
}
