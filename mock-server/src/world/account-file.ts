import bs58 from "bs58";
import { isAddress } from "intent-tx/contract";
import type { ChainAccount } from "../chain/account.js";
import { U64_MAX } from "../chain/base-units.js";
import { isLoader } from "../chain/program-accounts.js";

/** An account as `solana account --output json` writes it, and as `solana-test-validator --account` reads it. */
export interface AccountFile {
  /** Base58 address. */
  readonly pubkey: string;
  /** The account at that address. */
  readonly account: {
    /** Lamports; text or bigint where a number would round them. */
    readonly lamports: number | bigint | string;
    /** The data and how it is written. */
    readonly data: readonly [string, "base64" | "base58"] | readonly string[];
    /** Base58 address of the program that owns it. */
    readonly owner: string;
    /** Default false. */
    readonly executable?: boolean;
    /** Read past: an account here owes no rent. */
    readonly rentEpoch?: number | bigint | string;
    /** Read past: the data tells it. */
    readonly space?: number;
  };
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** Most bytes that an account can have. */
const MOST_BYTES = 10 << 20;

/** A field of an account file that is wrong. */
export class AccountFileError extends Error {
  constructor(
    /** `account.lamports`; empty for the whole. */
    readonly field: string,
    readonly reason: string,
  ) {
    super(field === "" ? reason : `${field} ${reason}`);
    this.name = "AccountFileError";
  }
}

/** Reads an account file that was parsed as JSON. @throws {AccountFileError} naming the field that is wrong */
export function readAccountFile(value: unknown): ChainAccount {
  const { pubkey, account } = objectOf("", value) as { pubkey?: unknown; account?: unknown };
  const address = addressOf("pubkey", pubkey);
  const {
    lamports,
    data,
    owner,
    executable = false,
  } = objectOf("account", account) as {
    [name: string]: unknown;
  };
  if (typeof executable !== "boolean") throw new AccountFileError("account.executable", "must be a boolean");
  const read = {
    address,
    lamports: lamportsOf(lamports),
    owner: addressOf("account.owner", owner),
    executable,
    data: dataOf(data),
  };
  if (executable && !isLoader(read.owner)) {
    throw new AccountFileError(
      "account.owner",
      `is ${read.owner}, which is no loader whose programs run here`,
    );
  }
  return read;
}

function objectOf(field: string, value: unknown): object {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new AccountFileError(field, "must be an object as solana account --output json writes it");
}

function addressOf(field: string, value: unknown): string {
  if (typeof value === "string" && isAddress(value)) return value;
  throw new AccountFileError(field, "must be a base58 address of 32 bytes");
}

function lamportsOf(value: unknown): bigint {
  const text = typeof value === "number" && !Number.isSafeInteger(value) ? "" : String(value);
  const lamports = /^\d{1,20}$/.test(text) ? BigInt(text) : 0n;
  if (lamports >= 1n && lamports <= U64_MAX) return lamports;
  throw new AccountFileError(
    "account.lamports",
    "must be a whole number from 1, as text where it is beyond 2^53",
  );
}

function dataOf(value: unknown): Uint8Array {
  const [text, encoding] = Array.isArray(value) ? (value as unknown[]) : [];
  if (typeof text !== "string" || (encoding !== "base64" && encoding !== "base58")) {
    throw new AccountFileError("account.data", 'must be [text, "base64"] or [text, "base58"]');
  }
  const bytes =
    encoding === "base58"
      ? bs58.decodeUnsafe(text)
      : BASE64.test(text)
        ? new Uint8Array(Buffer.from(text, "base64"))
        : undefined;
  if (bytes === undefined) throw new AccountFileError("account.data", `is no ${encoding}`);
  if (bytes.length > MOST_BYTES) throw new AccountFileError("account.data", "has more than 10 MiB");
  return bytes;
}
