import bs58 from "bs58";
import { addressBytes } from "../world/addresses.js";
import type { Wallet } from "../world/wallets.js";

/** An instruction before it is compiled into a message. */
export interface PlainInstruction {
  readonly programId: string;
  readonly accounts: readonly {
    readonly address: string;
    readonly signer: boolean;
    readonly writable: boolean;
  }[];
  readonly data: Uint8Array;
}

/**
 * A signed legacy transaction, as a validator's faucet makes it. The first signer pays.
 *
 * @throws RangeError if an address is none
 */
export function signedTransaction(
  signers: readonly [Wallet, ...Wallet[]],
  instructions: readonly PlainInstruction[],
  blockhash: string,
): Uint8Array {
  const message = compileMessage(signers[0].address, instructions, blockhash);
  const signatures = signers.map((signer) => signer.sign(message));
  return Buffer.concat([Uint8Array.of(signatures.length), ...signatures, message]);
}

/** The legacy message of instructions: accounts by privilege, and within one in the order of their first use. */
function compileMessage(
  payer: string,
  instructions: readonly PlainInstruction[],
  blockhash: string,
): Uint8Array {
  const rights = new Map([[payer, { signer: true, writable: true }]]);
  const use = (address: string, signer: boolean, writable: boolean) => {
    const known = rights.get(address);
    rights.set(address, {
      signer: signer || known?.signer === true,
      writable: writable || known?.writable === true,
    });
  };
  for (const { accounts } of instructions) {
    for (const { address, signer, writable } of accounts) use(address, signer, writable);
  }
  for (const { programId } of instructions) use(programId, false, false);
  const groups = [
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ].map(([signer, writable]) =>
    [...rights].filter(([, r]) => r.signer === signer && r.writable === writable).map(([key]) => key),
  );
  const keys = groups.flat();
  const count = (group: number) => groups[group]?.length ?? 0;
  const index = new Map(keys.map((key, at) => [key, at]));
  const at = (address: string) => index.get(address) ?? 0;
  return Buffer.concat([
    Uint8Array.of(count(0) + count(1), count(1), count(3)),
    lengthPrefix(keys.length),
    ...keys.map(addressBytes),
    bs58.decode(blockhash),
    lengthPrefix(instructions.length),
    ...instructions.flatMap(({ programId, accounts, data }) => [
      Uint8Array.of(at(programId)),
      lengthPrefix(accounts.length),
      Uint8Array.from(accounts, ({ address }) => at(address)),
      lengthPrefix(data.length),
      data,
    ]),
  ]);
}

/** A length as the chain writes it: seven bits a byte, least first. */
export function lengthPrefix(length: number): Uint8Array {
  return length < 0x80 ? Uint8Array.of(length) : Uint8Array.of((length & 0x7f) | 0x80, length >> 7);
}
