import { addressBytes, base58 } from "../../chain/addresses.js";
import { programDataOf } from "../../chain/program-accounts.js";
import { PROGRAMS } from "../../chain/programs.js";
import { perObject } from "../../kernel/memo.js";

import type { Native, NativeAccount, NativeMachine } from "./svm-native.js";

/** A feature's account says that it is active, and since which slot. */
const ACTIVE_SINCE = 1;

/** An account that stands in every machine at its start. */
interface Placed {
  readonly key: Uint8Array;
  readonly account: NativeAccount;
  /** The account of its code, which has to stand before it. */
  readonly code?: string | undefined;
}

/** A machine at its start. Programs that come with LiteSVM are loaded when something names them. */
export class FreshMachine {
  readonly #unloaded: Map<string, Placed>;

  /** @param unloaded - by address */
  constructor(
    readonly svm: NativeMachine,
    unloaded: Iterable<readonly [string, Placed]>,
  ) {
    this.#unloaded = new Map(unloaded);
  }

  /** Loads the program of an address, or its code, unless it is loaded already; answers whether it was loaded now. */
  load(address: string): boolean {
    const program = this.#unloaded.get(address);
    if (!program) return false;
    this.#unloaded.delete(address);
    if (program.code !== undefined) this.load(program.code);
    this.svm.setAccount(program.key, program.account);
    return true;
  }

  /** As {@link load}, with each of several addresses. */
  loadEach(addresses: readonly string[]): void {
    if (this.#unloaded.size > 0) for (const address of addresses) this.load(address);
  }

  /** As {@link load}, with every program. */
  loadAll(): void {
    this.loadEach([...this.#unloaded.keys()]);
  }
}

/**
 * Makes machines. LiteSVM compiles every program that it comes with, which takes most of the time and of the memory of a new
 * machine, and most ledgers run two of them. So the first machine alone is made whole. It tells what stands in it, and the
 * others begin with the same accounts; but a program is loaded when something names it.
 */
class FreshMachines {
  #whole: NativeMachine | undefined;
  readonly #features: InstanceType<Native["FeatureSet"]>;
  readonly #featureAccounts: Placed[] = [];
  readonly #programs = new Map<string, Placed>();

  constructor(private readonly native: Native) {
    const whole = new native.LiteSvm();
    this.#whole = whole;
    this.#features = new native.FeatureSet();
    for (const feature of owned(whole, PROGRAMS.feature)) {
      const { buffer, byteOffset } = feature.account.data();
      this.#features.activate(feature.key, new DataView(buffer, byteOffset).getBigUint64(ACTIVE_SINCE, true));
      this.#featureAccounts.push(feature);
    }
    for (const loader of [PROGRAMS.loaderV1, PROGRAMS.loaderV2, PROGRAMS.loaderV3]) {
      for (const placed of owned(whole, loader)) {
        const account = { owner: loader, data: placed.account.data() };
        this.#programs.set(base58(placed.key), { ...placed, code: programDataOf(account) });
      }
    }
  }

  make(): FreshMachine {
    const whole = this.#whole;
    this.#whole = undefined;
    if (whole) return new FreshMachine(whole, []);
    const svm = this.native.LiteSvm.default();
    // In this order: built-in programs and sysvars depend on the features.
    svm.setFeatureSet(this.#features);
    svm.setBuiltins();
    svm.setSysvars();
    svm.setPrecompiles();
    svm.setSigverify(true);
    for (const { key, account } of this.#featureAccounts) svm.setAccount(key, account);
    return new FreshMachine(svm, this.#programs);
  }
}

function owned(svm: NativeMachine, owner: string): Placed[] {
  return svm
    .getProgramAccounts(addressBytes(owner))
    .map((placed) => ({ key: placed.address, account: placed.account() }));
}

const machinesOf = perObject((native: Native) => new FreshMachines(native));

/** A machine at its start, with the programs that come with LiteSVM. */
export function freshMachine(native: Native): FreshMachine {
  return machinesOf(native).make();
}
