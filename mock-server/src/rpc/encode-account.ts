import bs58 from "bs58";
import { RENT_EXEMPT_EPOCH } from "../chain/rent.js";
import { settle } from "../kernel/work-under-way.js";
import type { AccountReads } from "../ledger/account-scan.js";
import type { ChainAccount } from "../ledger/ledger.js";
import { slotStart } from "../ledger/slots.js";
import type { AccountConfig } from "./configs.js";
import { refuseLarge } from "./limits.js";
import { type ParsedAccount, parseAccount } from "./parsed/account.js";
import { type MintForm, mintForm, mintOfTokenAccount } from "./parsed/token-account.js";
import { RPC_CODES, RpcError } from "./rpc-error.js";
import { type Zstd, zstdBytes } from "./zstd.js";

/** How account data is written. `binary` is the old form: a bare base58 string. */
export type AccountEncoding = "binary" | "base58" | "base64" | "base64+zstd" | "jsonParsed";

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

/** The form, the mints and the compressor that accounts are written with. */
interface Pen {
  readonly form: AccountForm;
  readonly mints: ReadonlyMap<string, MintForm>;
  readonly zstd: Zstd | undefined;
}

/** Most bytes that are written as base58, which takes quadratic time. */
const BASE58_BYTES = 128;
/** Bytes that an account takes in an answer, beside its data. */
const ENVELOPE_BYTES = 200;
/** Accounts that are written before others get their turn. */
const AT_ONCE = 250;

/** The account form of a call's configuration. */
export function accountForm(
  { encoding, dataSlice }: Partial<Pick<AccountConfig, "encoding" | "dataSlice">> = {},
  otherwise: AccountEncoding,
): AccountForm {
  return { encoding: encoding ?? otherwise, ...(dataSlice && { dataSlice }) };
}

/** How the mints of token accounts show their amounts at the ledger's moment. */
export async function mintForms(
  ledger: Pick<AccountReads, "accounts" | "slot">,
  mints: readonly string[],
): Promise<ReadonlyMap<string, MintForm>> {
  const wanted = [...new Set(mints)];
  const found = wanted.length > 0 ? await ledger.accounts(wanted) : [];
  const now = found.length > 0 ? Math.floor(slotStart(await ledger.slot()) / 1000) : 0;
  const forms = new Map<string, MintForm>();
  for (const mint of found) {
    const form = mint && mintForm(mint, now);
    if (mint && form) forms.set(mint.address, form);
  }
  return forms;
}

/**
 * Writes accounts, in order; null for one that does not exist.
 *
 * @throws {RpcError} -32600 for more base58 than is written, and for more bytes than an answer may have
 */
export async function encodeAccounts(
  ledger: Pick<AccountReads, "accounts" | "slot">,
  accounts: readonly (ChainAccount | undefined)[],
  form: AccountForm,
): Promise<(EncodedAccount | null)[]> {
  if (isBase58(form) && accounts.some((account) => account && sliced(account, form).length > BASE58_BYTES)) {
    throw new RpcError(
      RPC_CODES.invalidRequest,
      `Encoded binary (base 58) data should be less than ${BASE58_BYTES} bytes, please use Base64 encoding.`,
    );
  }
  refuseLarge(accounts.reduce((bytes, account) => bytes + (account ? writtenBytes(account, form) : 0), 0));
  return encodeKnown(ledger, accounts, form);
}

/** About as many bytes as an account takes in an answer: base64 is a third longer than its bytes. */
function writtenBytes(account: ChainAccount, form: AccountForm): number {
  return ENVELOPE_BYTES + Math.ceil((sliced(account, form).length * 4) / 3);
}

/** Writes the account of a notification, which has no error to answer: too much base58 is said in its place. */
export async function encodeNotified(
  ledger: Pick<AccountReads, "accounts" | "slot">,
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
  ledger: Pick<AccountReads, "accounts" | "slot">,
  accounts: readonly (ChainAccount | undefined)[],
  form: AccountForm,
): Promise<(EncodedAccount | null)[]> {
  const tokens = form.encoding === "jsonParsed" ? accounts : [];
  const mints = tokens.flatMap((account) => (account && mintOfTokenAccount(account)) ?? []);
  const pen: Pen = {
    form,
    mints: await mintForms(ledger, mints),
    zstd: form.encoding === "base64+zstd" ? await zstdBytes() : undefined,
  };
  const written: (EncodedAccount | null)[] = [];
  for (const account of accounts) {
    if (written.length > 0 && written.length % AT_ONCE === 0) await settle();
    written.push(account ? await encodeAccount(account, pen) : null);
  }
  return written;
}

async function encodeAccount(account: ChainAccount, pen: Pen): Promise<EncodedAccount> {
  const { data, executable, lamports, owner } = account;
  return {
    ...{ data: await encodeData(account, pen), executable, lamports, owner },
    ...{ rentEpoch: RENT_EXEMPT_EPOCH, space: data.length },
  };
}

async function encodeData(
  account: ChainAccount,
  { form, mints, zstd }: Pen,
): Promise<EncodedAccount["data"]> {
  const { encoding } = form;
  if (encoding === "jsonParsed") {
    const parsed = parseAccount(account, mints.get(mintOfTokenAccount(account) ?? ""));
    if (parsed) return parsed;
  }
  const bytes = sliced(account, form);
  if (zstd) return [base64(await zstd.compress(bytes)), "base64+zstd"];
  if (!isBase58(form)) return [base64(bytes), "base64"];
  const text = bytes.length > BASE58_BYTES ? "error: data too large for bs58 encoding" : bs58.encode(bytes);
  return encoding === "binary" ? text : [text, "base58"];
}

function base64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}
