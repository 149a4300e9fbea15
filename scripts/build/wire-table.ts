import * as z from "zod/mini";
import { LIMITS, SCOPES } from "../../src/contract/constants.js";
import { OPERATIONS, type Operation } from "../../src/contract/operations.js";
import {
  address,
  anyFields,
  anyObject,
  INTEGER_BOUNDS,
  isoDate,
  issuedFields,
  limit,
  poolFee,
  signature,
  unitsNumber,
  unitsString,
} from "../../src/contract/primitives.js";
import {
  CreateKeyRequestSchema,
  MetricsQuerySchema,
  ParseIntentRequestSchema,
} from "../../src/contract/requests.js";
import { tolerant } from "../../src/contract/tolerance.js";
import type { Shape } from "../../src/wire/shape.js";

/** Schemas whose rules are functions, with the codes that `src/wire/shape.ts` reads for them. */
const CODES = new Map<z.ZodMiniType, string>([
  [address, "a"],
  // The client accepts any cursor. In the contract's other reading, a cursor need not be a signature (decision 3).
  [signature, "S"],
  [isoDate, "d"],
  [anyObject, "o"],
  [anyFields, "O"],
  [issuedFields, "Okey"],
  [tolerant(unitsNumber), "u"],
  [tolerant(unitsString), "u"],
  [tolerant(poolFee), "~u"],
  [tolerant(limit), "~l"],
  [ParseIntentRequestSchema.shape.command, `x${LIMITS.commandLength}`],
  [CreateKeyRequestSchema.shape.name, `k${LIMITS.keyNameLength}`],
  [CreateKeyRequestSchema.shape.scopes, `p${SCOPES.join("|")}`],
]);

interface Check {
  readonly _zod: {
    readonly def: { readonly check: string; readonly minimum?: number; readonly value?: number };
  };
}

function shapeOf(schema: z.ZodMiniType, where: string): Shape {
  // A schema with a description is a clone of a schema in `CODES`.
  const code = CODES.get(schema) ?? CODES.get(schema._zod.parent as z.ZodMiniType);
  if (code) return code;
  const checks = (schema._zod.def.checks ?? []) as unknown as readonly Check[];
  if (schema instanceof z.ZodMiniObject) return objectShape(schema, where);
  if (schema instanceof z.ZodMiniUnion)
    return merged(schema._zod.def.options.map((kind) => shapeOf(kind as z.ZodMiniType, where) as Fields));
  if (schema instanceof z.ZodMiniArray)
    return [shapeOf(schema._zod.def.element as z.ZodMiniType, `${where}[]`)];
  if (schema instanceof z.ZodMiniLiteral) return `=${schema._zod.def.values.join("|")}`;
  if (schema instanceof z.ZodMiniCatch) {
    const shape = shapeOf(schema._zod.def.innerType as z.ZodMiniType, where);
    return `~${Array.isArray(shape) ? "L" : shape}`;
  }
  if (schema instanceof z.ZodMiniEnum) return `=${Object.values(schema._zod.def.entries).join("|")}`;
  if (schema instanceof z.ZodMiniBoolean) return "b";
  if (schema instanceof z.ZodMiniString) return checks.length ? "S" : "s";
  if (schema instanceof z.ZodMiniNumber) return numberShape(schema, checks);
  throw new Error(`No code for ${where} (${schema._zod.def.type}): give src/wire/shape.ts one.`);
}

function numberShape(schema: z.ZodMiniNumber, checks: readonly Check[]): string {
  const bounds = INTEGER_BOUNDS.get(schema) ?? INTEGER_BOUNDS.get(schema._zod.parent as z.ZodMiniType);
  if (bounds) {
    const { min, max } = bounds.stated;
    return `${min !== undefined ? "i" : max !== undefined ? "j" : "I"}${bounds.range}`;
  }
  return checks.length ? `n${checks.map((check) => check._zod.def.value).join(",")}` : "n";
}

/** Removes `null`, which the client reads in optional fields, from a schema. */
const nonNull = (schema: unknown): z.ZodMiniType =>
  (schema instanceof z.ZodMiniNullable ? schema._zod.def.innerType : schema) as z.ZodMiniType;

function objectShape(schema: z.ZodMiniObject, where: string): Shape {
  const shape: Record<string, Shape> = {};
  for (const [name, field] of Object.entries(schema._zod.def.shape)) {
    const inner = field as z.ZodMiniType;
    const optional = inner instanceof z.ZodMiniOptional;
    const own = optional ? inner._zod.def.innerType : inner;
    const type =
      own instanceof z.ZodMiniPipe && own._zod.def.in instanceof z.ZodMiniNullable
        ? nonNull(own._zod.def.in)
        : nonNull(own);
    const code = shapeOf(type, `${where}.${name}`);
    // The only rule between two fields: a range ends after it starts.
    const late = (schema as z.ZodMiniType) === MetricsQuerySchema && name === "endDate";
    shape[optional ? `${name}?` : name] = late ? "dstartDate" : code;
  }
  return shape;
}

interface Fields {
  readonly [field: string]: Shape;
}

/** One shape for the kinds of an object. A field that only some kinds need lists the others after its `?`. */
function merged(shapes: readonly Fields[], kinds = shapes.map(({ action }) => `${action}`.slice(1))): Shape {
  const names = new Set(shapes.flatMap((one) => Object.keys(one).map((name) => name.replace("?", ""))));
  return Object.fromEntries(
    [...names].map((name) => {
      const optional = kinds.filter((_, at) => `${name}?` in Object(shapes[at]));
      const own = shapes.map((one) => (one[name] ?? one[`${name}?`]) as Shape);
      const shape =
        name === "action"
          ? `=${kinds.join("|")}`
          : name === "parameters"
            ? merged(own as Fields[], kinds)
            : own[0];
      return [optional.length > 0 ? `${name}?${optional.join("|")}` : name, shape as Shape];
    }),
  );
}

/** The text of `src/wire/table.ts`. */
export function wireTable(): string {
  const rows = Object.entries<Operation>(OPERATIONS).map(([name, operation]) => {
    const { method, path, retry, params, query, body } = operation;
    const row: Record<string, unknown> = { method, path, retry };
    for (const [part, schema] of Object.entries({ params, query, body }))
      if (schema) row[part] = shapeOf(schema, `${name} ${part}`);
    row["response"] = shapeOf(tolerant(operation.response), `${name} response`);
    return `  ${JSON.stringify(name)}: ${JSON.stringify(row)},`;
  });
  return [
    'import type { WireOperation } from "./shape.js";',
    "",
    "// Generated from OPERATIONS by scripts/build/wire-table.ts. After changing the contract:",
    "// npx vitest run test/sdk/wire/shape.test.ts -u",
    "",
    "/** The contract's operations in compact form. */",
    "// biome-ignore format: generated, one operation per line",
    "export const WIRE = {",
    ...rows,
    "} as const satisfies Record<string, WireOperation>;",
    "",
  ].join("\n");
}
