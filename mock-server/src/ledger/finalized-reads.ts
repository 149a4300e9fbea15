import type { AccountReads, ChainAccount } from "./ledger.js";
import type { SvmChain } from "./svm-chain.js";

/** Accounts as they are at the newest final slot: those of now, but for what has changed since. */
export class FinalizedReads implements AccountReads {
  constructor(
    private readonly now: AccountReads,
    private readonly chain: SvmChain,
  ) {}

  slot(): Promise<number> {
    return this.now.slot();
  }

  async accounts(addresses: readonly string[]): Promise<(ChainAccount | undefined)[]> {
    const now = await this.now.accounts(addresses);
    const then = this.#before();
    return addresses.map((address, at) => (then.has(address) ? then.get(address) : now[at]));
  }

  async tokenAccounts(owner: string) {
    // It waits for the chain to be what State says.
    await this.now.tokenAccounts(owner);
    return this.chain.accounts.tokenAccounts(owner, this.#before());
  }

  async programAccounts(programId: string): Promise<ChainAccount[]> {
    const now = await this.now.programAccounts(programId);
    const then = this.#before();
    const old = [...then.values()].flatMap((account) => (account?.owner === programId ? [account] : []));
    return [...now.filter(({ address }) => !then.has(address)), ...old];
  }

  #before(): ReadonlyMap<string, ChainAccount | undefined> {
    return this.chain.unfinalized.at(this.chain.slot());
  }
}
