import type { Intent } from "../../contract/intents.js";
import type { BuiltTransaction } from "../../contract/transactions.js";
import { IntentTxError } from "../../errors/base-error.js";
import { encode } from "../../wire/codecs.js";
import type { ExpectedSide } from "../verify/options.js";
import { amountOf, type Effects } from "../verify/verify.js";

/** Argument of `approve`, which is called before the wallet signs. */
export interface ApprovalRequest {
  /** The parsed intent. */
  readonly intent: Intent;
  /** The built transaction, already verified against the intent. */
  readonly built: BuiltTransaction;
  /** The maximum that leaves the wallet and the minimum that arrives. Show these figures to the user. */
  readonly effects: Effects;
}

/** How a payment is approved: by a callback, by effects that the user accepted before, or only by `expect`. @inline */
export type Approval = {
  /** Limits what the intent may say. `approve` and `accept` are optional beside it. */
  readonly expect?: ExpectedSide;
} & (
  | {
      /**
       * Called before the wallet signs, with the figures to show to the user. Only `true` approves. Called again if a
       * later transaction has worse effects, or if the command was parsed again.
       * @param request The intent, the transaction and its worst case.
       * @example
       * ```ts
       * import type { ExecuteOptions } from "intent-tx/solana";
       * const atMostOneSol: ExecuteOptions["approve"] = ({ effects }) =>
       *   effects.spendAtMost.every(({ amount }) => amount <= 1_000_000_000n);
       * ```
       */
      readonly approve: (request: ApprovalRequest) => boolean | Promise<boolean>;
      readonly accept?: never;
    }
  | {
      /**
       * The effects that the user accepted, from `preview`. A transaction with worse effects is not signed. Effects do
       * not contain the recipient: pass the preview's `intent`, not the command, or name the recipient in `expect`.
       */
      readonly accept: Effects;
      readonly approve?: never;
    }
  | { readonly expect: ExpectedSide; readonly approve?: never; readonly accept?: never }
);

/** Effects do not say where the money goes, so `accept` needs the parsed intent or names that limit it. @inline */
export type Destination =
  | { readonly intent: Intent }
  | { readonly accept?: never }
  | { readonly expect: ExpectedSide & ({ readonly recipient: string } | { readonly outputToken: string }) };

/** `approve` did not return true, or the effects are worse than the accepted ones. Nothing was signed. */
export class ApprovalDeclinedError extends IntentTxError {
  static override readonly kind = "ApprovalDeclinedError";

  /** @param message Human-readable message. */
  constructor(
    message: string,
    /** The effects that were declined. Show them to the user, and pass them as accept if the user accepts them. */
    readonly effects: Effects,
  ) {
    super(message);
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), effects: encode(this.effects) };
  }
}

/**
 * Whether a transaction may take more from the wallet, or give it less, than was approved. `payment.ts` decides when to
 * compare, and asks again.
 */
export function isWorse(effects: Effects, approved: Effects): boolean {
  return (
    effects.fee > approved.fee ||
    effects.rent > approved.rent ||
    effects.spendAtMost.some(({ mint, amount }) => amount > amountOf(approved.spendAtMost, mint)) ||
    approved.receiveAtLeast.some(({ mint, amount }) => amountOf(effects.receiveAtLeast, mint) < amount)
  );
}
