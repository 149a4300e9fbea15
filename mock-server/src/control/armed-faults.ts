import type { Duration } from "../kernel/duration.js";
import { parseDuration } from "../kernel/duration.js";
import type { Random } from "../kernel/random.js";
import type { ChainFaults } from "../ledger/chain-faults.js";
import type { State } from "../state/state.js";
import { type Fault, type FaultRule, onChain } from "./fault-rules.js";

/** An armed fault as it stands. */
export interface ArmedFault {
  /** Identifier, to disarm it by. */
  readonly id: string;
  /** The rule as it was armed. */
  readonly rule: FaultRule;
  /** Matching requests, or events on the chain, since it was armed. */
  readonly seen: number;
  /** How often it has hit. */
  readonly fired: number;
}

const LATE: Duration = "10s";

/** The rules that are armed, in State, so that a snapshot holds them; and what of them befalls the chain. */
export class ArmedFaults implements ChainFaults {
  readonly #state: State;
  readonly #random: Random;

  constructor({ state, random }: { readonly state: State; readonly random: Random }) {
    this.#state = state;
    this.#random = random;
  }

  /** Arms a rule that is checked; `fired` says that it has its effect at once. */
  arm(rule: FaultRule, fired: boolean): string {
    const id = `fault_${this.#state.next("fault")}`;
    const count = fired ? 1 : 0;
    // A copy: what the caller does to the rule later changes nothing here.
    this.#state.put("faults", id, { rule: structuredClone(rule), seen: count, fired: count });
    return id;
  }

  /** Disarms every fault, or one. */
  clear(id?: string): void {
    for (const known of [...this.#state.table("faults").keys()]) {
      if (id === undefined || known === id) this.#state.delete("faults", known);
    }
  }

  /** Whether any fault is armed. */
  get any(): boolean {
    return this.#state.table("faults").size > 0;
  }

  /** Every armed fault. */
  list(): ArmedFault[] {
    return [...this.#state.table("faults")].map(([id, row]) => ({ id, ...row, rule: row.rule as FaultRule }));
  }

  atSend(): "drop" | { readonly lateMs: number } | undefined {
    if (this.#fires("drop-transaction")) return "drop";
    const late = this.#fires("late-transaction");
    return late?.kind === "late-transaction" ? { lateMs: parseDuration(late.by ?? LATE) ?? 0 } : undefined;
  }

  blockhashExpired(): boolean {
    return this.#fires("expired-blockhash") !== undefined;
  }

  holdAtProcessed(): boolean | { readonly forMs: number } {
    const held = this.#fires("slow-confirm");
    if (held?.kind !== "slow-confirm") return false;
    const forMs = parseDuration(held.by);
    return forMs === undefined ? true : { forMs };
  }

  #fires(kind: Fault["kind"]): Fault | undefined {
    if (!this.any) return undefined;
    // One event on the chain is enough for one fault; the others have seen it and wait for the next.
    let fault: Fault | undefined;
    for (const { id, rule } of this.list()) {
      if (rule.fault.kind === kind && this.hits(id, rule, fault === undefined)) fault = rule.fault;
    }
    return fault;
  }

  /** Counts one more match and says whether the fault hits it, if it may. */
  hits(id: string, rule: FaultRule, may = true): boolean {
    const row = this.#state.get("faults", id);
    if (!row) return false;
    const seen = row.seen + 1;
    const once = rule.nth !== undefined || onChain(rule) || rule.fault.kind === "moved-pool";
    const times = rule.times ?? (once ? 1 : Number.POSITIVE_INFINITY);
    const drawn =
      rule.probability === undefined || this.#random.fraction(`fault:${id}`, seen) < rule.probability;
    const hit = may && seen >= (rule.nth ?? 1) && row.fired < times && drawn;
    this.#state.put("faults", id, { ...row, seen, fired: row.fired + (hit ? 1 : 0) });
    return hit;
  }
}
