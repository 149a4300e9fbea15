import type { ByteReader } from "./byte-reader.js";
import { type Call, type Form, form } from "./instruction-call.js";

type Info = Readonly<Record<string, unknown>>;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
const balance = (reader: ByteReader): string => base64(reader.take(36));
const elgamalKey = (reader: ByteReader): string => base64(reader.take(32));
const ciphertexts = (reader: ByteReader): Uint8Array => reader.take(2 * 64);

function elgamalKeyOrZero(reader: ByteReader): string | null {
  const bytes = reader.take(32);
  return bytes.every((byte) => byte === 0) ? null : base64(bytes);
}

/** Whose last accounts are the owner and who signs for it. */
const owned = (type: string, names: readonly string[]): Form =>
  form(type, names.length + 1, (call) => ({
    ...call.named(...names),
    ...call.signer(names.length, "owner"),
  }));

/**
 * One proof: in the account at `at` if its offset is 0, else in another instruction, whose sysvar is there, or in a
 * record behind that.
 */
function oneProof(call: Call, at: number, offset: number, who: string, accounts = call.accounts): Info {
  const given = accounts[at];
  if (offset === 0) return { proofContextStateAccount: given, ...call.signer(at + 1, who, accounts) };
  const record = accounts.length > at + 2;
  return {
    instructionsSysvar: given,
    ...(record && { recordAccount: accounts[at + 1] }),
    ...call.signer(record ? at + 2 : at + 1, who, accounts),
  };
}

/**
 * Several proofs: their offsets, and the accounts that hold them in their order. What stands between the fixed accounts
 * and the last is taken for proofs; a multisig's signers look the same.
 */
function proofs(
  call: Call,
  from: number,
  offsets: readonly (readonly [name: string, offset: number])[],
): Info {
  const info: Record<string, unknown> = {};
  const last = call.accounts.length - 1;
  let at = from;
  if (at < last && offsets.some(([, offset]) => offset !== 0))
    info["instructionsSysvar"] = call.accounts[at++];
  for (const [name, offset] of offsets) {
    info[`${name}ProofInstructionOffset`] = offset;
    if (at >= last) continue;
    info[`${name}Proof${offset === 0 ? "ContextState" : "Record"}Account`] = call.accounts[at++];
  }
  return { ...info, ...call.signer(at, "owner") };
}

/** Offsets of proofs in their order in the data. */
const offsetsOf = (reader: ByteReader, ...names: readonly string[]) =>
  names.map((name) => [name, reader.i8()] as const);

const TRANSFER: readonly Form[] = [
  form("initializeConfidentialTransferMint", 1, (call) => {
    const { data } = call;
    const authority = data.keyOrZero();
    return {
      ...call.named("mint"),
      ...{ autoApproveNewAccounts: data.u8() !== 0, auditorElGamalPubkey: elgamalKeyOrZero(data) },
      ...(authority !== null && { authority }),
    };
  }),
  form("updateConfidentialTransferMint", 2, (call) => ({
    ...{ mint: call.accounts[0], confidentialTransferMintAuthority: call.accounts[1] },
    ...{ autoApproveNewAccounts: call.data.u8() !== 0, auditorElGamalPubkey: elgamalKeyOrZero(call.data) },
  })),
  form("configureConfidentialTransferAccount", 4, (call) => {
    const { data } = call;
    const [decryptableZeroBalance, maximumPendingBalanceCreditCounter] = [balance(data), data.u64()];
    const proofInstructionOffset = data.i8();
    return {
      ...{ account: call.accounts[0], mint: call.accounts[1] },
      ...{ decryptableZeroBalance, maximumPendingBalanceCreditCounter, proofInstructionOffset },
      ...oneProof(call, 2, proofInstructionOffset, "owner"),
    };
  }),
  form("approveConfidentialTransferAccount", 3, (call) =>
    call.named("account", "mint", "confidentialTransferAuditorAuthority"),
  ),
  form("emptyConfidentialTransferAccount", 3, (call) => {
    const proofInstructionOffset = call.data.i8();
    return {
      ...{ account: call.accounts[0], proofInstructionOffset },
      ...oneProof(call, 1, proofInstructionOffset, "owner"),
    };
  }),
  form("depositConfidentialTransfer", 4, (call) => ({
    ...{ source: call.accounts[0], destination: call.accounts[1], mint: call.accounts[2] },
    ...{ amount: call.data.u64(), decimals: call.data.u8() },
    ...call.signer(3, "owner"),
  })),
  form("withdrawConfidentialTransfer", 5, (call) => ({
    ...{ source: call.accounts[0], destination: call.accounts[1], mint: call.accounts[2] },
    ...{
      amount: call.data.u64(),
      decimals: call.data.u8(),
      newDecryptableAvailableBalance: balance(call.data),
    },
    ...proofs(call, 3, offsetsOf(call.data, "equality", "range")),
  })),
  form("confidentialTransfer", 4, (call) => {
    const newSourceDecryptableAvailableBalance = balance(call.data);
    ciphertexts(call.data);
    return {
      ...{ source: call.accounts[0], mint: call.accounts[1], destination: call.accounts[2] },
      newSourceDecryptableAvailableBalance,
      ...proofs(call, 3, offsetsOf(call.data, "equality", "ciphertextValidity", "range")),
    };
  }),
  form("applyPendingConfidentialTransferBalance", 2, (call) => ({
    account: call.accounts[0],
    expectedPendingBalanceCreditCounter: call.data.u64(),
    newDecryptableAvailableBalance: balance(call.data),
    ...call.signer(1, "owner"),
  })),
  owned("enableConfidentialTransferConfidentialCredits", ["account"]),
  owned("disableConfidentialTransferConfidentialCredits", ["account"]),
  owned("enableConfidentialTransferNonConfidentialCredits", ["account"]),
  owned("disableConfidentialTransferNonConfidentialCredits", ["account"]),
  form("confidentialTransferWithFee", 4, (call) => {
    const newSourceDecryptableAvailableBalance = balance(call.data);
    ciphertexts(call.data);
    const [equality, validity, sigma, feeValidity, range] = offsetsOf(
      call.data,
      ...["equality", "transferAmountCiphertextValidity", "feeSigma", "feeCiphertextValidity", "range"],
    );
    const offsets = [equality, validity, feeValidity, sigma, range].flatMap((one) => (one ? [one] : []));
    return {
      ...{ source: call.accounts[0], mint: call.accounts[1], destination: call.accounts[2] },
      newSourceDecryptableAvailableBalance,
      ...proofs(call, 3, offsets),
    };
  }),
  form("configureConfidentialAccountWithRegistry", 3, (call) => call.named("account", "mint", "registry")),
];

const TRANSFER_FEE: readonly Form[] = [
  form("initializeConfidentialTransferFeeConfig", 1, (call) => {
    const authority = call.data.keyOrZero();
    return {
      mint: call.accounts[0],
      withdrawWithheldAuthorityElGamalPubkey: elgamalKeyOrZero(call.data),
      ...(authority !== null && { authority }),
    };
  }),
  form("withdrawWithheldConfidentialTransferTokensFromMint", 4, (call) => {
    const proofInstructionOffset = call.data.i8();
    return {
      ...{ mint: call.accounts[0], feeRecipient: call.accounts[1], proofInstructionOffset },
      newDecryptableAvailableBalance: balance(call.data),
      ...oneProof(call, 2, proofInstructionOffset, "withdrawWithheldAuthority"),
    };
  }),
  form("withdrawWithheldConfidentialTransferTokensFromAccounts", 4, (call) => {
    const [sources, proofInstructionOffset] = [call.data.u8(), call.data.i8()];
    if (call.accounts.length < 4 + sources) throw new RangeError("there are fewer accounts");
    const first = call.accounts.length - sources;
    const { recordAccount, ...proof } = oneProof(
      ...([
        call,
        2,
        proofInstructionOffset,
        "withdrawWithheldAuthority",
        call.accounts.slice(0, first),
      ] as const),
    ) as { recordAccount?: unknown };
    return {
      ...{ mint: call.accounts[0], feeRecipient: call.accounts[1], proofInstructionOffset },
      newDecryptableAvailableBalance: balance(call.data),
      sourceAccounts: call.accounts.slice(first),
      ...(recordAccount !== undefined && { proofAccount: recordAccount }),
      ...proof,
    };
  }),
  form("harvestWithheldConfidentialTransferTokensToMint", 1, (call) => ({
    ...{ mint: call.accounts[0], sourceAccounts: call.accounts.slice(1) },
  })),
  owned("enableConfidentialTransferFeeHarvestToMint", ["account"]),
  owned("disableConfidentialTransferFeeHarvestToMint", ["account"]),
];

/** The form of an instruction that mints or burns an amount without revealing it. */
const hidden = (type: string, newBalance: string): Form =>
  form(type, 3, (call) => {
    const shown = balance(call.data);
    ciphertexts(call.data);
    return {
      ...{ destination: call.accounts[0], mint: call.accounts[1], [newBalance]: shown },
      ...proofs(call, 2, offsetsOf(call.data, "equality", "ciphertextValidity", "range")),
    };
  });

const MINT_BURN: readonly Form[] = [
  form("initializeConfidentialMintBurnMint", 1, (call) => ({
    ...{
      mint: call.accounts[0],
      supplyElGamalPubkey: elgamalKey(call.data),
      decryptableSupply: balance(call.data),
    },
  })),
  form("rotateConfidentialMintBurnSupplyElGamalPubkey", 3, (call) => {
    const [newSupplyElGamalPubkey, proofInstructionOffset] = [elgamalKey(call.data), call.data.i8()];
    return {
      ...{ mint: call.accounts[0], newSupplyElGamalPubkey, proofInstructionOffset },
      [proofInstructionOffset === 0 ? "proofAccount" : "instructionsSysvar"]: call.accounts[1],
      ...call.signer(2, "owner"),
    };
  }),
  form("updateConfidentialMintBurnDecryptableSupply", 2, (call) => ({
    ...{ mint: call.accounts[0], newDecryptableSupply: balance(call.data) },
    ...call.signer(1, "owner"),
  })),
  hidden("confidentialMint", "newDecryptableSupply"),
  hidden("confidentialBurn", "newDecryptableAvailableBalance"),
  owned("applyPendingBurn", ["mint"]),
];

/** Instructions of confidential transfers, by the byte that names the extension, then by the next one. */
export const CONFIDENTIAL_FORMS: ReadonlyMap<number, readonly Form[]> = new Map([
  [27, TRANSFER],
  [37, TRANSFER_FEE],
  [42, MINT_BURN],
]);
