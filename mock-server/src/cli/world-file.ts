import { readFileSync } from "node:fs";
import { readFileOfOption } from "../fixtures/chain-option.js";
import { makeWorld } from "../fixtures/make-world.js";
import type { WorldOption } from "../fixtures/option.js";
import { WorldSchema } from "../fixtures/option-schema.js";
import { checkedOption } from "../kernel/checked.js";
import { errorText, OptionError } from "../kernel/errors.js";
import { readJson, repeatedName } from "../kernel/json.js";
import { Random } from "../kernel/random.js";
import { UsageError } from "./cli-command.js";

/** What `--world-example` prints. */
export const WORLD_EXAMPLE: WorldOption = {
  wallets: {
    carol: { SOL: "10", USDC: "2500.5", history: 50, nfts: [{ name: "Badge #1", symbol: "BADGE" }] },
    dave: { SOL: "3", staked: [{ SOL: "1.5" }] },
  },
  accounts: { acme: { tier: "pro" }, trial: { requestsUsed: 29 } },
  names: { "carol.sol": "carol" },
  tokens: [{ symbol: "ACME", name: "Acme Dollar", decimals: 6, priceUsd: "1.25" }],
  pools: [{ pair: ["ACME", "SOL"], sideUsd: 250_000, feeBps: 30 }],
  market: { SOL: { volatility: 4 } },
};

/** What `--demo-world` adds: past transactions for alice and bob, whose balances stay the same. */
export const DEMO_WALLETS: NonNullable<WorldOption["wallets"]> = {
  alice: { history: 40 },
  bob: { history: 12 },
};

/**
 * Reads a `world` option from a JSON file; `-` is standard input.
 *
 * @param flag - how the file was named, for the message
 * @throws {UsageError} with the line and path of the invalid part
 */
export function readWorldFile(flag: string, file: string, seed: string): WorldOption {
  const refuse = (problem: string, line?: number): never => {
    const place = line === undefined ? "" : ` line ${line}:`;
    throw new UsageError(`${flag} ${file}:${place} ${problem}`);
  };
  let text: string;
  try {
    text = (file === "-" ? readFileSync(0) : readFileOfOption(file)).toString();
  } catch (error) {
    return refuse(`cannot be read: ${errorText(error)}`);
  }
  let option: unknown;
  try {
    option = readJson(text);
  } catch (error) {
    return refuse(`not valid JSON: ${errorText(error)}`, lineOfError(text));
  }
  const repeated = repeatedName(text);
  if (repeated !== undefined) refuse(`contains the name ${JSON.stringify(repeated)} twice in one object`);
  try {
    makeWorld(new Random(seed), checkedOption("world", WorldSchema, option));
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    refuse(error.message, lineOfPath(text, error.option.replace(/ \(.*/, "")));
  }
  return option as WorldOption;
}

const lineAt = (text: string, at: number) => text.slice(0, at).split("\n").length;

/** The line of the first syntax error. Node's messages do not always contain its position. */
function lineOfError(text: string): number {
  let [valid, invalid] = [0, text.length];
  while (valid + 1 < invalid) {
    const middle = (valid + invalid) >> 1;
    if (isCutOff(text.slice(0, middle))) valid = middle;
    else invalid = middle;
  }
  return lineAt(text, isCutOff(text) ? text.trimEnd().length : valid);
}

/** True if a text could be the beginning of valid JSON. */
function isCutOff(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as Error;
    const [, position] = /position (\d+)/.exec(message) ?? [];
    return /end of JSON|Unterminated/.test(message) || Number(position) === text.length;
  }
}

const TOKENS = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\],]/g;

/** The line of the value at `world.PATH` in valid JSON; of its nearest parent if the text does not contain it. */
function lineOfPath(text: string, path: string): number {
  const open: { readonly path: string; index: number | undefined }[] = [];
  let [next, line, length] = ["world", 1, 0];
  const reach = (name: string, at: number) => {
    next = name;
    const isOnPath = path === name || /^[.[]/.test(path.slice(name.length));
    if (!path.startsWith(name) || !isOnPath || name.length <= length) return;
    [line, length] = [lineAt(text, at), name.length];
  };
  for (const { 0: token, 1: colon, index: at } of text.matchAll(TOKENS)) {
    const inside = open.at(-1);
    const start = at + 1 + (/^\s*/.exec(text.slice(at + 1))?.[0].length ?? 0);
    if (token === "{" || token === "[") {
      open.push({ path: next, index: token === "[" ? 0 : undefined });
      if (token === "[") reach(`${next}[0]`, start);
    } else if (token === "}" || token === "]") open.pop();
    else if (token === "," && inside?.index !== undefined) reach(`${inside.path}[${++inside.index}]`, start);
    else if (colon !== undefined && inside)
      reach(`${inside.path}.${String(JSON.parse(token.slice(0, -colon.length)))}`, at);
  }
  return line;
}
