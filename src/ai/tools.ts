import * as z from "zod/mini";
import type { IntentTxClient } from "../client/client.js";
import { isAddress } from "../contract/chain.js";
import type { Intent } from "../contract/intents.js";
import { describeIssue } from "../contract/issues.js";
import type { Portfolio } from "../contract/portfolio.js";
import type { TokenPrice } from "../contract/prices.js";
import { described, text } from "../contract/primitives.js";
import {
  type ListTransactionsQuery,
  ListTransactionsQuerySchema,
  type ParseIntentRequest,
  ParseIntentRequestSchema,
} from "../contract/requests.js";
import type { TransactionRecord } from "../contract/transactions.js";
import { IntentTxError, type PaymentOutcome } from "../errors/base-error.js";
import { ConfigurationError } from "../errors/errors.js";
import { isApiError } from "../errors/narrowing.js";
import { checkCall, isFunction, isLimit, type Rules } from "../options/checks.js";
import type { ApprovalRequest } from "../solana/pay/approval.js";
import { execute } from "../solana/pay/execute.js";
import { type PaymentJournal, signatureOf } from "../solana/pay/journal.js";
import { JOURNAL_RULES, timedJournal } from "../solana/pay/journal-timeout.js";
import { MemoryJournal } from "../solana/pay/memory-journal.js";
import type { ExecuteOptions } from "../solana/pay/options.js";
import { effectsOfBuilt } from "../solana/pay/preview.js";
import type { Receipt } from "../solana/pay/receipt.js";
import { resume } from "../solana/pay/resume.js";
import type { AnyConnection, SleepClock } from "../solana/send/connection.js";
import { contextOf } from "../solana/send/connections.js";
import type { PaymentError } from "../solana/send/errors.js";
import { FOLLOW_RULES, readFollowing } from "../solana/send/settings.js";
import { signerMethod } from "../solana/sign/sign.js";
import type { TransactionSigner } from "../solana/sign/signers.js";
import { GUARD_RULE, maxCostOf, VERIFY_RULES } from "../solana/verify/options.js";
import type { Effects } from "../solana/verify/verify.js";
import { swapCommand, transferCommand } from "../values/commands.js";
import type { Encoded } from "../wire/codecs.js";
import { stringifyJson } from "../wire/json.js";
import { checkLimits, type Excess, Spending, type SpendingLimits, type SpendingOrder } from "./spending.js";

/** Options of {@link intentTools}. */
export interface IntentToolsOptions {
  /** Base58 address of the wallet. The model cannot choose a different one. */
  readonly walletAddress: string;
  /** A `Connection` of `@solana/web3.js` or an rpc of `@solana/kit`. Required with a signer and `approve`. */
  readonly connection?: AnyConnection;
  /** Signs payments. Default: none. Without it, there is no `pay` tool. */
  readonly signer?: TransactionSigner;
  /**
   * Called before the wallet signs, with the worst case. Only `true` approves. Default: none, so `pay` is missing.
   * @param request The intent, the transaction and its worst case.
   * @example
   * ```ts
   * import type { IntentToolsOptions } from "intent-tx/ai";
   * const swapsOnly: IntentToolsOptions["approve"] = ({ intent }) => intent.action === "swap";
   * ```
   */
  readonly approve?: (request: ApprovalRequest) => boolean | Promise<boolean>;
  /** Decoders of swaps on other venues, by program, such as `jupiter` of `intent-tx/venues`. Default: none. */
  readonly swapPrograms?: ExecuteOptions["swapPrograms"];
  /** Experimental: `guard` of `pay`, as for `execute`. `build` verifies as `pay` does, without assertions. Default: none. */
  readonly guard?: ExecuteOptions["guard"];
  /** Stores payments and reservations. Required with `limits`. Default: in memory. */
  readonly journal?: PaymentJournal;
  /** Spending limits of `pay`, counted in `journal`. No limits by default: only `approve` decides. */
  readonly limits?: SpendingLimits;
  /** Controls waits, and measures hours and days. Default real time. */
  readonly clock?: SleepClock;
}

const RULES = /* @__PURE__ */ ((): Rules<IntentToolsOptions> => ({
  walletAddress: true,
  connection: true,
  signer: true,
  approve: isFunction,
  swapPrograms: VERIFY_RULES.swapPrograms,
  guard: GUARD_RULE,
  journal: JOURNAL_RULES.journal,
  limits: isLimit,
  clock: FOLLOW_RULES.clock,
}))();

/** The second argument of a tool's `execute`. The AI SDK passes it. With other libraries, pass it yourself. */
export interface ToolCall {
  /** Identifies the tool call, and its payment in the journal. Each call to `pay` needs a different one. */
  readonly toolCallId?: string | undefined;
  /** Aborts the call. A transaction that was sent may still land. */
  readonly abortSignal?: AbortSignal | undefined;
}

/** A refused call, as data for the model. It contains no keys or headers. */
export interface ToolRefusal {
  /** Always false. */
  ok: false;
  /**
   * `limit_exceeded`, `not_approved`, `payment_open`, `payment_landed`, `invalid_input`, the parser's reason or the
   * service's error code. For any other error, its name.
   */
  reason: string;
  /** The reason in a sentence. */
  message: string;
  /** Complete commands that the model can use instead, best first. */
  suggestions: string[];
  /** Outcome of the payment, if a transaction was signed or sent. */
  outcome?: PaymentOutcome;
  /** Base58 signature of the payment's transaction. */
  signature?: string;
  /** Milliseconds to wait before the next call, as requested by the service. */
  retryAfterMs?: number;
}

/** The result of a tool: plain JSON. */
export type ToolAnswer<Data> = { ok: true; data: Encoded<Data> } | ToolRefusal;

/** The JSON Schema of a tool's input. With `~standard`, which its JSON omits, it is also a Standard Schema. */
export interface ToolSchema<Input> {
  /** Always an object. */
  type: "object";
  /** The JSON Schema of each field. */
  properties: Record<string, object>;
  /** The required fields. */
  required?: string[];
  /** Unknown fields are not allowed. */
  additionalProperties: false;
  /** The same schema as a Standard Schema. */
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "intent-tx";
    /** Checks an input. */
    readonly validate: (
      input: unknown,
    ) => { readonly value: Input } | { readonly issues: readonly { readonly message: string }[] };
    /** Returns the JSON Schema. */
    readonly jsonSchema: Readonly<Record<"input" | "output", () => Record<string, unknown>>>;
    readonly types?: { readonly input: unknown; readonly output: Input } | undefined;
  };
}

/** A tool for a language model. */
export interface IntentTool<Input, Data> {
  /** The tool's name for the model. */
  name: string;
  /** The tool's purpose, for the model. */
  description: string;
  /** Schema of the input. */
  inputSchema: ToolSchema<Input>;
  /**
   * Runs the tool.
   * @param input The model's input; a field that is null counts as absent. An invalid input results in a rejection.
   * @param call The tool call's id, required for `pay`, and a signal.
   * @throws ConfigurationError when `pay` is called without a `toolCallId`.
   * @throws IntentTxError when the application's own code fails, such as `approve`; see `cause`.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * import { intentTools } from "intent-tx/ai";
   * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
   * const { price } = intentTools(new IntentTx(), { walletAddress });
   * const answer = await price.execute({ token: "SOL" });
   * ```
   */
  execute: (input: unknown, call?: ToolCall) => Promise<ToolAnswer<Data>>;
}

/** The input of `parse`, `build` and `pay`. */
export type CommandInput = Omit<ParseIntentRequest, "walletAddress">;

/** The input of `history`. */
export type HistoryInput = Omit<ListTransactionsQuery, "before">;

/** A built and verified transaction, not signed. */
export interface BuiltOrder {
  /** The parsed intent. */
  intent: Intent;
  /** Maximum that leaves the wallet and minimum that arrives, by mint in base units. Also the fee and the rent. */
  effects: Effects;
  /** Base64 of the unsigned transaction, for the user's wallet. */
  transaction: string;
}

/** A page of the wallet's history. */
export interface WalletHistory {
  /** Swaps and transfers, newest first. */
  transactions: TransactionRecord[];
  /** Cursor of the next page, to pass as `cursor`. Undefined on the last page. */
  next: string | undefined;
}

/** The tools that spend nothing. */
export type IntentTools = {
  /** Parses a command. */
  parse: IntentTool<CommandInput, Intent>;
  /** Builds the transaction of a command and verifies it. */
  build: IntentTool<CommandInput, BuiltOrder>;
  /** Reads the wallet's holdings. */
  portfolio: IntentTool<Record<string, never>, Portfolio>;
  /** Reads a token's price. */
  price: IntentTool<{ token: string }, TokenPrice>;
  /** Lists the wallet's transactions. */
  history: IntentTool<HistoryInput, WalletHistory>;
};

/** All tools, available with a signer and `approve`. */
export type PayingTools = IntentTools & {
  /** Makes a payment. */
  pay: IntentTool<CommandInput, Receipt>;
};

const CommandSchema = z.omit(ParseIntentRequestSchema, { walletAddress: true });
const PortfolioSchema = z.strictObject({});
const PriceSchema = z.strictObject({
  token: described(text().check(z.minLength(1, "must not be empty")), "Symbol such as SOL, or mint address."),
});
const HistorySchema = z.omit(ListTransactionsQuerySchema, { before: true });

const COMMAND_RULES =
  'A command names one action, the amount and the tokens by symbol or mint: "swap 1.5 SOL for USDC", "buy 20 USDC with SOL", "send 5 USDC to <address or .sol name>". Slippage goes into its own field.';

const termsOf = ({ slippage, priorityFee }: CommandInput) => ({
  ...(slippage !== undefined && { slippageBps: slippage }),
  ...(priorityFee !== undefined && { priorityFee }),
});

/**
 * Tools that let a language model parse commands, build and verify transactions, and read holdings, prices and history.
 * With a signer and `approve`, the model can also pay. Pass the object as `tools` to the AI SDK. For other libraries,
 * convert it with `toOpenAI`, `toOpenAIResponses`, `toAnthropic`, `toAgents` or
 * `registerTools`. Results are plain JSON. Rejections are results too, so that the model can correct itself.
 * @param client Parses commands and builds transactions; its key needs the scopes `write:intents` and `write:transactions`.
 * @param options The wallet, and the options for paying; see the fields.
 * @throws ConfigurationError when an option is invalid.
 * @example
 * ```ts
 * import { IntentTx } from "intent-tx";
 * import { intentTools } from "intent-tx/ai";
 * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
 * const tools = intentTools(new IntentTx(), { walletAddress });
 * const answer = await tools.parse.execute({ command: "swap 1 SOL for USDC" });
 * ```
 */
export function intentTools(
  client: IntentTxClient,
  options: IntentToolsOptions & Required<Pick<IntentToolsOptions, "connection" | "signer" | "approve">>,
): PayingTools;
export function intentTools(client: IntentTxClient, options: IntentToolsOptions): IntentTools;
export function intentTools(client: IntentTxClient, options: IntentToolsOptions): IntentTools | PayingTools {
  checkCall(options, "intentTools(client, { walletAddress })", RULES);
  const { walletAddress, limits, signer, approve, connection, journal, swapPrograms } = options;
  if (typeof walletAddress !== "string" || !isAddress(walletAddress))
    throw new ConfigurationError("walletAddress must be a base58 address.");
  if (limits !== undefined) checkLimits(limits);
  if (limits !== undefined && journal === undefined)
    throw new ConfigurationError(
      "limits requires a journal, which stores the spent amounts. Pass a FileJournal (intent-tx/node) for one machine, a RedisJournal (intent-tx/redis) or PostgresJournal (intent-tx/postgres) for several machines, or a MemoryJournal (intent-tx/solana) that a single process creates once.",
    );
  const request = ({ abortSignal }: ToolCall) => (abortSignal === undefined ? {} : { signal: abortSignal });
  const parse = (command: CommandInput, call: ToolCall) =>
    client.intents.parse({ walletAddress, ...command }, request(call));
  const tools: IntentTools = {
    parse: tool(
      "parse",
      `Parses a swap or transfer command and returns its interpretation. Nothing is spent. ${COMMAND_RULES} Amounts in the response are in base units.`,
      CommandSchema,
      parse,
    ),
    build: tool(
      "build",
      `Builds the transaction of a command and verifies it, without signing. The response contains the most that the wallet can spend and the least that it receives, in base units. ${COMMAND_RULES}`,
      CommandSchema,
      async (command, call) => {
        const intent = await parse(command, call);
        const built = await client.transactions.build(
          { intentId: intent.intentId, walletAddress },
          request(call),
        );
        const limits = { walletAddress, ...termsOf(command), ...(swapPrograms && { swapPrograms }) };
        const { clock, guard } = options;
        const context =
          connection && contextOf({ connection }, false, readFollowing({ clock, ...request(call) }));
        const effects = await effectsOfBuilt(context, { guard, built, intent }, limits);
        return { intent, effects, transaction: built.transaction };
      },
    ),
    portfolio: tool(
      "portfolio",
      "Reads the tokens that the wallet holds, with balances in base units (balance) and in tokens (uiAmount), and values in USD.",
      PortfolioSchema,
      (_, call) => client.portfolio.retrieve(walletAddress, {}, request(call)),
    ),
    price: tool("price", "Reads the price of a token in USD.", PriceSchema, ({ token }, call) =>
      client.prices.retrieve(token, request(call)),
    ),
    history: tool(
      "history",
      "Lists swaps and transfers of the wallet, newest first. Pass the `next` value of a response as `cursor` to get the next page.",
      HistorySchema,
      async (query, call) => {
        const { data, nextCursor } = await client.transactions.list(walletAddress, query, request(call));
        return { transactions: data, next: nextCursor };
      },
    ),
  };
  if (signer === undefined || approve === undefined) return tools;
  if (connection === undefined) throw new ConfigurationError("pay needs a connection as well as the signer.");
  return { ...tools, pay: payTool(client, { ...options, signer, approve, connection }) };
}

type PayOptions = IntentToolsOptions &
  Required<Pick<IntentToolsOptions, "connection" | "signer" | "approve">>;

/** The payments that calls of this process make, by journal. Each request of a server can make its own tools. */
const RUNNING = /* @__PURE__ */ new WeakMap<PaymentJournal, Map<string, Promise<unknown>>>();

function payTool(client: IntentTxClient, options: PayOptions): PayingTools["pay"] {
  const { walletAddress, connection, signer, approve, clock, limits, swapPrograms, guard } = options;
  const { journal = new MemoryJournal() } = options;
  const limited = timedJournal(journal, {}, undefined);
  const spending = new Spending(limited, walletAddress, limits, clock?.now?.bind(clock));
  const onClock = clock === undefined ? {} : { clock };
  const running = RUNNING.get(journal) ?? new Map<string, Promise<unknown>>();
  RUNNING.set(journal, running);

  /** Finds a payment of the same order whose outcome was unknown, because the model may be retrying that payment. */
  async function duplicateOf(order: SpendingOrder): Promise<ToolRefusal | undefined> {
    const isRunning = (paymentId: string) => running.has(paymentId);
    for (const record of await spending.duplicates(order, isRunning)) {
      const single: PaymentJournal = { ...limited, open: async () => [record] };
      const [resumed] =
        record.outcome === undefined
          ? await resume({ journal: single, connection, swapPrograms, ...onClock })
          : [record];
      const outcome = resumed?.outcome === "landed" ? "landed" : "open";
      // A call that has not ended signs a new transaction after one that can no longer land.
      if (resumed?.outcome !== outcome && !isRunning(record.paymentId)) continue;
      if (outcome === "landed") await spending.land(record.paymentId);
      const signature = signatureOf(record);
      const [state, advice] =
        outcome === "landed"
          ? ["it has landed", "Call pay again only if the user wants another payment."]
          : ["it may still land", "Call pay again in a minute."];
      const message = `The same order was sent before (tool call ${record.paymentId}), and ${state}. Nothing was signed. ${advice}`;
      return refused(`payment_${outcome}`, message, { ...(signature !== undefined && { signature }) });
    }
    return undefined;
  }

  async function pay(command: CommandInput, paymentId: string, signal: AbortSignal | undefined) {
    let refusal: ToolRefusal | undefined;
    let reserving: Promise<Excess | undefined> | undefined;
    const decide: NonNullable<ExecuteOptions["approve"]> = async (request) => {
      const { action, parameters } = request.intent;
      const tokens = [parameters.inputToken, parameters.outputToken ?? parameters.recipient];
      // A wallet may raise the fee when it signs.
      const { onlySigns } = signerMethod(signer, walletAddress, undefined);
      const cost = maxCostOf(request.effects, onlySigns ? { walletEdits: "none" } : {});
      const effects = { ...request.effects, fee: cost - request.effects.rent };
      const order = { paymentId, order: [action, ...tokens].join(" "), effects };
      const reserve = async () => {
        if (signal?.aborted) return false;
        reserving = spending.reserve(order);
        const excess = await reserving;
        if (excess !== undefined) refusal = limitRefusal(excess, request.intent);
        return excess === undefined;
      };
      refusal = await duplicateOf(order);
      if (refusal !== undefined || !(await reserve())) return false;
      if ((await approve(request)) !== true) {
        refusal = refused("not_approved", "The payment was not approved. Nothing was signed.");
        return false;
      }
      // Other payments may have used the limit during a long approval.
      return reserve();
    };
    try {
      const receipt = await execute({
        client,
        connection,
        signer,
        walletAddress,
        command: command.command,
        ...termsOf(command),
        journal,
        paymentId,
        approve: decide,
        ...(swapPrograms && { swapPrograms }),
        ...(guard && { guard }),
        ...onClock,
        ...(signal !== undefined && { signal }),
      });
      // If this fails, the maximum stays counted.
      await spending.land(paymentId, receipt).catch(() => undefined);
      return receipt;
    } catch (error) {
      const { outcome, signature } = Object(error) as Partial<PaymentError>;
      const isOver = reserving ? outcome !== "unknown" : outcome === "expired" || outcome === "failed";
      if (isOver) {
        await Promise.allSettled([reserving]);
        const change =
          outcome === "failed" ? spending.fail(paymentId, signature ?? "") : spending.release(paymentId);
        // If the change fails, the reservation counts until its day is over. Only the payment's error is thrown.
        await change.catch(() => undefined);
      }
      if (refusal !== undefined && outcome !== "unknown") throw new Refused(refusal);
      throw error;
    }
  }

  /** Runs calls with the same id one after the other, because they share a reservation. */
  function paySerially(command: CommandInput, paymentId: string, signal: AbortSignal | undefined) {
    const run = Promise.allSettled([running.get(paymentId)])
      .then(() => pay(command, paymentId, signal))
      .finally(() => running.get(paymentId) === run && running.delete(paymentId));
    running.set(paymentId, run);
    return run;
  }

  const paying = tool(
    "pay",
    `Makes a payment: parses the command, verifies the transaction, asks for approval, signs, sends and waits for the outcome. It spends money, so call it once for each payment that the user asked for. If it fails with the outcome "unknown", the payment may still land. Do not pay again; look at the history. ${COMMAND_RULES}`,
    CommandSchema,
    (command, { toolCallId = "", abortSignal }) => paySerially(command, toolCallId, abortSignal),
  );
  return {
    ...paying,
    async execute(input, call) {
      if (typeof call?.toolCallId !== "string" || call.toolCallId === "")
        throw new ConfigurationError(
          "pay needs the tool call's ID, which identifies the payment: execute(input, { toolCallId }).",
        );
      return paying.execute(input, call);
    },
  };
}

const refused = (reason: string, message: string, more: Partial<ToolRefusal> = {}): ToolRefusal => ({
  ok: false,
  reason,
  message,
  suggestions: [],
  ...more,
});

/** A tool's rejection, thrown to end the payment. */
class Refused extends IntentTxError {
  constructor(readonly refusal: ToolRefusal) {
    super(refusal.message);
  }
}

/** Rejects an order that exceeds a limit, and suggests the largest order within the limit. */
function limitRefusal({ message, mint, left }: Excess, { action, parameters }: Intent): ToolRefusal {
  const { outputToken, recipient } = parameters;
  const suggestions: string[] = [];
  try {
    if (mint !== undefined && left > 0n && action === "swap" && outputToken !== undefined)
      suggestions.push(swapCommand({ input: mint, output: outputToken, amount: left, side: "input" }));
    if (mint !== undefined && left > 0n && action === "transfer" && recipient !== undefined)
      suggestions.push(transferCommand({ token: mint, amount: left, recipient }));
  } catch {
    // The token is not in the built-in list and its decimals are unknown, so nothing is suggested.
  }
  return refused("limit_exceeded", message, { suggestions });
}

function tool<Schema extends z.ZodMiniObject, Data>(
  name: string,
  description: string,
  schema: Schema,
  run: (input: z.output<Schema>, call: ToolCall) => PromiseLike<Data>,
): IntentTool<z.output<Schema>, Data> {
  return {
    name,
    description,
    inputSchema: toolSchema(schema),
    async execute(input, call = {}) {
      const read = z.safeParse(schema, withoutNulls(input));
      if (!read.success) {
        const [issue] = read.error.issues;
        const { field, reason } = issue ? describeIssue(issue, input) : { field: "", reason: "is not valid" };
        return refused("invalid_input", `${field || "The input"}: ${reason.replace(/^[a-z_]+: /, "")}.`);
      }
      try {
        return { ok: true, data: JSON.parse(stringifyJson(await run(read.data, call))) };
      } catch (error) {
        return refusalOf(error, name);
      }
    },
  };
}

/** The zod schemas of tools, for libraries that need one. */
const zodSchemas = new WeakMap<object, z.ZodMiniObject>();

/** The zod schema of a tool's input, in which an optional field may be null. */
export function zodSchemaOf({ inputSchema }: { readonly inputSchema: object }): z.ZodMiniObject | undefined {
  const schema = zodSchemas.get(inputSchema);
  const field = (one: z.ZodMiniType) => (one._zod.optin === "optional" ? z.nullable(one) : one);
  const entries = Object.entries(schema?.shape ?? {}) as [string, z.ZodMiniType][];
  return schema && z.strictObject(Object.fromEntries(entries.map(([name, one]) => [name, field(one)])));
}

/** Removes fields that are null: OpenAI's strict mode sends null for an absent argument. */
function withoutNulls(input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input ?? {};
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

function toolSchema<Schema extends z.ZodMiniObject>(schema: Schema): ToolSchema<z.output<Schema>> {
  const { $schema: _, "~standard": __, ...json } = z.toJSONSchema(schema, { io: "input", target: "draft-7" });
  const plain = () => ({ ...json });
  // Not enumerable, so that the schema serialises to plain JSON.
  Object.defineProperty(json, "~standard", {
    value: {
      version: 1,
      vendor: "intent-tx",
      validate: (input: unknown) => schema["~standard"].validate(withoutNulls(input)),
      jsonSchema: { input: plain, output: plain },
    },
  });
  zodSchemas.set(json, schema);
  return json as unknown as ToolSchema<z.output<Schema>>;
}

/** Converts this package's errors to data. Throws others, because errors of the app's code may contain secrets. */
function refusalOf(error: unknown, name: string): ToolRefusal {
  if (error instanceof Refused) return error.refusal;
  if (!(error instanceof IntentTxError))
    throw new IntentTxError(`The tool ${name} failed in the application's code; see cause.`, {
      cause: error,
    });
  const { outcome, signature } = error as Partial<PaymentError>;
  const known = isApiError(error) ? error : undefined;
  const parsing = known?.code === "parsing_error" ? known.details : undefined;
  const { retryAfterMs } = known ?? {};
  return refused(parsing?.reason ?? known?.code ?? error.name, error.message, {
    suggestions: parsing?.suggestions ?? [],
    ...(outcome !== undefined && { outcome }),
    ...(signature !== undefined && signature !== "" && { signature }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}
