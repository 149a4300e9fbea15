import { createHash } from "node:crypto";
import { ByteReader } from "../../formats/byte-reader.js";
import {
  authority,
  bool,
  type Call,
  decimal64,
  type Fields,
  type Form,
  form,
  i16,
  i64,
  key,
  keyOrZero,
  oneOf,
  optional,
  orNone,
  orNull,
  parsedBy,
  shortText,
  u8,
  u16,
  uint64,
  type Words,
} from "./layout.js";
import { uiAmount } from "./token-amount.js";
import { ACCOUNT_STATES, extensionTypeName, plainDouble } from "./token-extensions.js";

/** Kinds of authority for `setAuthority`, by number. */
const AUTHORITIES = [
  "mintTokens",
  "freezeAccount",
  "accountOwner",
  "closeAccount",
  "transferFeeConfig",
  "withheldWithdraw",
  "closeMint",
  "interestRate",
  "permanentDelegate",
  "confidentialTransferMint",
  "transferHookProgramId",
  "confidentialTransferFeeConfig",
  "metadataPointer",
  "groupPointer",
  "groupMemberPointer",
  "scaledUiAmount",
  "pause",
];
/** The authorities that belong to a token account. All other authorities belong to a mint. */
const OF_ACCOUNTS: ReadonlySet<string> = new Set(["accountOwner", "closeAccount"]);

const amount = { amount: decimal64 };
const checked = {
  tokenAmount: (reader: ByteReader) => {
    const units = reader.u64();
    return uiAmount(units, { decimals: reader.u8() });
  },
};
const newMint = { decimals: u8, mintAuthority: key, freezeAuthority: optional(key) };

function setAuthority({ accounts, data }: Call) {
  const authorityType = oneOf(AUTHORITIES)(data);
  const owned = OF_ACCOUNTS.has(authorityType) ? "account" : "mint";
  return { authorityType, [owned]: accounts[0], newAuthority: orNull(optional(key))(data) };
}

/** Names of the extensions listed in the rest of the data. @throws {RangeError} for an unknown extension */
function extensionTypes(data: ByteReader): string[] | undefined {
  const names = Array.from({ length: data.left / 2 }, () => extensionTypeName(data.u16()));
  if (names.includes(undefined)) throw new RangeError("no such extension");
  return names as string[];
}

/** Instructions that set or change a mint's pointer, which has an authority and a target. */
const pointer = (what: string, to: string): readonly Form[] => [
  form(`initialize${what}`, "mint", { authority: orNone(keyOrZero), [to]: orNone(keyOrZero) }),
  form(`update${what}`, "mint @authority", { [to]: orNone(keyOrZero) }),
];

const switched = (what: string): readonly Form[] => [
  form(`enable${what}`, "account @owner"),
  form(`disable${what}`, "account @owner"),
];

/** Instructions that set up an extension of a mint and change it. */
const setUp = (name: string, first: Fields, [change, by, then]: readonly [string, string, Fields]) => [
  form(`initialize${name}`, "mint", first),
  form(change, `mint @${by}`, then),
];

const accountState = { accountState: oneOf(ACCOUNT_STATES) };
const WITHHELD = "mint feeRecipient";

const TRANSFER_FEE: readonly Form[] = [
  form("initializeTransferFeeConfig", "mint", {
    transferFeeConfigAuthority: optional(key),
    withdrawWithheldAuthority: optional(key),
    transferFeeBasisPoints: u16,
    maximumFee: uint64,
  }),
  form("transferCheckedWithFee", "source mint destination @authority", ({ data }) => {
    const [units, decimals, fee] = [data.u64(), data.u8(), data.u64()];
    return { tokenAmount: uiAmount(units, { decimals }), feeAmount: uiAmount(fee, { decimals }) };
  }),
  form("withdrawWithheldTokensFromMint", `${WITHHELD} @withdrawWithheldAuthority`),
  ({ accounts, data }) => {
    const first = accounts.length - data.u8();
    const sourceAccounts = accounts.slice(Math.max(0, first));
    const withdraw = form(
      "withdrawWithheldTokensFromAccounts",
      `${WITHHELD} @withdrawWithheldAuthority`,
      () => ({ sourceAccounts }),
    );
    return withdraw({ accounts: accounts.slice(0, Math.max(0, first)), data });
  },
  form("harvestWithheldTokensToMint", "mint *sourceAccounts?"),
  form("setTransferFee", "mint -", ({ accounts, data }) => {
    const fee = { transferFeeBasisPoints: data.u16(), maximumFee: data.u64() };
    const by = authority("transferFeeConfigAuthority", accounts.slice(1));
    // A node misspells this name: `multisigtransferFeeConfigAuthority`.
    const names = Object.entries(by).map(([name, who]) => [name.replace("multisigT", "multisigt"), who]);
    return { ...Object.fromEntries(names), ...fee };
  }),
];

/** Instructions by their first byte. For an extension's instructions, the second byte selects one. */
const FORMS: Readonly<Record<number, Form | readonly Form[]>> = {
  0: form("initializeMint", "mint rentSysvar", newMint),
  1: form("initializeAccount", "account mint owner rentSysvar"),
  2: form("initializeMultisig", "multisig rentSysvar *signers", { m: u8 }),
  3: form("transfer", "source destination @authority", amount),
  4: form("approve", "source delegate @owner", amount),
  5: form("revoke", "source @owner"),
  6: form("setAuthority", "- @authority", setAuthority),
  7: form("mintTo", "mint account @mintAuthority", amount),
  8: form("burn", "account mint @authority", amount),
  9: form("closeAccount", "account destination @owner"),
  10: form("freezeAccount", "account mint @freezeAuthority"),
  11: form("thawAccount", "account mint @freezeAuthority"),
  12: form("transferChecked", "source mint destination @authority", checked),
  13: form("approveChecked", "source mint delegate @owner", checked),
  14: form("mintToChecked", "mint account @mintAuthority", checked),
  15: form("burnChecked", "account mint @authority", checked),
  16: form("initializeAccount2", "account mint rentSysvar", { owner: key }),
  17: form("syncNative", "account"),
  18: form("initializeAccount3", "account mint", { owner: key }),
  19: form("initializeMultisig2", "multisig *signers", { m: u8 }),
  20: form("initializeMint2", "mint", newMint),
  21: form("getAccountDataSize", "mint", {
    extensionTypes: (data) => (data.left > 0 ? extensionTypes(data) : undefined),
  }),
  22: form("initializeImmutableOwner", "account"),
  23: form("amountToUiAmount", "mint", amount),
  24: form("uiAmountToAmount", "mint", { uiAmount: (data) => data.rest() }),
  25: form("initializeMintCloseAuthority", "mint", { newAuthority: orNull(optional(key)) }),
  26: TRANSFER_FEE,
  28: setUp("DefaultAccountState", accountState, [
    "updateDefaultAccountState",
    "freezeAuthority",
    accountState,
  ]),
  29: form("reallocate", "account payer systemProgram @owner", { extensionTypes }),
  30: switched("RequiredMemoTransfers"),
  31: form("createNativeMint", "payer nativeMint systemProgram"),
  32: form("initializeNonTransferableMint", "mint"),
  33: setUp("InterestBearingConfig", { rateAuthority: keyOrZero, rate: i16 }, [
    ...(["updateInterestBearingConfigRate", "rateAuthority", { newRate: i16 }] as const),
  ]),
  34: switched("CpiGuard"),
  35: form("initializePermanentDelegate", "mint", { delegate: key }),
  36: pointer("TransferHook", "programId"),
  38: form("withdrawExcessLamports", "source destination @authority"),
  39: pointer("MetadataPointer", "metadataAddress"),
  40: pointer("GroupPointer", "groupAddress"),
  41: pointer("GroupMemberPointer", "memberAddress"),
  43: setUp("ScaledUiAmountConfig", { authority: keyOrZero, multiplier: plainDouble }, [
    "updateMultiplier",
    "authority",
    { newMultiplier: plainDouble, newMultiplierTimestamp: i64 },
  ]),
  44: [
    form("initializePausableConfig", "mint", { authority: keyOrZero }),
    form("pause", "mint @authority"),
    form("resume", "mint @authority"),
  ],
};

const DISCRIMINATOR_BYTES = 8;
const METADATA = "metadata updateAuthority";
const OTHER_FIELD = 3;

function field(data: ByteReader): string {
  const kind = data.u8();
  return kind === OTHER_FIELD ? data.text() : oneOf(["name", "symbol", "uri"], () => kind)(data);
}

/** Instructions of the token metadata interface, by a hash of the name, which is the same in every program. */
const INTERFACE_FORMS: ReadonlyMap<string, Form> = new Map(
  Object.entries({
    initialize_account: form("initializeTokenMetadata", `${METADATA} mint mintAuthority`, {
      name: shortText,
      symbol: shortText,
      uri: shortText,
    }),
    updating_field: form("updateTokenMetadataField", METADATA, { field, value: shortText }),
    remove_key_ix: form("removeTokenMetadataKey", METADATA, { idempotent: bool, key: shortText }),
    update_the_authority: form("updateTokenMetadataAuthority", METADATA, { newAuthority: keyOrZero }),
  }).map(([name, found]) => {
    const hash = createHash("sha256").update(`spl_token_metadata_interface:${name}`).digest("hex");
    return [hash.slice(0, 2 * DISCRIMINATOR_BYTES), found];
  }),
);

export function tokenInstruction(data: Uint8Array, accounts: readonly string[]): Words {
  const start = Buffer.from(data.subarray(0, DISCRIMINATOR_BYTES)).toString("hex");
  const ofInterface = INTERFACE_FORMS.get(start);
  if (ofInterface) return parsedBy(ofInterface, accounts, new ByteReader(data, DISCRIMINATOR_BYTES));
  const reader = new ByteReader(data);
  const found = FORMS[reader.u8()];
  return parsedBy(typeof found === "function" ? found : found?.[reader.u8()], accounts, reader);
}
