import { LIMITS, type OperationPayload, type ParseIntentRequest } from "intent-tx/contract";
import type { Clock } from "../kernel/clock.js";
import { isPromise } from "../kernel/is-promise.js";
import { perObject } from "../kernel/memo.js";
import { momentAfter } from "../kernel/moment.js";
import type { Random } from "../kernel/random.js";
import { invalidField, ServiceError } from "../kernel/service-error.js";
import type { ParseRow } from "../state/rows-accounts.js";
import type { IntentRow, MarketInfoRow } from "../state/rows-intents.js";
import type { State } from "../state/state.js";
import { type Draft, Drafts, type DraftsOptions, type IntentCaller, type SwapDraft } from "./drafts.js";
import { KeptIntents } from "./kept-intents.js";
import { intentPayload, routePayload } from "./payload.js";
import { CommandRefused, parsingError } from "./refusal.js";

/** Options of {@link Intents}. */
export interface IntentsOptions extends DraftsOptions {
  readonly state: State;
  readonly clock: Clock;
  readonly random: Random;
  /** How long an intent can be built, milliseconds (decision 16). Default ten minutes. */
  readonly intentTtlMs?: number;
  /** Told of every command that was parsed, or refused with 422. */
  readonly onParsed?: (row: ParseRow) => void;
}

/** Commands and what was understood of them: command, wallet and market become an intent that can be built for a while. */
export class Intents {
  readonly #options: IntentsOptions;
  readonly #kept: KeptIntents;
  readonly #drafts: Drafts;
  readonly #routeOf = perObject(routePayload);

  constructor(options: IntentsOptions) {
    this.#options = options;
    this.#kept = new KeptIntents(options.state, options.clock);
    this.#drafts = new Drafts(options);
  }

  /**
   * Understands a command, resolves and quotes it, and keeps the intent. A ledger is opened only where the command asks
   * for one: for parts of a balance.
   *
   * @throws ServiceError 422 `parsing_error` with the reason, 400 `validation_error` for an empty or overlong command
   */
  parse(
    caller: IntentCaller,
    request: ParseIntentRequest,
  ): OperationPayload<"intents.parse"> | Promise<OperationPayload<"intents.parse">> {
    let draft: Draft | Promise<Draft>;
    try {
      draft = this.#drafts.of(caller, request);
    } catch (error) {
      return this.#refused(caller, request, error);
    }
    if (!isPromise(draft)) return this.#parsed(caller, request, draft);
    return draft.then(
      (made) => this.#parsed(caller, request, made),
      (error: unknown) => this.#refused(caller, request, error),
    );
  }

  #parsed(
    caller: IntentCaller,
    request: ParseIntentRequest,
    draft: Draft,
  ): OperationPayload<"intents.parse"> {
    const row = this.#keep(caller, request, draft);
    this.#options.onParsed?.({ account: caller.account, at: row.createdAt, confidence: row.confidence });
    return intentPayload(row, this.#routeOf);
  }

  #refused({ account }: IntentCaller, request: ParseIntentRequest, error: unknown): never {
    if (!(error instanceof CommandRefused)) throw error;
    const { clock, onParsed } = this.#options;
    onParsed?.({ account, at: clock.now() });
    throw parsingError(request.command, error.refusal);
  }

  /**
   * An intent of the caller's account and environment, and, where one is given, of a wallet. That a request names another wallet is
   * said before the intent's state is looked at (decision 14).
   *
   * @throws ServiceError 404 `intent_not_found` (another account's too), 400 `validation_error` on `walletAddress`, 410
   * `intent_expired` for a day after its end, and then 404
   */
  get(caller: IntentCaller, intentId: string, walletAddress?: string): IntentRow {
    const row = this.#kept.find(intentId);
    const details = { resource: "intent", id: intentId };
    if (!row || row.account !== caller.account || row.environment !== caller.environment) {
      throw new ServiceError("intent_not_found", `There is no intent ${intentId}; parse a command first.`, {
        details,
      });
    }
    if (walletAddress !== undefined && row.walletAddress !== walletAddress)
      throw invalidField("walletAddress", "is not the wallet that the intent was parsed for");
    if (!("intentId" in row) || this.#options.clock.now() >= row.expiresAt) {
      const ended = new Date(row.expiresAt).toISOString();
      const message = `The intent ${intentId} ended at ${ended}: its quote is stale. Parse the command again.`;
      throw new ServiceError("intent_expired", message, { details });
    }
    return row;
  }

  /** The pools through which an intent's swap goes, for a fault that moves their prices. */
  route(intentId: string): readonly MarketInfoRow[] {
    const row = this.#kept.find(intentId);
    return (row && "intentId" in row && row.route?.marketInfos) || [];
  }

  #keep({ account, environment }: IntentCaller, request: ParseIntentRequest, draft: Draft): IntentRow {
    const { state, clock, random, intentTtlMs = LIMITS.intentTtlMs } = this.#options;
    const createdAt = clock.now();
    const { walletAddress, command } = request;
    const intentId = `intent_${random.characters("intent", state.next("intent"))}`;
    const expiresAt = momentAfter(createdAt, intentTtlMs);
    const head = { intentId, account, environment, walletAddress, createdAt, expiresAt };
    const row: IntentRow = isSwap(draft) ? swapRow(head, draft, command) : { ...head, ...draft, command };
    this.#kept.add(row);
    return row;
  }
}

type Head = Pick<
  IntentRow,
  "intentId" | "account" | "environment" | "walletAddress" | "createdAt" | "expiresAt"
>;

function isSwap(draft: Draft): draft is SwapDraft {
  return draft.action === "swap";
}

/** Member by member: most intents are swaps, and for a copy of others V8 takes ten times the room and time. */
function swapRow(head: Head, draft: SwapDraft, command: string): IntentRow {
  return {
    intentId: head.intentId,
    account: head.account,
    environment: head.environment,
    walletAddress: head.walletAddress,
    createdAt: head.createdAt,
    expiresAt: head.expiresAt,
    action: draft.action,
    side: draft.side,
    inputMint: draft.inputMint,
    outputMint: draft.outputMint,
    amount: draft.amount,
    route: draft.route,
    slippageBps: draft.slippageBps,
    priorityFee: draft.priorityFee,
    confidence: draft.confidence,
    command,
  };
}
