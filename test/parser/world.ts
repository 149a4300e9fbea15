import type { Command } from "@intent-tx/mock-server/parser";
import { TOKENS, type Token } from "../../mock-server/src/fixtures/tokens.js";
import type { ParserWorld } from "../../mock-server/src/parser/command.js";
import { ENGLISH } from "../../mock-server/src/parser/languages/english/english.js";
import type { GroupName } from "../../mock-server/src/parser/languages/groups.js";
import { parse } from "../../mock-server/src/parser/parse.js";
import type { ParseResult } from "../../mock-server/src/parser/result.js";

export const ALICE = "5ZiFdXi4NbayK8o8X3TBb8cDjZCVNq8v6HGLEmn9hyZH";
export const BOB = "CEoESsNrqx7hqeNdKKXU5oP8kLbknkihsisCniBLY83M";
export const OFF_CURVE = "8x2dR8Mpzuz2YqyZyZjUbYWKSWesBo5jMx2Q9Y86udVk";

export const world: ParserWorld = {
  tokens: TOKENS,
  resolveName: (name) => (name === "alice.sol" ? ALICE : undefined),
  walletAddress: BOB,
};

export const token = (symbol: string): Token => TOKENS.find((entry) => entry.symbol === symbol)!;

export const read = (command: string, within: ParserWorld = world): ParseResult => parse(command, within);

const bigints = (_: string, value: unknown): unknown =>
  typeof value === "bigint" ? value.toString() : value;

/** An outcome in one line: `swap SOL>USDC in 1000000000`, `refused negated`. */
export function line(command: string, within: ParserWorld = world): string {
  const result = parse(command, within);
  return result.ok ? said(result.command) : `refused ${result.reason}`;
}

function said(command: Command): string {
  const symbol = (mint: string | undefined): string =>
    TOKENS.find((entry) => entry.mint === mint)?.symbol ?? "";
  if (command.action === "query") return `query ${command.topic} ${symbol(command.mint)}`.trim();
  const { side, ...rest } = command.amount;
  const amount = `${side.replace("put", "")} ${Object.values(JSON.parse(JSON.stringify(rest, bigints))).join(" ")}`;
  return command.action === "swap"
    ? `swap ${symbol(command.inputMint)}>${symbol(command.outputMint)} ${amount}`
    : `transfer ${symbol(command.mint)} ${amount} ${command.recipient}`;
}

export const group = (name: GroupName): ReadonlySet<string> => ENGLISH.lexicon.groups[name];
