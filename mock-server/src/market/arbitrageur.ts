import { TokenAddresses } from "../chain/token-addresses.js";
import { tokenProgramId } from "../chain/token-layout.js";
import { Breath } from "../kernel/breath.js";
import type { Clock } from "../kernel/clock.js";
import type { LedgerEvent } from "../ledger/ledger.js";
import type { ControlledLedger } from "../ledger/ledgers.js";
import { slotAt, slotStart } from "../ledger/slots.js";
import type { State } from "../state/state.js";
import { USDC_MINT } from "../world/pools.js";
import { type Triangle, trianglesOf } from "../world/triangles.js";
import type { WorldData } from "../world/world.js";
import { arbitrageTransaction, type TokenPlaces } from "./arbitrage-transaction.js";
import { bestCycle, type Cycle } from "./cycles.js";
import type { Market } from "./market.js";
import { vaultAmount } from "./reserves.js";

/** Transactions of one slot at most; pools that are not in line after them go on in the next one. */
const A_SLOT = 128;

/** Options of an arbitrageur. */
export interface ArbitrageurOptions {
  readonly clock: Clock;
  readonly state: State;
  readonly world: WorldData;
  readonly market: () => Market;
  readonly ledger: () => Promise<ControlledLedger>;
  /** Calls `listener` with what happens on the network's ledger. */
  readonly subscribe: (listener: (event: LedgerEvent) => void) => void;
  /** Whether any account differs from the world's start. */
  readonly changed: () => boolean;
}

/**
 * Keeps the pools of one network in line with each other: in the slot after a change it trades, by real transactions of a wallet of the
 * world, until no round of three pools has anything to gain. Prices and small quotes then agree within the pools' fees.
 *
 * It remembers nothing: that the pools are out of line is all that it needs to know, and they are State's.
 */
export class Arbitrageur {
  readonly #options: ArbitrageurOptions;
  readonly #places: TokenPlaces;
  #vaults: ReadonlySet<string> | undefined;
  #triangles: readonly Triangle[] | undefined;
  #waiting = false;
  #last: Promise<void> = Promise.resolve();
  /** How often State was replaced: a run that began before trades no more. */
  #replaced = 0;

  constructor(options: ArbitrageurOptions) {
    this.#options = options;
    const { state, world, subscribe, changed } = options;
    const programs = new Map(world.tokens.map(({ mint, program }) => [mint, tokenProgramId(program)]));
    this.#places = { addresses: new TokenAddresses(), programOf: (mint) => programs.get(mint) ?? "" };
    subscribe((event) => {
      if (this.#moves(event)) this.#wait();
    });
    state.onRestore(() => {
      this.#replaced++;
      if (changed()) this.#wait();
    });
  }

  /** Whether an event changes what a pool holds. */
  #moves(event: LedgerEvent): boolean {
    this.#vaults ??= new Set(this.#options.world.pools.flatMap(({ vaultA, vaultB }) => [vaultA, vaultB]));
    if (event.kind === "account") return this.#vaults.has(event.address);
    if (event.kind !== "landed" || event.transaction.err !== null) return false;
    return event.transaction.accountKeys.some((address) => this.#vaults?.has(address));
  }

  /** Trades at the beginning of the next slot. Its own trades are changes too, so that it looks once more in the slot after. */
  #wait(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    const { clock } = this.#options;
    const over = () => {
      this.#waiting = false;
    };
    const next = slotStart(slotAt(clock.now()) + 1);
    clock.schedule(
      next,
      () => {
        over();
        this.#last = this.#last.catch(() => undefined).then(() => this.#trade());
        return this.#last;
      },
      over,
    );
  }

  async #trade(): Promise<void> {
    const { market, ledger, world } = this.#options;
    const begun = this.#replaced;
    this.#triangles ??= trianglesOf(world.pools);
    // A large sale takes a hundred milliseconds to even out; whoever asks meanwhile is not to wait for all of it.
    const breath = new Breath(1);
    for (let sent = 0; sent < A_SLOT; sent++) {
      if (breath.due) await breath.take();
      const pools = await market().unmoved();
      // Most trades leave the pools in line; who only looks needs no ledger.
      if (!bestCycle(this.#triangles, pools, 1n << 63n)) return;
      const chain = await ledger();
      const cycle = bestCycle(this.#triangles, pools, await this.#purse(chain));
      if (!cycle || begun !== this.#replaced || !(await this.#land(chain, cycle))) return;
    }
  }

  async #purse(ledger: ControlledLedger): Promise<bigint> {
    const { addresses, programOf } = this.#places;
    const { address } = this.#options.world.arbitrageur;
    const home = addresses.associatedTokenAddress(address, USDC_MINT, programOf(USDC_MINT));
    const [account] = await ledger.accounts([home]);
    return vaultAmount(account) ?? 0n;
  }

  /** Whether a cycle landed as it was worked out. */
  async #land(ledger: ControlledLedger, cycle: Cycle): Promise<boolean> {
    const { blockhash } = await ledger.latestBlockhash();
    const { arbitrageur } = this.#options.world;
    const wire = arbitrageTransaction(arbitrageur, cycle, this.#places, blockhash);
    const [status] = await ledger.statuses([await ledger.landOwn(wire)]);
    return status?.err === null;
  }
}
