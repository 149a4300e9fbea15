import { isSignature } from "intent-tx/contract";
import * as z from "zod/mini";
import { U64_MAX } from "../formats/base-units.js";
import { bytesOfText } from "../formats/base64.js";
import { VERSION_1_BYTES } from "../formats/transaction.js";
import { problemIn } from "../kernel/checked.js";
import { address, choice, flag, list, text, textThat } from "../kernel/schema-kit.js";
import { COMMITMENTS, type Commitment, type CommittedLedger } from "../ledger/ledger.js";
import { type Chain, type ContextConfig, inContext, readAt } from "./chain.js";
import { invalidParams } from "./rpc-error.js";

export type Schemas = Readonly<Record<string, z.ZodMiniType>>;

/** A call's params by name. */
export type Params<S extends Schemas> = { readonly [K in keyof S]: z.output<S[K]> };

/** Parses all its params, then runs on a chain. @throws {RpcError} -32602 for invalid params, before it runs */
export type Method<C extends Chain = Chain> = (params: unknown) => (chain: C) => Promise<unknown>;

/** Defines a method. Params are in the order of their schemas. */
export function method<const S extends Schemas, C extends Chain = Chain>(
  schemas: S,
  run: (chain: C, params: Params<S>) => Promise<unknown>,
): Method<C> {
  return (params) => {
    const values = readParams(params, schemas);
    return (chain) => run(chain, values);
  };
}

/** Defines a method that reads the chain at the commitment in its configuration. */
export function reading<const S extends Schemas>(
  schemas: S,
  read: (ledger: CommittedLedger, params: Params<S>) => Promise<unknown>,
): Method {
  return (params) => {
    const values = readParams(params, schemas);
    return async (chain) => {
      const { slot, ledger } = await readAt(chain, values["config"] as ContextConfig | undefined);
      return inContext(slot, await read(ledger, values));
    };
  };
}

/** Parses params. @throws {RpcError} -32602 naming the first invalid param */
export function readParams<S extends Schemas>(params: unknown, schemas: S): Params<S> {
  const names = Object.keys(schemas);
  const values = params ?? [];
  if (!Array.isArray(values)) throw invalidParams("Invalid params: must be a list");
  if (values.length > names.length) {
    const taken = names.length === 0 ? "none" : `at most ${names.length} (${names.join(", ")})`;
    throw invalidParams(`Invalid params: ${values.length} given; the method accepts ${taken}`);
  }
  const read = names.map((name, index) => {
    const value: unknown = values[index] ?? undefined;
    // Without `jitless`, zod would compile the schema, which takes longer than parsing the few params of a test.
    const result = schemas[name]?.safeParse(value, { jitless: true });
    const problem = result && problemIn(result, value);
    if (!problem) return [name, result?.data];
    const path =
      problem.path === "" ? name : `${name}${problem.path.startsWith("[") ? "" : "."}${problem.path}`;
    throw invalidParams(`Invalid param: ${path} ${problem.reason}`);
  });
  return Object.fromEntries(read) as Params<S>;
}

function integer(most: bigint, message: string) {
  const isRight = (value: unknown): value is number | bigint =>
    (typeof value === "bigint" || Number.isSafeInteger(value)) &&
    BigInt(value as number) >= 0n &&
    BigInt(value as number) <= most;
  return z.custom<number | bigint>(isRight, message);
}

const unsigned = integer(U64_MAX, "must be an integer from 0 to 2^64 - 1");
/** A slot. All digits are kept, because error messages quote them. */
export const slot = unsigned;
/** A slot, epoch, length or limit. */
export const count = z.pipe(unsigned, z.transform(Number));
/** An amount, parsed with all its digits. */
export const u64 = z.pipe(
  unsigned,
  z.transform((value: number | bigint) => BigInt(value)),
);
const byte = z.pipe(integer(255n, "must be an integer from 0 to 255"), z.transform(Number));
export const signature = textThat(isSignature, "must be a base58-encoded 64-byte signature");
export { address, list, text };

export const upTo = <T extends z.ZodMiniType>(item: T, most: number) =>
  list(item).check(z.maxLength(most, `must have at most ${most} items`));

/** An object with these fields. As on a node, other fields are ignored. */
export const fields = <const S extends z.core.$ZodShape>(shape: S) => z.object(shape, "must be an object");
/** An optional field that may also be null. A node refuses null in some fields: those are `z.optional`. */
export const nullable = <T extends z.ZodMiniType>(schema: T) =>
  z.pipe(
    z.nullish(schema),
    z.transform((value) => value ?? undefined),
  ) as unknown as z.ZodMiniOptional<T>;

/** An object with these fields, or a list of their values in order: a node accepts both. */
export const fieldsOrList = <const S extends z.core.$ZodShape>(shape: S) => {
  const names = Object.keys(shape);
  const named = z.transform((value: unknown) =>
    Array.isArray(value) && value.length === names.length
      ? Object.fromEntries(names.map((name, index) => [name, value[index]]))
      : value,
  );
  const read = fields(shape);
  return z.pipe(named as unknown as z.ZodMiniType<z.input<typeof read>>, read);
};

/** An object with exactly one of these fields. */
export const oneField = <const S extends z.core.$ZodShape>(shape: S) => {
  const message = `must have one of ${Object.keys(shape).join(", ")}`;
  return z
    .strictObject(shape, message)
    .check(
      z.refine((value) => Object.values(value).filter((field) => field !== undefined).length === 1, message),
    );
};

const commitment = choice(COMMITMENTS);
/** Legacy clients send commitments that nodes no longer support. Such a commitment is treated as omitted. */
const committed = { commitment: z.catch(nullable(commitment), undefined) };
const context = { ...committed, minContextSlot: nullable(count) };
export const contextConfig = nullable(fields(context));
/** The configuration of methods that require a supported commitment in it, and ignore all other fields. */
export const strictConfig = nullable(fieldsOrList({ commitment }));
/** Params of a method that accepts only the context. */
export const CONTEXT = { config: contextConfig };

/** A configuration with these fields in addition to the context. */
export const config = <const S extends z.core.$ZodShape>(shape: S) =>
  nullable(fields({ ...context, ...shape }));
/** A configuration with these fields in addition to the commitment. `minContextSlot` is ignored. */
export const committedConfig = <const S extends z.core.$ZodShape>(shape: S) =>
  nullable(fields({ ...committed, ...shape }));

/** `binary` is the legacy form: a bare base58 string. */
export const accountEncoding = choice(["binary", "base58", "base64", "jsonParsed", "base64+zstd"]);
export type AccountEncoding = z.output<typeof accountEncoding>;
const account = {
  encoding: nullable(accountEncoding),
  dataSlice: nullable(fieldsOrList({ offset: count, length: count })),
};
export const accountConfig = config(account);
export type AccountConfig = z.output<typeof accountConfig>;

const memcmp = fields({
  offset: count,
  bytes: z.union([text, list(byte)], "must be a string or a list of bytes"),
  encoding: nullable(choice(["base58", "base64", "bytes"])),
});
const accountFilter = z.union(
  [
    z.literal("tokenAccountState"),
    oneField({
      dataSize: z.optional(count),
      memcmp: z.optional(memcmp),
      tokenAccountState: z.optional(z.null()),
    }),
  ],
  "must be one of dataSize, memcmp, tokenAccountState",
);
export type FilterConfig = z.output<typeof accountFilter>;
/** Filters for a program's accounts, and options for writing them. */
export const programAccountsConfig = config({
  ...account,
  filters: nullable(upTo(accountFilter, 4)),
  withContext: nullable(flag),
  sortResults: nullable(flag),
});

export const transactionEncoding = choice(["binary", "base64", "base58", "json", "jsonParsed"]);
export type TransactionEncoding = z.output<typeof transactionEncoding>;

/** Also accepts an encoding instead of a configuration, because early clients pass only an encoding. */
const orEncoding = <T extends z.ZodMiniType>(schema: T) => {
  const bare = z.pipe(
    transactionEncoding,
    z.transform((encoding) => ({ encoding })),
  );
  return z.union([bare as unknown as T, schema]);
};

const transaction = {
  encoding: nullable(transactionEncoding),
  maxSupportedTransactionVersion: nullable(byte),
};
export const transactionConfig = orEncoding(committedConfig(transaction));
const block = {
  ...transaction,
  transactionDetails: nullable(choice(["full", "signatures", "none", "accounts"])),
};
export const blockConfig = orEncoding(committedConfig({ ...block, rewards: nullable(flag) }));
export const blockSubscribeConfig = committedConfig({ ...block, showRewards: nullable(flag) });

export const sendConfig = nullable(
  fields({
    skipPreflight: z.optional(flag),
    preflightCommitment: nullable(commitment),
    encoding: nullable(transactionEncoding),
    maxRetries: nullable(count),
    minContextSlot: nullable(count),
  }),
);
export const simulateConfig = config({
  sigVerify: z.optional(flag),
  replaceRecentBlockhash: z.optional(flag),
  encoding: nullable(transactionEncoding),
  accounts: nullable(fieldsOrList({ encoding: nullable(accountEncoding), addresses: list(address) })),
  innerInstructions: z.optional(flag),
});

/** Maximum base58 length of a transaction. */
const MAX_CHARACTERS = 5594;

/** Decodes a param. @throws {RpcError} -32602 naming the param if it is invalid or larger than a transaction */
export function packetBytes(name: string, written: string, encoding: "base58" | "base64"): Uint8Array {
  const bytes = written.length > MAX_CHARACTERS ? undefined : bytesOfText(written, encoding);
  if (bytes && bytes.length <= VERSION_1_BYTES) return bytes;
  throw invalidParams(`Invalid param: ${name} must be ${encoding}-encoded, at most ${VERSION_1_BYTES} bytes`);
}

/** The commitment of a method that reads blocks. @throws {RpcError} -32602 for `processed` */
export function blockCommitmentOf({ commitment = "finalized" }: ContextConfig = {}): Commitment {
  if (commitment === "processed") throw invalidParams("Method does not support commitment below `confirmed`");
  return commitment;
}
