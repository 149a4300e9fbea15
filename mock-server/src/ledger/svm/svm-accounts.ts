import { isLoader, isProgramData, programDataOf } from "../../formats/program-accounts.js";
import { PROGRAMS, SYSVARS } from "../../formats/programs.js";
import { decodeTokenAccount } from "../../formats/token-layout.js";
import type { Transaction } from "../../formats/transaction.js";
import { TimeSlice } from "../../kernel/time-slice.js";
import type { Genesis } from "../genesis/genesis.js";
import type { ChainAccount, TokenAccount } from "../ledger.js";
import type { RecordedAccounts } from "../log/recorded-accounts.js";
import { loadKeys } from "../lookup-tables.js";
import { tokenAccountOf } from "../token-accounts.js";
import type { Svm } from "./svm.js";

/** Owners, other than the loaders, of the accounts that LiteSVM itself creates. */
const MACHINES_OWN: ReadonlySet<string> = new Set([
  PROGRAMS.config,
  PROGRAMS.feature,
  PROGRAMS.nativeLoader,
  SYSVARS.owner,
]);

/** Accounts by address; undefined for one that does not exist. */
type Accounts = ReadonlyMap<string, ChainAccount | undefined>;

/**
 * A ledger's accounts: all are in LiteSVM, and those that differ from genesis are in State. A restore resets LiteSVM.
 */
export class SvmAccounts {
  /**
   * Indexes of the accounts ever owned by a program and the token accounts ever owned by a wallet, because LiteSVM can
   * only scan all accounts. Entries are never removed: the account itself shows whether it was closed or transferred.
   */
  readonly #ofProgram = new Map<string, Set<string>>();
  readonly #ofWallet = new Map<string, Set<string>>();
  /** Changed accounts as they were at genesis. */
  readonly #genesisAccounts = new Map<string, ChainAccount | undefined>();

  constructor(
    private readonly svm: Svm,
    private readonly recorded: RecordedAccounts,
    genesis: Genesis,
  ) {
    for (const [address, account] of [...genesis()].sort(codeFirst)) {
      svm.setAccount(address, account);
      this.#noteOwner(account);
    }
  }

  get(address: string): ChainAccount | undefined {
    return this.svm.account(address);
  }

  set(address: string, account: ChainAccount | undefined): void {
    this.#remember(address, this.get(address));
    this.put(new Map([[address, account]]));
    this.#record(address, account);
  }

  /** An account as it was when the ledger was created. */
  original(address: string): ChainAccount | undefined {
    return this.#genesisAccounts.has(address) ? this.#genesisAccounts.get(address) : this.get(address);
  }

  /** Sets accounts only in LiteSVM, as for a run whose result is not kept. */
  put(accounts: Accounts): void {
    const code = new Set<string>();
    for (const [address, account] of [...accounts].sort(codeFirst)) this.#put(address, account, code);
    this.#reloadPrograms(code);
  }

  /** Adds the address of replaced code to `code`: programs with it must be reloaded. */
  #put(address: string, account: ChainAccount | undefined, code: Set<string>): void {
    const before = this.get(address);
    if (sameAccount(before, account)) return;
    if (isProgramData(before) || isProgramData(account)) code.add(address);
    this.svm.setAccount(address, account);
  }

  /** Stores a transaction's change to an account. Returns false if the account did not change. */
  storeChange(address: string, before: ChainAccount | undefined, after: ChainAccount | undefined): boolean {
    if (sameAccount(before, after)) return false;
    this.#remember(address, before);
    this.#record(address, after);
    // LiteSVM writes a transaction's accounts in order. If a program is written before its code account is closed,
    // LiteSVM loads the old code and would continue to run it.
    if (isProgramData(before) && !isProgramData(after)) this.#reloadPrograms(new Set([address]));
    return true;
  }

  /**
   * Runs a function with a transaction's accounts in an earlier state. `earlier` returns undefined for unchanged accounts.
   *
   * @throws {SendError} `malformed` if a lookup could not be resolved at that time
   */
  withEarlier<T>(
    transaction: Transaction,
    earlier: (address: string) => { readonly account: ChainAccount | undefined } | undefined,
    run: () => T,
  ): T {
    const before = new Map<string, ChainAccount | undefined>();
    const now = new Map<string, ChainAccount | undefined>();
    const at = (address: string) => {
      const changed = earlier(address);
      if (changed) before.set(address, changed.account);
      if (changed) now.set(address, this.get(address));
      return changed ? changed.account : this.get(address);
    };
    for (const key of loadKeys(transaction, at).accountKeys) {
      const account = at(key);
      const code = account && programDataOf(account);
      if (code !== undefined) at(code);
    }
    try {
      this.put(before);
      return run();
    } finally {
      this.put(now);
    }
  }

  /** A wallet's token accounts. Accounts in `earlier` replace the current ones. */
  tokenAccounts(owner: string, earlier: Accounts): TokenAccount[] {
    return [...(this.#ofWallet.get(owner) ?? [])].sort().flatMap((address) => {
      const account = earlier.has(address) ? earlier.get(address) : this.get(address);
      const token = tokenAccountOf(account);
      return token?.owner === owner ? token : [];
    });
  }

  /** The accounts that a program owns and that pass a filter, sorted by address. */
  ownedBy(programId: string, passes: (account: ChainAccount) => boolean): ChainAccount[] {
    const scanned = isLoader(programId) || MACHINES_OWN.has(programId);
    const found: ChainAccount[] = [];
    for (const address of scanned ? this.svm.ownedBy(programId) : (this.#ofProgram.get(programId) ?? [])) {
      const account = this.get(address);
      if (account?.owner === programId && passes(account)) found.push(account);
    }
    return found.sort((one, other) => (one.address < other.address ? -1 : 1));
  }

  /** Resets LiteSVM to State, and yields to other work at intervals. */
  async restore(): Promise<void> {
    const slice = new TimeSlice();
    const rows = new Map<string, ChainAccount | undefined>();
    for (const [address, account] of this.recorded.changed()) {
      this.#remember(address, this.get(address));
      rows.set(address, account);
      if (slice.isOver) await slice.next();
    }
    const wanted = [...this.#genesisAccounts].map(
      ([address, original]) => [address, rows.has(address) ? rows.get(address) : original] as const,
    );
    wanted.sort(codeFirst);
    const code = new Set<string>();
    for (const [address, account] of wanted) {
      this.#put(address, account, code);
      if (account) this.#noteOwner(account);
      if (slice.isOver) await slice.next();
    }
    this.#reloadPrograms(code);
  }

  /**
   * Reloads programs whose code accounts were replaced: LiteSVM loads code only when the program account is set, and
   * would otherwise run the old code.
   */
  #reloadPrograms(code: ReadonlySet<string>): void {
    if (code.size === 0) return;
    for (const address of this.svm.ownedBy(PROGRAMS.loaderV3)) {
      const program = this.get(address);
      if (program?.executable && code.has(programDataOf(program) ?? ""))
        this.svm.setAccount(program.address, program);
    }
  }

  #noteOwner({ address, owner, data }: ChainAccount): void {
    addTo(this.#ofProgram, owner, address);
    const token = decodeTokenAccount(owner, data);
    if (token) addTo(this.#ofWallet, token.owner, address);
  }

  #remember(address: string, account: ChainAccount | undefined): void {
    if (!this.#genesisAccounts.has(address)) this.#genesisAccounts.set(address, account);
  }

  #record(address: string, account: ChainAccount | undefined): void {
    this.recorded.record(address, account);
    if (account) this.#noteOwner(account);
  }
}

/** Order in which accounts are set: LiteSVM accepts a program account only if its code account exists. */
function codeFirst(
  [, a]: readonly [string, ChainAccount | undefined],
  [, b]: readonly [string, ChainAccount | undefined],
): number {
  return Number(a?.executable ?? false) - Number(b?.executable ?? false);
}

function addTo(index: Map<string, Set<string>>, owner: string, address: string): void {
  const addresses = index.get(owner);
  if (addresses) addresses.add(address);
  else index.set(owner, new Set([address]));
}

function sameAccount(a: ChainAccount | undefined, b: ChainAccount | undefined): boolean {
  if (!a || !b) return a === b;
  return (
    a.lamports === b.lamports &&
    a.owner === b.owner &&
    a.executable === b.executable &&
    Buffer.compare(a.data, b.data) === 0
  );
}
