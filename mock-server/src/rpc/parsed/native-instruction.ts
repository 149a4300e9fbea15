import { ByteReader } from "../../formats/byte-reader.js";
import { byNumber, form, key, listOf, longText, parsedBy, u8, u32, uint64, type Words } from "./layout.js";

export const systemInstruction = byNumber([
  form("createAccount", "source newAccount", { lamports: uint64, space: uint64, owner: key }),
  form("assign", "account", { owner: key }),
  form("transfer", "source destination", { lamports: uint64 }),
  form("createAccountWithSeed", "source newAccount", {
    base: key,
    seed: longText,
    lamports: uint64,
    space: uint64,
    owner: key,
  }),
  form("advanceNonce", "nonceAccount recentBlockhashesSysvar nonceAuthority"),
  form("withdrawFromNonce", "nonceAccount destination recentBlockhashesSysvar rentSysvar nonceAuthority", {
    lamports: uint64,
  }),
  form("initializeNonce", "nonceAccount recentBlockhashesSysvar rentSysvar", { nonceAuthority: key }),
  form("authorizeNonce", "nonceAccount nonceAuthority", { newAuthorized: key }),
  form("allocate", "account", { space: uint64 }),
  form("allocateWithSeed", "account base", { base: key, seed: longText, space: uint64, owner: key }),
  form("assignWithSeed", "account base", { base: key, seed: longText, owner: key }),
  form("transferWithSeed", "source sourceBase destination", {
    lamports: uint64,
    sourceSeed: longText,
    sourceOwner: key,
  }),
  form("upgradeNonce", "nonceAccount"),
]);

const CREATED = "source account wallet mint systemProgram tokenProgram";
const ASSOCIATED_TOKEN = [
  form("create", CREATED),
  form("createIdempotent", CREATED),
  form("recoverNested", "nestedSource nestedMint destination nestedOwner ownerMint wallet tokenProgram"),
];

export function associatedTokenInstruction(data: Uint8Array, accounts: readonly string[]): Words {
  // Empty data means `create`, as in the program's first release.
  if (data.length > 1) throw new RangeError("no such instruction");
  return parsedBy(ASSOCIATED_TOKEN[data[0] ?? 0], accounts, new ByteReader(data));
}

function writtenBytes(reader: ByteReader): string {
  const length = reader.u64();
  if (length > BigInt(reader.left)) throw new RangeError("there are too few bytes");
  return Buffer.from(reader.take(Number(length))).toString("base64");
}

export const upgradeableLoaderInstruction = byNumber([
  form("initializeBuffer", "account authority?"),
  form("write", "account authority", { offset: u32, bytes: writtenBytes }),
  form(
    "deployWithMaxDataLen",
    "payerAccount programDataAccount programAccount bufferAccount rentSysvar clockSysvar systemProgram authority",
    { maxDataLen: uint64 },
  ),
  form(
    "upgrade",
    "programDataAccount programAccount bufferAccount spillAccount rentSysvar clockSysvar authority",
  ),
  form("setAuthority", "account authority newAuthority=null"),
  form("close", "account recipient authority programAccount=null"),
  form("extendProgram", "programDataAccount programAccount systemProgram=null payerAccount=null", {
    additionalBytes: u32,
  }),
  form("setAuthorityChecked", "account authority newAuthority"),
  form("migrate", "programDataAccount programAccount authority"),
  form(
    "extendProgramChecked",
    "programDataAccount programAccount authority systemProgram=null payerAccount=null",
    { additionalBytes: u32 },
  ),
]);

const TABLE = "lookupTableAccount lookupTableAuthority";
const newAddresses = { newAddresses: listOf(key) };
const extend = [
  form("extendLookupTable", TABLE, newAddresses),
  form("extendLookupTable", `${TABLE} payerAccount systemProgram`, newAddresses),
] as const;

export const lookupTableInstruction = byNumber([
  form("createLookupTable", `${TABLE} payerAccount systemProgram`, { recentSlot: uint64, bumpSeed: u8 }),
  form("freezeLookupTable", TABLE),
  (call) => extend[call.accounts.length >= 4 ? 1 : 0](call),
  form("deactivateLookupTable", TABLE),
  form("closeLookupTable", `${TABLE} recipient`),
]);
