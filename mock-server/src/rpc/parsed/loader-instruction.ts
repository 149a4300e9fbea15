import type { ByteReader } from "./byte-reader.js";
import { byNumber, type Call, form } from "./instruction-call.js";

function written(reader: ByteReader) {
  const offset = reader.u32();
  const length = reader.u64();
  if (length > BigInt(reader.left)) throw new RangeError("there are fewer bytes");
  return { offset, bytes: Buffer.from(reader.take(Number(length))).toString("base64") };
}

/** Accounts of which the last ones may be left out, which is told as null. */
function orNull(call: Call, ...names: readonly string[]) {
  return Object.fromEntries(names.map((name, at) => [name, call.accounts[at] ?? null]));
}

/** An instruction of the upgradeable loader. @throws {RangeError} if it is none */
export const upgradeableLoaderInstruction = byNumber([
  form("initializeBuffer", 1, (call) => call.named("account", "authority")),
  form("write", 2, (call) => ({ ...call.named("account", "authority"), ...written(call.data) })),
  form("deployWithMaxDataLen", 8, (call) => ({
    ...call.named(
      ...["payerAccount", "programDataAccount", "programAccount", "bufferAccount"],
      ...["rentSysvar", "clockSysvar", "systemProgram", "authority"],
    ),
    maxDataLen: call.data.u64(),
  })),
  form("upgrade", 7, (call) =>
    call.named(
      ...["programDataAccount", "programAccount", "bufferAccount", "spillAccount"],
      ...["rentSysvar", "clockSysvar", "authority"],
    ),
  ),
  form("setAuthority", 2, (call) => orNull(call, "account", "authority", "newAuthority")),
  form("close", 3, (call) => orNull(call, "account", "recipient", "authority", "programAccount")),
  form("extendProgram", 2, (call) => ({
    ...orNull(call, "programDataAccount", "programAccount", "systemProgram", "payerAccount"),
    additionalBytes: call.data.u32(),
  })),
  form("setAuthorityChecked", 3, (call) => call.named("account", "authority", "newAuthority")),
  form("migrate", 3, (call) => call.named("programDataAccount", "programAccount", "authority")),
  form("extendProgramChecked", 3, (call) => ({
    ...orNull(call, "programDataAccount", "programAccount", "authority", "systemProgram", "payerAccount"),
    additionalBytes: call.data.u32(),
  })),
]);

/** An instruction of the loader of programs that stay as they are. @throws {RangeError} if it is none */
export const loaderInstruction = byNumber([
  form("write", 1, (call) => ({ ...call.named("account"), ...written(call.data) })),
  form("finalize", 2, (call) => ({ account: call.accounts[0] })),
]);

const table = (call: Call) => call.named("lookupTableAccount", "lookupTableAuthority");

/** An instruction of the program of lookup tables. @throws {RangeError} if it is none */
export const lookupTableInstruction = byNumber([
  form("createLookupTable", 4, (call) => ({
    ...call.named("lookupTableAccount", "lookupTableAuthority", "payerAccount", "systemProgram"),
    ...{ recentSlot: call.data.u64(), bumpSeed: call.data.u8() },
  })),
  form("freezeLookupTable", 2, table),
  form("extendLookupTable", 2, (call) => ({
    ...(call.accounts.length >= 4
      ? call.named("lookupTableAccount", "lookupTableAuthority", "payerAccount", "systemProgram")
      : table(call)),
    newAddresses: call.data.list(() => call.data.key()),
  })),
  form("deactivateLookupTable", 2, table),
  form("closeLookupTable", 3, (call) =>
    call.named("lookupTableAccount", "lookupTableAuthority", "recipient"),
  ),
]);
