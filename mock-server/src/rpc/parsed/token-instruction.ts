import { ByteReader } from "../../chain/byte-reader.js";
import type { Words } from "./instruction-form.js";
import { type Call, type Form, form, wordsBy } from "./instruction-form.js";
import { oneOf } from "./stake.js";
import { uiAmount } from "./token-amount.js";
import { EXTENSION_FORMS, interfaceInstruction } from "./token-extension-instruction.js";
import { extensionTypeName } from "./token-extensions.js";

/** Kinds of authority for `setAuthority`, by number. */
const AUTHORITIES = [
  ...["mintTokens", "freezeAccount", "accountOwner", "closeAccount", "transferFeeConfig", "withheldWithdraw"],
  ...["closeMint", "interestRate", "permanentDelegate", "confidentialTransferMint", "transferHookProgramId"],
  ...["confidentialTransferFeeConfig", "metadataPointer", "groupPointer", "groupMemberPointer"],
  ...["scaledUiAmount", "pause"],
];
/** The authorities that belong to a token account. All other authorities belong to a mint. */
const OF_ACCOUNTS: ReadonlySet<string> = new Set(["accountOwner", "closeAccount"]);

const initializeMint = (rent: boolean, type: string): Form =>
  form(type, rent ? 2 : 1, (call) => {
    const { data } = call;
    const [decimals, mintAuthority] = [data.u8(), data.key()];
    const freezeAuthority = data.optional(() => data.key());
    return {
      ...(rent ? call.named("mint", "rentSysvar") : { mint: call.accounts[0] }),
      decimals,
      mintAuthority,
      ...(freezeAuthority !== undefined && { freezeAuthority }),
    };
  });

/** An instruction that moves an amount. The authority follows the named accounts. */
const moving = (type: string, names: readonly string[], who: string, checked: boolean): Form =>
  form(type, names.length + 1, (call) => {
    const { data } = call;
    const amount = data.u64();
    return {
      ...call.named(...names),
      ...call.signer(names.length, who),
      ...(checked ? { tokenAmount: uiAmount(amount, data.u8()) } : { amount: String(amount) }),
    };
  });

const done = (type: string, names: readonly string[], who: string): Form =>
  form(type, names.length + 1, (call) => ({ ...call.named(...names), ...call.signer(names.length, who) }));

const multisig = (type: string, names: readonly string[]): Form =>
  form(type, names.length + 1, (call) => ({
    ...call.named(...names),
    signers: call.accounts.slice(names.length),
    m: call.data.u8(),
  }));

const named = (type: string, ...names: readonly string[]): Form =>
  form(type, names.length, (call) => call.named(...names));

const setAuthority = form("setAuthority", 2, (call) => {
  const { data } = call;
  const authorityType = oneOf(AUTHORITIES, data.u8());
  return {
    authorityType,
    [OF_ACCOUNTS.has(authorityType) ? "account" : "mint"]: call.accounts[0],
    newAuthority: data.optional(() => data.key()) ?? null,
    ...call.signer(1, "authority"),
  };
});

/** Names of the extensions listed in the rest of the data. @throws {RangeError} for an unknown extension */
function extensionTypes({ data }: Call): string[] {
  return Array.from({ length: data.left / 2 }, () => {
    const name = extensionTypeName(data.u16());
    if (name === undefined) throw new RangeError("no such extension");
    return name;
  });
}

const SOURCE_TO = ["source", "destination"];
const FORMS: readonly (Form | undefined)[] = [
  initializeMint(true, "initializeMint"),
  named("initializeAccount", "account", "mint", "owner", "rentSysvar"),
  multisig("initializeMultisig", ["multisig", "rentSysvar"]),
  moving("transfer", SOURCE_TO, "authority", false),
  moving("approve", ["source", "delegate"], "owner", false),
  done("revoke", ["source"], "owner"),
  setAuthority,
  moving("mintTo", ["mint", "account"], "mintAuthority", false),
  moving("burn", ["account", "mint"], "authority", false),
  done("closeAccount", ["account", "destination"], "owner"),
  done("freezeAccount", ["account", "mint"], "freezeAuthority"),
  done("thawAccount", ["account", "mint"], "freezeAuthority"),
  moving("transferChecked", ["source", "mint", "destination"], "authority", true),
  moving("approveChecked", ["source", "mint", "delegate"], "owner", true),
  moving("mintToChecked", ["mint", "account"], "mintAuthority", true),
  moving("burnChecked", ["account", "mint"], "authority", true),
  form("initializeAccount2", 3, (call) => ({
    ...call.named("account", "mint", "rentSysvar"),
    owner: call.data.key(),
  })),
  named("syncNative", "account"),
  form("initializeAccount3", 2, (call) => ({ ...call.named("account", "mint"), owner: call.data.key() })),
  multisig("initializeMultisig2", ["multisig"]),
  initializeMint(false, "initializeMint2"),
  form("getAccountDataSize", 1, (call) => ({
    mint: call.accounts[0],
    ...(call.data.left > 0 && { extensionTypes: extensionTypes(call) }),
  })),
  named("initializeImmutableOwner", "account"),
  form("amountToUiAmount", 1, (call) => ({ mint: call.accounts[0], amount: String(call.data.u64()) })),
  form("uiAmountToAmount", 1, (call) => ({ mint: call.accounts[0], uiAmount: call.data.rest() })),
  form("initializeMintCloseAuthority", 1, (call) => ({
    mint: call.accounts[0],
    newAuthority: call.data.optional(() => call.data.key()) ?? null,
  })),
];

const REALLOCATE = 29;
const MORE: ReadonlyMap<number, Form> = new Map([
  [
    REALLOCATE,
    form("reallocate", 4, (call) => ({
      ...call.named("account", "payer", "systemProgram"),
      ...call.signer(3, "owner"),
      extensionTypes: extensionTypes(call),
    })),
  ],
  [31, named("createNativeMint", "payer", "nativeMint", "systemProgram")],
  [32, named("initializeNonTransferableMint", "mint")],
  [
    35,
    form("initializePermanentDelegate", 1, (call) => ({ mint: call.accounts[0], delegate: call.data.key() })),
  ],
  [38, done("withdrawExcessLamports", SOURCE_TO, "authority")],
]);

export function tokenInstruction(accounts: readonly string[], data: Uint8Array): Words {
  const ofInterface = interfaceInstruction(accounts, data);
  if (ofInterface) return ofInterface;
  const reader = new ByteReader(data);
  const kind = reader.u8();
  const found = FORMS[kind] ?? MORE.get(kind);
  if (found) return wordsBy(found, accounts, reader);
  return wordsBy(EXTENSION_FORMS.get(kind)?.[reader.u8()], accounts, reader);
}
