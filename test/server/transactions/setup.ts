import {
  type BuildTransactionRequest,
  BuiltTransactionSchema,
  type Environment,
  type Intent,
  IntentSchema,
  PROGRAM_IDS,
} from "intent-tx/contract";
import { verifyTransaction } from "intent-tx/solana";
import { expect } from "vitest";
import * as z from "zod/mini";
import { decodeTokenAccount, encodeTokenAccount } from "../../../mock-server/src/chain/token-layout.js";
import { readTransaction } from "../../../mock-server/src/chain/transaction.js";
import type { Token } from "../../../mock-server/src/fixtures/tokens.js";
import { namedWallet, type Wallet } from "../../../mock-server/src/fixtures/wallets.js";
import { makeWorld, tokenOfSymbol } from "../../../mock-server/src/fixtures/world-data.js";
import { Intents } from "../../../mock-server/src/intents/intents.js";
import { NameService } from "../../../mock-server/src/intents/names.js";
import { Clock } from "../../../mock-server/src/kernel/clock.js";
import { Random } from "../../../mock-server/src/kernel/random.js";
import type { Ledger, LedgerControl, LedgerEvent } from "../../../mock-server/src/ledger/ledger.js";
import { createSvmLedger } from "../../../mock-server/src/ledger/svm/svm-ledger.js";
import { Market } from "../../../mock-server/src/market/market.js";
import { parse } from "../../../mock-server/src/parser/parse.js";
import { State } from "../../../mock-server/src/state/state.js";
import { Builder } from "../../../mock-server/src/transactions/builder.js";
import { Builds } from "../../../mock-server/src/transactions/builds.js";
import { ataOf } from "../../../mock-server/src/transactions/plan.js";

const random = new Random("1");
export const world = makeWorld(random);
export const caller = { account: "acme", environment: "live" as Environment, tier: "free" as const };

/** Intents and builder over a ledger that really executes. */
export class Chain {
  readonly alice: Wallet = namedWallet(random, "alice");
  readonly bob: Wallet = namedWallet(random, "bob");
  readonly stranger: Wallet = namedWallet(random, "stranger");
  readonly market: Market;
  readonly intents: Intents;
  readonly builder: Builder;
  readonly builds: Builds;

  /** A new ledger with a frozen clock, and everything over it. */
  static async open(): Promise<Chain> {
    const state = new State();
    const clock = new Clock({ now: Date.parse("2026-01-01T00:00:00Z"), running: false });
    const ledger = await createSvmLedger({ environment: "live", state, clock, random, world });
    return new Chain(state, clock, ledger);
  }

  private constructor(
    readonly state: State,
    readonly clock: Clock,
    readonly ledger: Ledger & LedgerControl,
  ) {
    const opened = {
      get: () => Promise.resolve(ledger),
      accounts: (_: Environment, addresses: readonly string[]) => ledger.accounts(addresses),
    };
    const known = {
      token: (mint: string) => world.tokens.find((token) => token.mint === mint),
      pool: (address: string) => world.pools.find((pool) => pool.address === address),
    };
    this.market = new Market({
      environment: "live",
      state,
      clock,
      random,
      world,
      ledger: {
        changed: new Map(),
        subscribe: (listener: (event: LedgerEvent) => void) => ledger.subscribe(listener),
      },
    });
    this.intents = new Intents({
      state,
      clock,
      random,
      names: new NameService({ state, names: world.names }),
      tokens: world.tokens,
      ledgers: opened,
      market: () => this.market,
      parser: parse,
    });
    this.builds = new Builds({ state, clock });
    this.builder = new Builder({
      builds: this.builds,
      intents: this.intents,
      world: known,
      ledgers: opened,
      quota: { reserveBuild: () => undefined, countBuild: () => undefined },
    });
  }

  token(symbol: string): Token {
    const token = tokenOfSymbol(world, symbol);
    if (!token) throw new Error(`no token ${symbol}`);
    return token;
  }

  account(owner: string, symbol: string): string {
    return ataOf(owner, this.token(symbol)).account;
  }

  /** Base units in a wallet: lamports for SOL, wrapped SOL for `wSOL`, the associated account's tokens for others. */
  async holds(owner: string, symbol: string): Promise<bigint> {
    const address = symbol === "SOL" ? owner : this.account(owner, symbol === "wSOL" ? "SOL" : symbol);
    const [account] = await this.ledger.accounts([address]);
    if (symbol === "SOL") return account?.lamports ?? 0n;
    return (account && decodeTokenAccount(account.owner, account.data)?.amount) ?? 0n;
  }

  /** Gives a wallet an account of wrapped SOL. */
  wrap(owner: string, amount: bigint): Promise<void> {
    const nativeReserve = 2_039_280n;
    const { mint } = this.token("SOL");
    const data = encodeTokenAccount("spl-token", { mint, owner, amount, nativeReserve });
    const address = this.account(owner, "SOL");
    const lamports = nativeReserve + amount;
    return this.ledger.setAccount(address, { lamports, owner: PROGRAM_IDS.token, executable: false, data });
  }

  /** Moves a pool's price. */
  move(pair: string, percent: number): Promise<void> {
    return this.market.movePool(pair, percent, this.ledger);
  }

  async parse(command: string, options: { slippage?: number; priorityFee?: number; wallet?: string } = {}) {
    const { wallet = this.alice.address, ...more } = options;
    const payload = await this.intents.parse(caller, { walletAddress: wallet, command, ...more });
    return z.parse(IntentSchema, payload) as Intent;
  }

  async build(intent: Intent, options: Partial<BuildTransactionRequest> = {}) {
    const request = { intentId: intent.intentId, walletAddress: this.alice.address, ...options };
    return z.parse(BuiltTransactionSchema, await this.builder.build(caller, request));
  }

  /** Parses a command, builds, verifies as a client does, signs and sends the transaction, which must land. */
  async execute(
    command: string,
    options: { slippage?: number; priorityFee?: number; simulate?: boolean } = {},
  ) {
    const { simulate = true, ...asked } = options;
    const intent = await this.parse(command, asked);
    const built = await this.build(intent, { simulate });
    verifyTransaction(built, intent, { walletAddress: this.alice.address, ...asked });
    const signature = await this.ledger.send(this.sign(built.transaction));
    // A later block has a different blockhash, so the next order may be identical.
    await this.clock.advance(400);
    const landed = await this.ledger.transaction(signature);
    expect(landed).toMatchObject({ err: null });
    return { intent, built };
  }

  sign(transaction: string, signer = this.alice): Uint8Array {
    const wire = Uint8Array.from(Buffer.from(transaction, "base64"));
    wire.set(signer.sign(readTransaction(wire).message), 1);
    return wire;
  }
}
