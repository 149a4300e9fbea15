/** Numbers the names in a text, from a first value in equal steps. A slash separates forms of one name. */
export const counted = (text: string, from: bigint, step: bigint): [string, bigint][] =>
  text
    .split(/\s+/)
    .flatMap((names, at) =>
      names.split("/").map((name): [string, bigint] => [name, from + BigInt(at) * step]),
    );
