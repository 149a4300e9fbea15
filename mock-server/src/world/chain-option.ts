import { closeSync, openSync, readSync } from "node:fs";
import { isAddress } from "intent-tx/contract";
import type { ChainAccount } from "../chain/accounts.js";
import { isElf, programAccounts } from "../chain/program-accounts.js";
import { checkedOption } from "../kernel/checked.js";
import { OptionError } from "../kernel/errors.js";
import { readJson } from "../kernel/json.js";
import { AccountFileSchema } from "./account-file.js";
import { type CheckedWorld, UPGRADEABLE } from "./option-schema.js";

/**
 * The accounts of the `world` option's programs and account files.
 *
 * @param walletAddress - returns the address of a world wallet by name
 * @throws {OptionError} with the path of the invalid part
 */
export function chainOf(
  { programs = [], chainAccounts = [] }: CheckedWorld,
  walletAddress: (name: string) => string | undefined,
): ChainAccount[] {
  const placed = [
    ...programs.flatMap((program, index) => {
      const path = `world.programs[${index}]`;
      return programOf(path, program, walletAddress).map((account) => ({ path, account }));
    }),
    ...chainAccounts.map((option, index) => {
      const path = `world.chainAccounts[${index}]`;
      return { path, account: typeof option === "string" ? accountIn(path, option) : option };
    }),
  ];
  const taken = new Set<string>();
  for (const { path, account } of placed) {
    if (taken.has(account.address)) throw new OptionError(path, `contains ${account.address} twice`);
    taken.add(account.address);
  }
  return placed.map(({ account }) => account);
}

function programOf(
  path: string,
  { address, file, bytes, upgradeable = false }: NonNullable<CheckedWorld["programs"]>[number],
  walletAddress: (name: string) => string | undefined,
): ChainAccount[] {
  const part = file === undefined ? `${path}.bytes` : `${path}.file`;
  const code = file === undefined ? bytes : read(part, file);
  if (!code || !isElf(code)) throw new OptionError(part, "must be a compiled program (an ELF file, .so)");
  if (upgradeable === false) return programAccounts(address, code);
  const who = upgradeable === true ? "alice" : upgradeable;
  const authority = isAddress(who) ? who : walletAddress(who);
  if (authority === undefined) throw new OptionError(`${path}.upgradeable`, UPGRADEABLE);
  return programAccounts(address, code, authority);
}

function accountIn(path: string, file: string): ChainAccount {
  let value: unknown;
  try {
    value = readJson(Buffer.from(read(path, file)).toString("utf8"));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new OptionError(path, `must be a JSON file; ${file} is not: ${error.message}`);
  }
  return checkedOption(`${path} (${file})`, AccountFileSchema, value);
}

function read(path: string, file: string): Uint8Array {
  try {
    return new Uint8Array(readFileOfOption(file));
  } catch (error) {
    throw new OptionError(path, `cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Maximum file size. The largest account needs less as JSON: 10 MiB of data are 14 MiB of base64. */
const MAX_BYTES = 64 * 1024 * 1024;
const PIECE = 64 * 1024;

/**
 * Reads a file that an option specifies. Pipes work too. The limit stops endless files such as `/dev/zero`.
 *
 * @throws {RangeError} above 64 MiB
 */
export function readFileOfOption(file: string): Buffer {
  const descriptor = openSync(file, "r");
  try {
    const pieces: Buffer[] = [];
    for (let length = 0; length <= MAX_BYTES; ) {
      const piece = Buffer.allocUnsafe(PIECE);
      const count = readSync(descriptor, piece);
      if (count === 0) return Buffer.concat(pieces);
      pieces.push(piece.subarray(0, count));
      length += count;
    }
  } finally {
    closeSync(descriptor);
  }
  throw new RangeError(
    `${file} is larger than ${MAX_BYTES / 1024 / 1024} MiB; no account or program is that large`,
  );
}
