import { type Environment, LIMITS } from "intent-tx/contract";
import type { HttpRequest } from "../http/message.js";
import { checkedCall, problemIn } from "../kernel/checked.js";
import type { Clock } from "../kernel/clock.js";
import { invalidField, NotOnValidatorError, notFound } from "../kernel/errors.js";
import { jsonOr } from "../kernel/json.js";
import type { Random } from "../kernel/random.js";
import { type Duration, durationMs, LAST_MOMENT } from "../kernel/time.js";
import type { ChainFaults, FaultTarget } from "../ledger/ledger.js";
import type { FaultRow } from "../state/rows.js";
import type { State } from "../state/state.js";
import type { Table } from "../state/table.js";
import { type ArmedFault, refuseUnfired } from "./armed-fault.js";
import {
  type Fault,
  type FaultRule,
  FaultRuleSchema,
  type MatchedCall,
  matches,
  matchesTransaction,
  ofRpc,
  onChain,
  type RequestFault,
  type RequestFields,
  RPC_PATH,
  refuseUnmatchable,
} from "./fault-rules.js";
import type { Interception } from "./request-faults.js";
import { faultsOfHeader, interceptionOf, MOCK_CONTROL } from "./request-faults.js";

/**
 * Moves the price of the fault's pool. Without a pool, moves the pools of the intent that the request builds. `hits`
 * counts the request, if it has a price to move, and returns true if the fault hits it.
 */
export type PoolMover = (
  fault: Extract<Fault, { kind: "moved-pool" }>,
  request?: { readonly body: Uint8Array | undefined; readonly environment: Environment },
  hits?: () => boolean,
) => Promise<void>;

const BUILD = { method: "POST", path: "/v1/transactions/build" };

/** Maximum number of active faults: with 3,000, a request takes three times as long. */
const MAX_RULES = 1_000;

interface FaultParts {
  readonly armed: ArmedFaults;
  readonly clock: Clock;
  readonly movePool: PoolMover;
  /** Rejects an unknown pool or an impossible move. */
  readonly checkPool: (pool: string, environment: Environment, percent?: number) => void;
  /** True if a network (undefined: any) runs on a validator, which cannot have chain faults. */
  readonly onValidator: (environment: Environment | undefined) => boolean;
}

/** Deliberate failures, caused by a rule or by a request's header. */
export class Faults {
  readonly #parts: FaultParts;
  readonly #pending = new Set<Promise<void>>();

  /** @internal */
  constructor(parts: FaultParts) {
    this.#parts = parts;
  }

  /**
   * Arms a fault.
   *
   * @param rule Which requests fail, how often, and how.
   * @throws {@link ServiceError} 400 with the invalid `field`; {@link NotOnValidatorError} for a fault on a validator's chain
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   * import { IntentTx } from "intent-tx";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const client = new IntentTx(server.clientOptions());
   * server.faults.add({ match: { path: "/v1/prices/*" }, times: 1, fault: { kind: "status", status: 503 } });
   * const { symbol } = await client.prices.retrieve("SOL"); // sent again after the 503
   * ```
   */
  add(rule: FaultRule): { readonly id: string } {
    checkedCall(FaultRuleSchema, rule);
    refuseUnmatchable(rule);
    const { fault } = rule;
    const moves = fault.kind === "moved-pool";
    if ((onChain(rule) || moves) && this.#parts.onValidator(moves ? fault.environment : undefined)) {
      throw new NotOnValidatorError(`The fault ${fault.kind} cannot be added.`);
    }
    // Checked before arming: otherwise a fault with an impossible move would count as fired.
    if (fault.kind === "moved-pool" && fault.pool !== undefined)
      this.#parts.checkPool(fault.pool, fault.environment ?? "live", fault.percent);
    const atOnce =
      fault.kind === "moved-pool" &&
      fault.pool !== undefined &&
      !rule.match &&
      !rule.nth &&
      !rule.probability;
    if (this.#parts.armed.list().length >= MAX_RULES)
      throw invalidField(
        "rule",
        `cannot be added: ${MAX_RULES} faults are active, and each request is checked against all of them; remove some`,
      );
    const id = this.#parts.armed.arm(rule, atOnce);
    if (atOnce) this.#wait(this.#parts.movePool(fault));
    return { id };
  }

  /**
   * Waits until immediate faults have taken effect.
   *
   * @internal
   */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }

  /**
   * Disarms one fault, or all.
   *
   * @param id Identifier returned by `add`. Default: all faults.
   * @throws {@link ServiceError} 404 `not_found` if no armed fault has this id
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const { id } = server.faults.add({ fault: { kind: "status", status: 503 } });
   * server.faults.clear(id);
   * ```
   */
  clear(id?: string): void {
    this.#parts.armed.clear(id);
  }

  /**
   * All armed faults.
   *
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1 });
   * server.faults.add({ fault: { kind: "status", status: 503 } });
   * console.log(server.faults.list().map(({ id, fired }) => [id, fired]));
   * ```
   */
  list(): ArmedFault[] {
    return this.#parts.armed.list();
  }

  /**
   * Throws if an armed fault has not fired, so that a test cannot pass without its faults.
   *
   * @throws Error that lists the faults that have not fired
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   * import { IntentTx } from "intent-tx";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const client = new IntentTx(server.clientOptions());
   * server.faults.add({ times: 1, fault: { kind: "status", status: 503 } });
   * await client.prices.retrieve("SOL");
   * server.faults.assertDone();
   * ```
   */
  assertDone(): void {
    refuseUnfired(this.list());
  }

  /**
   * The faults of an API or JSON-RPC request, or undefined at once if there can be none.
   *
   * @internal
   */
  before(request: HttpRequest, path: string, fields: () => RequestFields): Promise<Interception> | undefined {
    const header = request.header(MOCK_CONTROL);
    if (header === undefined && this.#pending.size === 0 && !this.#parts.armed.any) return undefined;
    return this.#parts.clock.track(() => this.#before(request, path, fields(), header));
  }

  async #before(
    request: HttpRequest,
    path: string,
    fields: RequestFields,
    header: string | undefined,
  ): Promise<Interception> {
    const { armed, clock, movePool } = this.#parts;
    if (this.#pending.size > 0) await this.settled();
    const faults = faultsOfHeader(header);
    const isRpc = path.startsWith(RPC_PATH);
    const rules = this.list().filter(({ rule }) => !onChain(rule) && ofRpc(rule) === isRpc);
    const calls = rules.length > 0 ? await this.#callsOf(request, isRpc) : [];
    const moves: Required<Interception>["prepare"][] = [];
    for (const { id, rule } of rules)
      for (const call of calls) {
        if (!(await matches(effective(rule), path, call, fields))) continue;
        const { fault } = rule;
        // Counted later, so that a request that is refused earlier, as with 429, does not use up the move.
        if (fault.kind === "moved-pool")
          moves.push((environment, body) =>
            movePool(fault, { body, environment }, () => armed.hit(id, rule) !== undefined),
          );
        else {
          const hit = armed.hit(id, rule, { now: clock.now() });
          if (hit) faults.push(hit as RequestFault);
        }
      }
    const interception = await interceptionOf(faults, clock, request.signal?.());
    if (moves.length === 0) return interception;
    const prepare = async (environment: Environment, body: Uint8Array | undefined) => {
      for (const move of moves) await move(environment, body);
    };
    return { ...interception, prepare };
  }

  /** The request as rules see it: itself, or each of its JSON-RPC calls. */
  async #callsOf(request: HttpRequest, isRpc: boolean): Promise<MatchedCall[]> {
    // Slow senders do not block the clock.
    const read = async () => {
      const bytes = await this.#parts.clock.untracked(request.body(LIMITS.bodyBytes)).catch(() => undefined);
      return jsonOr(new TextDecoder().decode(bytes));
    };
    let body: Promise<unknown> | undefined;
    if (!isRpc) return [{ method: request.method, body: () => (body ??= read()) }];
    const calls = [await read()].flat();
    return calls.map((call) => {
      const { method } = Object(call) as { method?: unknown };
      return { method: typeof method === "string" ? method : undefined, body: async () => call };
    });
  }

  #wait(moving: Promise<void>): void {
    const pending = moving.finally(() => this.#pending.delete(pending));
    this.#pending.add(pending);
    // `settled` rejects with the error. If it is never called, the error must not end the process.
    pending.catch(() => undefined);
  }
}

/** A price move without its own `match` applies to the next build. */
function effective(rule: FaultRule): FaultRule {
  return rule.fault.kind === "moved-pool" && !rule.match ? { ...rule, match: BUILD } : rule;
}

const LATE: Duration = "10s";
/** Maximum ids listed in an error. */
const IDS_SHOWN = 20;

/** The armed rules and their effects on the chain. The rules are stored in State, so that snapshots include them. */
export class ArmedFaults implements ChainFaults {
  readonly #rows: Table<FaultRow>;

  constructor(private readonly parts: { readonly state: State; readonly random: Random }) {
    this.#rows = parts.state.open("faults", { check: ({ rule }) => ruleProblem(rule) });
  }

  /** Arms a validated rule; `fired` is true if it takes effect immediately. */
  arm(rule: FaultRule, fired: boolean): string {
    const id = `fault_${this.parts.state.next("fault")}`;
    const count = fired ? 1 : 0;
    // A copy, so that later changes to the caller's object have no effect.
    this.#rows.put(id, { rule: structuredClone(rule), seen: count, fired: count });
    return id;
  }

  /** Disarms one rule, or all. @throws ServiceError 404 if no armed fault has this id */
  clear(id?: string): void {
    const ids = [...this.#rows.keys()];
    const cleared = id === undefined ? ids : ids.filter((known) => known === id);
    for (const known of cleared) this.#rows.delete(known);
    if (id === undefined || cleared.length > 0) return;
    const armed =
      ids.length === 0 ? "there are none" : `active faults are ${ids.slice(0, IDS_SHOWN).join(", ")}`;
    const more = ids.length > IDS_SHOWN ? ` and ${ids.length - IDS_SHOWN} more` : "";
    throw notFound("fault", id, `No fault ${JSON.stringify(id)} is active; ${armed}${more}.`);
  }

  get any(): boolean {
    return this.#rows.size > 0;
  }

  list(): ArmedFault[] {
    return [...this.#rows.entries()].map(([id, { rule, seen, fired }]) => {
      const times = timesOf(rule as FaultRule);
      return { id, rule: rule as FaultRule, seen, fired, ...(times < Infinity && { times }) };
    });
  }

  atSend(transaction: FaultTarget, isExpired = false): "drop" | { readonly lateMs: number } | undefined {
    const isDropped = this.#fault("drop-transaction", transaction, { canHit: !isExpired }) !== undefined;
    // A transaction that another fault stops counts as a match of every rule, so that `nth` counts transactions.
    const canHit = !isExpired && !isDropped;
    const late = this.#fault("late-transaction", transaction, { canHit });
    if (!canHit) this.#fault("slow-confirm", transaction, { canHit });
    if (isDropped) return "drop";
    if (late?.fault.kind !== "late-transaction") return undefined;
    // A delayed transaction that is sent again must not land earlier or twice.
    return late.isNew ? { lateMs: Math.min(durationMs(late.fault.by ?? LATE), LAST_MOMENT) } : "drop";
  }

  expired(transaction: FaultTarget): boolean {
    return this.#fault("expired-blockhash", transaction) !== undefined;
  }

  expiredAtBuild(transaction: FaultTarget, expiredMessage: string): boolean {
    // Hits are keyed by the message that the app receives. An order that is built again counts as another transaction.
    return this.#fault("expired-blockhash", transaction, { hitMessage: expiredMessage }) !== undefined;
  }

  unsigned(transaction: FaultTarget): boolean {
    return this.#fault("unsigned-transaction", transaction) !== undefined;
  }

  holdAtProcessed(transaction: FaultTarget): boolean | { readonly forMs: number } {
    const held = this.#fault("slow-confirm", transaction)?.fault;
    if (held?.kind !== "slow-confirm") return false;
    return held.by === undefined ? true : { forMs: Math.min(durationMs(held.by), LAST_MOMENT) };
  }

  /**
   * The fault of a kind that hits a transaction, and whether this is its first hit.
   *
   * @param options - `canHit` is false if the transaction is only counted; `hitMessage` identifies the transaction
   * after a hit
   */
  #fault(
    kind: Fault["kind"],
    transaction: FaultTarget,
    { canHit = true, hitMessage = transaction.message }: { canHit?: boolean; hitMessage?: string } = {},
  ) {
    if (!this.any) return undefined;
    let found: { readonly id: string; readonly fault: Fault; readonly isNew: boolean } | undefined;
    for (const { id, rule } of this.list()) {
      if (rule.fault.kind !== kind || !matchesTransaction(rule, transaction)) continue;
      const known = this.#rows.get(id)?.transactions?.[transaction.message];
      // Only one rule hits a transaction. Other rules count it as a match, and can hit the next transaction.
      const isOver = (this.#rows.get(id)?.fired ?? 0) >= timesOf(rule);
      const hit = known ?? this.hit(id, rule, { canHit: canHit && found === undefined }) !== undefined;
      if (known === undefined && !isOver) this.#record(id, hit ? hitMessage : transaction.message, hit);
      if (hit) found ??= { id, fault: rule.fault, isNew: known === undefined };
    }
    return found;
  }

  #record(id: string, message: string, hit: boolean): void {
    const row = this.#rows.get(id);
    if (!row) return;
    const transactions = { ...row.transactions, [message]: hit };
    const missed = Object.keys(transactions).filter((known) => !transactions[known]);
    for (const oldest of missed.slice(0, -MAX_MISSES)) delete transactions[oldest];
    this.#rows.put(id, { ...row, transactions });
  }

  /** Counts a match, and returns the fault that hits it. If `canHit` is false, the match is only counted. */
  hit(id: string, rule: FaultRule, { canHit = true, now = 0 } = {}): Fault | undefined {
    const row = this.#rows.get(id);
    if (!row) return undefined;
    const { fault, probability } = rule;
    const { fired, since } = row;
    const seen = row.seen + 1;
    // An outage that has begun hits each match until it is over.
    const isSelected =
      since !== undefined ||
      probability === undefined ||
      this.parts.random.fraction(`fault:${id}`, seen) < probability;
    const isOver = fault.kind === "outage" && now >= (since ?? now) + (fault.ms ?? Infinity);
    const hits = canHit && seen >= (rule.nth ?? 1) && fired < timesOf(rule) && isSelected && !isOver;
    const begins = hits && fault.kind === "outage" && { since: since ?? now };
    this.#rows.put(id, { ...row, seen, fired: fired + (hits ? 1 : 0), ...begins });
    if (!hits) return undefined;
    if (fault.kind === "outage") return { kind: "drop", when: "connect" };
    return fault.kind === "sequence" ? fault.faults[fired] : fault;
  }
}

/** Maximum number of matches without a hit to remember, so that a resent transaction is not counted again. */
const MAX_MISSES = 300;

function timesOf(rule: FaultRule): number {
  const { fault } = rule;
  const { kind } = fault;
  if (kind === "outage") return fault.requests ?? Number.POSITIVE_INFINITY;
  if (kind === "sequence") return fault.faults.length;
  const isSingle = kind === "moved-pool" || (onChain(rule) && kind !== "unsigned-transaction");
  const once = rule.nth !== undefined || isSingle;
  return rule.times ?? (once ? 1 : Number.POSITIVE_INFINITY);
}

/** Why a rule from a snapshot or a state file is invalid; `undefined` if it is valid. */
function ruleProblem(rule: unknown): string | undefined {
  const problem = problemIn(FaultRuleSchema.safeParse(rule), rule);
  return problem && `has a rule whose ${problem.path || "form"} ${problem.reason}`;
}
