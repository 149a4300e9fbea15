import bs58 from "bs58";
import * as z from "zod/mini";
import type { ChainAccount } from "../chain/accounts.js";
import { U64_MAX } from "../chain/base-units.js";
import { bytesOfBase64 } from "../chain/base64.js";
import { isLoader } from "../chain/program-accounts.js";
import { address } from "../kernel/schema-kit.js";

/** An account in the format of `solana account --output json` and `solana-test-validator --account`. */
export interface AccountFile {
  /** Base58 address. */
  readonly pubkey: string;
  /** The account at that address. */
  readonly account: {
    /** Lamports; a string or bigint if a number would round them. */
    readonly lamports: number | bigint | string;
    /** The data and its encoding. */
    readonly data: readonly [string, "base64" | "base58"] | readonly string[];
    /** Base58 address of the owning program. */
    readonly owner: string;
    /** Default false. */
    readonly executable?: boolean;
    /** Ignored: accounts here never pay rent. */
    readonly rentEpoch?: number | bigint | string;
    /** Ignored: the data determines the size. */
    readonly space?: number;
  };
}

/** Maximum account size. */
const MAX_BYTES = 10 << 20;
/** Maximum base58 characters to decode. Decoding takes quadratic time: a quarter of an hour for a megabyte. */
const MOST_BASE58 = 8_192;

/** Decodes `[text, encoding]`; undefined for an unknown encoding. */
function bytesOf([text = "", encoding]: readonly string[]): Uint8Array | undefined {
  if (encoding === "base58") return bs58.decodeUnsafe(text);
  return bytesOfBase64(text);
}

/** An amount as a string; empty for any other value, including an object that cannot be converted. */
function lamportsText(value: unknown): string {
  if (typeof value === "string" || typeof value === "bigint") return String(value);
  return Number.isSafeInteger(value) ? String(value) : "";
}

const lamports = z.pipe(
  z.custom<number | bigint | string>((value) => {
    const text = lamportsText(value);
    return /^\d{1,20}$/.test(text) && BigInt(text) >= 1n && BigInt(text) <= U64_MAX;
  }, "must be an integer, 1 or greater; write values above 2^53 as a string"),
  z.transform((value): bigint => BigInt(value)),
);

const data = z.pipe(
  z.custom<AccountFile["account"]["data"]>(
    (value) =>
      Array.isArray(value) &&
      typeof value[0] === "string" &&
      (value[1] === "base64" || value[1] === "base58"),
    'must be [text, "base64"] or [text, "base58"]',
  ),
  z.transform((value, context) => {
    const refuse = (message: string) => {
      context.issues.push({ code: "custom", input: value, message });
      return z.NEVER;
    };
    if (value[1] === "base58" && (value[0]?.length ?? 0) > MOST_BASE58)
      return refuse(`must be base64, because it is longer than ${MOST_BASE58} base58 characters`);
    const bytes = bytesOf(value);
    if (!bytes) return refuse(`is not valid ${value[1]}`);
    return bytes.length <= MAX_BYTES ? bytes : refuse("must be at most 10 MiB");
  }),
);

/** Schema of an account file; its output is the account. */
export const AccountFileSchema = z.lazy(() => {
  const form = "must be an object in the format of solana account --output json";
  const account = z
    .object(
      {
        lamports,
        data,
        owner: address,
        executable: z.exactOptional(z.boolean("must be a boolean")),
        rentEpoch: z.exactOptional(z.custom<number | bigint | string>()),
        space: z.exactOptional(z.custom<number>()),
      },
      form,
    )
    .check(
      z.refine(({ executable, owner }) => !executable || isLoader(owner), {
        path: ["owner"],
        error: ({ input }) =>
          `must be a program loader that this server supports; got ${(input as { owner: string }).owner}`,
      }),
    );
  return z.pipe(
    z.object({ pubkey: address, account }, form),
    z.transform(({ pubkey, account: { lamports, data, owner, executable = false } }): ChainAccount => {
      return { address: pubkey, lamports, owner, executable, data };
    }),
  );
});
