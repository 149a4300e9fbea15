import type { IntentTxClient } from "../../client/client.js";
import type { Intent } from "../../contract/intents.js";
import type { BuiltTransaction } from "../../contract/transactions.js";
import { ConfigurationError } from "../../errors/errors.js";
import { isApiError } from "../../errors/narrowing.js";
import { systemClock } from "../../runtime/clock.js";
import type { SleepClock } from "../send/connection.js";
import type { Rpc } from "../send/connections.js";
import { throwIfAborted, timeOn } from "../send/settings.js";
import { type VerifyOptions, verifyOptionsOf } from "../verify/options.js";
import type { Order } from "./order.js";
import { type PriorityFee, recentPriorityFee } from "./priority-fee.js";

/** Maximum number of repeated requests after `simulation_failed` or `intent_expired`. */
const MAX_REBUILDS = 2;

export function checkOrder({
  client,
  command,
  intent,
  priorityFee,
}: { readonly client: unknown } & Partial<Order> & PriorityFee): void {
  if ((command === undefined) === (intent === undefined))
    throw new ConfigurationError("Pass either command or intent. Nothing was sent.");
  if (command !== undefined && typeof command !== "string")
    throw new ConfigurationError("command must be a string. Nothing was sent.");
  if (intent !== undefined && typeof Object(intent).parameters !== "object")
    throw new ConfigurationError("intent must be a result of intents.parse. Nothing was sent.");
  if (priorityFee === "auto" && command === undefined)
    throw new ConfigurationError(
      'priorityFee "auto" needs command: an intent was parsed with a priority fee already. Pass that number. Nothing was sent.',
    );
  const { intents, transactions } = Object(client);
  if (typeof intents?.parse !== "function" || typeof transactions?.build !== "function")
    throw new ConfigurationError("client must be an IntentTx client. Nothing was sent.");
}

/** Parses the command of an order, and builds its transaction. */
export class Builder {
  #rebuilds = 0;
  /** The priority fee of the last parsing, if it differs from the option's. */
  fee: { readonly priorityFee?: number } = {};
  /** When the last transaction was requested. Its blockhash is not older. */
  askedAt = 0;

  constructor(
    private readonly options: Order &
      Omit<VerifyOptions, "walletAddress" | "priorityFee"> &
      PriorityFee & {
        readonly client: Pick<IntentTxClient, "intents" | "transactions">;
        readonly clock?: SleepClock | undefined;
        readonly signal?: AbortSignal | undefined;
      },
    private readonly walletAddress: string,
    private readonly rpc: Rpc | undefined,
  ) {}

  get limits(): VerifyOptions {
    return { ...verifyOptionsOf(this.options, this.walletAddress), ...this.fee };
  }

  /** Builds `parsed`, or else the order. If the intent of a command can no longer be built, the command is parsed again. */
  async build(parsed?: Intent): Promise<{ readonly intent: Intent; readonly built: BuiltTransaction }> {
    const { options, walletAddress } = this;
    const { client, command, signal } = options;
    const request = signal === undefined ? {} : { signal };
    for (let intent = parsed ?? options.intent; ; ) {
      throwIfAborted(signal);
      intent ??= await this.#parse(request);
      if (intent.action === "query")
        throw new ConfigurationError(
          "This command is a query, so there is nothing to pay. Use client.portfolio, client.prices or client.transactions instead.",
        );
      this.askedAt = timeOn(options.clock ?? systemClock);
      try {
        const { intentId } = intent;
        return { intent, built: await client.transactions.build({ intentId, walletAddress }, request) };
      } catch (error) {
        const code = isApiError(error) ? error.code : undefined;
        const again = code === "simulation_failed" || (code === "intent_expired" && command !== undefined);
        if (!again || this.#rebuilds++ >= MAX_REBUILDS) throw error;
        if (command !== undefined) intent = undefined;
      }
    }
  }

  async #parse(request: { readonly signal?: AbortSignal }): Promise<Intent> {
    const { client, command = "", priorityFee: option, signal } = this.options;
    if (option === "auto") {
      if (this.rpc === undefined)
        throw new ConfigurationError('priorityFee "auto" needs a connection. Nothing was sent.');
      this.fee = { priorityFee: await recentPriorityFee(this.rpc, this.limits) };
      throwIfAborted(signal);
    }
    const { slippageBps, priorityFee } = this.limits;
    return client.intents.parse(
      {
        walletAddress: this.walletAddress,
        command,
        ...(slippageBps !== undefined && { slippage: slippageBps }),
        ...(priorityFee !== undefined && { priorityFee }),
      },
      request,
    );
  }
}
