import bs58 from "bs58";
import { PROGRAMS } from "../../../../mock-server/src/chain/programs.js";
import { humanUnits } from "../../parts/format.js";
import { symbolOf } from "./names.js";
import type { Count } from "./wire.js";

/** An account, as `getAccountInfo` returns it with `jsonParsed`. */
export interface AccountInfo {
  readonly lamports: Count;
  readonly owner: string;
  readonly executable: boolean;
  readonly space?: number;
  readonly data:
    | readonly [string, string]
    | {
        readonly program: string;
        readonly parsed: { readonly type?: string; readonly info?: Readonly<Record<string, unknown>> };
      };
}

export interface AccountDescription {
  readonly kind: "wallet" | "mint" | "token account" | "pool" | "program" | "account";
  readonly facts: readonly (readonly [name: string, value: unknown])[];
}

const POOL_LENGTH = 144;
const POOL_MAGIC = "ITXPOOL1";
const POOL_KEYS = [
  ["mint A", 16],
  ["mint B", 48],
  ["vault A", 80],
  ["vault B", 112],
] as const;

function describePool(data: Uint8Array): AccountDescription | undefined {
  const magic = String.fromCharCode(...data.subarray(0, POOL_MAGIC.length));
  if (data.length !== POOL_LENGTH || magic !== POOL_MAGIC) return undefined;
  const fee = new DataView(data.buffer, data.byteOffset).getUint16(10, true);
  return {
    kind: "pool",
    facts: [
      ["fee", `${fee} basis points of the input`],
      ...POOL_KEYS.map(([name, at]) => [name, bs58.encode(data.subarray(at, at + 32))] as const),
    ],
  };
}

function describeParsed(type: string, info: Readonly<Record<string, unknown>>): AccountDescription {
  if (type === "mint") {
    const { supply, decimals, ...rest } = info;
    const shown = humanUnits(String(supply ?? 0), Number(decimals ?? 0));
    return { kind: "mint", facts: [["supply", shown], ["decimals", decimals], ...Object.entries(rest)] };
  }
  if (type === "account" && typeof info["mint"] === "string") {
    const { tokenAmount, ...rest } = info;
    const { amount = "0", decimals = 0 } = (tokenAmount ?? {}) as { amount?: string; decimals?: number };
    const holding = `${humanUnits(amount, decimals)} ${symbolOf(info["mint"]) ?? ""}`;
    return { kind: "token account", facts: [["holds", holding.trim()], ...Object.entries(rest)] };
  }
  return { kind: "account", facts: [["type", type], ...Object.entries(info)] };
}

/** Describes an account. Data of an unknown kind is shown as base64. */
export function describeAccount({ owner, executable, data }: AccountInfo): AccountDescription {
  if (executable) return { kind: "program", facts: [] };
  if ("parsed" in data) {
    const { type = data.program, info = {} } = data.parsed;
    return describeParsed(type, info);
  }
  const bytes = Uint8Array.from(atob(data[0]), (letter) => letter.charCodeAt(0));
  const pool = owner === PROGRAMS.swap ? describePool(bytes) : undefined;
  if (pool) return pool;
  if (owner === PROGRAMS.system && bytes.length === 0) return { kind: "wallet", facts: [] };
  return { kind: "account", facts: bytes.length === 0 ? [] : [["data (base64)", data[0]]] };
}
