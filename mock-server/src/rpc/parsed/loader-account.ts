import { ByteReader } from "./byte-reader.js";
import type { Words } from "./words.js";

const base64 = (bytes: Uint8Array): [string, "base64"] => [Buffer.from(bytes).toString("base64"), "base64"];

/** An account of the upgradeable loader: a program, its data, or a buffer. @throws {RangeError} if it is none */
export function loaderWords(data: Uint8Array): Words {
  const reader = new ByteReader(data);
  switch (reader.u32()) {
    case 0:
      return { type: "uninitialized" };
    case 1: {
      const authority = reader.optional(() => reader.key()) ?? null;
      return { type: "buffer", info: { authority, data: base64(data.subarray(reader.at)) } };
    }
    case 2:
      return { type: "program", info: { programData: reader.key() } };
    case 3: {
      const slot = reader.u64();
      const authority = reader.optional(() => reader.key()) ?? null;
      return { type: "programData", info: { slot, authority, data: base64(data.subarray(reader.at)) } };
    }
    default:
      throw new RangeError("an account of the loader is one of four kinds");
  }
}
