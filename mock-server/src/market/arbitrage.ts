import { type OpenPool, type PoolSpec, swapHop, trianglesOf, USDC_MINT } from "../fixtures/pools.js";
import type { TokenList } from "../fixtures/tokens.js";
import type { WorldData } from "../fixtures/world-data.js";
import { type SwapHop, type SwapPath, swapInstruction } from "../formats/amm/instruction.js";
import { signedTransaction } from "../formats/compile.js";
import { type Ata, createTokenAccount, type Instruction } from "../formats/instructions.js";
import { ataOf } from "../formats/program-addresses.js";
import type { Clock } from "../kernel/clock.js";
import { TimeSlice } from "../kernel/time-slice.js";
import type { ControlledLedger, LedgerEvent } from "../ledger/ledger.js";
import { slotAt, slotStart } from "../ledger/slots.js";
import type { State } from "../state/state.js";
import { bestCycle, type Cycle } from "./cycles.js";
import type { Market } from "./market.js";
import { vaultAmount } from "./reserves.js";
import { type SwapToPrice, swapToPrice, unitValue } from "./swap-to-price.js";

/** Maximum transactions per slot. Pools that are still misaligned are traded in the next slot. */
const A_SLOT = 128;

export interface ArbitrageurOptions {
  readonly world: WorldData;
  readonly tokens: TokenList;
  readonly clock: Clock;
  readonly state: State;
  readonly market: () => Market;
  readonly ledger: () => Promise<ControlledLedger>;
  /** True if any account differs from the world's start. */
  readonly changed: () => boolean;
  /** True if the bot trades after every change; otherwise it trades only on request. */
  readonly tradesOnChange: boolean;
}

/**
 * The arbitrage bot of one network. In the slot after a change, it trades until no cycle of three pools is profitable.
 * Its trades are real transactions of a world wallet. After that, prices and small quotes differ by no more than the
 * pools' fees. It
 * also moves pools to given prices.
 *
 * It does not store anything: State's pool balances show whether the pools are aligned.
 */
export class Arbitrageur {
  #vaults: ReadonlySet<string> | undefined;
  #scheduled = false;
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly options: ArbitrageurOptions) {
    const { state, changed, tradesOnChange } = options;
    state.onRestore(() => {
      if (tradesOnChange && changed()) this.#schedule();
    });
  }

  /** Takes an event of the network's ledger. */
  handle(event: LedgerEvent): void {
    if (this.options.tradesOnChange && this.#movesPools(event)) this.#schedule();
  }

  /** Runs `work` after all earlier work of the bot's wallet. */
  inTurn(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.catch(() => undefined).then(work);
    return this.#last;
  }

  /**
   * Swaps until the pools have the given USD prices: exactly in a token's pool with USDC, and within the fee in its
   * other pools. Cycles over three pools are then not profitable.
   *
   * @param pools - the pools that can move
   * @throws RangeError if a pool cannot express the price; then no pool moves
   */
  async moveToPrices(targets: ReadonlyMap<string, number>, pools: Iterable<OpenPool>): Promise<void> {
    const { ledger: open, world, state } = this.options;
    const { replacements } = state;
    const market = this.options.market();
    const swaps: SwapToPrice[] = [];
    for (const pool of pools) {
      const mints = [pool.mintA, pool.mintB];
      if (!mints.some((mint) => targets.has(mint))) continue;
      const values = mints.map(async (mint) => {
        const usd = targets.get(mint) ?? (await market.usdPrice(mint)) ?? 0;
        return unitValue(usd, market.tokens.ofMint(mint)?.decimals ?? 0);
      });
      const swap = swapToPrice(pool, await Promise.all(values), mints.includes(USDC_MINT) ? 0 : pool.feeBps);
      if (swap) swaps.push(swap);
    }
    for (const { pool, mintIn, mintOut, amountIn } of swaps) {
      const ledger = await open();
      const { address } = world.arbitrageur;
      const short = amountIn - (await this.#held(ledger, mintIn));
      if (short > 0n) await ledger.fund(address, { tokens: new Map([[mintIn, 4n * short]]) });
      const amounts = { amountIn, minimumAmountOut: 1n };
      const swap = this.#swap(mintIn, mintOut, [this.#hop(pool, mintOut)], amounts);
      if (!(await this.#land(ledger, [createTokenAccount(address, this.#ata(mintOut)), swap], replacements)))
        return;
    }
  }

  /** Lands a transaction from the arbitrageur's wallet; undefined if State was replaced since `replacements` was read. */
  async #land(ledger: ControlledLedger, instructions: readonly Instruction[], replacements: number) {
    const { blockhash } = await ledger.latestBlockhash();
    const { world, state } = this.options;
    const wire = signedTransaction([world.arbitrageur], instructions, blockhash);
    return replacements === state.replacements ? ledger.landWithoutFaults(wire) : undefined;
  }

  #movesPools(event: LedgerEvent): boolean {
    const { pools } = this.options.world;
    this.#vaults ??= new Set(pools.flatMap(({ vaultA, vaultB }) => [vaultA, vaultB]));
    if (event.kind === "account") return this.#vaults.has(event.address);
    if (event.kind !== "landed" || event.transaction.err !== null) return false;
    return event.transaction.accountKeys.some((address) => this.#vaults?.has(address));
  }

  /** Trades at the start of the next slot. The trades change pools too, so this runs again one slot later. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    const { clock, world } = this.options;
    const over = () => {
      this.#scheduled = false;
    };
    const trade = () => {
      over();
      return this.inTurn(() => this.#trade());
    };
    clock.schedule(slotStart(slotAt(clock.now(), world.slotMs) + 1, world.slotMs), trade, over);
  }

  async #trade(): Promise<void> {
    const { market, ledger: open, world, state } = this.options;
    const { replacements } = state;
    const triangles = trianglesOf(world.pools);
    // Realigning after a large sale takes a hundred milliseconds, so the loop lets other requests run at intervals.
    const slice = new TimeSlice(1);
    for (let sent = 0; sent < A_SLOT; sent++) {
      if (slice.isOver) await slice.next();
      const pools = await market().unmoved();
      // This check does not open the ledger, because after most trades the pools are still aligned.
      if (!bestCycle(triangles, pools, 1n << 63n)) return;
      const ledger = await open();
      const cycle = bestCycle(triangles, pools, await this.#held(ledger, USDC_MINT));
      const signature = cycle && (await this.#land(ledger, this.#instructions(cycle), replacements));
      const [status] = signature ? await ledger.statuses([signature]) : [];
      if (status?.err !== null) return;
    }
  }

  /** Base units of a token available for trading. */
  async #held(ledger: ControlledLedger, mint: string): Promise<bigint> {
    const [account] = await ledger.accounts([this.#ata(mint).account]);
    return vaultAmount(account) ?? 0n;
  }

  #ata(mint: string): Ata {
    const { world, tokens } = this.options;
    const program = tokens.ofMint(mint)?.program ?? "spl-token";
    return ataOf(world.arbitrageur.address, { mint, program });
  }

  /** A cycle's instructions: a swap over two pools and one over the third. Their transaction cannot lose USDC. */
  #instructions({ triangle, heldLast, amountIn, heldAmount }: Cycle): Instruction[] {
    const { middle, held, across, middlePool, heldPool } = triangle;
    const buy = { amountIn, minimumAmountOut: heldAmount };
    const sell = { amountIn: heldAmount, minimumAmountOut: amountIn };
    if (heldLast)
      return [
        this.#swap(USDC_MINT, held, [this.#hop(middlePool, middle), this.#hop(across, held)], buy),
        this.#swap(held, USDC_MINT, [this.#hop(heldPool, USDC_MINT)], sell),
      ];
    return [
      this.#swap(USDC_MINT, held, [this.#hop(heldPool, held)], buy),
      this.#swap(held, USDC_MINT, [this.#hop(across, middle), this.#hop(middlePool, USDC_MINT)], sell),
    ];
  }

  #swap(
    mintIn: string,
    mintOut: string,
    hops: SwapPath["hops"],
    amounts: { readonly amountIn: bigint; readonly minimumAmountOut: bigint },
  ): Instruction {
    const { owner: user, account: source, tokenProgram: tokenProgramIn } = this.#ata(mintIn);
    const path = { user, source, destination: this.#ata(mintOut).account, mintIn, hops, tokenProgramIn };
    return swapInstruction(path, { kind: "exactIn", ...amounts });
  }

  #hop(pool: PoolSpec, mintOut: string): SwapHop {
    return swapHop(pool, mintOut, this.#ata(mintOut).tokenProgram);
  }
}
