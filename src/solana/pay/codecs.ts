import { type Codec, decode, encode } from "../../wire/codecs.js";
import { read, type Shape } from "../../wire/shape.js";
import { WIRE } from "../../wire/table.js";
import type { Effects } from "../verify/verify.js";
import type { Preview } from "./preview.js";
import type { Receipt } from "./receipt.js";
import { SIGNED, UNSIGNED } from "./record.js";

/** Numbers are rejected, because they may have been rounded. */
const units = (value: unknown) => BigInt(UNSIGNED(value) as string);
const COUNT = `i0,${2 ** 53 - 1}`;

const AMOUNTS = [{ mint: "a", amount: units }] as const satisfies Shape;
const EFFECTS = { spendAtMost: AMOUNTS, receiveAtLeast: AMOUNTS, fee: units, rent: units };
const PREVIEW = {
  intent: (value: unknown) => read(WIRE["intents.parse"].response, value),
  effects: EFFECTS,
  expiresAt: "d",
  "priorityFee?": COUNT,
};
/** The figures are undefined if the node did not return the transaction. */
const RECEIPT = {
  signature: "S",
  slot: COUNT,
  "fee?": units,
  "rent?": (value: unknown) => BigInt(SIGNED(value) as string),
  "spent?": AMOUNTS,
  "received?": AMOUNTS,
  attempts: COUNT,
  "edits?": ["S"] as const,
  intentId: "S",
};

const codec = <T>(what: string, shape: Shape): Codec<T> => ({
  encode,
  decode: (json) => decode(what, shape, json),
});

/**
 * Converts {@link Effects} to JSON and back, for example for a database row until the user has accepted them.
 * @example
 * ```ts
 * import { type Effects, effectsCodec } from "intent-tx/solana";
 * const write = (effects: Effects) => JSON.stringify(effectsCodec.encode(effects));
 * const read = (row: string) => effectsCodec.decode(row);
 * ```
 */
export const effectsCodec: Codec<Effects> = /* @__PURE__ */ codec("effects", EFFECTS);

/**
 * Converts a {@link Preview} to JSON and back.
 * @example
 * ```ts
 * import { type Preview, previewCodec } from "intent-tx/solana";
 * const write = (preview: Preview) => JSON.stringify(previewCodec.encode(preview));
 * const read = (row: string) => previewCodec.decode(row);
 * ```
 */
export const previewCodec: Codec<Preview> = /* @__PURE__ */ codec("preview", PREVIEW);

/**
 * Converts a {@link Receipt} to JSON and back.
 * @example
 * ```ts
 * import { type Receipt, receiptCodec } from "intent-tx/solana";
 * const send = (receipt: Receipt) => Response.json(receiptCodec.encode(receipt));
 * const receive = async (response: Response) => receiptCodec.decode(await response.json());
 * ```
 */
export const receiptCodec: Codec<Receipt> = /* @__PURE__ */ codec("receipt", RECEIPT);
