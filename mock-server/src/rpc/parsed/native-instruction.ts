import { ByteReader } from "../../chain/byte-reader.js";
import { byNumber, type Call, form, type Words, wordsBy } from "./instruction-form.js";

const nonce = (call: Call) => call.named("nonceAccount", "nonceAuthority");

export const systemInstruction = byNumber([
  form("createAccount", 2, (call) => ({
    ...call.named("source", "newAccount"),
    lamports: call.data.u64(),
    space: call.data.u64(),
    owner: call.data.key(),
  })),
  form("assign", 1, (call) => ({ ...call.named("account"), owner: call.data.key() })),
  form("transfer", 2, (call) => ({ ...call.named("source", "destination"), lamports: call.data.u64() })),
  form("createAccountWithSeed", 2, (call) => ({
    ...call.named("source", "newAccount"),
    base: call.data.key(),
    seed: call.data.longText(),
    lamports: call.data.u64(),
    space: call.data.u64(),
    owner: call.data.key(),
  })),
  form("advanceNonce", 3, (call) => call.named("nonceAccount", "recentBlockhashesSysvar", "nonceAuthority")),
  form("withdrawFromNonce", 5, (call) => ({
    ...call.named("nonceAccount", "destination", "recentBlockhashesSysvar", "rentSysvar", "nonceAuthority"),
    lamports: call.data.u64(),
  })),
  form("initializeNonce", 3, (call) => ({
    ...call.named("nonceAccount", "recentBlockhashesSysvar", "rentSysvar"),
    nonceAuthority: call.data.key(),
  })),
  form("authorizeNonce", 2, (call) => ({ ...nonce(call), newAuthorized: call.data.key() })),
  form("allocate", 1, (call) => ({ ...call.named("account"), space: call.data.u64() })),
  form("allocateWithSeed", 2, (call) => ({
    ...call.named("account"),
    base: call.data.key(),
    seed: call.data.longText(),
    space: call.data.u64(),
    owner: call.data.key(),
  })),
  form("assignWithSeed", 2, (call) => ({
    ...call.named("account"),
    base: call.data.key(),
    seed: call.data.longText(),
    owner: call.data.key(),
  })),
  form("transferWithSeed", 3, (call) => ({
    ...call.named("source", "sourceBase", "destination"),
    lamports: call.data.u64(),
    sourceSeed: call.data.longText(),
    sourceOwner: call.data.key(),
  })),
  form("upgradeNonce", 1, (call) => call.named("nonceAccount")),
]);

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

export function associatedTokenInstruction(accounts: readonly string[], data: Uint8Array): Words {
  // Empty data means `create`, as in the program's first release.
  if (data.length > 1) throw new RangeError("no such instruction");
  return wordsBy(FORMS[data[0] ?? 0], accounts, new ByteReader(data));
}

function written(reader: ByteReader) {
  const offset = reader.u32();
  const length = reader.u64();
  if (length > BigInt(reader.left)) throw new RangeError("there are too few bytes");
  return { offset, bytes: Buffer.from(reader.take(Number(length))).toString("base64") };
}

/** Names the accounts. An omitted optional account is null. */
function orNull(call: Call, ...names: readonly string[]) {
  return Object.fromEntries(names.map((name, at) => [name, call.accounts[at] ?? null]));
}

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

const table = (call: Call) => call.named("lookupTableAccount", "lookupTableAuthority");

export const lookupTableInstruction = byNumber([
  form("createLookupTable", 4, (call) => ({
    ...call.named("lookupTableAccount", "lookupTableAuthority", "payerAccount", "systemProgram"),
    recentSlot: call.data.u64(),
    bumpSeed: call.data.u8(),
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
