import type { AddressText } from "../chain/address-texts.js";
import { isLoader } from "../chain/program-accounts.js";
import type { ChainAccount, ChainError, InnerInstruction, ReturnData } from "./ledger.js";
import type { AccountsAfter } from "./post-accounts.js";
import { epochOf, slotStart } from "./slots.js";
import type { Native, NativeAccount, NativeMetadata } from "./svm-native.js";

/** The virtual machine's result of a run. */
export interface SvmResult {
  readonly err: ChainError | null;
  readonly logs: readonly string[];
  readonly unitsConsumed: number;
  readonly innerInstructions: readonly InnerInstruction[];
  /** Reads what the last program returned. */
  returnData(): ReturnData | undefined;
  /** After a simulation that succeeded: reads the accounts that it could change, as they would be. */
  readonly postAccounts?: (() => AccountsAfter) | undefined;
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
  // The machine asks of a program that a loader owns it.
  const executable = isLoader(owner) && account.executable();
  return { address, lamports, owner, executable, data: account.data() };
}

/**
 * The machine's result of a run.
 *
 * @param told.inner - whether with the instructions that programs called
 */
export function plainResult(
  meta: NativeMetadata,
  err: ChainError | null,
  { inner, textOf }: { readonly inner: boolean; readonly textOf: AddressText },
  postAccounts?: () => AccountsAfter,
): SvmResult {
  return {
    err,
    logs: meta.logs(),
    unitsConsumed: Number(meta.computeUnitsConsumed()),
    innerInstructions: inner ? plainInner(meta) : [],
    returnData: () => plainReturnData(meta, textOf),
    postAccounts,
  };
}

function plainReturnData(meta: NativeMetadata, textOf: AddressText): ReturnData | undefined {
  const returned = meta.returnData();
  const data = returned.data();
  return data.length > 0 ? { programId: textOf(returned.programId(), 0), data } : undefined;
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

/** The machine's clock in a slot. */
export function nativeClock({ Clock }: Native, slot: number): InstanceType<Native["Clock"]> {
  const { epoch, firstSlot } = epochOf(slot);
  const seconds = (at: number) => BigInt(Math.floor(slotStart(at) / 1000));
  return new Clock(BigInt(slot), seconds(firstSlot), BigInt(epoch), BigInt(epoch + 1), seconds(slot));
}
