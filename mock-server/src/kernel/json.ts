const MARK = "\u0000bigint:";
const MARKED = /"\\u0000bigint:(-?\d+)"/g;

/**
 * Writes a payload as JSON. A `bigint` becomes the exact integer, at every size (decision 27); what is not finite is
 * refused, since JSON would turn it into `null`.
 */
export function writeJson(payload: unknown): string {
  let large = false;
  const text = JSON.stringify(payload, (key, value: unknown) => {
    if (typeof value === "bigint") {
      const number = Number(value);
      if (Number.isSafeInteger(number)) return number;
      large = true;
      return MARK + value;
    }
    if (typeof value === "number" && !Number.isFinite(value)) {
      throw new TypeError(`"${key}" is ${value}, which JSON cannot hold`);
    }
    return value;
  });
  return large ? text.replace(MARKED, "$1") : text;
}
