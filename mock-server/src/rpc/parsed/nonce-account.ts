import { ByteReader } from "./byte-reader.js";
import type { Words } from "./words.js";

const LEGACY = 0;
const CURRENT = 1;
const INITIALIZED = 1;

/** A nonce in use; it is the System program's one account with words. @throws {RangeError} for any other */
export function nonceWords(data: Uint8Array): Words {
  const reader = new ByteReader(data);
  const version = reader.u32();
  if ((version !== LEGACY && version !== CURRENT) || reader.u32() !== INITIALIZED)
    throw new RangeError("no nonce");
  return {
    type: "initialized",
    info: {
      authority: reader.key(),
      blockhash: reader.key(),
      feeCalculator: { lamportsPerSignature: String(reader.u64()) },
    },
  };
}
