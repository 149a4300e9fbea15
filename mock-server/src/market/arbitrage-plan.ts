import { TokenAddresses } from "../chain/token-addresses.js";
import { tokenProgramId } from "../chain/token-layout.js";
import type { LedgerEvent } from "../ledger/ledger.js";
import type { ControlledLedger } from "../ledger/ledgers.js";
import { USDC_MINT } from "../world/pools.js";
import { type Triangle, trianglesOf } from "../world/triangles.js";
import type { WorldData } from "../world/world.js";
import { arbitrageTransaction, type TokenPlaces } from "./arbitrage-transaction.js";
import { bestCycle } from "./cycles.js";
import type { Market } from "./market.js";
import { vaultAmount } from "./reserves.js";

/** Options of a plan. */
export interface ArbitragePlanOptions {
  readonly world: WorldData;
  readonly market: () => Market;
  readonly ledger: () => Promise<ControlledLedger>;
}

/** A trade that is ready to be sent. */
export interface ArbitrageTrade {
  readonly ledger: ControlledLedger;
  readonly wire: Uint8Array;
  readonly blockhash: string;
}

/** Knows which trade brings the pools of one network nearer to each other. It remembers nothing of trades: the pools say it all. */
export class ArbitragePlan {
  readonly #options: ArbitragePlanOptions;
  readonly #places: TokenPlaces;
  #vaults: ReadonlySet<string> | undefined;
  #triangles: readonly Triangle[] | undefined;

  constructor(options: ArbitragePlanOptions) {
    this.#options = options;
    const programs = new Map(
      options.world.tokens.map(({ mint, program }) => [mint, tokenProgramId(program)]),
    );
    this.#places = { addresses: new TokenAddresses(), programOf: (mint) => programs.get(mint) ?? "" };
  }

  /** Whether an event changes what a pool holds. */
  moves(event: LedgerEvent): boolean {
    this.#vaults ??= new Set(this.#options.world.pools.flatMap(({ vaultA, vaultB }) => [vaultA, vaultB]));
    if (event.kind === "account") return this.#vaults.has(event.address);
    if (event.kind !== "landed" || event.transaction.err !== null) return false;
    return event.transaction.accountKeys.some((address) => this.#vaults?.has(address));
  }

  /** The trade that gains most; undefined when no round of three pools has anything to gain. */
  async next(): Promise<ArbitrageTrade | undefined> {
    const { market, ledger: open, world } = this.#options;
    this.#triangles ??= trianglesOf(world.pools);
    const pools = await market().unmoved();
    // Most trades leave the pools in line; who only looks needs no ledger.
    if (!bestCycle(this.#triangles, pools, 1n << 63n)) return undefined;
    const ledger = await open();
    const cycle = bestCycle(this.#triangles, pools, await this.#purse(ledger));
    if (!cycle) return undefined;
    const { blockhash } = await ledger.latestBlockhash();
    return {
      ledger,
      blockhash,
      wire: arbitrageTransaction(world.arbitrageur, cycle, this.#places, blockhash),
    };
  }

  async #purse(ledger: ControlledLedger): Promise<bigint> {
    const { addresses, programOf } = this.#places;
    const { address } = this.#options.world.arbitrageur;
    const home = addresses.associatedTokenAddress(address, USDC_MINT, programOf(USDC_MINT));
    const [account] = await ledger.accounts([home]);
    return vaultAmount(account) ?? 0n;
  }
}
