import { problemIn } from "../kernel/checked.js";
import { notFound } from "../kernel/errors.js";
import type { Random } from "../kernel/random.js";
import { type Duration, durationMs, LAST_MOMENT } from "../kernel/time.js";
import type { ChainFaults, FaultTarget } from "../ledger/ledger.js";
import type { FaultRow } from "../state/rows.js";
import type { State } from "../state/state.js";
import type { Table } from "../state/table.js";
import { type Fault, type FaultRule, FaultRuleSchema, matchesTransaction, onChain } from "./fault-rules.js";

/** An armed fault. */
export interface ArmedFault {
  /** Identifier with which `clear` disarms the fault. */
  readonly id: string;
  /** The rule as it was armed. */
  readonly rule: FaultRule;
  /** Number of matching requests or transactions since the fault was armed. */
  readonly seen: number;
  /** Number of times the fault has fired. */
  readonly fired: number;
  /** Number of times the fault can fire; absent if there is no limit. */
  readonly times?: number;
}

const LATE: Duration = "10s";
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
