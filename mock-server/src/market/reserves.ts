import { decodeTokenAccount } from "../chain/token-layout.js";
import type { ChainAccount, Ledger } from "../ledger/ledger.js";
import { accountOfRow } from "../ledger/log/recorded-accounts.js";
import type { LedgerAccountRow } from "../state/rows-ledger.js";
import type { Table } from "../state/table.js";
import type { OpenPool } from "../world/pools.js";

/** Base units by vault address; a vault that does not exist is absent, and its pool is out of the market. */
export type Reserves = ReadonlyMap<string, bigint>;

/** Where the market learns what pools hold. */
export interface ReservesSource {
  /** The current amount of every vault where it is known without waiting, so that what lands is priced at once. */
  known(): Reserves | undefined;
  /** The current amount of every vault. */
  current(): Promise<Reserves>;
  /** Takes over what a landed transaction did to a vault. */
  note(vault: string, amount: bigint | undefined): void;
  /** Takes over a changed account, if it is a vault's. */
  noteAccount(address: string, account: ChainAccount | undefined): void;
  /** Forgets what it knows, after the ledger was replaced. */
  forget(): void;
}

/** Amount of a vault's account; undefined for another account. */
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

/**
 * Reserves of a ledger in this process: the opening ones, then State's rows of what has changed since, and then what
 * events say. The ledger itself is not asked, so that a price is the same whether it is open or not.
 */
export class PushedReserves implements ReservesSource {
  readonly #opening: ReadonlyMap<string, bigint>;
  #known: Map<string, bigint> | undefined;

  constructor(
    readonly source: {
      readonly pools: readonly OpenPool[];
      /** Accounts that differ from the world's start. */
      readonly changed: Pick<Table<LedgerAccountRow>, "get">;
    },
  ) {
    this.#opening = openingReserves(source.pools);
  }

  async current(): Promise<Reserves> {
    return this.known();
  }

  known(): Reserves {
    if (this.#known) return this.#known;
    this.#known = new Map(this.#opening);
    for (const vault of this.#opening.keys()) {
      const row = this.source.changed.get(vault);
      if (row) this.note(vault, vaultAmount(accountOfRow(vault, row)));
    }
    return this.#known;
  }

  note(vault: string, amount: bigint | undefined): void {
    if (!this.#opening.has(vault)) return;
    if (amount === undefined) this.#known?.delete(vault);
    else this.#known?.set(vault, amount);
  }

  noteAccount(address: string, account: ChainAccount | undefined): void {
    if (this.#opening.has(address)) this.note(address, vaultAmount(account));
  }

  forget(): void {
    this.#known = undefined;
  }
}

/** Reserves of a ledger in another process, where others swap too: read at each call. */
export class AskedReserves implements ReservesSource {
  readonly #vaults: readonly string[];

  constructor(
    pools: readonly OpenPool[],
    readonly ledger: () => Promise<Ledger>,
  ) {
    this.#vaults = [...openingReserves(pools).keys()];
  }

  known(): undefined {}

  async current(): Promise<Reserves> {
    return readVaults(await this.ledger(), this.#vaults);
  }

  note(): void {}

  noteAccount(): void {}

  forget(): void {}
}
