import { byNumber, type Call, form } from "./instruction-call.js";

const nonce = (call: Call) => call.named("nonceAccount", "nonceAuthority");

/** An instruction of the System program. @throws {RangeError} if it is none */
export const systemInstruction = byNumber([
  form("createAccount", 2, (call) => ({
    ...call.named("source", "newAccount"),
    ...{ lamports: call.data.u64(), space: call.data.u64(), owner: call.data.key() },
  })),
  form("assign", 1, (call) => ({ ...call.named("account"), owner: call.data.key() })),
  form("transfer", 2, (call) => ({ ...call.named("source", "destination"), lamports: call.data.u64() })),
  form("createAccountWithSeed", 2, (call) => ({
    ...call.named("source", "newAccount"),
    ...{ base: call.data.key(), seed: call.data.longText(), lamports: call.data.u64() },
    ...{ space: call.data.u64(), owner: call.data.key() },
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
    ...{ base: call.data.key(), seed: call.data.longText(), space: call.data.u64(), owner: call.data.key() },
  })),
  form("assignWithSeed", 2, (call) => ({
    ...call.named("account"),
    ...{ base: call.data.key(), seed: call.data.longText(), owner: call.data.key() },
  })),
  form("transferWithSeed", 3, (call) => ({
    ...call.named("source", "sourceBase", "destination"),
    ...{ lamports: call.data.u64(), sourceSeed: call.data.longText(), sourceOwner: call.data.key() },
  })),
  form("upgradeNonce", 1, (call) => call.named("nonceAccount")),
]);
