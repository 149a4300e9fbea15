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
import { ataOf } from "../../../mock-server/src/chain/program-addresses.js";
import { decodeTokenAccount, encodeTokenAccount } from "../../../mock-server/src/chain/token-layout.js";
import { readTransaction } from "../../../mock-server/src/chain/transaction.js";
import type { Token } from "../../../mock-server/src/fixtures/tokens.js";
import { namedWallet, type Wallet } from "../../../mock-server/src/fixtures/wallets.js";
import { makeWorld, tokenOfSymbol } from "../../../mock-server/src/fixtures/world-data.js";
import { Random } from "../../../mock-server/src/kernel/random.js";
import type { ControlledLedger } from "../../../mock-server/src/ledger/ledgers.js";
import { worldParts } from "../world.js";

const random = new Random("1");
export const world = makeWorld(random);
export const caller = { account: "acme", environment: "live" as Environment, tier: "free" as const };

/** Intents and builder over a ledger that really executes. */
export class Chain {
  readonly alice: Wallet = namedWallet(random, "alice");
  readonly bob: Wallet = namedWallet(random, "bob");
  readonly stranger: Wallet = namedWallet(random, "stranger");

  static async open(): Promise<Chain> {
    const parts = worldParts();
    return new Chain(parts, await parts.ledgers.get("live"));
  }

  private constructor(
    readonly parts: ReturnType<typeof worldParts>,
    readonly ledger: ControlledLedger,
  ) {}

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
    return this.parts.markets.get("live").movePool(pair, percent, this.ledger);
  }

  async parse(command: string, options: { slippage?: number; priorityFee?: number; wallet?: string } = {}) {
    const { wallet = this.alice.address, ...more } = options;
    const payload = await this.parts.services.intents.parse(caller, {
      walletAddress: wallet,
      command,
      ...more,
    });
    return z.parse(IntentSchema, payload) as Intent;
  }

  async build(intent: Intent, options: Partial<BuildTransactionRequest> = {}) {
    const request = { intentId: intent.intentId, walletAddress: this.alice.address, ...options };
    return z.parse(BuiltTransactionSchema, await this.parts.services.builder.build(caller, request));
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
    await this.parts.clock.advance(400);
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
