import { PROGRAM_IDS } from "intent-tx/contract";
import type { PoolSpec } from "../../../mock-server/src/fixtures/pools.js";
import type { Token } from "../../../mock-server/src/fixtures/tokens.js";
import { makeWorld, type WorldExtras } from "../../../mock-server/src/fixtures/world-data.js";
import { isTokenProgram } from "../../../mock-server/src/formats/programs.js";
import { decodeTokenAccount } from "../../../mock-server/src/formats/token-layout.js";
import { Clock } from "../../../mock-server/src/kernel/clock.js";
import { Random } from "../../../mock-server/src/kernel/random.js";
import { genesisAccounts } from "../../../mock-server/src/ledger/genesis/genesis.js";
import type {
  ChainAccount,
  Landed,
  Ledger,
  LedgerControl,
  TokenAccount,
  TokenBalance,
} from "../../../mock-server/src/ledger/ledger.js";
import { LedgerRows } from "../../../mock-server/src/ledger/log/ledger-rows.js";
import { rowOfAccount } from "../../../mock-server/src/ledger/log/recorded-accounts.js";
import { Market } from "../../../mock-server/src/market/market.js";
import type { Quote } from "../../../mock-server/src/market/routing.js";
import type { LedgerAccountRow } from "../../../mock-server/src/state/rows.js";
import { State } from "../../../mock-server/src/state/state.js";
import type { Table } from "../../../mock-server/src/state/table.js";
import { UNREAD_FIELDS } from "../history/landed.js";

export const START = Date.parse("2026-01-01T00:00:00Z");
const unused = (): never => {
  throw new Error("the market does not need this of a ledger");
};

/** Accounts by address; their changes are recorded in State, as by a ledger. */
class RecordedMap extends Map<string, ChainAccount> {
  constructor(
    accounts: readonly ChainAccount[],
    private readonly rows: Table<LedgerAccountRow>,
  ) {
    super();
    for (const account of accounts) super.set(account.address, account);
  }

  override set(address: string, account: ChainAccount): this {
    this.rows.put(address, rowOfAccount(account));
    return super.set(address, account);
  }

  override delete(address: string): boolean {
    this.rows.put(address, rowOfAccount(undefined));
    return super.delete(address);
  }
}

/** A ledger of plain accounts: it stores what it is given and reports changes, but executes nothing. */
export class PlainLedger implements Ledger, LedgerControl {
  readonly environment = "live" as const;
  readonly held: Map<string, ChainAccount>;
  readonly log: Landed[] = [];
  reads = 0;

  constructor(
    accounts: readonly ChainAccount[],
    { accounts: rows }: LedgerRows,
    private readonly onLanded: (transaction: Landed) => void,
  ) {
    this.held = new RecordedMap(accounts, rows);
  }

  async accounts(addresses: readonly string[]) {
    this.reads++;
    return addresses.map((address) => this.held.get(address));
  }

  async tokenAccounts(owner: string): Promise<TokenAccount[]> {
    return [...this.held.values()].flatMap((account) => {
      const data = isTokenProgram(account.owner) && decodeTokenAccount(account.owner, account.data);
      if (!data || data.owner !== owner) return [];
      const { address, lamports, owner: programId } = account;
      const isNative = data.nativeReserve !== undefined;
      return [{ address, lamports, programId, isNative, mint: data.mint, owner, amount: data.amount }];
    });
  }

  async setAccount(address: string, account: Omit<ChainAccount, "address"> | undefined): Promise<void> {
    if (account) this.held.set(address, { ...account, address });
    else this.held.delete(address);
  }

  async landed(address: string, page: { before?: string; limit: number }): Promise<Landed[]> {
    const found = this.log.filter(({ accountKeys }) => accountKeys.includes(address)).reverse();
    const from = page.before ? found.findIndex(({ signature }) => signature === page.before) + 1 : 0;
    return found.slice(from, from + page.limit);
  }

  land(transaction: Landed): void {
    this.log.push(transaction);
    this.onLanded(transaction);
  }

  slot = async () => 1;
  watch = unused;
  subscribe = unused;
  latestBlockhash = unused;
  isBlockhashValid = unused;
  blockHeight = unused;
  simulate = unused;
  applyBuildFaults = unused;
  send = unused;
  statuses = unused;
  transaction = unused;
  fund = unused;
  landWithoutFaults = unused;
}

/** A market over a plain ledger that is opened on demand. */
export class MarketBench {
  readonly clock = new Clock({ now: START, running: false });
  readonly state = new State();
  readonly rows = new LedgerRows(this.state, "live");
  readonly random: Random;
  readonly world;
  readonly market: Market;
  #ledger: PlainLedger | undefined;
  #signatures = 0;

  constructor(options: { seed?: string; remote?: boolean; extras?: WorldExtras; start?: number } = {}) {
    const { seed = "1", remote = false, extras = {}, start = START } = options;
    this.random = new Random(seed);
    this.world = makeWorld(this.random, extras);
    this.clock.restore({ now: start, running: false });
    this.state.begin(start);
    const { clock, state, random, world } = this;
    this.market = new Market({
      environment: "live",
      clock,
      state,
      random,
      world,
      changed: this.rows.accounts,
      ...(remote && { remote: async () => this.open() }),
    });
  }

  token(symbol: string): Token {
    return this.world.tokens.find((token) => token.symbol === symbol)!;
  }

  mint(symbol: string): string {
    return this.token(symbol).mint;
  }

  pool(label: string): PoolSpec {
    return this.world.pools.find((pool) => pool.label === label)!;
  }

  open(): PlainLedger {
    this.#ledger ??= new PlainLedger(genesisAccounts(this.world), this.rows, (landed) =>
      this.market.landed(landed),
    );
    return this.#ledger;
  }

  vault(address: string): bigint {
    const account = this.open().held.get(address)!;
    return decodeTokenAccount(account.owner, account.data)!.amount;
  }

  /** Lands a swap with the amounts of a quote. */
  land(quote: Quote, { err = null, swap = true }: { err?: Landed["err"]; swap?: boolean } = {}): Landed {
    const deltas = new Map<string, bigint>();
    for (const { pool, inputMint, inAmount, outAmount } of quote.hops) {
      const [vaultIn, vaultOut] =
        pool.mintA === inputMint ? [pool.vaultA, pool.vaultB] : [pool.vaultB, pool.vaultA];
      deltas.set(vaultIn, (deltas.get(vaultIn) ?? 0n) + inAmount);
      deltas.set(vaultOut, (deltas.get(vaultOut) ?? 0n) - outAmount);
    }
    return this.change(deltas, { err, swap });
  }

  /** Lands a transaction that changes vaults. */
  change(deltas: ReadonlyMap<string, bigint>, options: { err?: Landed["err"]; swap?: boolean } = {}): Landed {
    const { err = null, swap = true } = options;
    const ledger = this.open();
    const accountKeys = [...deltas.keys(), ...(swap ? [PROGRAM_IDS.swap] : [])];
    const balances = (): TokenBalance[] =>
      [...deltas.keys()].map((address, accountIndex) => {
        const account = ledger.held.get(address)!;
        const { mint, owner, amount } = decodeTokenAccount(account.owner, account.data)!;
        return { accountIndex, mint, owner, amount, programId: account.owner, decimals: 0 };
      });
    const preTokenBalances = balances();
    for (const [address, delta] of err === null ? deltas : []) {
      const account = ledger.held.get(address)!;
      const data = Uint8Array.from(account.data);
      const view = new DataView(data.buffer);
      view.setBigUint64(64, view.getBigUint64(64, true) + delta, true);
      ledger.held.set(address, { ...account, data });
    }
    const transaction: Landed = {
      ...UNREAD_FIELDS,
      signature: `signature ${this.#signatures++}`,
      slot: 1,
      at: this.clock.now(),
      commitment: "confirmed",
      wire: new Uint8Array(),
      err,
      accountKeys,
      preTokenBalances,
      postTokenBalances: balances(),
    };
    ledger.land(transaction);
    return transaction;
  }

  /** Quotes an exact input and lands it. */
  async swap(from: string, to: string, amount: bigint): Promise<Quote> {
    const quote = await this.quote(from, to, amount);
    this.land(quote);
    return quote;
  }

  async quote(from: string, to: string, amount: bigint, side: Quote["side"] = "exact-in"): Promise<Quote> {
    const answer = await this.market.quote({
      inputMint: this.mint(from),
      outputMint: this.mint(to),
      side,
      amount,
    });
    if ("refused" in answer) throw new Error(answer.refused);
    return answer;
  }
}
