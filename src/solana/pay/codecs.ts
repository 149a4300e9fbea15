import { isAddress } from "../../contract/chain.js";
import { ValidationError } from "../../errors/api-errors.js";
import { stringify } from "../../values/json.js";
import { type Codec, type Encoded, intentCodec } from "../../wire/codecs.js";
import type { Effects, TokenAmount } from "../verify/verify.js";
import type { Preview } from "./preview.js";
import type { Receipt } from "./receipt.js";

function invalid(what: string, field: string, reason: string): ValidationError {
  const text = `The ${what} cannot be read: ${field || "it"} ${reason}.`;
  return new ValidationError(text, { code: "validation_error", field, details: { field, reason } });
}

/** Reads the fields of an encoded value. Each method throws a ValidationError that names the field. */
class Fields {
  readonly #object: Readonly<Record<string, unknown>>;

  constructor(
    private readonly what: string,
    json: unknown,
    private readonly path = "",
  ) {
    let value: unknown;
    try {
      value = typeof json === "string" ? JSON.parse(json) : JSON.parse(stringify(json));
    } catch {
      throw invalid(what, path, "is not JSON");
    }
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw invalid(what, path, "must be a JSON object");
    this.#object = value as Record<string, unknown>;
  }

  value(name: string): unknown {
    return Object.hasOwn(this.#object, name) ? this.#object[name] : undefined;
  }

  fail(name: string, reason: string): never {
    throw invalid(this.what, this.path === "" ? name : `${this.path}.${name}`, reason);
  }

  text(name: string): string {
    const value = this.value(name);
    return typeof value === "string" && value !== "" ? value : this.fail(name, "must be text");
  }

  count(name: string): number {
    const value = this.value(name);
    return Number.isSafeInteger(value) && Number(value) >= 0
      ? Number(value)
      : this.fail(name, "must be a whole number");
  }

  units(name: string, isSigned = false): bigint {
    const value = this.value(name);
    const pattern = isSigned ? /^-?\d{1,30}$/ : /^\d{1,30}$/;
    return typeof value === "string" && pattern.test(value)
      ? BigInt(value)
      : this.fail(name, "must be base units, as a string of digits");
  }

  amounts(name: string): TokenAmount[] {
    const list = this.value(name);
    if (!Array.isArray(list)) return this.fail(name, "must be a list");
    return list.map((one, i) => {
      const fields = new Fields(this.what, one, `${this.path && `${this.path}.`}${name}.${i}`);
      const mint = fields.text("mint");
      return {
        mint: isAddress(mint) ? mint : fields.fail("mint", "must be an address"),
        amount: fields.units("amount"),
      };
    });
  }

  /** A figure of a receipt, which is undefined if the node did not return the transaction. */
  optional<T>(name: string, read: (name: string) => T): T | undefined {
    return this.value(name) === undefined ? undefined : read(name);
  }
}

const encode = <T>(value: T) => JSON.parse(stringify(value)) as Encoded<T>;

function effectsIn(what: string, json: unknown, path?: string): Effects {
  const fields = new Fields(what, json, path);
  return {
    spendAtMost: fields.amounts("spendAtMost"),
    receiveAtLeast: fields.amounts("receiveAtLeast"),
    fee: fields.units("fee"),
    rent: fields.units("rent"),
  };
}

/**
 * Converts {@link Effects} to JSON and back, for example for a database row until the user has accepted them.
 *
 * @example
 * ```ts
 * import { type Effects, effectsCodec } from "intent-tx/solana";
 * const write = (effects: Effects) => JSON.stringify(effectsCodec.encode(effects));
 * const read = (row: string) => effectsCodec.decode(row);
 * ```
 */
export const effectsCodec: Codec<Effects> = {
  encode,
  decode: (json) => effectsIn("effects", json),
};

/**
 * Converts a {@link Preview} to JSON and back.
 *
 * @example
 * ```ts
 * import { type Preview, previewCodec } from "intent-tx/solana";
 * const write = (preview: Preview) => JSON.stringify(previewCodec.encode(preview));
 * const read = (row: string) => previewCodec.decode(row);
 * ```
 */
export const previewCodec: Codec<Preview> = {
  encode,
  decode(json) {
    const fields = new Fields("preview", json);
    const expiresAt = fields.text("expiresAt");
    return {
      intent: intentCodec.decode(fields.value("intent")),
      effects: effectsIn("preview", fields.value("effects"), "effects"),
      expiresAt: Number.isNaN(Date.parse(expiresAt)) ? fields.fail("expiresAt", "must be a date") : expiresAt,
    };
  },
};

/**
 * Converts a {@link Receipt} to JSON and back.
 *
 * @example
 * ```ts
 * import { type Receipt, receiptCodec } from "intent-tx/solana";
 * const send = (receipt: Receipt) => Response.json(receiptCodec.encode(receipt));
 * const receive = async (response: Response) => receiptCodec.decode(await response.json());
 * ```
 */
export const receiptCodec: Codec<Receipt> = {
  encode,
  decode(json) {
    const fields = new Fields("receipt", json);
    return {
      signature: fields.text("signature"),
      slot: fields.count("slot"),
      fee: fields.optional("fee", (name) => fields.units(name)),
      rent: fields.optional("rent", (name) => fields.units(name, true)),
      spent: fields.optional("spent", (name) => fields.amounts(name)),
      received: fields.optional("received", (name) => fields.amounts(name)),
      attempts: fields.count("attempts"),
      intentId: fields.text("intentId"),
    };
  },
};
