/** An instruction in words. */
export interface InstructionWords {
  readonly type: string;
  readonly info: Readonly<Record<string, unknown>>;
}

/** An instruction of the associated-token program. */
export function parseAssociatedToken(
  accounts: readonly string[],
  data: Uint8Array,
): InstructionWords | undefined {
  const [source, account, wallet, mint, systemProgram, tokenProgram] = accounts;
  // No data at all is the first release's way to say create.
  if (data.length > 1 || (data[0] ?? 0) > 1 || tokenProgram === undefined) return undefined;
  return {
    type: data[0] === 1 ? "createIdempotent" : "create",
    info: { account, mint, source, systemProgram, tokenProgram, wallet },
  };
}
