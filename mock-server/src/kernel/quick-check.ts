import type * as z from "zod/mini";

/** True only for a value in which the schema finds nothing wrong. Of any other value the schema is asked. */
export type QuickCheck = (value: unknown) => boolean;

const never: QuickCheck = () => false;
const isText: QuickCheck = (value) => typeof value === "string";

type Check = z.core.$ZodChecks | z.core.$ZodCustom;

/** The check of one rule beside the type; undefined for a rule of another kind. */
function ruleOf(check: Check): QuickCheck | undefined {
  const { def } = check._zod;
  if (def.check === "custom") {
    const { fn } = def as z.core.$ZodCustomDef;
    return fn && ((value) => fn(value) === true);
  }
  if (def.check === "min_length") return (value) => (value as string).length >= def.minimum;
  if (def.check === "length_equals") return (value) => (value as string).length === def.length;
  return undefined;
}

function oneOf(values: readonly unknown[]): QuickCheck {
  const known = new Set(values);
  return (value) => known.has(value);
}

/** Looks at holes too, which `every` passes by. */
function all(list: readonly unknown[], check: QuickCheck): boolean {
  for (let at = 0; at < list.length; at++) if (!check(list[at])) return false;
  return true;
}

function objectCheck(shape: Readonly<Record<string, z.core.$ZodType>>): QuickCheck {
  const fields = new Map<string, QuickCheck>();
  let needed = 0;
  const optional = new Set<string>();
  for (const [name, schema] of Object.entries(shape)) {
    const { def } = (schema as z.core.$ZodTypes)._zod;
    const isOptional = def.type === "optional";
    if (isOptional) optional.add(name);
    else needed++;
    const isPlain = isOptional && (def.checks ?? []).length === 0;
    fields.set(name, quickCheck(isPlain ? def.innerType : schema));
  }
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    let found = 0;
    for (const name in value) {
      const check = fields.get(name);
      if (!check?.((value as Readonly<Record<string, unknown>>)[name])) return false;
      if (optional.size === 0 || !optional.has(name)) found++;
    }
    return found === needed;
  };
}

function typeCheck(schema: z.core.$ZodType): QuickCheck {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "string") return def.coerce || "format" in def ? never : isText;
  if (def.type === "number") return def.coerce || "format" in def ? never : Number.isFinite;
  if (def.type === "boolean") return def.coerce ? never : (value) => typeof value === "boolean";
  if (def.type === "enum") return oneOf(Object.values(def.entries));
  if (def.type === "literal") return oneOf(def.values);
  if (def.type === "array") {
    const item = quickCheck(def.element);
    return (value) => Array.isArray(value) && all(value, item);
  }
  if (def.type === "object") {
    const catchall = def.catchall as z.core.$ZodTypes | undefined;
    return catchall?._zod.def.type === "never" ? objectCheck(def.shape) : never;
  }
  if (def.type === "custom") {
    const { fn } = def;
    return fn ? (value) => fn(value) === true : never;
  }
  if (def.type === "lazy") return quickCheck(def.getter());
  return def.type === "unknown" ? () => true : never;
}

/**
 * Makes a check of a schema's own tree that passes a good value in less time than the schema takes. It knows the kinds that rows are made
 * of; of a schema with any other it says nothing is good.
 */
export function quickCheck(schema: z.core.$ZodType): QuickCheck {
  const check = typeCheck(schema);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const rules = ((def.checks ?? []) as Check[]).map((rule) => ruleOf(rule) ?? never);
  const [first] = rules;
  if (!first) return check;
  if (rules.length === 1) return (value) => check(value) && first(value);
  return (value) => check(value) && rules.every((rule) => rule(value));
}
