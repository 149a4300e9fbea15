import { compareAddresses } from "../chain/addresses.js";
import { SYSVARS } from "../chain/programs.js";
import { Breath } from "../kernel/breath.js";
import type { Genesis } from "./genesis.js";
import type { ChainAccount } from "./ledger.js";
import type { RecordedAccounts } from "./recorded-accounts.js";
import type { Svm } from "./svm.js";

/**
 * Finds the accounts that a program owns, in an order that is the same in every process: the world's, those that the virtual
 * machine brought along, and those that have changed since, in the order in which they first did. The machine's own scan answers
 * in another order each time, and holds everybody up for as long as it takes.
 */
export class ProgramScan {
  /** Addresses of what the machine brought along, by owner, as far as somebody has asked. */
  readonly #own = new Map<string, readonly string[]>();

  constructor(
    private readonly svm: Svm,
    private readonly recorded: RecordedAccounts,
    private readonly genesis: Genesis,
    /** Each account that has ever changed, as it was at first. */
    private readonly originals: ReadonlyMap<string, ChainAccount | undefined>,
  ) {}

  /** The accounts as they stand when it is asked, whatever changes while it gives way to others. */
  async of(programId: string): Promise<ChainAccount[]> {
    const { svm, recorded, genesis } = this;
    // The machine sets these by itself.
    if (programId === SYSVARS.owner) return this.#standing(svm.ownedBy(programId).sort(compareAddresses));
    const unchanged = [...genesis.accounts].filter(
      ({ address, owner }) => owner === programId && !recorded.has(address),
    );
    const own = this.#standing(this.#ownOf(programId).filter((address) => !recorded.has(address)));
    const changed: ChainAccount[] = [];
    const breath = new Breath();
    for (const account of recorded.ownedBy(programId)) {
      changed.push(account());
      if (breath.due) await breath.take();
    }
    return [...unchanged, ...own, ...changed];
  }

  #standing(addresses: readonly string[]): ChainAccount[] {
    return addresses.flatMap((address) => this.svm.account(address) ?? []);
  }

  #ownOf(programId: string): readonly string[] {
    const known = this.#own.get(programId);
    if (known) return known;
    const untouched = this.svm.ownedBy(programId).filter((address) => !this.originals.has(address));
    const touched = [...this.originals].flatMap(([address, account]) =>
      account?.owner === programId ? [address] : [],
    );
    const own = [...untouched, ...touched]
      .filter((address) => !this.genesis.get(address))
      .sort(compareAddresses);
    this.#own.set(programId, own);
    return own;
  }
}
