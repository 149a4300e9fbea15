import { type Environment, LIMITS, type ParseIntentRequest, PROGRAM_IDS } from "intent-tx/contract";
import type { TokenAddresses } from "../chain/token-addresses.js";
import { isPromise } from "../kernel/is-promise.js";
import { perObject } from "../kernel/memo.js";
import { invalidField } from "../kernel/service-error.js";
import type { ChainAccount, Ledger } from "../ledger/ledger.js";
import type { Quote, QuoteRefused, QuoteRequest } from "../market/routing.js";
import type { Command, Parsed, ParseResult, ParserWorld } from "../parser/command.js";
import type { IntentRow } from "../state/rows-intents.js";
import type { Token } from "../world/tokens.js";
import type { CommandReader } from "./late-parser.js";
import type { NameService } from "./names.js";
import { routeRow } from "./payload.js";
import { type AccountsAt, checkRecipient, systemAccounts } from "./recipient.js";
import { CommandRefused, refuse, refuseQuote } from "./refusal.js";
import { type ResolvedAmount, resolveAmount } from "./resolve-amount.js";
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
const isProgram = (address: string) => PROGRAMS.has(address);

/** An intent as far as the command, the wallet and the market make it. */
export type Draft = Omit<
  IntentRow,
  "intentId" | "account" | "environment" | "walletAddress" | "createdAt" | "expiresAt" | "command"
>;

type CommandOf<Action extends Command["action"]> = Extract<Command, { action: Action }>;
/** The terms that every draft has. */
type Shared = Pick<Draft, "slippageBps" | "priorityFee" | "confidence">;

/** An intent that swaps, as far as it is made. */
export type SwapDraft = Draft &
  Required<Pick<Draft, "side" | "inputMint" | "outputMint" | "amount" | "route">> & {
    readonly action: "swap";
  };

/** Accounts that the parser wanted to know of, and those of them that belong to the system, once they were looked up. */
interface LookedUp {
  readonly asked: string[];
  system: ReadonlySet<string> | undefined;
}

/** Makes intents of commands: reads the words, resolves the amount, asks for the quote. */
export class Drafts {
  readonly #options: DraftsOptions;
  readonly #tokens: ReadonlyMap<string, Token>;
  readonly #resolveName: ParserWorld["resolveName"];
  /** A quote is one object for as long as no pool changes. */
  readonly #routeOf = perObject(routeRow);

  constructor(options: DraftsOptions) {
    this.#options = options;
    this.#resolveName = (name) => options.names.resolve(name);
    this.#tokens = new Map(options.tokens.map((token) => [token.mint, token]));
  }

  /**
   * At once where the words say it all: each wait is a part of the answer's time.
   *
   * @throws CommandRefused when the command cannot be carried out
   * @throws ServiceError 400 `validation_error` for an empty or overlong command
   */
  of(caller: IntentCaller, request: ParseIntentRequest): Draft | Promise<Draft> {
    const looked: LookedUp = { asked: [], system: undefined };
    const { parser, tokens } = this.#options;
    const world: ParserWorld = {
      tokens,
      walletAddress: request.walletAddress,
      resolveName: this.#resolveName,
      isProgram,
      isSystemAccount: (address) => {
        looked.asked.push(address);
        return looked.system?.has(address) ?? false;
      },
    };
    const read = parser(request.command, world);
    if (isPromise(read))
      return read.then((result) => this.#ofReading(caller, request, world, looked, result));
    return this.#ofReading(caller, request, world, looked, read);
  }

  #ofReading(
    caller: IntentCaller,
    request: ParseIntentRequest,
    world: ParserWorld,
    looked: LookedUp,
    result: ParseResult,
  ): Draft | Promise<Draft> {
    if (result.ok) return this.#ofParsed(caller, request, result);
    const { reason, message, span, suggestions } = result;
    if (reason === "off_curve_recipient" && looked.asked.length > 0 && !looked.system)
      return this.#lookedUp(caller, request, world, looked, result);
    if (reason === "too_long" || reason === "empty") throw invalidField("command", `${reason}: ${message}`);
    throw new CommandRefused({ reason, message, ...(span && { span }), suggestions });
  }

  /** The parser itself reads no ledger: what it wanted to know is looked up, and the command read once more. */
  async #lookedUp(
    caller: IntentCaller,
    request: ParseIntentRequest,
    world: ParserWorld,
    looked: LookedUp,
    result: ParseResult,
  ): Promise<Draft> {
    looked.system = await systemAccounts([...new Set(looked.asked)], this.#accountsAt(caller));
    const again = looked.system.size > 0 ? await this.#options.parser(request.command, world) : result;
    return this.#ofReading(caller, request, world, looked, again);
  }

  #ofParsed(caller: IntentCaller, request: ParseIntentRequest, parsed: Parsed): Draft | Promise<Draft> {
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

  #swap(
    caller: IntentCaller,
    request: ParseIntentRequest,
    command: CommandOf<"swap">,
    shared: Shared,
  ): Draft | Promise<Draft> {
    const { inputMint, outputMint } = command;
    const [input, output] = [this.#token(inputMint), this.#token(outputMint)];
    const market = this.#options.market(caller.environment);
    const quoted = ({ side, amount }: ResolvedAmount) => {
      const quote = market.quote({ inputMint, outputMint, side, amount });
      const draft = (found: Quote | QuoteRefused) => this.#swapAt(found, side, input, output, shared);
      return isPromise(quote) ? quote.then(draft) : draft(quote);
    };
    const amount = this.#amount(caller, request, command, { input, output });
    return isPromise(amount) ? amount.then(quoted) : quoted(amount);
  }

  #swapAt(
    quote: Quote | QuoteRefused,
    side: SwapDraft["side"],
    input: Token,
    output: Token,
    { slippageBps, priorityFee, confidence }: Shared,
  ): SwapDraft {
    if ("refused" in quote) refuseQuote(quote, input, output);
    const route = this.#routeOf(quote);
    // Member by member: for a copy of others V8 takes ten times the room and time.
    return {
      action: "swap",
      side,
      inputMint: input.mint,
      outputMint: output.mint,
      amount: route.inAmount,
      route,
      slippageBps,
      priorityFee,
      confidence,
    };
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
  ): ResolvedAmount | Promise<ResolvedAmount> {
    if (amount.side === "in") return { side: "exact-in", amount: amount.baseUnits };
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
