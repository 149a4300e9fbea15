import * as zlib from "node:zlib";
import bs58 from "bs58";
import { PROGRAM_IDS } from "intent-tx/contract";
import { accountWith, RENT_EXEMPT_EPOCH } from "../../formats/accounts.js";
import { nextTurn } from "../../kernel/timers.js";
import type { ChainAccount, CommittedLedger } from "../../ledger/ledger.js";
import { slotStart } from "../../ledger/slots.js";
import { AnswerSize } from "../limits.js";
import type { AccountConfig, AccountEncoding } from "../params.js";
import { parseAccount } from "../parsed/account.js";
import { mintForm, mintOfTokenAccount } from "../parsed/token-account.js";
import type { MintForm } from "../parsed/token-amount.js";
import { RPC_CODES, RpcError } from "../rpc-error.js";

type MintSource = Pick<CommittedLedger, "accounts" | "slot" | "slotMs">;

/** Maximum data length in bytes for base58, which takes quadratic time. */
const BASE58_BYTES = 128;
/** Size of an account in a response, without its data. */
const ENVELOPE_BYTES = 200;
/** Number of accounts to write before yielding to other work. */
const AT_ONCE = 250;

export function accountForm(config: AccountConfig, otherwise: AccountEncoding) {
  return { dataSlice: config?.dataSlice, encoding: config?.encoding ?? otherwise };
}

type AccountForm = Partial<ReturnType<typeof accountForm>>;

/** Reads how mints display amounts at the ledger's current time. */
export async function mintForms(
  ledger: MintSource,
  mints: readonly string[],
): Promise<ReadonlyMap<string, MintForm>> {
  const wanted = [...new Set(mints)];
  const found = wanted.length > 0 ? await ledger.accounts(wanted) : [];
  const now = found.length > 0 ? Math.floor(slotStart(await ledger.slot(), ledger.slotMs) / 1000) : 0;
  const forms = new Map<string, MintForm>();
  for (const mint of found) {
    const form = mint && mintForm(mint, now);
    if (mint && form) forms.set(mint.address, form);
  }
  return forms;
}

/**
 * Writes accounts in order; null for missing ones.
 *
 * @throws {RpcError} -32600 if the data is too large for base58, or the response becomes too large
 */
export async function encodeAccounts(
  ledger: MintSource,
  accounts: readonly (ChainAccount | undefined)[],
  form: AccountForm,
) {
  if (isBase58(form) && accounts.some((account) => account && sliced(account, form).length > BASE58_BYTES)) {
    throw new RpcError(
      RPC_CODES.invalidRequest,
      `Encoded binary (base 58) data should be less than ${BASE58_BYTES} bytes, please use Base64 encoding.`,
    );
  }
  const size = new AnswerSize();
  // The size of compressed data is known only when it is written. Base64 is a third longer than its bytes.
  for (const account of form.encoding === "base64+zstd" ? [] : accounts)
    if (account) size.add(ENVELOPE_BYTES + Math.ceil((sliced(account, form).length * 4) / 3));
  return encodeKnown(ledger, accounts, form);
}

function isBase58({ encoding }: AccountForm): boolean {
  return encoding === "binary" || encoding === "base58";
}

function sliced({ data }: ChainAccount, { dataSlice }: AccountForm): Uint8Array {
  return dataSlice ? data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length) : data;
}

/** Writes accounts without an error, as notifications need: a message replaces data too large for base58. */
export async function encodeKnown(
  ledger: MintSource,
  accounts: readonly (ChainAccount | undefined)[],
  form: AccountForm,
) {
  const tokens = form.encoding === "jsonParsed" ? accounts : [];
  const mints = tokens.flatMap((account) => (account && mintOfTokenAccount(account)) ?? []);
  const forms = await mintForms(ledger, mints);
  const zstd = form.encoding === "base64+zstd" ? await zstdBytes() : undefined;
  const written = [];
  const size = new AnswerSize();
  for (const account of accounts) {
    if (written.length > 0 && written.length % AT_ONCE === 0) await nextTurn();
    if (!account) {
      written.push(null);
      continue;
    }
    const { executable, lamports, owner } = account;
    const data = encodeData(account, form, forms, zstd);
    const space = account.data.length;
    written.push({ data, executable, lamports, owner, rentEpoch: RENT_EXEMPT_EPOCH, space });
    if (zstd && Array.isArray(data)) size.add(ENVELOPE_BYTES + String(data[0]).length);
  }
  return written;
}

/** An account in JSON-RPC form. */
export type EncodedAccount = NonNullable<Awaited<ReturnType<typeof encodeKnown>>[number]>;

function encodeData(
  account: ChainAccount,
  form: AccountForm,
  mints: ReadonlyMap<string, MintForm>,
  zstd: Awaited<ReturnType<typeof zstdBytes>> | undefined,
) {
  const { encoding } = form;
  if (encoding === "jsonParsed") {
    const parsed = parseAccount(account, mints.get(mintOfTokenAccount(account) ?? ""));
    if (parsed) return parsed;
  }
  const bytes = sliced(account, form);
  if (zstd) return [base64(zstd.compress(bytes)), "base64+zstd"];
  if (!isBase58(form)) return [base64(bytes), "base64"];
  const text = bytes.length > BASE58_BYTES ? "error: data too large for bs58 encoding" : bs58.encode(bytes);
  return encoding === "binary" ? text : [text, "base58"];
}

function base64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}

/** An empty account, which a node reports for a closed account and for an address that only a transaction names. */
export function emptyAccount(address: string): ChainAccount {
  return accountWith(address, PROGRAM_IDS.system, new Uint8Array(0), 0n);
}

/** Zstandard in `node:zlib`, available from Node 22.15. */
interface NativeZstd {
  readonly zstdCompressSync?: (bytes: Uint8Array) => Uint8Array;
  readonly zstdDecompressSync?: (bytes: Uint8Array) => Uint8Array;
}

/** A frame without content: magic number, a header for a single empty segment, and an empty last block. */
const EMPTY_FRAME = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x00, 0x01, 0x00, 0x00);

/**
 * Zstandard for `base64+zstd`, the default encoding of the Rust client: from Node if available, otherwise from
 * WebAssembly, whose 240 kB are loaded on first use. `compress` makes one frame, whose header has the size of the content.
 */
export async function zstdBytes() {
  const { zstdCompressSync: compress, zstdDecompressSync: decompress } = zlib as NativeZstd;
  if (compress && decompress) return { compress, decompress };
  const { Zstd } = await import("@hpcc-js/wasm-zstd");
  const zstd = await Zstd.load();
  return {
    // The WebAssembly compressor cannot create an empty frame.
    compress: (bytes: Uint8Array) => (bytes.length === 0 ? EMPTY_FRAME : zstd.compress(bytes)),
    decompress: (bytes: Uint8Array) => zstd.decompress(bytes),
  };
}
