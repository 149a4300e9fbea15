import { LIMITS, type OperationPayload, type ParseIntentRequest } from "intent-tx/contract";
import type { Clock } from "../kernel/clock.js";
import { invalidField, ServiceError } from "../kernel/errors.js";
import type { Random } from "../kernel/random.js";
import { momentAfter } from "../kernel/time.js";
import type { ExpiredIntentRow, IntentRow, MarketInfoRow, ParseRow } from "../state/rows.js";
import type { State } from "../state/state.js";
import { Sweep, type Table } from "../state/table.js";
import { type Draft, Drafts, type DraftsOptions, type IntentCaller } from "./drafts.js";
import { intentPayload } from "./payload.js";
import { CommandRefused, parsingError } from "./refusal.js";

export interface IntentsOptions extends DraftsOptions {
  readonly state: State;
  readonly clock: Clock;
  readonly random: Random;
  /** How long an intent stays buildable (decision 16). */
  readonly settings: { readonly intentTtlMs: number };
  /** Called for each command that is parsed or refused with 422. */
  readonly onParsed: (row: ParseRow) => void;
}

/** Commands and their intents, which can be built until they expire. */
export class Intents {
  readonly #rows: IntentRows;
  readonly #drafts: Drafts;

  constructor(private readonly options: IntentsOptions) {
    this.#rows = new IntentRows(options.state, options.clock);
    this.#drafts = new Drafts(options);
  }

  /**
   * Parses a command, resolves and quotes it, and stores the intent. Only a command with a share of a balance opens a
   * ledger.
   *
   * @throws ServiceError 422 `parsing_error` with the reason, 400 `validation_error` for an empty or overlong command
   */
  async parse(caller: IntentCaller, request: ParseIntentRequest): Promise<OperationPayload<"intents.parse">> {
    const { account } = caller;
    const { clock, onParsed } = this.options;
    try {
      const row = this.#keep(caller, request, await this.#drafts.of(caller, request));
      onParsed({ account, at: row.createdAt, confidence: row.confidence });
      return intentPayload(row);
    } catch (error) {
      if (!(error instanceof CommandRefused)) throw error;
      onParsed({ account, at: clock.now() });
      throw parsingError(request.command, error.refusal);
    }
  }

  /**
   * Returns an intent of the caller's account and environment, and of `walletAddress` if given. The wallet is checked
   * before the intent's expiry (decision 14).
   *
   * @throws ServiceError 404 `intent_not_found` (also for another account's intent), 400 `validation_error` on
   * `walletAddress`, 410 `intent_expired` for a day after the expiry, and then 404
   */
  get(caller: IntentCaller, intentId: string, walletAddress?: string): IntentRow {
    const row = this.#rows.find(intentId);
    const details = { resource: "intent", id: intentId };
    if (!row || row.account !== caller.account || row.environment !== caller.environment) {
      const message = `This account has no intent with the ID ${intentId} on the ${caller.environment} network. Build an intent with a key of the account and network that parsed it.`;
      throw new ServiceError("intent_not_found", message, { details });
    }
    if (walletAddress !== undefined && row.walletAddress !== walletAddress)
      throw invalidField("walletAddress", "must be the wallet that the intent was parsed for");
    if (!("intentId" in row) || this.options.clock.now() >= row.expiresAt) {
      const ended = new Date(row.expiresAt).toISOString();
      const message = `The intent ${intentId} expired at ${ended}. Parse the command again.`;
      throw new ServiceError("intent_expired", message, { details });
    }
    return row;
  }

  /** The pools of an intent's route, for a fault that moves their prices. */
  route(intentId: string): readonly MarketInfoRow[] {
    const row = this.#rows.find(intentId);
    return (row && "intentId" in row && row.route?.marketInfos) || [];
  }

  #keep({ account, environment }: IntentCaller, request: ParseIntentRequest, draft: Draft): IntentRow {
    const { state, clock, random, settings } = this.options;
    const createdAt = clock.now();
    const { walletAddress, command } = request;
    const intentId = `intent_${random.characters("intent", state.next("intent"))}`;
    const expiresAt = momentAfter(createdAt, settings.intentTtlMs);
    const row = { intentId, account, environment, walletAddress, createdAt, expiresAt, ...draft, command };
    this.#rows.add(row);
    return row;
  }
}

/** Maximum number of live intents, and of expired intents. Above it, the oldest expire or are deleted early. */
const MAX_INTENTS = 100_000;

/**
 * Stored intents (decision 16). Until an intent expires, it is stored in full. For a day after that, only its account,
 * environment, wallet and expiry are stored (410). Then it is deleted (404).
 */
class IntentRows {
  readonly #live: Table<IntentRow>;
  readonly #expired: Table<ExpiredIntentRow>;
  readonly #sweeps: readonly { run(): void }[];

  constructor(
    state: State,
    private readonly clock: Clock,
  ) {
    this.#live = state.open("intents");
    this.#expired = state.open("expiredIntents");
    this.#sweeps = [
      new Sweep(
        state,
        this.#live,
        (row) => this.#isOver(this.#live, row, 0),
        (id, row) => {
          this.#live.deleteLater(id);
          const { account, environment, walletAddress } = row;
          const expiresAt = Math.min(row.expiresAt, clock.now());
          this.#expired.putLater(id, { account, environment, walletAddress, expiresAt });
        },
      ),
      new Sweep(
        state,
        this.#expired,
        (row) => this.#isOver(this.#expired, row, LIMITS.expiredIntentMs),
        (id) => this.#expired.deleteLater(id),
      ),
    ];
  }

  /** Stores a new intent and removes expired intents. */
  add(row: IntentRow): void {
    this.#live.put(row.intentId, row);
    for (const sweep of this.#sweeps) sweep.run();
  }

  /** A live intent, or the remaining data of an expired one; undefined for an unknown id. */
  find(intentId: string): IntentRow | ExpiredIntentRow | undefined {
    const row = this.#live.get(intentId) ?? this.#expired.get(intentId);
    return row && this.clock.now() < row.expiresAt + LIMITS.expiredIntentMs ? row : undefined;
  }

  #isOver(rows: { readonly size: number }, { expiresAt }: ExpiredIntentRow, afterMs: number): boolean {
    return rows.size > MAX_INTENTS || this.clock.now() >= expiresAt + afterMs;
  }
}
