import type { FeaturesOption } from "../../fixtures/option.js";
import { RENT_EXEMPT_EPOCH, rentExempt } from "../../formats/accounts.js";
import { addressBytes, base58 } from "../../formats/addresses.js";
import { programDataOf } from "../../formats/program-accounts.js";
import { PROGRAMS } from "../../formats/programs.js";
import { OptionError } from "../../kernel/errors.js";
import { perObject } from "../../kernel/memo.js";
import type { Native, NativeAccount, NativeMachine } from "./svm-native.js";

/** First byte of an active feature's account. The activation slot follows. */
const ACTIVE = 1;
const ACTIVE_SINCE = 1;

function activeSince(account: NativeAccount): bigint {
  const { buffer, byteOffset } = account.data();
  return new DataView(buffer, byteOffset).getBigUint64(ACTIVE_SINCE, true);
}

/** An account that exists in every new LiteSVM instance. */
interface Placed {
  readonly key: Uint8Array;
  readonly account: NativeAccount;
  /** Address of the program's code account, which must be set first. */
  readonly code?: string | undefined;
}

interface Features {
  readonly features: InstanceType<Native["FeatureSet"]>;
  readonly accounts: readonly Placed[];
}

/** A new LiteSVM instance. Its bundled programs are loaded on first use. */
export class FreshMachine {
  readonly #unloaded: Map<string, Placed>;
  /**
   * V8 does not see LiteSVM's memory, and would collect the chains of closed servers late. It sees this buffer, whose
   * pages are never touched.
   */
  readonly memory = new ArrayBuffer(1 << 20);

  /** @param unloaded - accounts to load on first use, by address */
  constructor(
    readonly svm: NativeMachine,
    unloaded: Iterable<readonly [string, Placed]>,
  ) {
    this.#unloaded = new Map(unloaded);
  }

  /** Loads the program or program code at an address, if it is not loaded yet. */
  load(address: string): void {
    const program = this.#unloaded.get(address);
    if (!program) return;
    this.#unloaded.delete(address);
    if (program.code !== undefined) this.load(program.code);
    this.svm.setAccount(program.key, program.account);
  }

  loadAll(): void {
    for (const address of [...this.#unloaded.keys()]) this.load(address);
  }
}

/**
 * Creates LiteSVM instances. Compiling all bundled programs takes most of the time and memory that an instance needs,
 * and most servers need two instances. Only the first instance is therefore complete. The others start with a copy of
 * its accounts and load each program on first use.
 */
class FreshMachines {
  #complete: NativeMachine | undefined;
  /** Features of an instance without options. LiteSVM copies them. */
  #usual: Features | undefined;
  readonly #featureAccounts: Placed[] = [];
  readonly #programs = new Map<string, Placed>();

  constructor(private readonly native: Native) {
    const complete = new native.LiteSvm();
    this.#complete = complete;
    this.#featureAccounts.push(...owned(complete, PROGRAMS.feature));
    for (const loader of [PROGRAMS.loaderV1, PROGRAMS.loaderV2, PROGRAMS.loaderV3]) {
      for (const placed of owned(complete, loader)) {
        const account = { owner: loader, data: placed.account.data() };
        this.#programs.set(base58(placed.key), { ...placed, code: programDataOf(account) });
      }
    }
  }

  make(option: FeaturesOption = {}): FreshMachine {
    const isUsual = (option.activate ?? []).length + (option.deactivate ?? []).length === 0;
    const complete = this.#complete;
    if (isUsual) this.#complete = undefined;
    if (complete && isUsual) return new FreshMachine(complete, []);
    this.#usual ??= this.#features({});
    const { features, accounts } = isUsual ? this.#usual : this.#features(option);
    const svm = this.native.LiteSvm.default();
    // The order matters: built-in programs and sysvars depend on the features.
    svm.setFeatureSet(features);
    svm.setBuiltins();
    svm.setSysvars();
    svm.setPrecompiles();
    svm.setSigverify(true);
    for (const { key, account } of accounts) svm.setAccount(key, account);
    return new FreshMachine(svm, this.#programs);
  }

  #features({ activate = [], deactivate = [] }: FeaturesOption): Features {
    const features = new this.native.FeatureSet();
    const known = new Set(features.getInactiveFeatures().map((key) => base58(key)));
    const unknown = [...activate, ...deactivate].find((address) => !known.has(address));
    if (unknown !== undefined)
      throw new OptionError("world.chain.features", `contains the unknown feature ${unknown}`);
    const accounts = this.#featureAccounts.filter(({ key }) => !deactivate.includes(base58(key)));
    for (const { key, account } of accounts) features.activate(key, activeSince(account));
    for (const address of activate) {
      if (features.isActive(addressBytes(address))) continue;
      accounts.push({ key: addressBytes(address), account: this.#activeFeature() });
      features.activate(addressBytes(address), 0n);
    }
    return { features, accounts };
  }

  /** The account of a feature that has been active since slot 0. */
  #activeFeature(): NativeAccount {
    const data = Uint8Array.of(ACTIVE, ...new Uint8Array(8));
    const { Account } = this.native;
    return new Account(
      rentExempt(data.length),
      data,
      addressBytes(PROGRAMS.feature),
      false,
      RENT_EXEMPT_EPOCH,
    );
  }
}

function owned(svm: NativeMachine, owner: string): Placed[] {
  return svm
    .getProgramAccounts(addressBytes(owner))
    .map((placed) => ({ key: placed.address, account: placed.account() }));
}

const machinesOf = perObject((native: Native) => new FreshMachines(native));

/**
 * Creates an instance with LiteSVM's bundled programs.
 *
 * @throws OptionError for an unknown feature
 */
export function freshMachine(native: Native, features?: FeaturesOption): FreshMachine {
  return machinesOf(native).make(features);
}
