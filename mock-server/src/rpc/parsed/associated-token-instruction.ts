import { ByteReader } from "./byte-reader.js";
import { type Call, form, wordsBy } from "./instruction-call.js";
import type { Words } from "./words.js";

const made = (call: Call) =>
  call.named("source", "account", "wallet", "mint", "systemProgram", "tokenProgram");

const FORMS = [
  form("create", 6, made),
  form("createIdempotent", 6, made),
  form("recoverNested", 7, (call) =>
    call.named(
      ...["nestedSource", "nestedMint", "destination", "nestedOwner"],
      ...["ownerMint", "wallet", "tokenProgram"],
    ),
  ),
];

/** An instruction of the associated-token program. @throws {RangeError} if it is none */
export function associatedTokenInstruction(accounts: readonly string[], data: Uint8Array): Words {
  // No data at all is the first release's way to say create.
  if (data.length > 1) throw new RangeError("no such instruction");
  return wordsBy(FORMS[data[0] ?? 0], accounts, new ByteReader(data));
}
