import { type Environment, LIMITS, type ParseIntentRequest, PROGRAM_IDS } from "intent-tx/contract";
import type { TokenAddresses } from "../chain/token-addresses.js";
import { isPromise } from "../kernel/is-promise.js";
import { invalidField } from "../kernel/service-error.js";
import type { ChainAccount, Ledger } from "../ledger/ledger.js";
import type { Quote, QuoteRefused, QuoteRequest } from "../market/routing.js";
import type { Command, Parsed, ParserWorld } from "../parser/command.js";
import type { IntentRow } from "../state/rows-intents.js";
import type { Token } from "../world/tokens.js";
import type { CommandReader } from "./late-parser.js";
import type { NameService } from "./names.js";
import { routeRow } from "./payload.js";
import { type AccountsAt, checkRecipient, systemAccounts } from "./recipient.js";
import { CommandRefused, refuse } from "./refusal.js";
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

/** Options of {@link Drafts}. */
export interface DraftsOptions {
  readonly names: NameService;
  readonly tokens: readonly Token[];
  readonly addresses: TokenAddresses;
  readonly ledgers: IntentLedgers;
  readonly market: (environment: Environment) => IntentMarket;
  readonly parser: CommandReader;
}

/** The programs that every ledger of this service has. */
const PROGRAMS: ReadonlySet<string> = new Set(Object.values(PROGRAM_IDS));

/** An intent as far as the command, the wallet and the market make it. */
export type Draft = Omit<
  IntentRow,
  "intentId" | "account" | "environment" | "walletAddress" | "createdAt" | "expiresAt" | "command"
>;

type CommandOf<Action extends Command["action"]> = Extract<Command, { action: Action }>;
/** The terms that every draft has. */
type Shared = Pick<Draft, "slippageBps" | "priorityFee" | "confidence">;

/** Makes intents of commands: reads the words, resolves the amount, asks for the quote. */
export class Drafts {
  readonly #options: DraftsOptions;
  readonly #tokens: ReadonlyMap<string, Token>;

  constructor(options: DraftsOptions) {
    this.#options = options;
    this.#tokens = new Map(options.tokens.map((token) => [token.mint, token]));
  }

  /**
   * @throws CommandRefused when the command cannot be carried out
   * @throws ServiceError 400 `validation_error` for an empty or overlong command
   */
  async of(caller: IntentCaller, request: ParseIntentRequest): Promise<Draft> {
    const parsed = await this.#read(caller, request);
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
    let result = isPromise(read) ? await read : read;
    if (!result.ok && result.reason === "off_curve_recipient" && asked.size > 0) {
      // The parser itself reads no ledger: what it wanted to know is looked up, and the command read once more.
      system = await systemAccounts([...asked], this.#accountsAt(caller));
      if (system.size > 0) result = await parser(request.command, world);
    }
    if (result.ok) return result;
    const { reason, message, span, suggestions } = result;
    if (reason === "too_long" || reason === "empty") throw invalidField("command", `${reason}: ${message}`);
    throw new CommandRefused({ reason, message, ...(span && { span }), suggestions });
  }

  async #swap(
    caller: IntentCaller,
    request: ParseIntentRequest,
    command: CommandOf<"swap">,
    shared: Shared,
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
    command: CommandOf<"transfer">,
    shared: Shared,
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
    { amount }: CommandOf<"swap" | "transfer">,
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
}

function refuseQuote({ refused }: QuoteRefused, input: Token, output: Token): never {
  const pair = `${input.symbol} to ${output.symbol}`;
  if (refused === "no_route") refuse("no_route", `No pool connects ${pair}.`);
  if (refused === "zero_output") {
    refuse("invalid_amount", `The amount is too small for a swap from ${pair}; say a larger one.`);
  }
  refuse("insufficient_liquidity", `The pools from ${pair} hold too little for this; say a smaller amount.`);
}
