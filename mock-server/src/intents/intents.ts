import {
  type Environment,
  LIMITS,
  type OperationPayload,
  type ParseIntentRequest,
  PROGRAM_IDS,
} from "intent-tx/contract";
import type { TokenAddresses } from "../chain/token-addresses.js";
import type { Clock } from "../kernel/clock.js";
import { idCharacters, type Random } from "../kernel/random.js";
import { invalidField, ServiceError } from "../kernel/service-error.js";
import type { ChainAccount, Ledger } from "../ledger/ledger.js";
import type { Quote, QuoteRefused, QuoteRequest } from "../market/routing.js";
import type { Command, Parsed, ParserWorld } from "../parser/command.js";
import type { ParseRow } from "../state/rows-accounts.js";
import type { IntentRow, MarketInfoRow } from "../state/rows-intents.js";
import type { State } from "../state/state.js";
import type { Token } from "../world/tokens.js";
import { KeptIntents } from "./kept-intents.js";
import type { CommandReader } from "./late-parser.js";
import type { NameService } from "./names.js";
import { intentPayload, routeRow } from "./payload.js";
import { type AccountsAt, checkRecipient, systemAccounts } from "./recipient.js";
import { parsingError, Refused, refuse } from "./refusal.js";
import { resolveAmount } from "./resolve-amount.js";
import { slippageInForce } from "./slippage.js";

/** Who parses or builds. */
export interface IntentCaller {
  readonly account: string;
  readonly environment: Environment;
}

/** The part of an environment's market that intents use. */
export interface IntentMarket {
  quote(request: QuoteRequest): Promise<Quote | QuoteRefused> | Quote | QuoteRefused;
  /** USD of one whole token; undefined without a price. */
  usdPrice(mint: string): Promise<number | undefined> | number | undefined;
}

/** Where ledgers come from, and accounts for which none has to be opened. */
export interface IntentLedgers {
  get(environment: Environment): Promise<Ledger>;
  accounts(environment: Environment, addresses: readonly string[]): Promise<(ChainAccount | undefined)[]>;
}

/** Options of {@link Intents}. */
export interface IntentsOptions {
  readonly state: State;
  readonly clock: Clock;
  readonly random: Random;
  readonly names: NameService;
  readonly tokens: readonly Token[];
  readonly addresses: TokenAddresses;
  readonly ledgers: IntentLedgers;
  readonly market: (environment: Environment) => IntentMarket;
  readonly parser: CommandReader;
  /** How long an intent can be built, milliseconds (decision 16). Default ten minutes. */
  readonly intentTtlMs?: number;
  /** Told of every command that was parsed, or refused with 422. */
  readonly onParsed?: (row: ParseRow) => void;
}

/** The programs that every ledger of this service has. */
const PROGRAMS: ReadonlySet<string> = new Set(Object.values(PROGRAM_IDS));

type Draft = Omit<
  IntentRow,
  "intentId" | "account" | "environment" | "walletAddress" | "createdAt" | "expiresAt" | "command"
>;

/** Commands and what was understood of them: command, wallet and market become an intent that can be built for a while. */
export class Intents {
  readonly #options: IntentsOptions;
  readonly #kept: KeptIntents;
  readonly #tokens: ReadonlyMap<string, Token>;

  constructor(options: IntentsOptions) {
    this.#options = options;
    this.#kept = new KeptIntents(options.state, options.clock);
    this.#tokens = new Map(options.tokens.map((token) => [token.mint, token]));
  }

  /**
   * Understands a command, resolves and quotes it, and keeps the intent. A ledger is opened only where the command asks
   * for one: for parts of a balance.
   *
   * @throws ServiceError 422 `parsing_error` with the reason, 400 `validation_error` for an empty or overlong command
   */
  async parse(caller: IntentCaller, request: ParseIntentRequest): Promise<OperationPayload<"intents.parse">> {
    const { clock, onParsed } = this.#options;
    try {
      const parsed = await this.#read(caller, request);
      const row = this.#keep(caller, request, await this.#draft(caller, request, parsed));
      onParsed?.({ account: caller.account, at: row.createdAt, confidence: row.confidence });
      return intentPayload(row);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      onParsed?.({ account: caller.account, at: clock.now() });
      throw parsingError(request.command, error.refusal);
    }
  }

  /**
   * An intent of the caller's account and environment, and, where one is given, of a wallet. That a request names another wallet is
   * said before the intent's state is looked at (decision 14).
   *
   * @throws ServiceError 404 `intent_not_found` (another account's too), 400 `validation_error` on `walletAddress`, 410
   * `intent_expired` for a day after its end, and then 404
   */
  get(caller: IntentCaller, intentId: string, walletAddress?: string): IntentRow {
    const row = this.#kept.find(intentId);
    const details = { resource: "intent", id: intentId };
    if (!row || row.account !== caller.account || row.environment !== caller.environment) {
      throw new ServiceError("intent_not_found", `There is no intent ${intentId}; parse a command first.`, {
        details,
      });
    }
    if (walletAddress !== undefined && row.walletAddress !== walletAddress)
      throw invalidField("walletAddress", "is not the wallet that the intent was parsed for");
    if (!("intentId" in row) || this.#options.clock.now() >= row.expiresAt) {
      const ended = new Date(row.expiresAt).toISOString();
      const message = `The intent ${intentId} ended at ${ended}: its quote is stale. Parse the command again.`;
      throw new ServiceError("intent_expired", message, { details });
    }
    return row;
  }

  /** The pools through which an intent's swap goes, for a fault that moves their prices. */
  route(intentId: string): readonly MarketInfoRow[] {
    const row = this.#kept.find(intentId);
    return (row && "intentId" in row && row.route?.marketInfos) || [];
  }

  async #read(caller: IntentCaller, request: ParseIntentRequest): Promise<Parsed> {
    const { parser, names, tokens } = this.#options;
    const asked = new Set<string>();
    let system = new Set<string>();
    const world: ParserWorld = {
      tokens,
      walletAddress: request.walletAddress,
      resolveName: (name) => names.resolve(name),
      isProgram: (address) => PROGRAMS.has(address),
      isSystemAccount: (address) => {
        asked.add(address);
        return system.has(address);
      },
    };
    const read = parser(request.command, world);
    let result = read instanceof Promise ? await read : read;
    if (!result.ok && result.reason === "off_curve_recipient" && asked.size > 0) {
      // The parser itself reads no ledger: what it wanted to know is looked up, and the command read once more.
      system = await systemAccounts([...asked], this.#accountsAt(caller));
      if (system.size > 0) result = await parser(request.command, world);
    }
    if (result.ok) return result;
    const { reason, message, span, suggestions } = result;
    if (reason === "too_long" || reason === "empty") throw invalidField("command", `${reason}: ${message}`);
    throw new Refused({ reason, message, ...(span && { span }), suggestions });
  }

  async #draft(caller: IntentCaller, request: ParseIntentRequest, parsed: Parsed): Promise<Draft> {
    const { command, confidence } = parsed;
    const priorityFee = request.priorityFee ?? LIMITS.priorityFeeDefault;
    const slippageBps = slippageInForce(request.slippage, parsed);
    // Spread last below: V8 takes microseconds for an object that begins with a spread.
    const shared = { slippageBps, priorityFee, confidence };
    if (command.action === "query") {
      const { mint, address } = command;
      // The answer has no place for another wallet: an app would show the caller's own.
      if (address !== undefined && address !== request.walletAddress)
        refuse(
          "unsupported_action",
          `A question is answered for the wallet that asks. Send it with walletAddress ${address}.`,
        );
      return { action: "query", ...(mint !== undefined && { inputMint: mint }), ...shared };
    }
    return command.action === "swap"
      ? this.#swap(caller, request, command, shared)
      : this.#transfer(caller, request, command, shared);
  }

  async #swap(
    caller: IntentCaller,
    request: ParseIntentRequest,
    command: Extract<Command, { action: "swap" }>,
    shared: Pick<Draft, "slippageBps" | "priorityFee" | "confidence">,
  ): Promise<Draft> {
    const { inputMint, outputMint } = command;
    const [input, output] = [this.#token(inputMint), this.#token(outputMint)];
    const { side, amount } = await this.#amount(caller, request, command, { input, output });
    const market = this.#options.market(caller.environment);
    const quote = await market.quote({ inputMint, outputMint, side, amount });
    if ("refused" in quote) refuseQuote(quote, input, output);
    const route = routeRow(quote);
    const ends = { inputMint, outputMint, amount: route.inAmount, route };
    return { action: "swap", side, ...ends, ...shared };
  }

  async #transfer(
    caller: IntentCaller,
    request: ParseIntentRequest,
    command: Extract<Command, { action: "transfer" }>,
    shared: Pick<Draft, "slippageBps" | "priorityFee" | "confidence">,
  ): Promise<Draft> {
    const { mint, recipient } = command;
    await checkRecipient(recipient, this.#accountsAt(caller));
    const { amount } = await this.#amount(caller, request, command, { input: this.#token(mint) });
    return { action: "transfer", inputMint: mint, amount: String(amount), recipient, ...shared };
  }

  #accountsAt({ environment }: IntentCaller): AccountsAt {
    return (addresses) => this.#options.ledgers.accounts(environment, addresses);
  }

  #amount(
    { environment }: IntentCaller,
    { walletAddress, priorityFee = LIMITS.priorityFeeDefault }: ParseIntentRequest,
    { amount }: Extract<Command, { action: "swap" | "transfer" }>,
    ends: { readonly input: Token; readonly output?: Token },
  ) {
    if (amount.side === "in") return { side: "exact-in" as const, amount: amount.baseUnits };
    const { ledgers, market, addresses } = this.#options;
    return resolveAmount(amount, {
      ...ends,
      environment,
      wallet: walletAddress,
      priorityFee,
      addresses,
      ledger: () => ledgers.get(environment),
      priceUsd: (mint) => market(environment).usdPrice(mint),
    });
  }

  #token(mint: string): Token {
    const token = this.#tokens.get(mint);
    if (!token) throw new Error(`The parser named ${mint}, which is no token of this world`);
    return token;
  }

  #keep({ account, environment }: IntentCaller, request: ParseIntentRequest, draft: Draft): IntentRow {
    const { state, clock, random, intentTtlMs = LIMITS.intentTtlMs } = this.#options;
    const createdAt = clock.now();
    const row: IntentRow = {
      intentId: `intent_${idCharacters(random.bytes("intent", state.next("intent")))}`,
      account,
      environment,
      walletAddress: request.walletAddress,
      createdAt,
      expiresAt: createdAt + intentTtlMs,
      ...draft,
      command: request.command,
    };
    this.#kept.add(row);
    return row;
  }
}

function refuseQuote({ refused }: QuoteRefused, input: Token, output: Token): never {
  const pair = `${input.symbol} to ${output.symbol}`;
  if (refused === "no_route") refuse("no_route", `No pool connects ${pair}.`);
  if (refused === "zero_output") {
    refuse("invalid_amount", `The amount is too small for a swap from ${pair}; say a larger one.`);
  }
  refuse("insufficient_liquidity", `The pools from ${pair} hold too little for this; say a smaller amount.`);
}
