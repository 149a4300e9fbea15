import { addressAt } from "../../formats/addresses.js";
import { isLoader } from "../../formats/program-accounts.js";
import { PROGRAMS } from "../../formats/programs.js";
import type { ChainAccount, ChainError, InnerInstruction, ReturnData } from "../ledger.js";
import type { NativeAccount, NativeMetadata, NativePostAccount } from "./svm-native.js";

/** LiteSVM's result of a run. */
export type SvmResult = ReturnType<typeof plainResult>;

/** Undefined for an account without lamports. */
export function plainAccount(address: string, account: NativeAccount): ChainAccount | undefined {
  const lamports = account.lamports();
  // An account without lamports does not exist, but LiteSVM keeps an empty entry.
  if (lamports === 0n) return undefined;
  const owner = addressAt(account.owner(), 0);
  // LiteSVM accepts an executable account only if a loader owns it.
  const executable = isLoader(owner) && account.executable();
  return { address, lamports, owner, executable, data: account.data() };
}

/** @param postAccounts - the accounts that a successful simulation could change */
export function plainResult(
  meta: NativeMetadata,
  err: ChainError | null,
  { inner }: { readonly inner: boolean },
  postAccounts?: AccountsAfter,
) {
  return {
    err,
    logs: meta.logs(),
    unitsConsumed: Number(meta.computeUnitsConsumed()),
    innerInstructions: inner ? plainInner(meta) : [],
    returnData: () => plainReturnData(meta),
    postAccounts,
  };
}

function plainReturnData(meta: NativeMetadata): ReturnData | undefined {
  const returned = meta.returnData();
  const data = returned.data();
  return data.length > 0 ? { programId: addressAt(returned.programId(), 0), data } : undefined;
}

function plainInner(meta: NativeMetadata): InnerInstruction[] {
  return meta.innerInstructions().flatMap((group, index) =>
    group.map((inner) => {
      const instruction = inner.instruction();
      return {
        index,
        programIdIndex: instruction.programIdIndex(),
        accounts: [...instruction.accounts()],
        data: instruction.data(),
        stackHeight: inner.stackHeight(),
      };
    }),
  );
}

/** Accounts after a run by address; undefined for an account that would not exist. Others are unchanged. */
export type AccountsAfter = ReadonlyMap<string, ChainAccount | undefined>;

export function accountsAfter(posts: readonly NativePostAccount[]): AccountsAfter {
  const after = new Map<string, ChainAccount | undefined>();
  for (const post of posts) {
    const address = addressAt(post.address, 0);
    after.set(address, plainAccount(address, post.account()));
  }
  return after;
}

const PLACEHOLDER = { lamports: 1n, data: new Uint8Array(0), owner: PROGRAMS.system, executable: false };

interface MachineAccounts {
  account(address: string): ChainAccount | undefined;
  put(address: string, account: Omit<ChainAccount, "address"> | undefined): void;
}

/**
 * Addresses of removed programs. LiteSVM remembers a program's code and aborts the process if its account is missing,
 * so each address gets a placeholder account with one lamport during a run.
 */
export class RemovedPrograms {
  readonly #addresses = new Set<string>();

  constructor(private readonly accounts: MachineAccounts) {}

  add(address: string): void {
    this.#addresses.add(address);
  }

  /** Adds the placeholders for a run, then removes them, also from the result. */
  run(run: () => SvmResult): SvmResult {
    if (this.#addresses.size === 0) return run();
    const { accounts } = this;
    const absent = new Set([...this.#addresses].filter((address) => accounts.account(address) === undefined));
    if (absent.size === 0) return run();
    for (const address of absent) accounts.put(address, PLACEHOLDER);
    try {
      const result = run();
      if (!result.postAccounts) return result;
      const postAccounts = new Map(result.postAccounts);
      for (const address of absent) postAccounts.set(address, withoutPlaceholder(postAccounts.get(address)));
      return { ...result, postAccounts };
    } finally {
      for (const address of absent) accounts.put(address, withoutPlaceholder(accounts.account(address)));
    }
  }
}

function withoutPlaceholder(account: ChainAccount | undefined): ChainAccount | undefined {
  const lamports = (account?.lamports ?? 0n) - PLACEHOLDER.lamports;
  return account && lamports > 0n ? { ...account, lamports } : undefined;
}
