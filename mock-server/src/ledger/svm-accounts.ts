import { decodeTokenAccount } from "../chain/token-layout.js";
import type { Genesis } from "./genesis.js";
import type { ChainAccount, TokenAccount } from "./ledger.js";
import { OwnerIndex } from "./owner-index.js";
import type { RecordedAccounts } from "./recorded-accounts.js";
import type { Svm } from "./svm.js";

/**
 * The accounts of one ledger: the virtual machine holds them all, State those that differ from the world's start. After
 * a restore the machine is brought back to what State says.
 */
export class SvmAccounts {
  readonly #owners = new OwnerIndex();
  /** What an account was at the world's start, for every one that has changed since. */
  readonly #originals = new Map<string, ChainAccount | undefined>();

  constructor(
    private readonly svm: Svm,
    private readonly recorded: RecordedAccounts,
    genesis: Genesis,
  ) {
    for (const account of genesis.accounts) {
      svm.setAccount(account.address, account);
      this.#owners.note(account);
    }
    this.restore();
  }

  /** An account; undefined for one that does not exist. */
  get(address: string): ChainAccount | undefined {
    return this.svm.account(address);
  }

  /** Replaces an account; undefined removes it. */
  set(address: string, account: ChainAccount | undefined): void {
    this.#remember(address, this.get(address));
    this.svm.setAccount(address, account);
    this.#record(address, account);
  }

  /** Writes down what a transaction did to an account in the machine. True if it did anything. */
  settle(address: string, before: ChainAccount | undefined, after: ChainAccount | undefined): boolean {
    if (sameAccount(before, after)) return false;
    this.#remember(address, before);
    this.#record(address, after);
    return true;
  }

  /** The token accounts that a wallet owns now. */
  tokenAccounts(owner: string): TokenAccount[] {
    return this.#owners.candidates(owner).flatMap((address) => {
      const account = this.get(address);
      const token = account && decodeTokenAccount(account.owner, account.data);
      if (!account || token?.owner !== owner) return [];
      const { mint, amount, nativeReserve } = token;
      const { owner: programId, lamports } = account;
      return { address, mint, owner, programId, amount, lamports, isNative: nativeReserve !== undefined };
    });
  }

  /** Brings the machine to what State says. */
  restore(): void {
    const rows = new Map<string, ChainAccount | undefined>();
    for (const [address, account] of this.recorded.changed()) {
      this.#remember(address, this.get(address));
      rows.set(address, account);
    }
    const wanted = [...this.#originals].map(
      ([address, original]) => [address, rows.has(address) ? rows.get(address) : original] as const,
    );
    // A program's own account is only taken once the account that holds its code is there.
    wanted.sort(([, a], [, b]) => Number(a?.executable ?? false) - Number(b?.executable ?? false));
    for (const [address, account] of wanted) {
      if (!sameAccount(this.get(address), account)) this.svm.setAccount(address, account);
      if (account) this.#owners.note(account);
    }
  }

  #remember(address: string, account: ChainAccount | undefined): void {
    if (!this.#originals.has(address)) this.#originals.set(address, account);
  }

  #record(address: string, account: ChainAccount | undefined): void {
    this.recorded.record(address, account);
    if (account) this.#owners.note(account);
  }
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
