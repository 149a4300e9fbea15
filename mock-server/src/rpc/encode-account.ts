import bs58 from "bs58";
import { RENT_EXEMPT_EPOCH } from "../chain/rent.js";
import { decodeMint } from "../chain/token-layout.js";
import type { ChainAccount, Ledger } from "../ledger/ledger.js";
import { type Config, configOf, countOf } from "./params.js";
import { parseAccount } from "./parsed-account.js";
import { mintOfTokenAccount, type ParsedAccount } from "./parsed-token.js";
import { invalidParams, RPC_CODES, RpcError } from "./rpc-error.js";

/** How account data is written. `binary` is the old form: a bare base58 string. */
export type AccountEncoding = "binary" | "base58" | "base64" | "jsonParsed";

/** A part of the data to write in place of all. */
interface DataSlice {
  readonly offset: number;
  readonly length: number;
}

/** How a call wants accounts written. */
export interface AccountForm {
  readonly encoding: AccountEncoding;
  readonly dataSlice?: DataSlice;
}

/** An account as JSON-RPC writes it. */
export interface EncodedAccount {
  readonly data: string | readonly [string, string] | ParsedAccount;
  readonly executable: boolean;
  readonly lamports: bigint;
  readonly owner: string;
  readonly rentEpoch: bigint;
  readonly space: number;
}

const ENCODINGS: readonly AccountEncoding[] = ["binary", "base58", "base64", "jsonParsed"];
/** Most bytes that are written as base58, which takes quadratic time. */
const BASE58_BYTES = 128;
/** Every account is rent-exempt: rent is due never. */

/** The account form of a call's configuration. @throws {RpcError} -32602 */
export function accountForm(config: Config, otherwise: AccountEncoding): AccountForm {
  const { encoding, dataSlice } = config as { encoding?: unknown; dataSlice?: unknown };
  if (encoding === "base64+zstd") throw invalidParams("base64+zstd encoding is not served here; use base64");
  const known =
    encoding === undefined || encoding === null ? otherwise : ENCODINGS.find((name) => name === encoding);
  if (!known) {
    const names = "expected one of `binary`, `base58`, `base64`, `jsonParsed`, `base64+zstd`";
    throw invalidParams(`Invalid params: unknown variant \`${String(encoding)}\`, ${names}.`);
  }
  if (dataSlice === undefined || dataSlice === null) return { encoding: known };
  const slice = configOf(dataSlice) as { offset?: unknown; length?: unknown };
  return { encoding: known, dataSlice: { offset: countOf(slice.offset), length: countOf(slice.length) } };
}

/** Decimals of the mints that token accounts need to be written in words. */
async function decimalsFor(
  ledger: Ledger,
  accounts: readonly (ChainAccount | undefined)[],
): Promise<ReadonlyMap<string, number>> {
  const mints = new Set(accounts.flatMap((account) => (account && mintOfTokenAccount(account)) ?? []));
  const found = mints.size > 0 ? await ledger.accounts([...mints]) : [];
  const decimals = new Map<string, number>();
  for (const mint of found) {
    const read = mint && decodeMint(mint.owner, mint.data);
    if (mint && read) decimals.set(mint.address, read.decimals);
  }
  return decimals;
}

/**
 * Writes accounts, in order; null for one that does not exist.
 *
 * @throws {RpcError} -32600 for more base58 than is written
 */
export async function encodeAccounts(
  ledger: Ledger,
  accounts: readonly (ChainAccount | undefined)[],
  form: AccountForm,
): Promise<(EncodedAccount | null)[]> {
  if (isBase58(form) && accounts.some((account) => account && sliced(account, form).length > BASE58_BYTES)) {
    throw new RpcError(
      RPC_CODES.invalidRequest,
      `Encoded binary (base 58) data should be less than ${BASE58_BYTES} bytes, please use Base64 encoding.`,
    );
  }
  return encodeKnown(ledger, accounts, form);
}

/** Writes the account of a notification, which has no error to answer: too much base58 is said in its place. */
export async function encodeNotified(
  ledger: Ledger,
  account: ChainAccount,
  form: AccountForm,
): Promise<EncodedAccount | null> {
  const [encoded] = await encodeKnown(ledger, [account], form);
  return encoded ?? null;
}

function isBase58({ encoding }: AccountForm): boolean {
  return encoding === "binary" || encoding === "base58";
}

function sliced({ data }: ChainAccount, { dataSlice }: AccountForm): Uint8Array {
  return dataSlice ? data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length) : data;
}

async function encodeKnown(
  ledger: Ledger,
  accounts: readonly (ChainAccount | undefined)[],
  form: AccountForm,
): Promise<(EncodedAccount | null)[]> {
  const decimals =
    form.encoding === "jsonParsed" ? await decimalsFor(ledger, accounts) : new Map<string, number>();
  return accounts.map((account) => (account ? encodeAccount(account, form, decimals) : null));
}

function encodeAccount(
  account: ChainAccount,
  form: AccountForm,
  decimals: ReadonlyMap<string, number>,
): EncodedAccount {
  const { data, executable, lamports, owner } = account;
  return {
    data: encodeData(account, form, decimals),
    executable,
    lamports,
    owner,
    rentEpoch: RENT_EXEMPT_EPOCH,
    space: data.length,
  };
}

function encodeData(
  account: ChainAccount,
  form: AccountForm,
  decimals: ReadonlyMap<string, number>,
): EncodedAccount["data"] {
  const { encoding } = form;
  if (encoding === "jsonParsed") {
    const parsed = parseAccount(account, decimals.get(mintOfTokenAccount(account) ?? ""));
    if (parsed) return parsed;
  }
  const bytes = sliced(account, form);
  if (!isBase58(form)) {
    return [Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64"), "base64"];
  }
  const text = bytes.length > BASE58_BYTES ? "error: data too large for bs58 encoding" : bs58.encode(bytes);
  return encoding === "binary" ? text : [text, "base58"];
}
