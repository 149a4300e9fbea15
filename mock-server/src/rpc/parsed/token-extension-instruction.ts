import { createHash } from "node:crypto";
import { ByteReader } from "../../chain/byte-reader.js";
import { type Call, type Form, form, type Words, wordsBy } from "./instruction-form.js";
import { oneOf } from "./stake.js";
import { uiAmount } from "./token-amount.js";
import { ACCOUNT_STATES, plainNumber } from "./token-extensions.js";

const mint = (call: Call) => ({ mint: call.accounts[0] });
/** A named address, or an empty object if the address is null. */
const some = (name: string, address: string | null) => (address === null ? {} : { [name]: address });

/** Instructions that set or change a mint's pointer, which has an authority and a target. */
const pointer = (what: string, to: string): readonly Form[] => [
  form(`initialize${what}`, 1, (call) => ({
    ...mint(call),
    ...some("authority", call.data.keyOrZero()),
    ...some(to, call.data.keyOrZero()),
  })),
  form(`update${what}`, 2, (call) => ({
    ...mint(call),
    ...some(to, call.data.keyOrZero()),
    ...call.signer(1, "authority"),
  })),
];

const onMint = (type: string): Form =>
  form(type, 2, (call) => ({ ...mint(call), ...call.signer(1, "authority") }));

const switched = (what: string): readonly Form[] =>
  ["enable", "disable"].map((how) =>
    form(`${how}${what}`, 2, (call) => ({ account: call.accounts[0], ...call.signer(1, "owner") })),
  );

const accountState = (call: Call) => ({ accountState: oneOf(ACCOUNT_STATES, call.data.u8()) });

const TRANSFER_FEE: readonly Form[] = [
  form("initializeTransferFeeConfig", 1, (call) => {
    const { data } = call;
    const [config, withheld] = [data.optional(() => data.key()), data.optional(() => data.key())];
    return {
      ...mint(call),
      transferFeeBasisPoints: data.u16(),
      maximumFee: data.u64(),
      ...some("transferFeeConfigAuthority", config ?? null),
      ...some("withdrawWithheldAuthority", withheld ?? null),
    };
  }),
  form("transferCheckedWithFee", 4, (call) => {
    const { data } = call;
    const [amount, decimals, fee] = [data.u64(), data.u8(), data.u64()];
    return {
      ...call.named("source", "mint", "destination"),
      ...call.signer(3, "authority"),
      tokenAmount: uiAmount(amount, decimals),
      feeAmount: uiAmount(fee, decimals),
    };
  }),
  form("withdrawWithheldTokensFromMint", 3, (call) => ({
    ...call.named("mint", "feeRecipient"),
    ...call.signer(2, "withdrawWithheldAuthority"),
  })),
  form("withdrawWithheldTokensFromAccounts", 3, (call) => {
    const sources = call.data.u8();
    if (call.accounts.length < 3 + sources) throw new RangeError("there are too few accounts");
    const first = call.accounts.length - sources;
    return {
      ...call.named("mint", "feeRecipient"),
      sourceAccounts: call.accounts.slice(first),
      ...call.signer(2, "withdrawWithheldAuthority", call.accounts.slice(0, first)),
    };
  }),
  form("harvestWithheldTokensToMint", 1, (call) => ({
    ...mint(call),
    sourceAccounts: call.accounts.slice(1),
  })),
  form("setTransferFee", 2, (call) => {
    const [transferFeeBasisPoints, maximumFee] = [call.data.u16(), call.data.u64()];
    const who = call.signer(1, "transferFeeConfigAuthority");
    // A node misspells this name: `multisigtransferFeeConfigAuthority`.
    const { multisigTransferFeeConfigAuthority: multisig, ...rest } = who;
    const signer = multisig === undefined ? rest : { ...rest, multisigtransferFeeConfigAuthority: multisig };
    return { ...mint(call), ...signer, transferFeeBasisPoints, maximumFee };
  }),
];

/** Forms of the extensions' instructions. The first data byte selects the extension, the second the instruction. */
export const EXTENSION_FORMS: ReadonlyMap<number, readonly Form[]> = new Map([
  [26, TRANSFER_FEE],
  [
    28,
    [
      form("initializeDefaultAccountState", 1, (call) => ({ ...mint(call), ...accountState(call) })),
      form("updateDefaultAccountState", 2, (call) => ({
        ...mint(call),
        ...accountState(call),
        ...call.signer(1, "freezeAuthority"),
      })),
    ],
  ],
  [30, switched("RequiredMemoTransfers")],
  [
    33,
    [
      form("initializeInterestBearingConfig", 1, (call) => ({
        ...mint(call),
        rateAuthority: call.data.keyOrZero(),
        rate: call.data.i16(),
      })),
      form("updateInterestBearingConfigRate", 2, (call) => ({
        ...mint(call),
        newRate: call.data.i16(),
        ...call.signer(1, "rateAuthority"),
      })),
    ],
  ],
  [34, switched("CpiGuard")],
  [36, pointer("TransferHook", "programId")],
  [39, pointer("MetadataPointer", "metadataAddress")],
  [40, pointer("GroupPointer", "groupAddress")],
  [41, pointer("GroupMemberPointer", "memberAddress")],
  [
    43,
    [
      form("initializeScaledUiAmountConfig", 1, (call) => ({
        ...mint(call),
        authority: call.data.keyOrZero(),
        multiplier: plainNumber(call.data.f64()),
      })),
      form("updateMultiplier", 2, (call) => ({
        ...mint(call),
        newMultiplier: plainNumber(call.data.f64()),
        newMultiplierTimestamp: call.data.i64(),
        ...call.signer(1, "authority"),
      })),
    ],
  ],
  [
    44,
    [
      form("initializePausableConfig", 1, (call) => ({ ...mint(call), authority: call.data.keyOrZero() })),
      onMint("pause"),
      onMint("resume"),
    ],
  ],
]);

const DISCRIMINATOR_BYTES = 8;
const FIELDS = ["name", "symbol", "uri"];
const OTHER_FIELD = 3;

/** The first bytes of an interface instruction: a hash of the instruction's name, the same in every program. */
function discriminator(name: string): string {
  return createHash("sha256").update(name).digest().subarray(0, DISCRIMINATOR_BYTES).toString("hex");
}

function field(reader: ByteReader): string {
  const kind = reader.u8();
  const name = FIELDS[kind];
  if (name !== undefined) return name;
  if (kind !== OTHER_FIELD) throw new RangeError("no such field");
  return reader.text();
}

const FORMS: ReadonlyMap<string, Form> = new Map(
  Object.entries({
    "spl_token_metadata_interface:initialize_account": form("initializeTokenMetadata", 4, (call) => ({
      ...call.named("metadata", "updateAuthority", "mint", "mintAuthority"),
      name: call.data.text(),
      symbol: call.data.text(),
      uri: call.data.text(),
    })),
    "spl_token_metadata_interface:updating_field": form("updateTokenMetadataField", 2, (call) => ({
      ...call.named("metadata", "updateAuthority"),
      field: field(call.data),
      value: call.data.text(),
    })),
    "spl_token_metadata_interface:remove_key_ix": form("removeTokenMetadataKey", 2, (call) => ({
      ...call.named("metadata", "updateAuthority"),
      idempotent: call.data.bool(),
      key: call.data.text(),
    })),
    "spl_token_metadata_interface:update_the_authority": form("updateTokenMetadataAuthority", 2, (call) => ({
      ...call.named("metadata", "updateAuthority"),
      newAuthority: call.data.keyOrZero(),
    })),
  }).map(([name, found]) => [discriminator(name), found]),
);

/**
 * An instruction of the token metadata interface, which Token-2022 implements; undefined for any other.
 *
 * @throws {RangeError} if it is such an instruction with invalid data
 */
export function interfaceInstruction(accounts: readonly string[], data: Uint8Array): Words | undefined {
  if (data.length < DISCRIMINATOR_BYTES) return undefined;
  const found = FORMS.get(Buffer.from(data.subarray(0, DISCRIMINATOR_BYTES)).toString("hex"));
  return found && wordsBy(found, accounts, new ByteReader(data, DISCRIMINATOR_BYTES));
}
