import { nearest } from "../options/checks.js";
import { CALL_RULES } from "../options/rules.js";
import { asObject, type InvalidValue, type OnUnknown, type WireOperation } from "../wire/shape.js";

/** The probable meaning of a field or value that the contract does not have. */
function guess(name: string, known: readonly string[], { params, query }: WireOperation): string {
  if (Object.hasOwn(CALL_RULES, name))
    return `. It is an option of the call: pass { ${name} } as the ${params && query ? "third" : "second"} argument`;
  const near = nearest(name, known);
  return near ? `; did you mean ${near}?` : "";
}

/** Warns of a field or value that this version does not know. It is sent, because the contract leaves it open. */
export const warnOfUnknown =
  (name: string, operation: WireOperation, advise: (message: string) => void): OnUnknown =>
  (field, known, value) => {
    const what = value === undefined ? `the field ${field}` : `${field} ${JSON.stringify(value)}`;
    const hint = guess(value ?? field, known, operation);
    advise(`${name}: this version does not know ${what}, and sends it as it is${hint || "."}`);
  };

/** How to correct a request that was not sent. */
export function correction(
  { field, reason, known }: InvalidValue,
  part: unknown,
  operation: WireOperation,
): string {
  if (known.length > 0) return guess(field, known, operation);
  const value = field ? asObject(part)?.[field] : part;
  if (typeof (Object(value) as { toBase58?: unknown }).toBase58 === "function")
    return ", not a PublicKey: pass its toBase58()";
  if (/^must be an ISO/.test(reason)) return "; a Date is accepted too";
  // Such as `parse(walletAddress, command)`.
  if (field || value === undefined) return "";
  const fields = Object.keys(operation.body ?? operation.query ?? {});
  const required = fields.filter((name) => !name.endsWith("?"));
  return `: { ${(required.length > 0 ? required : fields).join(", ").replaceAll("?", "")} }`;
}
