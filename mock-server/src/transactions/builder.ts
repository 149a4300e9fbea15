import type { BuildTransactionRequest, OperationPayload } from "intent-tx/contract";
import type { WorldData } from "../fixtures/world-data.js";
import { toHumanUnits } from "../formats/base-units.js";
import { compileTransaction } from "../formats/compile.js";
import { loadedLimit, unitsFromSimulation, unitsFromTable } from "../formats/compute-units.js";
import { networkFee, priorityFeeOf } from "../formats/fees.js";
import { computeUnitLimit, computeUnitPrice } from "../formats/instructions.js";
import { messageOf } from "../formats/transaction.js";
import { ServiceError } from "../kernel/errors.js";
import { type Ledger, type LedgerSource, SendError } from "../ledger/ledger.js";
import type { AccountRow, BuiltRow, IntentRow } from "../state/rows.js";
import type { BuiltTransactions } from "./built-transactions.js";
import { quotedOutcome, simulatedOutcome } from "./expected-output.js";
import { instructionsOf, type Plan, type PlanWorld, planIntent } from "./plan.js";
import { FAILURE_REASONS, failureReason, simulationFailed } from "./simulation-failure.js";

/** The caller of a build. Its account determines the quota, and its environment determines the ledger. */
type BuildCaller = Pick<BuiltRow, "account" | "environment"> & Pick<AccountRow, "tier">;

interface BuilderOptions extends PlanWorld {
  readonly built: BuiltTransactions;
  readonly intents: {
    readonly get: (caller: BuildCaller, intentId: string, walletAddress: string) => IntentRow;
  };
  readonly ledgers: LedgerSource;
  /** The daily build quota (decision 10): its check, and the count of a success, which checks it again. */
  readonly quota: Readonly<Record<"requireBuild" | "countBuild", (caller: BuildCaller) => void>>;
  readonly data: Pick<WorldData, "builds" | "lookupTables">;
}

/** Turns intents into unsigned transactions. */
export class Builder {
  constructor(private readonly options: BuilderOptions) {}

  /**
   * Builds an intent's transaction. Each intent can be built repeatedly until it expires. Only a success counts against
   * the quota.
   *
   * Without simulation, the transaction does not run here. If the wallet cannot pay for it, it is still built, and
   * fails when it is sent.
   *
   * @throws ServiceError `intent_not_found`, `intent_expired`, `validation_error` (another wallet's intent),
   * `intent_not_buildable` (a query), `quota_exceeded`, `simulation_failed`
   */
  async build(
    caller: BuildCaller,
    request: BuildTransactionRequest,
  ): Promise<OperationPayload<"transactions.build">> {
    const { built, intents, quota } = this.options;
    const intent = intents.get(caller, request.intentId, request.walletAddress);
    const { action } = intent;
    if (action === "query") {
      throw new ServiceError(
        "intent_not_buildable",
        "The intent is a query; only swaps and transfers have a transaction.",
        {},
      );
    }
    quota.requireBuild(caller);
    const ledger = await this.options.ledgers.get(caller.environment);
    const [plan, { blockhash }] = await Promise.all([
      planIntent(intent, this.options, ledger),
      // A preflight at the default commitment, finalized, would reject a newer blockhash.
      ledger.latestBlockhash("finalized"),
    ]);
    const kinds = plan.steps.map(({ kind }) => kind);
    const fromTable = unitsFromTable(kinds);
    const compile = (limit: number, loaded?: number) =>
      this.#compile(intent, blockhash, plan, { limit, loaded: loadedLimit(loaded) });
    const simulated =
      request.simulate === false ? undefined : await this.#simulate(ledger, intent, plan, compile(fromTable));
    const outcome = simulated?.outcome ?? (await quotedOutcome(intent, plan.route, ledger));
    const limit = simulated ? unitsFromSimulation(simulated.simulation.computeUnits, kinds) : fromTable;
    ledger.watch(intent.walletAddress);
    const wire = await ledger.applyBuildFaults(compile(limit, simulated?.loaded));
    quota.countBuild(caller);
    const { account, environment } = caller;
    const { intentId, walletAddress } = intent;
    built.add(messageOf(wire), { account, environment, intentId, walletAddress, action });
    const fee = networkFee(limit, intent.priorityFee);
    return {
      transaction: Buffer.from(wire.buffer, wire.byteOffset, wire.byteLength).toString("base64"),
      ...(simulated && { simulation: simulated.simulation }),
      expectedOutput: { outputAmount: String(outcome.outputAmount), priceImpact: outcome.priceImpact, fee },
    };
  }

  /** Number of compute-budget instructions before the plan's. Version 1 has its budget in the header. */
  get #budgetInstructions(): number {
    return this.options.data.builds.version === 1 ? 0 : 2;
  }

  #compile(
    { walletAddress, priorityFee }: IntentRow,
    blockhash: string,
    plan: Plan,
    { limit, loaded }: { readonly limit: number; readonly loaded: number },
  ): Uint8Array {
    const { builds, lookupTables: tables } = this.options.data;
    const { version } = builds;
    const config = {
      priorityFee: priorityFeeOf(limit, priorityFee),
      computeUnitLimit: limit,
      loadedAccountsDataSizeLimit: loaded,
    };
    const budget = [computeUnitLimit(limit), computeUnitPrice(priorityFee)].slice(
      0,
      this.#budgetInstructions,
    );
    const instructions = [...budget, ...instructionsOf(plan)];
    return compileTransaction(walletAddress, blockhash, instructions, { version, config, tables }).wire;
  }

  async #simulate(ledger: Ledger, intent: IntentRow, plan: Plan, wire: Uint8Array) {
    const running = ledger.simulate(wire, { replaceRecentBlockhash: true });
    const simulated = await running.catch((error: unknown) => {
      if (!(error instanceof SendError && error.kind === "malformed")) throw error;
      // The wallet is a program that the transaction calls. No chain accepts such a fee payer.
      throw simulationFailed(FAILURE_REASONS.InvalidAccountForFee, []);
    });
    const logs = [...simulated.logs];
    const { err, accountKeys } = simulated;
    if (err !== null) {
      const token = this.options.tokens.ofMint(plan.spends.mint);
      const write = (units: bigint) =>
        `${toHumanUnits(units, token?.decimals ?? 0)} ${token?.symbol ?? plan.spends.mint}`;
      const before = this.#budgetInstructions;
      throw simulationFailed(failureReason({ err, accountKeys, plan, before, write }), logs);
    }
    return {
      simulation: { success: true, computeUnits: simulated.unitsConsumed, logs },
      outcome: simulatedOutcome(intent, plan.route, simulated),
      loaded: simulated.loadedAccountsDataSize,
    };
  }
}
