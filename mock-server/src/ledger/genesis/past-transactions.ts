import bs58 from "bs58";
import type { Environment } from "intent-tx/contract";
import { NATIVE_MINT } from "intent-tx/contract";
import type { OpenPool } from "../../fixtures/pools.js";
import type { Token } from "../../fixtures/tokens.js";
import { namedWallet, type Wallet } from "../../fixtures/wallets.js";
import { tokenOfSymbol, type WorldData, type WorldWallet } from "../../fixtures/world-data.js";
import { rentExempt } from "../../formats/accounts.js";
import { quoteExactIn } from "../../formats/amm/formula.js";
import { swapInstruction } from "../../formats/amm/instruction.js";
import { BPS, LAMPORTS_PER_SOL, toBaseUnits } from "../../formats/base-units.js";
import { signedTransaction } from "../../formats/compile.js";
import { networkFee } from "../../formats/fees.js";
import { type Instruction, solTransfer } from "../../formats/instructions.js";
import { ataOf } from "../../formats/program-addresses.js";
import { tokenAccountLength, tokenProgramId } from "../../formats/token-layout.js";
import { readTransaction } from "../../formats/transaction.js";
import type { Random } from "../../kernel/random.js";
import { DAY_MS } from "../../kernel/time.js";
import type { LedgerTransactionRow, TokenBalanceRow } from "../../state/rows.js";
import type { State } from "../../state/state.js";
import { slotAt } from "../slots.js";

/** The generated history covers this many days, or one day per transaction if that is shorter. */
const PAST_DAYS = 90;

type UndatedRow = Omit<LedgerTransactionRow, "slot" | "at">;

/**
 * Generates the transactions of the world's wallets before the World's start. The transactions are signed and lead to
 * the initial balances. They are derived from the seed and never stored. Their times are relative to the World's start.
 */
export class PastTransactions {
  #undated: { readonly row: UndatedRow; readonly ago: number }[] | undefined;
  #dated: { readonly start: number; readonly rows: readonly LedgerTransactionRow[] } | undefined;

  constructor(
    private readonly parts: {
      readonly environment: Environment;
      readonly state: State;
      readonly random: Random;
      readonly world: WorldData;
    },
  ) {}

  /** All generated transactions, newest first. */
  rows(): readonly LedgerTransactionRow[] {
    const { state, world } = this.parts;
    if (world.wallets.every(({ history }) => history === 0)) return [];
    const start = state.startedAt;
    if (this.#dated?.start === start) return this.#dated.rows;
    this.#undated ??= this.#make();
    const rows = this.#undated.map(({ row, ago }) => {
      const at = start - ago;
      return { ...row, at, slot: slotAt(at, world.slotMs), beforeStart: true };
    });
    this.#dated = { start, rows };
    return rows;
  }

  #make(): { row: UndatedRow; ago: number }[] {
    const { environment, random, world } = this.parts;
    return world.wallets
      .flatMap((owner) => {
        const wallet = new PastWallet(world, owner, random, environment);
        const step = Math.floor((PAST_DAYS * DAY_MS) / Math.max(PAST_DAYS, owner.history));
        return Array.from({ length: owner.history }, (_, back) => {
          const jitter = random.fraction("past moment", `${environment} ${owner.name} ${back}`) / 2;
          return { row: wallet.stepBack(back), ago: Math.floor((back + 0.5 + jitter) * step) };
        });
      })
      .sort((a, b) => a.ago - b.ago);
  }
}

const FEE = networkFee(0, 0);
const FRIENDS = 4;
const FRIEND_LAMPORTS = 1000n * LAMPORTS_PER_SOL;

/** A wallet or a token account, with its balance before the oldest transaction generated so far. */
interface Holding {
  readonly address: string;
  readonly owner: string;
  /** Undefined for a wallet, which holds lamports. */
  readonly token?: Token;
  amount: bigint;
}

/** Changes of balances by address. */
type Moves = ReadonlyMap<string, bigint>;

/**
 * Generates a wallet's past, newest first. A transaction's balances before it are the balances after the one generated
 * next, which is older.
 */
class PastWallet {
  readonly #holdings = new Map<string, Holding>();
  readonly #friends: readonly Wallet[];
  readonly #swaps: { readonly pool: OpenPool; readonly base: Holding; readonly quote: Holding }[] = [];

  constructor(
    world: WorldData,
    private readonly owner: WorldWallet,
    private readonly random: Random,
    private readonly environment: Environment,
  ) {
    const { name, wallet, balances } = owner;
    this.#friends = Array.from({ length: FRIENDS }, (_, n) => namedWallet(random, `${name}'s friend ${n}`));
    for (const { address } of this.#friends) this.#hold({ address, owner: address, amount: FRIEND_LAMPORTS });
    const { address } = wallet;
    this.#hold({ address, owner: address, amount: 0n });
    const held: Holding[] = [];
    for (const [symbol, written] of Object.entries(balances)) {
      const token = tokenOfSymbol(world.tokens, symbol);
      if (!token) continue;
      const amount = toBaseUnits(written, token.decimals);
      if (token.mint === NATIVE_MINT) this.#hold({ address, owner: address, amount });
      else held.push(this.#hold({ address: ataOf(address, token).account, owner: address, token, amount }));
    }
    for (const pool of world.pools) {
      const base = held.find(({ token }) => token?.mint === pool.mintA);
      const quote = held.find(({ token }) => token?.mint === pool.mintB);
      if (!base || !quote) continue;
      this.#hold({ ...base, address: pool.vaultA, owner: pool.address, amount: pool.reserveA });
      this.#hold({ ...quote, address: pool.vaultB, owner: pool.address, amount: pool.reserveB });
      this.#swaps.push({ pool, base, quote });
    }
  }

  /** Generates the next older transaction. `back` is its number, counted from the newest. */
  stepBack(back: number): UndatedRow {
    const kind = this.#draw("kind", back);
    return (kind < 0.5 ? this.#swap(back) : undefined) ?? this.#payment(back, kind > 0.8);
  }

  #draw(what: string, back: number): number {
    return this.random.fraction(`past ${what}`, `${this.environment} ${this.owner.name} ${back}`);
  }

  #amountOf(address: string): bigint {
    return this.#holdings.get(address)?.amount ?? 0n;
  }

  /** A payment between the wallet and a friend: up to 0.1 SOL, in steps of 0.001. */
  #payment(back: number, isReceived: boolean): UndatedRow {
    const { wallet } = this.owner;
    const friend = this.#friends[Math.floor(this.#draw("friend", back) * FRIENDS)] ?? wallet;
    const amount = BigInt(1 + Math.floor(this.#draw("amount", back) * 100)) * 1_000_000n;
    // The wallet must already exist before a payment to it, so that the payment does not create it.
    const received = isReceived && this.#amountOf(wallet.address) - amount >= rentExempt(0);
    const [from, to] = received ? [friend, wallet] : [wallet, friend];
    const moves = new Map([
      [from.address, -amount - FEE],
      [to.address, amount],
    ]);
    return this.#row(back, from, solTransfer(from.address, to.address, amount), moves, 150);
  }

  #swap(back: number): UndatedRow | undefined {
    const choice = this.#swaps[Math.floor(this.#draw("pool", back) * this.#swaps.length)];
    if (!choice) return undefined;
    const { pool } = choice;
    const forth = this.#draw("side", back) < 0.5;
    const [input, output] = forth ? [choice.base, choice.quote] : [choice.quote, choice.base];
    const [vaultIn, vaultOut] = forth ? [pool.vaultA, pool.vaultB] : [pool.vaultB, pool.vaultA];
    if (!input.token || !output.token) return undefined;
    const amountIn = (input.amount * BigInt(1 + Math.floor(this.#draw("share", back) * 20))) / 1000n;
    const reserveIn = this.#amountOf(vaultIn) - amountIn;
    const left = this.#amountOf(vaultOut);
    if (amountIn <= 0n || reserveIn <= 0n) return undefined;
    // The pool's payment follows from its reserve after the swap: the program's formula, solved for the output.
    const effective = (amountIn * (BPS - BigInt(pool.feeBps))) / BPS;
    const amountOut = (left * effective) / reserveIn;
    const quote = quoteExactIn(amountIn, { reserveIn, reserveOut: left + amountOut, feeBps: pool.feeBps });
    if (!quote.ok || quote.amountOut !== amountOut || output.amount < amountOut) return undefined;
    const user = this.owner.wallet;
    const hop = {
      pool: pool.address,
      vaultIn,
      vaultOut,
      mintOut: output.token.mint,
      tokenProgramOut: tokenProgramId(output.token.program),
    };
    const route = {
      user: user.address,
      source: input.address,
      destination: output.address,
      mintIn: input.token.mint,
      tokenProgramIn: tokenProgramId(input.token.program),
      hops: [hop] as const,
    };
    const minimumAmountOut = (amountOut * 995n) / 1000n;
    const moves = new Map([
      [user.address, -FEE],
      [input.address, -amountIn],
      [vaultIn, amountIn],
      [vaultOut, -amountOut],
      [output.address, amountOut],
    ]);
    const instruction = swapInstruction(route, { kind: "exactIn", amountIn, minimumAmountOut });
    return this.#row(back, user, instruction, moves, 8200);
  }

  #row(back: number, signer: Wallet, instruction: Instruction, moves: Moves, units: number): UndatedRow {
    const nonce = this.random.bytes("past blockhash", `${this.environment} ${this.owner.name} ${back}`);
    const wire = signedTransaction([signer], [instruction], bs58.encode(nonce));
    const { staticKeys: accountKeys, signatures } = readTransaction(wire);
    const post = this.#balances(accountKeys);
    for (const [address, moved] of moves) {
      const holding = this.#holdings.get(address);
      if (holding) holding.amount -= moved;
    }
    const pre = this.#balances(accountKeys);
    const { programId } = instruction;
    return {
      signature: bs58.encode(signatures[0] ?? new Uint8Array(64)),
      wire: Buffer.from(wire).toString("base64"),
      accountKeys,
      loadedWritable: 0,
      loadedReadonly: 0,
      err: null,
      fee: String(FEE),
      innerInstructions: [],
      unitsConsumed: units,
      logs: [`Program ${programId} invoke [1]`, `Program ${programId} success`],
      preBalances: pre.lamports,
      postBalances: post.lamports,
      preTokenBalances: pre.tokens,
      postTokenBalances: post.tokens,
    };
  }

  #balances(keys: readonly string[]): { lamports: string[]; tokens: TokenBalanceRow[] } {
    const lamports = keys.map((key) => {
      const { token, amount = 1n } = this.#holdings.get(key) ?? {};
      return String(token ? rentExempt(tokenAccountLength(token.program)) : amount);
    });
    const tokens = keys.flatMap((key, accountIndex) => {
      const { token, owner = "", amount } = this.#holdings.get(key) ?? {};
      if (!token) return [];
      const { mint, decimals, program } = token;
      const programId = tokenProgramId(program);
      return { accountIndex, mint, owner, programId, amount: String(amount), decimals };
    });
    return { lamports, tokens };
  }

  #hold(holding: Holding): Holding {
    this.#holdings.set(holding.address, holding);
    return holding;
  }
}
