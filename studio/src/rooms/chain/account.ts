import { PROGRAMS } from "../../../../mock-server/src/formats/programs.js";
import { humanUnits } from "../../parts/format.js";
import { pools } from "../../server/pools.js";
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

function describePool(address: string): AccountDescription | undefined {
  const pool = pools.value.find((one) => one.address === address);
  if (!pool) return undefined;
  const { feeBps, mintA, mintB, vaultA, vaultB } = pool;
  const accounts = Object.entries({ "mint A": mintA, "mint B": mintB, "vault A": vaultA, "vault B": vaultB });
  return { kind: "pool", facts: [["fee", `${feeBps / 100}% of the input`], ...accounts] };
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
export function describeAccount(
  address: string,
  { owner, executable, data }: AccountInfo,
): AccountDescription {
  if (executable) return { kind: "program", facts: [] };
  if ("parsed" in data) {
    const { type = data.program, info = {} } = data.parsed;
    return describeParsed(type, info);
  }
  const pool = describePool(address);
  if (pool) return pool;
  if (owner === PROGRAMS.system && data[0] === "") return { kind: "wallet", facts: [] };
  return { kind: "account", facts: data[0] === "" ? [] : [["data (base64)", data[0]]] };
}
