// LiteSVM creates the first machine of a process. Each later machine is assembled from the contents of the first and
// loads programs on demand. All machines must be indistinguishable.
import bs58 from "bs58";
import { describe, expect, it } from "vitest";
import { makeWorld } from "../../../mock-server/src/fixtures/make-world.js";
import { addressBytes } from "../../../mock-server/src/formats/addresses.js";
import { signedTransaction } from "../../../mock-server/src/formats/compile.js";
import { programAddress } from "../../../mock-server/src/formats/program-addresses.js";
import { PROGRAMS, SYSVARS } from "../../../mock-server/src/formats/programs.js";
import { Random } from "../../../mock-server/src/kernel/random.js";
import { type FreshMachine, freshMachine } from "../../../mock-server/src/ledger/svm/fresh-machines.js";
import { loadNative, type Native } from "../../../mock-server/src/ledger/svm/svm-native.js";

const LOADERS = [PROGRAMS.loaderV1, PROGRAMS.loaderV2, PROGRAMS.loaderV3];
const OWNERS = new Set([...Object.values(PROGRAMS), SYSVARS.owner]);
const [payer, reader] = makeWorld(new Random("fresh")).wallets.map(({ wallet }) => wallet);

/** The first machine of a process, and a later one. */
function machines(): { native: Native; whole: FreshMachine; later: FreshMachine } {
  const native = { ...loadNative() };
  const [whole, later] = [freshMachine(native), freshMachine(native)];
  // LiteSVM also creates a faucet, whose address differs between processes; ledgers do not keep the faucet.
  const [faucet] = whole.svm.getProgramAccounts(addressBytes(PROGRAMS.system));
  const none = new native.Account(0n, new Uint8Array(0), addressBytes(PROGRAMS.system), false, 0n);
  whole.svm.setAccount(faucet!.address, none);
  return { native, whole, later };
}

function accountsOf({ svm }: FreshMachine, owners: Iterable<string>) {
  return new Map(
    [...owners].flatMap((owner) =>
      svm.getProgramAccounts(addressBytes(owner)).map((placed) => {
        const account = placed.account();
        const { length } = account.data();
        const parts = [owner, account.lamports(), account.executable(), account.rentEpoch(), length];
        return [bs58.encode(placed.address), [...parts, Buffer.from(account.data()).toString("base64")]];
      }),
    ),
  );
}

describe("machines of one process", () => {
  it("begin with the same accounts", () => {
    const { whole, later } = machines();
    later.loadAll();
    const expected = accountsOf(whole, OWNERS);
    expect(expected.size).toBeGreaterThan(250);
    expect(accountsOf(later, OWNERS)).toEqual(expected);
  });

  it("contain a program and its code only after the program was loaded", () => {
    const { whole, later } = machines();
    const ofPrograms = [...accountsOf(whole, LOADERS).keys()];
    expect(ofPrograms.length).toBeGreaterThan(10);
    const there = () => ofPrograms.filter((address) => later.svm.getAccount(addressBytes(address)) !== null);
    expect(there()).toEqual([]);
    later.load(PROGRAMS.memo);
    later.load(payer!.address);
    expect(there()).toEqual([PROGRAMS.memo]);
    later.load(PROGRAMS.token);
    const { address: code } = programAddress([addressBytes(PROGRAMS.token)], PROGRAMS.loaderV3);
    expect(new Set(there())).toEqual(new Set([PROGRAMS.memo, PROGRAMS.token, code]));
  });

  it("run every program to the same logs, units and errors", () => {
    const { native, whole, later } = machines();
    const programs = [...accountsOf(whole, OWNERS)].filter(([, [, , executable]]) => executable);
    const outcomes = [whole, later].map((machine) => {
      const wallet = new native.Account(10n ** 9n, new Uint8Array(0), new Uint8Array(32), false, 0n);
      machine.svm.setBlockhashCheck(false);
      machine.svm.setAccount(addressBytes(payer!.address), wallet);
      return programs.flatMap(([programId]) =>
        [[], [0], [1], [9], [2, 0, 0, 0], [...Buffer.from("memo")]].map((data) => {
          const accounts = [payer!.address, reader!.address].map((address, at) => ({
            address,
            signer: at === 0,
            writable: true,
          }));
          const instruction = { programId, accounts, data: Uint8Array.from(data) };
          const blockhash = machine.svm.latestBlockhash();
          machine.load(programId);
          return machine.svm
            .simulateVersionedTransaction(signedTransaction([payer!], [instruction], blockhash))
            .toString();
        }),
      );
    });
    expect(outcomes[0]!.some((outcome) => outcome.includes("Program log: "))).toBe(true);
    expect(outcomes[1]).toEqual(outcomes[0]);
  });
});
