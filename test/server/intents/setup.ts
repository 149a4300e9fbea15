import type { Amount, Command } from "@intent-tx/mock-server/parser";
import type { Environment } from "intent-tx/contract";
import { associatedTokenAddress } from "../../../mock-server/src/chain/program-addresses.js";
import { encodeTokenAccount, tokenProgramId } from "../../../mock-server/src/chain/token-layout.js";
import type { Token } from "../../../mock-server/src/fixtures/tokens.js";
import { makeWorld, tokenOfSymbol } from "../../../mock-server/src/fixtures/world-data.js";
import { Intents, type IntentsOptions } from "../../../mock-server/src/intents/intents.js";
import { NameService } from "../../../mock-server/src/intents/names.js";
import { Clock } from "../../../mock-server/src/kernel/clock.js";
import { Random } from "../../../mock-server/src/kernel/random.js";
import type { ChainAccount, Ledger } from "../../../mock-server/src/ledger/ledger.js";
import { Market } from "../../../mock-server/src/market/market.js";
import type { ParserWorld } from "../../../mock-server/src/parser/command.js";
import type { Parsed, ParseResult } from "../../../mock-server/src/parser/result.js";
import type { ParseRow } from "../../../mock-server/src/state/rows.js";
import { State } from "../../../mock-server/src/state/state.js";

export const NOON = Date.parse("2026-01-01T12:00:00Z");
const world = makeWorld(new Random("1"));

export function token(symbol: string): Token {
  const found = tokenOfSymbol(world, symbol);
  if (!found) throw new Error(`no token ${symbol}`);
  return found;
}

export const mint = (symbol: string): string => token(symbol).mint;
export const ALICE = world.wallets[0]?.wallet.address ?? "";
export const BOB = world.wallets[1]?.wallet.address ?? "";
const SYSTEM = "11111111111111111111111111111111";

/** The result of a parser that understood a command. */
function understood(command: Command, more: Partial<Parsed> = {}): Parsed {
  const explanation = { version: "1", spans: [], slots: [], candidates: [], factors: [] };
  return { ok: true, command, confidence: 0.9, explain: () => explanation, ...more };
}

export const swapOf = (amount: Amount, input = "SOL", output = "USDC"): Command => ({
  action: "swap",
  inputMint: mint(input),
  outputMint: mint(output),
  amount,
});

export const transferOf = (amount: Amount, symbol = "SOL", recipient = BOB): Command => ({
  action: "transfer",
  mint: mint(symbol),
  amount,
  recipient,
});

export const wallet = (address: string, lamports: bigint): ChainAccount => ({
  address,
  lamports,
  owner: SYSTEM,
  executable: false,
  data: new Uint8Array(0),
});

/** `Intents` over a scripted parser, a market without trades, and a ledger of given accounts. */
export class Setup {
  readonly state = new State();
  readonly clock = new Clock({ now: NOON, running: false });
  readonly parses: ParseRow[] = [];
  readonly accounts = new Map<string, ChainAccount>();
  readonly names = new NameService({ state: this.state, names: world.names });
  ledgerOpened = 0;
  parser: (command: string, world: ParserWorld) => ParseResult = () => {
    throw new Error("say what the parser answers");
  };
  readonly intents: Intents;
  readonly #ledger = {
    environment: "live" as Environment,
    accounts: (addresses: readonly string[]) =>
      Promise.resolve(addresses.map((address) => this.accounts.get(address))),
  } as unknown as Ledger;

  constructor(options: Partial<IntentsOptions> = {}) {
    const markets = new Map<Environment, Market>();
    const market = (environment: Environment) => {
      const made =
        markets.get(environment) ??
        new Market({
          environment,
          state: this.state,
          clock: this.clock,
          random: new Random("1"),
          world,
          ledger: { changed: new Map(), subscribe: () => () => undefined },
        });
      markets.set(environment, made);
      return made;
    };
    this.intents = new Intents({
      state: this.state,
      clock: this.clock,
      random: new Random("1"),
      names: this.names,
      tokens: world.tokens,
      ledgers: {
        get: () => {
          this.ledgerOpened++;
          return Promise.resolve(this.#ledger);
        },
        accounts: (_, addresses) => this.#ledger.accounts(addresses),
      },
      market,
      parser: (command, parserWorld) => this.parser(command, parserWorld),
      onParsed: (row) => this.parses.push(row),
      ...options,
    });
  }

  /** Parses with a parser that returns the given result or command. */
  async parse(result: ParseResult | Command, request: { slippage?: number; priorityFee?: number } = {}) {
    const parsed = "ok" in result ? result : understood(result);
    this.parser = () => parsed;
    return this.intents.parse(
      { account: "acme", environment: "live" },
      { walletAddress: ALICE, command: "a command", ...request },
    );
  }

  /** Puts tokens into a wallet's associated account. */
  hold(owner: string, symbol: string, amount: bigint): void {
    const held = token(symbol);
    const programId = tokenProgramId(held.program);
    const address = associatedTokenAddress(owner, held.mint, programId);
    const data = encodeTokenAccount(held.program, { mint: held.mint, owner, amount });
    this.accounts.set(address, { address, lamports: 2_039_280n, owner: programId, executable: false, data });
  }
}
