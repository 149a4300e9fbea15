import type { Environment } from "intent-tx/contract";
import { decodeTokenAccount } from "../chain/token-layout.js";
import type { ChainAccount, Ledger } from "../ledger/ledger.js";
import type { State } from "../state/state.js";
import type { OpenPool } from "../world/pools.js";

/**
 * Base units by vault address; a vault that does not exist is absent, and its pool is out of the market. A value that never
 * changes: what a vault holds later is in another map, so that what was worked out from one stays true of it.
 */
export type Reserves = ReadonlyMap<string, bigint>;

/** Where the market learns what pools hold. */
export interface ReservesSource {
  /** What every vault holds now: at once where it is known, so that a price read waits for nothing. */
  current(): Reserves | Promise<Reserves>;
  /** Takes over what a landed transaction did to a vault. */
  note(vault: string, amount: bigint | undefined): void;
  /** Takes over what an account is now; of accounts that are no vault it keeps nothing. */
  noteAccount(address: string, account: ChainAccount | undefined): void;
  /** Forgets what it knows, after the ledger was replaced or opened. */
  forget(): void;
}

/** Amount of a vault's account; undefined if it is no token account. */
export function vaultAmount(account: Omit<ChainAccount, "address"> | undefined): bigint | undefined {
  return account && decodeTokenAccount(account.owner, account.data)?.amount;
}

/** Every vault's opening amount. */
export function openingReserves(pools: readonly OpenPool[]): Map<string, bigint> {
  return new Map(
    pools.flatMap((pool) => [[pool.vaultA, pool.reserveA] as const, [pool.vaultB, pool.reserveB] as const]),
  );
}

/** Reads all vaults from a ledger. */
async function readVaults(ledger: Ledger, vaults: readonly string[]): Promise<Map<string, bigint>> {
  const found = new Map<string, bigint>();
  // A cluster's RPC answers at most 100 accounts at once.
  const pages = Array.from({ length: Math.ceil(vaults.length / 100) }, (_, page) =>
    vaults.slice(page * 100, page * 100 + 100),
  );
  const answers = await Promise.all(pages.map((page) => ledger.accounts(page)));
  answers.flat().forEach((account, index) => {
    const amount = vaultAmount(account);
    const vault = vaults[index];
    if (vault !== undefined && amount !== undefined) found.set(vault, amount);
  });
  return found;
}

/** What a source needs to read vaults. */
interface Vaults {
  readonly pools: readonly OpenPool[];
  readonly opened: () => Ledger | undefined;
}

/**
 * Reserves of a ledger in this process, kept current by its events. Before the ledger is opened they are the opening reserves
 * and what State remembers of an earlier run, so that reading a price never opens it.
 */
export class PushedReserves implements ReservesSource {
  readonly #vaults: readonly string[];
  readonly #opening: ReadonlyMap<string, bigint>;
  #known: Reserves | undefined;
  /** The ledger that `#known` is of; undefined before one was opened. */
  #ledger: Ledger | undefined;
  #loading: Promise<Reserves> | undefined;
  /** What events said while a reading was under way: it is newer than the reading. */
  #meanwhile = new Map<string, bigint | undefined>();

  constructor(readonly source: Vaults & { readonly state: State; readonly environment: Environment }) {
    this.#opening = openingReserves(source.pools);
    this.#vaults = [...this.#opening.keys()];
  }

  current(): Reserves | Promise<Reserves> {
    const ledger = this.source.opened();
    if (ledger !== this.#ledger) this.forget();
    this.#ledger = ledger;
    if (this.#known) return this.#known;
    if (!ledger) return this.#remembered();
    this.#loading ??= this.#load(ledger);
    return this.#loading;
  }

  note(vault: string, amount: bigint | undefined): void {
    if (!this.#opening.has(vault)) return;
    if (this.#loading) this.#meanwhile.set(vault, amount);
    if (!this.#known || this.#known.get(vault) === amount) return;
    const known = new Map(this.#known);
    if (amount === undefined) known.delete(vault);
    else known.set(vault, amount);
    this.#known = known;
  }

  noteAccount(address: string, account: ChainAccount | undefined): void {
    if (this.#opening.has(address)) this.note(address, vaultAmount(account));
  }

  forget(): void {
    this.#known = undefined;
    this.#loading = undefined;
    this.#meanwhile = new Map();
  }

  #remembered(): Reserves {
    const { state, environment } = this.source;
    const reserves = new Map(this.#opening);
    if (state.table("ledgerAccounts").size > 0) {
      for (const vault of this.#vaults) {
        const row = state.get("ledgerAccounts", `${environment}:${vault}`);
        const amount = row && decodeTokenAccount(row.owner, Buffer.from(row.data, "base64"))?.amount;
        if (amount !== undefined) reserves.set(vault, amount);
      }
    }
    this.#known = reserves;
    return reserves;
  }

  async #load(ledger: Ledger): Promise<Reserves> {
    const meanwhile = this.#meanwhile;
    const reserves = await readVaults(ledger, this.#vaults);
    for (const [vault, amount] of meanwhile) {
      if (amount === undefined) reserves.delete(vault);
      else reserves.set(vault, amount);
    }
    // Forgotten while it was read: the next reader reads anew.
    if (meanwhile === this.#meanwhile) {
      this.forget();
      this.#known = reserves;
    }
    return reserves;
  }
}

/**
 * Reserves of a ledger in another process: asked for at each call, and from the first one on, since anybody may have swapped
 * there before this process began.
 */
export class AskedReserves implements ReservesSource {
  readonly #vaults: readonly string[];

  constructor(
    pools: readonly OpenPool[],
    readonly ledger: () => Promise<Ledger>,
  ) {
    this.#vaults = [...openingReserves(pools).keys()];
  }

  async current(): Promise<Reserves> {
    return readVaults(await this.ledger(), this.#vaults);
  }

  note(): void {}

  noteAccount(): void {}

  forget(): void {}
}
