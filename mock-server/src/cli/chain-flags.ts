import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import bs58 from "bs58";
import { isAddress } from "intent-tx/contract";
import { type AccountFile, accountFile } from "../fixtures/account-file.js";
import { readFileOfOption } from "../fixtures/chain-option.js";
import type { ProgramOption } from "../fixtures/option.js";
import { errorText, OptionError } from "../kernel/errors.js";
import { readJson } from "../kernel/json.js";
import { clonedAccounts } from "../ledger/validator/clone.js";
import { RpcResponseError, RpcUnreachableError } from "../ledger/validator/rpc-client.js";
import { UsageError } from "./cli-command.js";

/** A running chain, and the addresses to copy from it. */
export interface CloneFlags {
  readonly url: string;
  readonly addresses: readonly string[];
}

export const CHAIN_FLAGS_HELP = `  --bpf-program ADDRESS FILE
                       loads a compiled program (.so) at ADDRESS, or at a keypair file's address; can be repeated
  --upgradeable-program ADDRESS FILE AUTHORITY
                       loads a program that AUTHORITY can upgrade: an address, a keypair file, a wallet's name, or none
  --account ADDRESS FILE
                       loads an account at ADDRESS from a file written by solana account --output json ("-" uses the
                       address in the file); can be repeated
  --account-dir DIR    loads an account from each .json file in DIR; can be repeated
  --clone ADDRESS, --clone-upgradeable-program ADDRESS
                       copies an account, and the code of a program, from the chain at --url; can be repeated
  --activate-feature ADDRESS, --deactivate-feature ADDRESS
                       overrides mainnet's setting of a chain feature; can be repeated
  --url URL            JSON-RPC of the chain for --clone: a URL, or mainnet-beta, devnet, testnet, localhost`;

/** Matches a wallet's name. A path that contains a dot or a slash does not match. */
const WALLET_NAME = /^[A-Za-z0-9_-]+$/;

/** Reads the chain flags, given with their values in the order of the command line. @throws {UsageError} */
export function readChainFlags(given: readonly (readonly [name: string, values: readonly string[]])[]) {
  const programs: ProgramOption[] = [];
  const chainAccounts: (string | AccountFile)[] = [];
  const addresses: string[] = [];
  const [activate, deactivate]: [string[], string[]] = [[], []];
  let url: string | undefined;
  for (const [name, [first = "", second = "", third = ""]] of given) {
    const flag = `--${name}`;
    if (name === "activate-feature") activate.push(addressOf(flag, first));
    if (name === "deactivate-feature") deactivate.push(addressOf(flag, first));
    if (name === "bpf-program") programs.push(programAt(flag, first, second));
    if (name === "upgradeable-program")
      programs.push({ ...programAt(flag, first, second), upgradeable: authorityOf(flag, third) });
    if (name === "account") chainAccounts.push(accountAt(first, second));
    if (name === "account-dir") chainAccounts.push(...filesIn(first));
    if (name === "clone" || name === "clone-upgradeable-program") addresses.push(addressOf(flag, first));
    if (name === "url") url = first;
  }
  if (addresses.length > 0 && url === undefined)
    throw new UsageError("--clone needs a chain to copy from; add --url URL");
  if (addresses.length === 0 && url !== undefined)
    throw new UsageError("--url works only with --clone; add --clone ADDRESS");
  return {
    programs,
    chainAccounts,
    ...(activate.length + deactivate.length > 0 && { features: { activate, deactivate } }),
    ...(url !== undefined && { clone: { url, addresses } }),
  };
}

function addressOf(flag: string, text: string): string {
  if (isAddress(text)) return text;
  throw new UsageError(`${flag} ${text}: must be a base58-encoded 32-byte address`);
}

/** Size of a keypair file's key: secret key, then public key. */
const KEYPAIR_BYTES = 64;

/** Accepts an address or a keypair file. `cargo build-sbf` writes a keypair file for each program. */
function addressOrKeypair(flag: string, text: string): string {
  if (isAddress(text)) return text;
  let bytes: unknown;
  try {
    bytes = JSON.parse(readFileOfOption(text).toString());
  } catch {
    bytes = undefined;
  }
  const isByte = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255;
  if (Array.isArray(bytes) && bytes.length === KEYPAIR_BYTES && bytes.every(isByte))
    return bs58.encode(Uint8Array.from(bytes).subarray(KEYPAIR_BYTES / 2));
  throw new UsageError(`${flag} ${text}: must be an address (base58-encoded, 32 bytes) or a keypair file`);
}

function programAt(flag: string, address: string, file: string): ProgramOption {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new UsageError(`${flag} ${address} ${file}: the file does not exist`);
  return { address: addressOrKeypair(flag, address), file };
}

/** A program's upgrade authority, for `world.programs`. */
function authorityOf(flag: string, text: string): string | false {
  if (text === "none") return false;
  return isAddress(text) || WALLET_NAME.test(text) ? text : addressOrKeypair(flag, text);
}

function accountAt(address: string, file: string): string | AccountFile {
  if (address === "-") return file;
  const pubkey = addressOf("--account", address);
  let read: unknown;
  try {
    read = readJson(readFileOfOption(file).toString());
  } catch (error) {
    throw new UsageError(`--account ${address} ${file}: ${errorText(error)}`);
  }
  return { ...(read as AccountFile), pubkey };
}

function filesIn(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    throw new UsageError(`--account-dir ${folder}: ${errorText(error)}`);
  }
  return names
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => join(folder, name));
}

/**
 * Copies accounts from a running chain. An upgradeable program is copied with its code account.
 *
 * @throws {UsageError} if the chain does not respond, or lacks an account
 */
export async function clonedFiles({ url, addresses }: CloneFlags): Promise<AccountFile[]> {
  try {
    return (await clonedAccounts(url, addresses)).map(accountFile);
  } catch (error) {
    const known = [OptionError, RpcResponseError, RpcUnreachableError].some((type) => error instanceof type);
    throw known ? new UsageError(`--clone: ${errorText(error)}`) : error;
  }
}
