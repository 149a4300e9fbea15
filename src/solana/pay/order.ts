import type { Intent } from "../../contract/intents.js";
import { ConfigurationError } from "../../errors/errors.js";
import { stringifyJson } from "../../wire/json.js";
import type { ExpectedSide } from "../verify/options.js";
import { sideOf } from "../verify/orders.js";
import { type PaymentRecord, signatureOf } from "./journal.js";

/** The order: a command, or an intent that was parsed from one. @inline */
export type Order =
  | {
      /** The command in plain language. Pass either `command` or `intent`. */
      readonly command: string;
      readonly intent?: never;
    }
  | {
      /** A parsed intent. Pass either `command` or `intent`. */
      readonly intent: Intent;
      readonly command?: never;
    };

/** `side` is the exact side of a swap, if it is known. */
type Name = "action" | "inputToken" | "outputToken" | "recipient" | "amount" | "outAmount" | "side";
type Terms = { readonly [N in Name | "command"]?: string };

/**
 * The terms that make an order the same, as JSON: the command, or the intent's action, mints, recipient and amounts.
 * Quotes, fees, slippage and pools are limits of one transaction, and may change from call to call.
 */
export function orderOf({ command, intent }: Order, expect: ExpectedSide | undefined): string {
  if (command !== undefined) return stringifyJson({ command });
  const { action, parameters, route } = intent;
  const { inputToken, outputToken, recipient, amount } = parameters;
  const side = action === "swap" ? (expect?.side ?? (route && sideOf(route))) : undefined;
  const outAmount = route?.outAmount;
  return stringifyJson({ action, inputToken, outputToken, recipient, amount, outAmount, side });
}

/**
 * Whether two orders are the same. Undefined if the recorded one lacks a term, or is the hash of an early build. A swap
 * that was parsed again has a new quote: only its exact side is compared.
 */
export function isSameOrder(recorded: string, own: string): boolean | undefined {
  if (recorded === own) return true;
  const [a, b] = [termsOf(recorded), termsOf(own)];
  if (a.command === undefined && a.action === undefined) return undefined;
  if (a.command !== undefined || b.command !== undefined) return false;
  const known = (name: Name) =>
    a[name] === undefined || b[name] === undefined ? undefined : a[name] === b[name];
  const [amount, outAmount] = [known("amount"), known("outAmount")];
  const side = a.action === "swap" ? (a.side ?? b.side) : "input";
  const either = amount || outAmount || (amount === outAmount ? amount : undefined);
  const same = [
    ...(["action", "inputToken", "outputToken", "recipient"] as const).map(
      // A transfer has no output token, and a swap may have no recipient.
      (name) => a[name] === b[name] || known(name),
    ),
    side === "input" ? amount : side === "output" ? outAmount : either,
    a.side === undefined || b.side === undefined || a.side === b.side,
  ];
  return same.includes(false) ? false : same.includes(undefined) ? undefined : true;
}

function termsOf(order: string): Terms {
  try {
    const terms = Object.entries(Object(JSON.parse(order)));
    return Object.fromEntries(terms.filter(([, value]) => typeof value === "string"));
  } catch {
    return {};
  }
}

const OTHERS = /* @__PURE__ */ new WeakSet<object>();

/**
 * An error for a `paymentId` that belongs to another order. It has no outcome, because it says nothing about this order,
 * and the signature of the recorded payment.
 */
export function otherOrder(record: PaymentRecord, paymentId: string, whose: string): ConfigurationError {
  const signature = signatureOf(record);
  const error = new ConfigurationError(
    `paymentId ${paymentId} belongs to ${whose}. That payment ${stateOf(record)}. This call sent nothing. ${
      isUnpaid(record)
        ? "Call again with the order of this paymentId; another order needs its own paymentId."
        : "Look at that payment first: call again with its own order, wallet and cluster, or call resume."
    }`,
  );
  OTHERS.add(error);
  return Object.assign(error, signature !== undefined && { signature });
}

export const isOtherOrder = (error: unknown): boolean => OTHERS.has(Object(error));

/** Whether nothing of a recorded payment has landed or can still land. */
export const isUnpaid = ({ outcome }: PaymentRecord): boolean =>
  outcome !== undefined && outcome !== "landed";

/** The state of a recorded payment, for messages. */
export function stateOf(record: PaymentRecord): string {
  const { outcome } = record;
  const signature = signatureOf(record);
  const state = outcome === undefined ? "is open" : outcome === "landed" ? "has landed" : `is ${outcome}`;
  return `${state}${signature === undefined ? "" : ` (transaction ${signature})`}`;
}
