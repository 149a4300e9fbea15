import bs58 from "bs58";
import type { InstructionWords } from "./associated-token-instruction.js";

const CREATE = 0;
const ASSIGN = 1;
const TRANSFER = 2;
const ADVANCE_NONCE = 4;
const WITHDRAW_NONCE = 5;
const INITIALIZE_NONCE = 6;
const AUTHORIZE_NONCE = 7;
const ALLOCATE = 8;

/** An instruction of the System program; those that derive addresses from seeds stay in bytes. */
export function parseSystem(accounts: readonly string[], data: Uint8Array): InstructionWords | undefined {
  if (data.length < 4) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const key = (at: number): string => bs58.encode(data.subarray(at, at + 32));
  const [first, second, third] = accounts;
  if (first === undefined) return undefined;
  const tag = view.getUint32(0, true);
  if (tag === CREATE && data.length >= 52 && second !== undefined) {
    const [lamports, space] = [view.getBigUint64(4, true), view.getBigUint64(12, true)];
    return {
      type: "createAccount",
      info: { lamports, newAccount: second, owner: key(20), source: first, space },
    };
  }
  if (tag === ASSIGN && data.length >= 36) return { type: "assign", info: { account: first, owner: key(4) } };
  if (tag === TRANSFER && data.length >= 12 && second !== undefined) {
    return {
      type: "transfer",
      info: { destination: second, lamports: view.getBigUint64(4, true), source: first },
    };
  }
  if (tag === ADVANCE_NONCE && third !== undefined) {
    return {
      type: "advanceNonce",
      info: { nonceAccount: first, nonceAuthority: third, recentBlockhashesSysvar: second },
    };
  }
  if (tag === WITHDRAW_NONCE && data.length >= 12 && accounts.length >= 5) {
    return {
      type: "withdrawFromNonce",
      info: {
        destination: second,
        lamports: view.getBigUint64(4, true),
        nonceAccount: first,
        nonceAuthority: accounts[4],
        recentBlockhashesSysvar: third,
        rentSysvar: accounts[3],
      },
    };
  }
  if (tag === INITIALIZE_NONCE && data.length >= 36 && third !== undefined) {
    return {
      type: "initializeNonce",
      info: {
        nonceAccount: first,
        nonceAuthority: key(4),
        recentBlockhashesSysvar: second,
        rentSysvar: third,
      },
    };
  }
  if (tag === AUTHORIZE_NONCE && data.length >= 36 && second !== undefined) {
    return {
      type: "authorizeNonce",
      info: { newAuthorized: key(4), nonceAccount: first, nonceAuthority: second },
    };
  }
  if (tag === ALLOCATE && data.length >= 12) {
    return { type: "allocate", info: { account: first, space: view.getBigUint64(4, true) } };
  }
  return undefined;
}
