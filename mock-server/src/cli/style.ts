import { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];

/** Colours text where a terminal shows it and neither `NO_COLOR` nor a pipe speaks against it. */
export function painter(
  stream: { readonly isTTY?: boolean } = process.stdout,
): (format: Format, text: string) => string {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  const on = NO_COLOR ? false : FORCE_COLOR ? FORCE_COLOR !== "0" : stream.isTTY === true;
  return (format, text) => (on ? styleText(format, text) : text);
}
