import { isAddress } from "../../contract/chain.js";
import type { Intent } from "../../contract/intents.js";
import { show } from "../../options/checks.js";
import type { Report } from "./steps.js";

/** A swap's mints, quoted amounts, exact side if stated, and quoted pools in order. */
export type SwapOrder = NonNullable<ReturnType<typeof readSwapOrder>>;

export type TransferOrder = NonNullable<ReturnType<typeof readTransferOrder>>;

const MAX_U64 = 2n ** 64n - 1n;

function reader(report: Report) {
  const invalid = (
    field: string,
    value: unknown,
    expected: string,
    hint = "Parse the command again.",
  ): undefined => {
    report("invalid_intent", `The intent's ${field} is ${show(value)}; expected ${expected}. ${hint}`);
  };
  return {
    address: (field: string, value: unknown): string | undefined =>
      typeof value === "string" && isAddress(value) ? value : invalid(field, value, "a base58 address"),
    units(field: string, value: unknown): bigint | undefined {
      if (typeof value === "bigint" && value > 0n && value <= MAX_U64) return value;
      const isJson = typeof value === "string" || typeof value === "number";
      const hint = isJson ? "If it was sent as JSON, restore it with intentCodec.decode." : undefined;
      return invalid(field, value, "a bigint of base units, from 1 to 2^64 - 1", hint);
    },
    invalid,
  };
}

export function readSwapOrder({ parameters, route }: Intent, report: Report) {
  const read = reader(report);
  const inputMint = read.address("parameters.inputToken", parameters.inputToken);
  const outputMint = read.address("parameters.outputToken", parameters.outputToken);
  const amount = read.units("parameters.amount", parameters.amount);
  if (typeof route !== "object" || route === null)
    return read.invalid("route", route, "the quote of the swap");
  const outAmount = read.units("route.outAmount", route.outAmount);
  if (inputMint === undefined || outputMint === undefined || amount === undefined || outAmount === undefined)
    return undefined;
  if (inputMint === outputMint)
    return read.invalid("parameters.outputToken", outputMint, "a mint different from inputToken's");
  // The app may have shown either amount to the user, so both must be equal.
  if (route.inAmount !== amount)
    return read.invalid("route.inAmount", route.inAmount, `${amount}, the amount of its parameters`);
  const pools: readonly Intent.MarketInfo[] = Array.isArray(route.marketInfos) ? route.marketInfos : [];
  return { inputMint, outputMint, amount, outAmount, pools, side: sideOf(route) };
}

/** `swapMode` is not a contract field, but services that quote with Jupiter may pass it on. */
export function sideOf(route: object) {
  const { swapMode } = route as { swapMode?: unknown };
  return swapMode === "ExactIn" ? "input" : swapMode === "ExactOut" ? "output" : undefined;
}

export function readTransferOrder({ parameters }: Intent, report: Report) {
  const read = reader(report);
  const mint = read.address("parameters.inputToken", parameters.inputToken);
  const amount = read.units("parameters.amount", parameters.amount);
  const recipient = read.address("parameters.recipient", parameters.recipient);
  if (mint === undefined || amount === undefined || recipient === undefined) return undefined;
  return { mint, amount, recipient };
}
