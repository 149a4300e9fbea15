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

/** A transaction's changes: lamports by address, token base units by token account. */
interface Moves {
  readonly lamports: ReadonlyMap<string, bigint>;
  readonly tokens: ReadonlyMap<string, bigint>;
}

/** A token account, with its balance before the oldest transaction generated so far. */
interface Holding {
  readonly token: Token;
  readonly owner: string;
  amount: bigint;
}

/**
 * Generates a wallet's past, newest first. A transaction's balances before it are the balances after the one generated
 * next, which is older.
 */
export class PastWallet {
  readonly #lamports = new Map<string, bigint>();
  readonly #holdings = new Map<string, Holding>();
  readonly #friends: readonly Wallet[];
  readonly #swaps: { readonly pool: OpenPool; readonly base: Holding; readonly quote: Holding }[] = [];

  constructor(
    world: WorldData,
    private readonly owner: WorldWallet,
    private readonly random: Random,
    private readonly environment: Environment,
  ) {
    this.#friends = Array.from({ length: FRIENDS }, (_, n) =>
      namedWallet(random, `${owner.name}'s friend ${n}`),
    );
    for (const { address } of this.#friends) this.#lamports.set(address, FRIEND_LAMPORTS);
    this.#lamports.set(owner.wallet.address, 0n);
    for (const [symbol, amount] of Object.entries(owner.balances)) {
      const token = tokenOfSymbol(world.tokens, symbol);
      if (!token) continue;
      const units = toBaseUnits(amount, token.decimals);
      if (token.mint === NATIVE_MINT) this.#lamports.set(owner.wallet.address, units);
      else this.#hold(this.#accountOf(owner.wallet.address, token), token, owner.wallet.address, units);
    }
    const held = [...this.#holdings.values()];
    for (const pool of world.pools) {
      const [base, quote] = [pool.mintA, pool.mintB].map((mint) =>
        held.find(({ token }) => token.mint === mint),
      );
      if (!base || !quote) continue;
      this.#hold(pool.vaultA, base.token, pool.address, pool.reserveA);
      this.#hold(pool.vaultB, quote.token, pool.address, pool.reserveB);
      this.#swaps.push({ pool, base, quote });
    }
  }

  /** Generates the next older transaction. `back` is its number, counted from the newest. */
  stepBack(back: number): UndatedRow {
    const kind = this.#draw("kind", back);
    const swapped = kind < 0.5 ? this.#swap(back) : undefined;
    return swapped ?? (kind > 0.8 ? this.#received(back) : undefined) ?? this.#sent(back);
  }

  #draw(what: string, back: number): number {
    return this.random.fraction(`past ${what}`, `${this.environment} ${this.owner.name} ${back}`);
  }

  #friend(back: number): Wallet {
    const friend = this.#friends[Math.floor(this.#draw("friend", back) * FRIENDS)];
    return friend ?? this.owner.wallet;
  }

  /** A payment's amount in lamports: up to 0.1 SOL, in steps of 0.001. */
  #lamportsOf(back: number): bigint {
    return BigInt(1 + Math.floor(this.#draw("amount", back) * 100)) * 1_000_000n;
  }

  #sent(back: number): UndatedRow {
    return this.#transfer(back, this.owner.wallet, this.#friend(back).address, this.#lamportsOf(back));
  }

  #received(back: number): UndatedRow | undefined {
    const [to, amount] = [this.owner.wallet.address, this.#lamportsOf(back)];
    // The wallet must already exist before the payment, so that the payment does not create it.
    if ((this.#lamports.get(to) ?? 0n) - amount < rentExempt(0)) return undefined;
    return this.#transfer(back, this.#friend(back), to, amount);
  }

  #transfer(back: number, from: Wallet, to: string, amount: bigint): UndatedRow {
    const moved = new Map([
      [from.address, -amount - FEE],
      [to, amount],
    ]);
    return this.#row(back, from, [solTransfer(from.address, to, amount)], {
      lamports: moved,
      tokens: new Map(),
    });
  }

  #swap(back: number): UndatedRow | undefined {
    const choice = this.#swaps[Math.floor(this.#draw("pool", back) * this.#swaps.length)];
    if (!choice) return undefined;
    const { pool } = choice;
    const forth = this.#draw("side", back) < 0.5;
    const [input, output] = forth ? [choice.base, choice.quote] : [choice.quote, choice.base];
    const [vaultIn, vaultOut] = forth ? [pool.vaultA, pool.vaultB] : [pool.vaultB, pool.vaultA];
    const amountIn = (input.amount * BigInt(1 + Math.floor(this.#draw("share", back) * 20))) / 1000n;
    const after = this.#holdings.get(vaultIn)?.amount ?? 0n;
    const reserveIn = after - amountIn;
    const left = this.#holdings.get(vaultOut)?.amount ?? 0n;
    if (amountIn <= 0n || reserveIn <= 0n) return undefined;
    // The pool's payment follows from its reserve after the swap: the program's formula, solved for the output.
    const effective = (amountIn * (BPS - BigInt(pool.feeBps))) / BPS;
    const amountOut = (left * effective) / reserveIn;
    const quote = quoteExactIn(amountIn, { reserveIn, reserveOut: left + amountOut, feeBps: pool.feeBps });
    if (!quote.ok || quote.amountOut !== amountOut || output.amount < amountOut) return undefined;
    const user = this.owner.wallet;
    const [source, destination] = [
      this.#accountOf(user.address, input.token),
      this.#accountOf(user.address, output.token),
    ];
    const instruction = swapInstruction(
      {
        user: user.address,
        source,
        destination,
        mintIn: input.token.mint,
        tokenProgramIn: tokenProgramId(input.token.program),
        hops: [
          {
            pool: pool.address,
            vaultIn,
            vaultOut,
            mintOut: output.token.mint,
            tokenProgramOut: tokenProgramId(output.token.program),
          },
        ],
      },
      { kind: "exactIn", amountIn, minimumAmountOut: (amountOut * 995n) / 1000n },
    );
    const tokens = new Map([
      [source, -amountIn],
      [vaultIn, amountIn],
      [vaultOut, -amountOut],
      [destination, amountOut],
    ]);
    return this.#row(back, user, [instruction], { lamports: new Map([[user.address, -FEE]]), tokens });
  }

  #row(back: number, signer: Wallet, instructions: readonly Instruction[], moves: Moves): UndatedRow {
    const nonce = this.random.bytes("past blockhash", `${this.environment} ${this.owner.name} ${back}`);
    const wire = signedTransaction([signer], instructions, bs58.encode(nonce));
    const { staticKeys: accountKeys, signatures } = readTransaction(wire);
    const post = this.#balances(accountKeys);
    for (const [address, moved] of moves.lamports) {
      this.#lamports.set(address, (this.#lamports.get(address) ?? 0n) - moved);
    }
    for (const [address, moved] of moves.tokens) {
      const holding = this.#holdings.get(address);
      if (holding) holding.amount -= moved;
    }
    const pre = this.#balances(accountKeys);
    const programs = instructions.map(({ programId }) => programId);
    return {
      signature: bs58.encode(signatures[0] ?? new Uint8Array(64)),
      wire: Buffer.from(wire).toString("base64"),
      accountKeys,
      loadedWritable: 0,
      loadedReadonly: 0,
      err: null,
      fee: String(FEE),
      innerInstructions: [],
      unitsConsumed: moves.tokens.size > 0 ? 8200 : 150,
      logs: programs.flatMap((program) => [`Program ${program} invoke [1]`, `Program ${program} success`]),
      preBalances: pre.lamports,
      postBalances: post.lamports,
      preTokenBalances: pre.tokens,
      postTokenBalances: post.tokens,
    };
  }

  #balances(keys: readonly string[]): { lamports: string[]; tokens: TokenBalanceRow[] } {
    const lamports = keys.map((key) => {
      const holding = this.#holdings.get(key);
      if (!holding) return String(this.#lamports.get(key) ?? 1n);
      return String(rentExempt(tokenAccountLength(holding.token.program)));
    });
    const tokens = keys.flatMap((key, accountIndex) => {
      const holding = this.#holdings.get(key);
      if (!holding) return [];
      const { token, owner, amount } = holding;
      const { mint, decimals } = token;
      return {
        accountIndex,
        mint,
        owner,
        programId: tokenProgramId(token.program),
        amount: String(amount),
        decimals,
      };
    });
    return { lamports, tokens };
  }

  #accountOf(owner: string, token: Token): string {
    return ataOf(owner, token).account;
  }

  #hold(address: string, token: Token, owner: string, amount: bigint): void {
    this.#holdings.set(address, { token, owner, amount });
  }
}
