/** A whole number as prose has it: 65,536. */
export function grouped(value: number): string {
  return value.toLocaleString("en-US");
}
