import type { AccountReads } from "./account-scan.js";
import type { ChainAccount, Commitment } from "./ledger.js";
import type { SvmChain } from "./svm-chain.js";

/** Accounts as they are at a commitment: those of now, but for what has not reached it. */
export class CommittedReads implements AccountReads {
  constructor(
    private readonly now: AccountReads,
    private readonly chain: SvmChain,
    private readonly commitment: Exclude<Commitment, "processed">,
  ) {}

  slot(): Promise<number> {
    return this.now.slot();
  }

  async accounts(addresses: readonly string[]): Promise<(ChainAccount | undefined)[]> {
    const now = await this.now.accounts(addresses);
    const slot = this.chain.slot();
    return addresses.map((address, at) => {
      const then = this.chain.unfinalized.at(address, this.commitment, slot);
      return then ? then.account : now[at];
    });
  }

  async tokenAccounts(owner: string) {
    // It waits for the chain to be what State says.
    await this.now.tokenAccounts(owner);
    return this.chain.accounts.tokenAccounts(owner, this.#changed());
  }

  async programAccounts(programId: string): Promise<ChainAccount[]> {
    const now = await this.now.programAccounts(programId);
    const then = this.#changed();
    const old = [...then.values()].flatMap((account) => (account?.owner === programId ? [account] : []));
    return [...now.filter(({ address }) => !then.has(address)), ...old];
  }

  #changed(): ReadonlyMap<string, ChainAccount | undefined> {
    return new Map(this.chain.unfinalized.changed(this.commitment, this.chain.slot()));
  }
}
