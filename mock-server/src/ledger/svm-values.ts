import type { AddressText } from "../chain/address-texts.js";
import type { ChainAccount, ChainError, InnerInstruction } from "./ledger.js";
import type { NativeAccount, NativeMetadata } from "./svm-native.js";

/** The virtual machine's result of a run. */
export interface SvmResult {
  readonly err: ChainError | null;
  readonly logs: readonly string[];
  readonly unitsConsumed: number;
  readonly innerInstructions: readonly InnerInstruction[];
  readonly returnData?: { readonly programId: string; readonly data: Uint8Array };
  /** After a simulation: the accounts that the run had loaded, as they would be. */
  readonly postAccounts?: ReadonlyMap<string, ChainAccount | undefined>;
}

/** An account as the machine answers it; undefined for one without lamports. */
export function plainAccount(
  address: string,
  account: NativeAccount,
  textOf: AddressText,
): ChainAccount | undefined {
  const lamports = account.lamports();
  // An account without lamports is none; the machine keeps an empty shell of it.
  if (lamports === 0n) return undefined;
  const owner = textOf(account.owner(), 0);
  return { address, lamports, owner, executable: account.executable(), data: account.data() };
}

/** The machine's result of a run; `inner`: with the instructions that programs called. */
export function plainMetadata(
  meta: NativeMetadata,
  inner: boolean,
  textOf: AddressText,
): Omit<SvmResult, "err"> {
  const returned = meta.returnData();
  const data = returned.data();
  return {
    logs: meta.logs(),
    unitsConsumed: Number(meta.computeUnitsConsumed()),
    innerInstructions: inner ? plainInner(meta) : [],
    ...(data.length > 0 && { returnData: { programId: textOf(returned.programId(), 0), data } }),
  };
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
