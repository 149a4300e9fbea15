import bs58 from "bs58";
import { PROGRAM_IDS } from "intent-tx/contract";
import { PROGRAMS } from "../chain/programs.js";
import type { ChainAccount } from "../ledger/ledger.js";
import { type ParsedAccount, parseTokenAccount } from "./parsed-token.js";

const LOOKUP_TABLE_HEADER = 56;
const NONCE_LENGTH = 80;

/**
 * An account in words: token accounts, mints, nonces and lookup tables. Undefined for what has no such form, a wallet
 * included: it is written as base64 then.
 */
export function parseAccount(account: ChainAccount, decimals: number | undefined): ParsedAccount | undefined {
  const { owner, data } = account;
  if (owner === PROGRAM_IDS.system) return parseNonce(data);
  if (owner === PROGRAMS.addressLookupTable) return parseLookupTable(data);
  return parseTokenAccount(account, decimals);
}

function parseNonce(data: Uint8Array): ParsedAccount | undefined {
  if (data.length !== NONCE_LENGTH) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  // A version, then whether the nonce is in use.
  if (view.getUint32(0, true) > 1 || view.getUint32(4, true) !== 1) return undefined;
  return {
    program: "nonce",
    parsed: {
      type: "initialized",
      info: {
        authority: bs58.encode(data.subarray(8, 40)),
        blockhash: bs58.encode(data.subarray(40, 72)),
        feeCalculator: { lamportsPerSignature: view.getBigUint64(72, true).toString() },
      },
    },
    space: data.length,
  };
}

function parseLookupTable(data: Uint8Array): ParsedAccount | undefined {
  if (data.length < LOOKUP_TABLE_HEADER) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (view.getUint32(0, true) !== 1) return undefined;
  const addresses: string[] = [];
  for (let at = LOOKUP_TABLE_HEADER; at + 32 <= data.length; at += 32) {
    addresses.push(bs58.encode(data.subarray(at, at + 32)));
  }
  return {
    program: "address-lookup-table",
    parsed: {
      type: "lookupTable",
      info: {
        addresses,
        ...(data[21] === 1 && { authority: bs58.encode(data.subarray(22, 54)) }),
        deactivationSlot: view.getBigUint64(4, true).toString(),
        lastExtendedSlot: view.getBigUint64(12, true).toString(),
        lastExtendedSlotStartIndex: view.getUint8(20),
      },
    },
    space: data.length,
  };
}
