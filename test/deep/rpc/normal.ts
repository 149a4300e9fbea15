import bs58 from "bs58";
import { zstdBytes } from "../../../mock-server/src/rpc/encode/account.js";
import type { Cast } from "./cast.js";
import type { Request } from "./requests.js";
import type { Answer } from "./targets.js";

/** Keys whose values are specific to each chain. */
const OWN_FIGURES = new Set([
  ...[
    "slot",
    "parentSlot",
    "blockHeight",
    "blockTime",
    "lastValidBlockHeight",
    "absoluteSlot",
    "contextSlot",
  ],
  ...["postBalance", "firstSlot", "lastSlot"],
]);
const COSTS = ["computeUnitsConsumed", "costUnits", "unitsConsumed", "loadedAccountsDataSize"];
const OWN_HASHES = new Set(["blockhash", "previousBlockhash", "recentBlockhash"]);
/** Methods that return accounts in the order of the node's index. */
const UNORDERED = new Set(["getProgramAccounts", "getTokenAccountsByOwner", "getTokenAccountsByDelegate"]);

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Replaces the parts of answers that necessarily differ between two chains. */
export class Normal {
  readonly #names = new Map<string, string>();
  readonly #signatures: ReadonlySet<string>;
  readonly #firstSlot: number;
  readonly #rents: ReadonlySet<number>;
  #zstd: Awaited<ReturnType<typeof zstdBytes>> | undefined;

  /** @param rents Balances of the program accounts on this chain. */
  constructor(cast: Cast, rents: Iterable<number>) {
    this.#rents = new Set(rents);
    for (const [name, signature] of Object.entries(cast.signatures))
      this.#names.set(signature, `<signature ${name}>`);
    this.#names.set(cast.blockhash, "<blockhash>");
    this.#names.set(cast.faucet, "<faucet>");
    this.#signatures = new Set(Object.values(cast.signatures));
    this.#firstSlot = cast.slots["transfer"] ?? 0;
  }

  /** An answer without the parts specific to a chain. */
  async answer({ method, compare, crafted }: Request, answer: Answer): Promise<Json> {
    const { result, error } = answer;
    if (error) return refusalOf(error);
    this.#zstd ??= await zstdBytes();
    const walked = this.#walk(this.#own(method, result as Json), "");
    if (crafted === true) cut(walked);
    const value = UNORDERED.has(method) ? sorted(walked) : walked;
    return { result: compare === "shape" ? shapeOf(value) : value };
  }

  /** Makes slots relative to the slot of the transaction `transfer`. */
  #slots(result: Json): Json {
    return Array.isArray(result) ? result.map((slot) => Number(slot) - this.#firstSlot) : result;
  }

  /** Makes slots relative, hides times, and removes the votes of the chain's validator from blocks. */
  #own(method: string, result: Json): Json {
    if (method === "getBlocks" || method === "getBlocksWithLimit") return this.#slots(result);
    if (method === "getBlockTime") return "<figure>";
    if (method !== "getBlock" || typeof result !== "object" || result === null || Array.isArray(result))
      return result;
    const block = { ...result };
    const { signatures, transactions } = block as { signatures?: Json; transactions?: Json };
    // A block's fees go to its validator, and votes pay fees too.
    if ("rewards" in block) block["rewards"] = "<rewards>";
    if (Array.isArray(signatures))
      block["signatures"] = signatures.filter((one) => this.#signatures.has(String(one)));
    if (Array.isArray(transactions)) {
      block["transactions"] = transactions.filter((one) => this.#signatures.has(signatureIn(one)));
    }
    return block;
  }

  #walk(value: Json, key: string): Json {
    if (typeof value === "number") return OWN_FIGURES.has(key) ? "<figure>" : value;
    if (typeof value === "string") return this.#text(value, key);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) {
      const [first, second] = value;
      if (value.length === 2 && second === "base64+zstd") return [this.#unzip(String(first)), second];
      if (value.length === 2 && typeof first === "string" && (second === "base64" || second === "base58")) {
        return [this.#wire(first, second), second];
      }
      return value.map((one) => this.#walk(one, key));
    }
    const entries = Object.entries(value).map(([name, one]) => [name, this.#walk(one, name)] as const);
    return this.#withoutPrograms(Object.fromEntries(entries));
  }

  /** Hides the programs' balances, costs and logs, since the two chains have different builds of the programs. */
  #withoutPrograms(value: { [key: string]: Json }): Json {
    const out = { ...value };
    for (const key of ["preBalances", "postBalances"]) {
      const balances = out[key];
      if (Array.isArray(balances))
        out[key] = balances.map((one) => (this.#rents.has(Number(one)) ? "<program>" : one));
    }
    const logs = out["logs"] ?? out["logMessages"];
    if ("loadedAccountsDataSize" in out) out["loadedAccountsDataSize"] = typeof out["loadedAccountsDataSize"];
    if (!Array.isArray(logs) || !logs.some((line) => String(line).includes(" consumed "))) return out;
    for (const key of COSTS) if (key in out) out[key] = "<cost>";
    const kept = logs.map(String).filter((line) => !line.startsWith("Program log: "));
    out["logs" in out ? "logs" : "logMessages"] = kept.map((line) =>
      line.replace(/consumed .*/, "consumed <cost>"),
    );
    return out;
  }

  #unzip(text: string): string {
    return Buffer.from(this.#zstd!.decompress(Buffer.from(text, "base64"))).toString("base64");
  }

  #text(value: string, key: string): Json {
    if (OWN_HASHES.has(key)) return "<hash>";
    // Without a configuration, as old clients request it, a transaction is base58.
    if (key === "transaction") return this.#wire(value, "base58");
    let text = value;
    for (const [own, name] of this.#names) text = text.replaceAll(own, name);
    return text;
  }

  /** Replaces a known transaction by its name, because its bytes contain a blockhash. */
  #wire(text: string, encoding: "base64" | "base58"): string {
    const bytes = encoding === "base64" ? Buffer.from(text, "base64") : Buffer.from(bs58.decode(text));
    return this.#names.get(bs58.encode(bytes.subarray(1, 65))) ?? text;
  }
}

/** The code of an error, and the reason of a failed preflight: messages differ between nodes. */
function refusalOf({ code, data }: NonNullable<Answer["error"]>): Json {
  const { err } = (data ?? {}) as { err?: Json };
  return { code, ...(err !== undefined && { err }) };
}

/** Hides the cost, which includes the size of all named programs. */
function cut(transaction: Json): void {
  const { meta } = transaction as { meta?: { costUnits?: Json } };
  if (meta?.costUnits !== undefined) meta.costUnits = "<cost>";
}

function signatureIn(transaction: Json): string {
  const { transaction: inner } = transaction as { transaction: Json };
  if (Array.isArray(inner)) {
    const [text, encoding] = inner as [string, string];
    const bytes = encoding === "base64" ? Buffer.from(text, "base64") : Buffer.from(bs58.decode(text));
    return bs58.encode(bytes.subarray(1, 65));
  }
  if (typeof inner === "string") return bs58.encode(Buffer.from(bs58.decode(inner)).subarray(1, 65));
  return (inner as { signatures: string[] }).signatures[0] ?? "";
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) {
    const key = (one: Json) => String((one as { pubkey?: Json }).pubkey);
    return [...value].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  }
  if (typeof value !== "object" || value === null || !Array.isArray(value["value"])) return value;
  return { ...value, value: sorted(value["value"]) };
}

/** Replaces values by their types, lists by their first entry, and keys that are addresses by one key. */
function shapeOf(value: Json): Json {
  if (Array.isArray(value)) return value.length === 0 ? ["<none>"] : [shapeOf(value[0] ?? null)];
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, one]) => [
          isAddress(key) ? "<address>" : key,
          // A new chain has no epoch credits yet.
          key === "epochCredits" ? "<list>" : shapeOf(one),
        ]),
    );
  }
  return value === null ? null : `<${typeof value}>`;
}

function isAddress(text: string): boolean {
  return bs58.decodeUnsafe(text)?.length === 32;
}
