import { PROGRAMS } from "../chain/programs.js";
import type { ChainAccount } from "./ledger.js";
import type { SvmResult } from "./svm-values.js";

const STAND_IN = { lamports: 1n, data: new Uint8Array(0), owner: PROGRAMS.system, executable: false };

/** How accounts of the machine are read and replaced. */
interface MachineAccounts {
  account(address: string): ChainAccount | undefined;
  put(address: string, account: Omit<ChainAccount, "address"> | undefined): void;
}

/**
 * Addresses at which programs were. The machine remembers their code, and ends the process where it finds no account: so a lamport stands
 * at each of them while something runs.
 */
export class StandIns {
  readonly #gone = new Set<string>();

  constructor(private readonly accounts: MachineAccounts) {}

  /** Notes that the program of an address goes. */
  add(address: string): void {
    this.#gone.add(address);
  }

  /** Runs with the stand-ins in their places, and takes them away again, out of the result too. */
  around(run: () => SvmResult): SvmResult {
    if (this.#gone.size === 0) return run();
    const { accounts } = this;
    const absent = new Set([...this.#gone].filter((address) => accounts.account(address) === undefined));
    if (absent.size === 0) return run();
    for (const address of absent) accounts.put(address, STAND_IN);
    try {
      const result = run();
      const after = result.postAccounts?.();
      if (!after) return result;
      const get = (address: string) =>
        absent.has(address) ? withoutStandIn(after.get(address)) : after.get(address);
      const has = (address: string) => absent.has(address) || after.has(address);
      return { ...result, postAccounts: () => ({ get, has }) };
    } finally {
      for (const address of absent) accounts.put(address, withoutStandIn(accounts.account(address)));
    }
  }
}

function withoutStandIn(account: ChainAccount | undefined): ChainAccount | undefined {
  const lamports = (account?.lamports ?? 0n) - STAND_IN.lamports;
  return account && lamports > 0n ? { ...account, lamports } : undefined;
}
