import type { IntentTxClient } from "../../client/client.js";
import { INTENT_TTL_MS } from "../../contract/figures.js";
import type { Intent } from "../../contract/intents.js";
import { checkCall, type Rules } from "../../options/checks.js";
import { systemClock } from "../../runtime/clock.js";
import type { SleepClock } from "../send/connection.js";
import { type Connected, type Context, contextOf } from "../send/connections.js";
import { tablesOf } from "../send/preflight.js";
import { FOLLOW_RULES, readFollowing, timeOn } from "../send/settings.js";
import { checkWallet, GUARD_RULE, VERIFY_RULES, type VerifyOptions } from "../verify/options.js";
import { type Effects, effectsOf, verifyGuarded } from "../verify/verify.js";
import type { ApprovalRequest } from "./approval.js";
import { Builder, checkOrder } from "./build.js";
import type { Order } from "./order.js";
import { PRIORITY_FEE_RULE, type PriorityFee } from "./priority-fee.js";

/**
 * Options of {@link preview}. A connection is needed only for a transaction that loads accounts from lookup tables,
 * unless `lookupTables` has them, and for the priority fee `"auto"`.
 */
export type PreviewOptions = Order &
  Omit<VerifyOptions, "priorityFee"> &
  PriorityFee &
  Connected & {
    /** Parses the command and builds the transaction: an `IntentTx`, or a fake client in a test. */
    readonly client: Pick<IntentTxClient, "intents" | "transactions">;
    /** Experimental: `guard` of the payment, because the effects may depend on it. */
    readonly guard?: boolean | { readonly unknownPrograms: readonly string[] } | undefined;
    /** Aborts the call. */
    readonly signal?: AbortSignal | undefined;
    /** The clock of `expiresAt`, such as the mock server's `server.clock`. Default: the machine's. */
    readonly clock?: SleepClock | undefined;
  };

/** A blockhash lives for 150 blocks, at least 400 ms each. */
const BLOCKHASH_LIFE_MS = 60_000;

const PREVIEW_RULES = /* @__PURE__ */ ((): Rules<PreviewOptions> => {
  const { signal, clock } = FOLLOW_RULES;
  return {
    ...VERIFY_RULES,
    client: true,
    connection: true,
    connections: true,
    priorityFee: PRIORITY_FEE_RULE,
    guard: GUARD_RULE,
    command: true,
    intent: true,
    signal,
    clock,
  };
})();

/** The effects of a payment before anything is signed. Convert it to JSON and back with `previewCodec`. */
export interface Preview {
  /** The parsed intent. Pass it to `execute`, so that the payment is the one that was shown. */
  readonly intent: Intent;
  /** The worst case for the wallet. Show it, and pass it to `execute` as `accept` once the user has accepted it. */
  readonly effects: Effects;
  /**
   * ISO 8601. The effects are those of the built transaction, whose blockhash lives for about a minute. Preview again
   * after this time. The intent itself can be built for 10 minutes after the command was parsed.
   */
  readonly expiresAt: string;
  /** The priority fee that `"auto"` found. Pass it to `execute` with the intent. */
  readonly priorityFee?: number;
}

/**
 * Parses a command, builds its transaction and verifies it, so that one request of a web server can show the price, and
 * the next can pay with `execute({ intent, accept: effects })`. Nothing is signed.
 * @param options The client, the wallet, the order and its limits; see the fields.
 * @returns The intent, its worst case, and until when that holds.
 * @throws ParsingError and other errors of the service, when the command is unclear or cannot be built.
 * @throws UnsafeTransactionError when the built transaction does not match the intent.
 * @throws AbortedError when the signal aborted the call.
 * @throws ConfigurationError when an option is invalid, or the command is a query.
 * @example
 * ```ts
 * import type { IntentTx } from "intent-tx";
 * import { preview, previewCodec } from "intent-tx/solana";
 * const offer = async (client: IntentTx, walletAddress: string, command: string) =>
 *   previewCodec.encode(await preview({ client, walletAddress, command }));
 * ```
 */
export async function preview(options: PreviewOptions): Promise<Preview> {
  checkCall(options, "preview({ client, walletAddress, command })", PREVIEW_RULES);
  checkOrder(options);
  const { walletAddress, signal, clock = systemClock } = options;
  const { connection, connections, lookupTables: given } = options;
  checkWallet(walletAddress);
  const parsedAt = timeOn(clock);
  const context =
    (connection ?? connections) ? contextOf(options, false, readFollowing({ clock, signal })) : undefined;
  const builder = new Builder(options, walletAddress, context?.rpc);
  const { intent, built } = await builder.build();
  const expiresAt = Math.min(parsedAt + INTENT_TTL_MS, builder.askedAt + BLOCKHASH_LIFE_MS);
  const limits = { ...builder.limits, lookupTables: given };
  const effects = await effectsOfBuilt(context, { built, intent, guard: options.guard }, limits);
  return { intent, effects, expiresAt: new Date(expiresAt).toISOString(), ...builder.fee };
}

/** Verifies a built transaction, with its lookup tables as the node has them, and returns its worst case. */
export async function effectsOfBuilt(
  context: Context | undefined,
  { built, intent, guard }: Pick<ApprovalRequest, "built" | "intent"> & Pick<PreviewOptions, "guard">,
  limits: VerifyOptions,
): Promise<Effects> {
  const { lookupTables: given } = limits;
  const lookupTables = context ? await tablesOf(context, built, given) : given;
  return effectsOf(verifyGuarded(built, intent, { ...limits, lookupTables }, guard));
}
