import { type Environment, LIMITS } from "intent-tx/contract";
import type { HttpRequest } from "../http/message.js";
import { checkedCall } from "../kernel/checked.js";
import type { Clock } from "../kernel/clock.js";
import { invalidField, NotOnValidatorError } from "../kernel/errors.js";
import { jsonOr } from "../kernel/json.js";
import type { ArmedFault, ArmedFaults } from "./armed-faults.js";
import {
  type Fault,
  type FaultRule,
  FaultRuleSchema,
  type MatchedCall,
  matches,
  ofRpc,
  onChain,
  type RequestFault,
  type RequestFields,
  RPC_PATH,
  refuseUnmatchable,
} from "./fault-rules.js";
import { faultsOfHeader, type Interception, interceptionOf, MOCK_CONTROL } from "./request-faults.js";
import { refuseUnfired } from "./unfired.js";

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
      rule.probability === undefined;
    if (this.#parts.armed.list().length >= MAX_RULES)
      throw invalidField(
        "rule",
        `cannot be added: ${MAX_RULES} faults are active, and each request is checked against all of them; remove some`,
      );
    const id = this.#parts.armed.arm(rule, atOnce);
    // Tracked, so that a reset waits for the move. Otherwise, the move would change the new rows.
    if (atOnce) this.#wait(this.#parts.clock.work.track(() => this.#parts.movePool(fault)));
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
    return this.#parts.clock.work.track(() => this.#before(request, path, fields(), header));
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
      const bytes = await this.#parts.clock.work
        .untracked(request.body(LIMITS.bodyBytes))
        .catch(() => undefined);
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
