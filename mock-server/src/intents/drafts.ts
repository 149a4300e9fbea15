import { type Environment, LIMITS, type ParseIntentRequest, PROGRAM_IDS } from "intent-tx/contract";
import type { Token, TokenList } from "../fixtures/tokens.js";
import type { WorldData } from "../fixtures/world-data.js";
import { decodeMint, decodeTokenAccount } from "../formats/token-layout.js";
import { invalidField } from "../kernel/errors.js";
import type { ChainAccount, LedgerSource } from "../ledger/ledger.js";
import type { Ledgers } from "../ledger/ledgers.js";
import type { Market } from "../market/market.js";
import type { Command, ParserWorld } from "../parser/command.js";
import type { Parsed, ParseResult, Refused } from "../parser/result.js";
import type { IntentRow } from "../state/rows.js";
import { type ResolvedAmount, resolveAmount } from "./amounts.js";
import type { NameService } from "./names.js";
import { routeRow } from "./payload.js";
import { CommandRefused, refuse, refuseQuote } from "./refusal.js";

export type IntentCaller = Pick<IntentRow, "account" | "environment">;

export interface DraftsOptions {
  readonly names: NameService;
  readonly tokens: TokenList;
  readonly data: Pick<WorldData, "lamportsPerByte">;
  readonly ledgers: LedgerSource & Pick<Ledgers, "accounts">;
  readonly market: (environment: Environment) => Pick<Market, "quote" | "usdPrice">;
  readonly parser: (command: string, world: ParserWorld) => ParseResult | Promise<ParseResult>;
}

/** The service's own programs, which every ledger has. */
const PROGRAMS: ReadonlySet<string> = new Set(Object.values(PROGRAM_IDS));

/** The fields of an intent that are determined by command, wallet and market. */
export type Draft = Omit<
  IntentRow,
  "intentId" | "account" | "environment" | "walletAddress" | "createdAt" | "expiresAt" | "command"
>;

type CommandOf<Action extends Command["action"]> = Extract<Command, { action: Action }>;
/** The fields that every draft has. */
type Shared = Pick<Draft, "slippageBps" | "priorityFee" | "confidence">;
/** Reads accounts in the order of `addresses`. */
type AccountsAt = (addresses: readonly string[]) => Promise<(ChainAccount | undefined)[]>;

/** Creates drafts of intents from commands: parses the text, resolves the amount, and requests the quote. */
export class Drafts {
  constructor(private readonly options: DraftsOptions) {}

  /**
   * Creates a command's draft.
   *
   * @throws CommandRefused if the command cannot be executed
   * @throws ServiceError 400 `validation_error` for an empty or overlong command
   */
  async of(caller: IntentCaller, request: ParseIntentRequest): Promise<Draft> {
    const parsed = await this.#read(caller, request);
    const { command, confidence } = parsed;
    const priorityFee = request.priorityFee ?? LIMITS.priorityFeeDefault;
    const shared = { slippageBps: slippageInForce(request.slippage, parsed), priorityFee, confidence };
    if (command.action === "swap") return this.#swap(caller, request, command, shared);
    if (command.action === "transfer") return this.#transfer(caller, request, command, shared);
    const { mint, address } = command;
    // The response does not name a wallet, so an app would show the other wallet's data as that of its own wallet.
    if (address !== undefined && address !== request.walletAddress)
      refuse(
        "unsupported_action",
        `A question can only be about the wallet in walletAddress. To ask about this wallet, set walletAddress to ${address}.`,
      );
    return { action: "query", ...(mint !== undefined && { inputMint: mint }), ...shared };
  }

  async #read(caller: IntentCaller, { command, walletAddress }: ParseIntentRequest): Promise<Parsed> {
    const { parser, tokens, names } = this.options;
    const checked = new Set<string>();
    let system: ReadonlySet<string> = new Set();
    const world: ParserWorld = {
      tokens: tokens.tokens,
      walletAddress,
      resolveName: (name) => names.resolve(name),
      isProgram: (address) => PROGRAMS.has(address),
      isSystemAccount: (address) => {
        checked.add(address);
        return system.has(address);
      },
    };
    let result = await parser(command, world);
    // The parser cannot read the ledger. If it needs accounts, they are read here, and the command is parsed again.
    if (!result.ok && result.reason === "off_curve_recipient" && checked.size > 0) {
      system = await systemAccounts([...checked], this.#accountsAt(caller));
      if (system.size > 0) result = await parser(command, world);
    }
    return result.ok ? result : refuseReading(result);
  }

  async #swap(
    caller: IntentCaller,
    request: ParseIntentRequest,
    command: CommandOf<"swap">,
    shared: Shared,
  ): Promise<Draft> {
    const { inputMint, outputMint } = command;
    const [input, output] = [this.#token(inputMint), this.#token(outputMint)];
    const { side, amount } = await this.#amount(caller, request, command, input, output);
    const market = this.options.market(caller.environment);
    const quote = await market.quote({ inputMint, outputMint, side, amount });
    if ("refused" in quote) refuseQuote(quote, input, output);
    const route = routeRow(quote);
    return { action: "swap", side, inputMint, outputMint, amount: route.inAmount, route, ...shared };
  }

  async #transfer(
    caller: IntentCaller,
    request: ParseIntentRequest,
    command: CommandOf<"transfer">,
    shared: Shared,
  ): Promise<Draft> {
    const { mint, recipient } = command;
    await checkRecipient(recipient, this.#accountsAt(caller));
    const { amount } = await this.#amount(caller, request, command, this.#token(mint));
    return { action: "transfer", inputMint: mint, amount: String(amount), recipient, ...shared };
  }

  #accountsAt({ environment }: IntentCaller): AccountsAt {
    return (addresses) => this.options.ledgers.accounts(environment, addresses);
  }

  #amount(
    { environment }: IntentCaller,
    { walletAddress, priorityFee = LIMITS.priorityFeeDefault }: ParseIntentRequest,
    { amount }: CommandOf<"swap" | "transfer">,
    input: Token,
    output?: Token,
  ): Promise<ResolvedAmount> {
    const { ledgers, market, data } = this.options;
    return resolveAmount(amount, {
      input,
      output,
      wallet: walletAddress,
      priorityFee,
      lamportsPerByte: data.lamportsPerByte,
      ledger: () => ledgers.get(environment),
      priceUsd: (mint) => market(environment).usdPrice(mint),
    });
  }

  #token(mint: string): Token {
    const token = this.options.tokens.ofMint(mint);
    if (!token) throw new Error(`The parser returned the mint ${mint}, which is not a token in this world`);
    return token;
  }
}

function refuseReading(refused: Refused): never {
  const { reason, message, span } = refused;
  if (reason === "too_long" || reason === "empty") throw invalidField("command", `${reason}: ${message}`);
  throw new CommandRefused({
    reason,
    message,
    ...(span && { span }),
    suggestions: refused.suggest(),
    completions: refused.complete(),
  });
}

/**
 * A swap's slippage in basis points: the request's, otherwise the command's, otherwise the default. If request and
 * command differ, the command is refused, because either could be meant (decision 26).
 *
 * @throws CommandRefused `ambiguous_slippage`
 */
function slippageInForce(
  requested: number | undefined,
  parsed: Pick<Parsed, "slippageBps" | "explain">,
): number {
  const spoken = parsed.slippageBps;
  if (requested !== undefined && spoken !== undefined && requested !== spoken) {
    const slot = parsed.explain().slots.find(({ parameter }) => parameter.startsWith("slippage"));
    throw new CommandRefused({
      reason: "ambiguous_slippage",
      message: `The command sets a slippage of ${spoken} basis points, but the field \`slippage\` is ${requested}. Remove one of them.`,
      ...(slot && { span: { start: slot.start, end: slot.end } }),
    });
  }
  return requested ?? spoken ?? LIMITS.slippageDefault;
}

/**
 * Refuses a recipient that is not a wallet. Tokens sent to a mint, a program or a token account are lost.
 *
 * @throws CommandRefused `mint_recipient`, `program_recipient`, `invalid_address`
 */
async function checkRecipient(recipient: string, accountsAt: AccountsAt): Promise<void> {
  const [account] = await accountsAt([recipient]);
  if (!account || account.owner === PROGRAM_IDS.system) return;
  if (account.executable) refuse("program_recipient", `${recipient} is a program. Send to a wallet.`);
  if (decodeMint(account.owner, account.data)) {
    refuse("mint_recipient", `${recipient} is a token mint, not a wallet. Send to a wallet.`);
  }
  const held = decodeTokenAccount(account.owner, account.data);
  if (held) {
    refuse(
      "invalid_address",
      `${recipient} is a token account, not a wallet. Send to its owner, ${held.owner}.`,
    );
  }
  refuse("program_recipient", `${recipient} is owned by the program ${account.owner}. Send to a wallet.`);
}

/** The accounts that exist and belong to the System program. They can be paid even if they are off the curve. */
async function systemAccounts(
  addresses: readonly string[],
  accountsAt: AccountsAt,
): Promise<ReadonlySet<string>> {
  const accounts = await accountsAt(addresses);
  const found = accounts.flatMap((account) =>
    account?.owner === PROGRAM_IDS.system ? [account.address] : [],
  );
  return new Set(found);
}
