import { readFileSync } from "node:fs";
import { isAddress } from "intent-tx/contract";
import type { ChainAccount } from "../chain/account.js";
import { isElf, programAccounts } from "../chain/program-accounts.js";
import { knownOptions } from "../kernel/known-options.js";
import { OptionError } from "../kernel/option-error.js";
import { readJson } from "../kernel/read-json.js";
import { type AccountFile, AccountFileError, readAccountFile } from "./account-file.js";
import type { ProgramOption } from "./option.js";

/**
 * The accounts of the programs and account files of the `world` option.
 *
 * @param walletAddress - the address of a wallet of the world by its name
 * @throws {OptionError} with the path of what is wrong
 */
export function checkedChain(
  option: {
    readonly programs?: readonly ProgramOption[] | undefined;
    readonly chainAccounts?: readonly (string | AccountFile)[] | undefined;
  },
  walletAddress: (name: string) => string | undefined,
): ChainAccount[] {
  const { programs = [], chainAccounts = [] } = option;
  const placed = [
    ...programs.flatMap((program, index) => {
      const path = `world.programs[${index}]`;
      return checkedProgram(path, program, walletAddress).map((account) => ({ path, account }));
    }),
    ...chainAccounts.map((file, index) => {
      const path = `world.chainAccounts[${index}]`;
      return { path, account: checkedAccount(path, file) };
    }),
  ];
  const taken = new Set<string>();
  for (const { path, account } of placed) {
    if (taken.has(account.address)) throw new OptionError(path, `names ${account.address} a second time`);
    taken.add(account.address);
  }
  return placed.map(({ account }) => account);
}

function checkedProgram(
  path: string,
  program: ProgramOption,
  walletAddress: (name: string) => string | undefined,
): ChainAccount[] {
  knownOptions(path, program, ["address", "file", "bytes", "upgradeable"]);
  const { address, file, bytes, upgradeable = false } = program;
  if (typeof address !== "string" || !isAddress(address))
    throw new OptionError(`${path}.address`, "must be a base58 address of 32 bytes");
  if ((file === undefined) === (bytes === undefined))
    throw new OptionError(path, "must have either file or bytes");
  if (bytes !== undefined && !(bytes instanceof Uint8Array))
    throw new OptionError(`${path}.bytes`, "must be a Uint8Array");
  const part = file === undefined ? `${path}.bytes` : `${path}.file`;
  const code = bytes ?? read(part, file);
  if (!isElf(code)) throw new OptionError(part, "must be a compiled program (an ELF file, .so)");
  if (upgradeable === false) return programAccounts(address, code);
  const who = upgradeable === true ? "alice" : upgradeable;
  const authority = typeof who === "string" && isAddress(who) ? who : walletAddress(who);
  if (authority === undefined) {
    throw new OptionError(
      `${path}.upgradeable`,
      "must be true, false, or the authority: an address or the name of a wallet of the world",
    );
  }
  return programAccounts(address, code, authority);
}

function checkedAccount(path: string, given: string | AccountFile): ChainAccount {
  try {
    return readAccountFile(typeof given === "string" ? parsed(path, given) : given);
  } catch (error) {
    if (!(error instanceof AccountFileError)) throw error;
    const where = typeof given === "string" ? `${path} (${given})` : path;
    throw new OptionError([where, error.field].filter(Boolean).join("."), error.reason);
  }
}

function parsed(path: string, file: string): unknown {
  try {
    return readJson(Buffer.from(read(path, file)).toString("utf8"));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new OptionError(path, `is ${file}, which is no JSON: ${error.message}`);
  }
}

function read(path: string, file: unknown): Uint8Array {
  if (typeof file !== "string" || file === "") throw new OptionError(path, "must be the path of a file");
  try {
    return new Uint8Array(readFileSync(file));
  } catch (error) {
    throw new OptionError(path, `cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
