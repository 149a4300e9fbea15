import { describeIssue, type Environment } from "intent-tx/contract";
import type { Interception, Interceptor } from "../api/exchange.js";
import type { HttpRequest } from "../http/message.js";
import type { Clock } from "../kernel/clock.js";
import { parseDuration } from "../kernel/duration.js";
import type { Random } from "../kernel/random.js";
import { invalidField } from "../kernel/service-error.js";
import type { ChainFaults } from "../ledger/chain-faults.js";
import { NotOnValidatorError } from "../ledger/rpc-errors.js";
import type { State } from "../state/state.js";
import { type Fault, type FaultRule, FaultRuleSchema, matches, onChain } from "./fault-rules.js";
import { faultsOfHeader, MOCK_CONTROL } from "./mock-control.js";
import { interceptionOf } from "./request-faults.js";

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

/** Moves the price in a pool, or, without one, in those of the intent that a request builds. */
export type PoolMover = (
  fault: Extract<Fault, { kind: "moved-pool" }>,
  request: { readonly body: Uint8Array | undefined; readonly environment: Environment } | undefined,
) => Promise<void>;

const LATE_MS = 10_000;
const BUILD = { method: "POST", path: "/v1/transactions/build" };

/** Things that go wrong on purpose: by rule, or by one request's header. Rules live in State, so a snapshot holds them. */
export class Faults implements Interceptor, ChainFaults {
  readonly #state: State;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #move: PoolMover;
  readonly #onValidator: (environment: Environment | undefined) => boolean;
  readonly #pending = new Set<Promise<void>>();

  constructor(options: {
    readonly state: State;
    readonly clock: Clock;
    readonly random: Random;
    readonly movePool: PoolMover;
    /** Whether a network, or without one any, runs on a validator, which no fault can reach. Default: none does. */
    readonly onValidator?: (environment: Environment | undefined) => boolean;
  }) {
    this.#state = options.state;
    this.#clock = options.clock;
    this.#random = options.random;
    this.#move = options.movePool;
    this.#onValidator = options.onValidator ?? (() => false);
  }

  /**
   * Arms a fault.
   *
   * @throws ServiceError 400 naming the field that is wrong; NotOnValidatorError for a fault on a validator's chain
   * @example server.faults.add({ match: { path: "/v1/prices/*" }, times: 2, fault: { kind: "status", status: 503 } })
   */
  add(rule: FaultRule): { readonly id: string } {
    const checked = FaultRuleSchema.safeParse(rule);
    const [issue] = checked.error?.issues ?? [];
    if (issue) {
      const { field, reason } = describeIssue(issue, rule);
      throw invalidField(field, reason);
    }
    if (onChain(rule) && rule.match)
      throw invalidField("match", `has no meaning for ${rule.fault.kind}, which is no request's`);
    const { fault } = rule;
    const moves = fault.kind === "moved-pool";
    if ((onChain(rule) || moves) && this.#onValidator(moves ? fault.environment : undefined)) {
      throw new NotOnValidatorError(`The fault ${fault.kind} cannot be armed.`);
    }
    const id = `fault_${this.#state.next("fault")}`;
    const atOnce =
      fault.kind === "moved-pool" &&
      fault.pool !== undefined &&
      !rule.match &&
      !rule.nth &&
      !rule.probability;
    // A copy: what the caller does to the rule later changes nothing here.
    this.#state.put("faults", id, {
      rule: structuredClone(rule),
      seen: atOnce ? 1 : 0,
      fired: atOnce ? 1 : 0,
    });
    if (atOnce) this.#wait(this.#move(fault, undefined));
    return { id };
  }

  /** Waits until faults that take effect at once have done so. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }

  /** Disarms every fault, or one. */
  clear(id?: string): void {
    for (const known of [...this.#state.table("faults").keys()]) {
      if (id === undefined || known === id) this.#state.delete("faults", known);
    }
  }

  /** Every armed fault. */
  list(): ArmedFault[] {
    return [...this.#state.table("faults")].map(([id, row]) => ({ id, ...row, rule: row.rule as FaultRule }));
  }

  /**
   * Checks that every armed fault has fired: a test that proves nothing is told so.
   *
   * @throws Error that lists those that never fired
   */
  assertDone(): void {
    const idle = this.list().filter(({ fired }) => fired === 0);
    if (idle.length === 0) return;
    const lines = idle.map(
      ({ id, rule, seen }) => `  ${id}: ${JSON.stringify(rule)} (${seen} matching requests seen)`,
    );
    throw new Error(`${idle.length} armed faults never fired:\n${lines.join("\n")}`);
  }

  async before(request: HttpRequest, path: string): Promise<Interception | undefined> {
    const header = request.header(MOCK_CONTROL);
    if (this.#pending.size > 0) await this.settled();
    if (header === undefined && this.#state.table("faults").size === 0) return undefined;
    const faults = faultsOfHeader(header);
    for (const { id, rule } of this.list()) {
      if (onChain(rule) || !matches(effective(rule), request.method, path)) continue;
      if (this.#hits(id, rule)) faults.push(rule.fault);
    }
    const interception = await interceptionOf(faults, this.#clock, request.signal);
    const moves = faults.filter((fault) => fault.kind === "moved-pool");
    if (moves.length === 0) return interception;
    const prepare = async (environment: Environment, body: Uint8Array | undefined) => {
      for (const fault of moves) await this.#move(fault, { body, environment });
    };
    return { ...interception, prepare };
  }

  atSend(): "drop" | { readonly lateMs: number } | undefined {
    if (this.#fires("drop-transaction")) return "drop";
    const late = this.#fires("late-transaction");
    return late?.kind === "late-transaction" ? { lateMs: parseDuration(late.by) ?? LATE_MS } : undefined;
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
    if (this.#state.table("faults").size === 0) return undefined;
    // One event on the chain is enough for one fault; the others have seen it and wait for the next.
    let fault: Fault | undefined;
    for (const { id, rule } of this.list()) {
      if (rule.fault.kind === kind && this.#hits(id, rule, fault === undefined)) fault = rule.fault;
    }
    return fault;
  }

  /** Counts one more match and says whether the fault hits it, if it may. */
  #hits(id: string, rule: FaultRule, may = true): boolean {
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

  #wait(moving: Promise<void>): void {
    const pending = moving.finally(() => this.#pending.delete(pending));
    this.#pending.add(pending);
    // Who awaits `settled` is told; a fault that nobody waits for must not end the process.
    pending.catch(() => undefined);
  }
}

/** A price that moves against the next build waits for a build. */
function effective(rule: FaultRule): FaultRule {
  return rule.fault.kind === "moved-pool" && !rule.match ? { ...rule, match: BUILD } : rule;
}
