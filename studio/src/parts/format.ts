import { formatUnits } from "intent-tx";

const usd = new Intl.NumberFormat("en", { style: "currency", currency: "USD" });

/** Formats US dollars. Small prices keep four significant digits. */
export function dollars(value: number): string {
  if (value !== 0 && Math.abs(value) < 0.1) return `$${value.toPrecision(4).replace(/\.?0+$/, "")}`;
  return usd.format(value);
}

/** A time of day, UTC, with milliseconds. */
export const timeOfDay = (iso: string): string => iso.slice(11, 23);

/** A date and time, UTC, to the second. */
export const moment = (at: number | string): string =>
  `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;

/** A duration, such as "1 h 5 min". */
export function lengthOfTime(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  const units = [
    ["d", 86_400],
    ["h", 3_600],
    ["min", 60],
    ["s", 1],
  ] as const;
  const at = units.findIndex(([, size]) => seconds >= size);
  if (at < 0) return "0 s";
  let rest = seconds;
  return units
    .slice(at, at + 2)
    .flatMap(([unit, size]) => {
      const count = Math.floor(rest / size);
      rest -= count * size;
      return count > 0 ? [`${count} ${unit}`] : [];
    })
    .join(" ");
}

/** A decimal with group separators in its whole part. */
export const grouped = (decimal: string | number): string =>
  String(decimal).replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));

/** Base units as an exact decimal with group separators. */
export const humanUnits = (baseUnits: bigint | string, decimals: number): string =>
  grouped(formatUnits(BigInt(baseUnits), decimals));
