import { problemIn } from "../kernel/checked.js";
import { type Duration, durationMs } from "../kernel/duration.js";
import type { Random } from "../kernel/random.js";
import { ServiceError } from "../kernel/service-error.js";
import type { ChainFaults } from "../ledger/chain-faults.js";
import type { FaultRow } from "../state/rows-control.js";
import type { State } from "../state/state.js";
import type { Table } from "../state/table.js";
import { type Fault, type FaultRule, FaultRuleSchema, onChain } from "./fault-rules.js";

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
/** Identifiers that a refusal lists. */
const IDS_SHOWN = 20;

/** The rules that are armed, in State, so that a snapshot holds them; and what of them befalls the chain. */
export class ArmedFaults implements ChainFaults {
  readonly #state: State;
  readonly #rows: Table<FaultRow>;
  readonly #random: Random;

  constructor({ state, random }: { readonly state: State; readonly random: Random }) {
    this.#state = state;
    this.#rows = state.open("faults", { check: ({ rule }) => ruleProblem(rule) });
    this.#random = random;
  }

  /** Arms a rule that is checked; `fired` says that it has its effect at once. */
  arm(rule: FaultRule, fired: boolean): string {
    const id = `fault_${this.#state.next("fault")}`;
    const count = fired ? 1 : 0;
    // A copy: what the caller does to the rule later changes nothing here.
    this.#rows.put(id, { rule: structuredClone(rule), seen: count, fired: count });
    return id;
  }

  /** Disarms every fault, or one. */
  clear(id?: string): void {
    for (const known of [...this.#rows.keys()]) {
      if (id === undefined || known === id) this.#rows.delete(known);
    }
  }

  /** @throws ServiceError 404 for an id that no armed fault has */
  refuseUnknown(id: string): void {
    const ids = [...this.#rows.keys()];
    if (ids.includes(id)) return;
    const armed = ids.length === 0 ? "none is" : `armed are ${ids.slice(0, IDS_SHOWN).join(", ")}`;
    const more = ids.length > IDS_SHOWN ? ` and ${ids.length - IDS_SHOWN} more` : "";
    throw new ServiceError("not_found", `No fault ${JSON.stringify(id)} is armed; ${armed}${more}.`, {
      details: { resource: "fault", id },
    });
  }

  /** Whether any fault is armed. */
  get any(): boolean {
    return this.#rows.size > 0;
  }

  /** Every armed fault. */
  list(): ArmedFault[] {
    return [...this.#rows.entries()].map(([id, row]) => ({ id, ...row, rule: row.rule as FaultRule }));
  }

  atSend(): "drop" | { readonly lateMs: number } | undefined {
    if (this.#fires("drop-transaction")) return "drop";
    const late = this.#fires("late-transaction");
    return late?.kind === "late-transaction" ? { lateMs: durationMs(late.by ?? LATE) } : undefined;
  }

  blockhashExpired(): boolean {
    return this.#fires("expired-blockhash") !== undefined;
  }

  holdAtProcessed(): boolean | { readonly forMs: number } {
    const held = this.#fires("slow-confirm");
    if (held?.kind !== "slow-confirm") return false;
    return held.by === undefined ? true : { forMs: durationMs(held.by) };
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
    const row = this.#rows.get(id);
    if (!row) return false;
    const seen = row.seen + 1;
    const once = rule.nth !== undefined || onChain(rule) || rule.fault.kind === "moved-pool";
    const times = rule.times ?? (once ? 1 : Number.POSITIVE_INFINITY);
    const drawn =
      rule.probability === undefined || this.#random.fraction(`fault:${id}`, seen) < rule.probability;
    const hit = may && seen >= (rule.nth ?? 1) && row.fired < times && drawn;
    this.#rows.put(id, { ...row, seen, fired: row.fired + (hit ? 1 : 0) });
    return hit;
  }
}

/** Says why a rule from a snapshot or a state file is invalid; `undefined` if it is valid. */
function ruleProblem(rule: unknown): string | undefined {
  const problem = problemIn(FaultRuleSchema.safeParse(rule), rule);
  return problem && `has a rule whose ${problem.path || "form"} ${problem.reason}`;
}
