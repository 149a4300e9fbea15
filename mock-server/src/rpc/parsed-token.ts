import bs58 from "bs58";
import { PROGRAM_IDS } from "intent-tx/contract";
import { isTokenProgram } from "../chain/programs.js";
import { decodeMint, decodeTokenAccount } from "../chain/token-layout.js";
import type { ChainAccount } from "../ledger/ledger.js";
import { uiAmount } from "./ui-amount.js";

const MULTISIG_LENGTH = 355;
/** Where the extensions of a Token-2022 account begin, behind the byte that says what it is. */
const EXTENSIONS_AT = 166;
const IMMUTABLE_OWNER = 7;

/** What an account says, as jsonParsed writes it. */
export interface ParsedAccount {
  readonly program: string;
  readonly parsed: { readonly type: string; readonly info: Readonly<Record<string, unknown>> };
  readonly space: number;
}

/** The mint whose decimals are needed to write an account; undefined for anything but a token account. */
export function mintOfTokenAccount({ owner, data }: ChainAccount): string | undefined {
  return decodeTokenAccount(owner, data)?.mint;
}

/** An account of either token program in words; undefined if it is none, or `decimals` are missing for a token account. */
export function parseTokenAccount(
  account: ChainAccount,
  decimals: number | undefined,
): ParsedAccount | undefined {
  const { owner, data } = account;
  if (!isTokenProgram(owner)) return undefined;
  const program = owner === PROGRAM_IDS.token2022 ? "spl-token-2022" : "spl-token";
  const parsed = tokenInfo(account, decimals) ?? mintInfo(account) ?? multisigInfo(data);
  return parsed && { program, parsed, space: data.length };
}

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}

/** An optional key as the token programs write it: a u32 flag, then 32 bytes. */
function optionalKey(data: Uint8Array, at: number): string | undefined {
  return viewOf(data).getUint32(at, true) === 1 ? bs58.encode(data.subarray(at + 4, at + 36)) : undefined;
}

function tokenInfo(
  { owner, data }: ChainAccount,
  decimals: number | undefined,
): ParsedAccount["parsed"] | undefined {
  const account = decodeTokenAccount(owner, data);
  if (!account || decimals === undefined) return undefined;
  const delegate = optionalKey(data, 72);
  const closeAuthority = optionalKey(data, 129);
  return {
    type: "account",
    info: {
      isNative: account.nativeReserve !== undefined,
      mint: account.mint,
      owner: account.owner,
      state: account.frozen ? "frozen" : "initialized",
      tokenAmount: uiAmount(account.amount, decimals),
      ...(account.nativeReserve !== undefined && {
        rentExemptReserve: uiAmount(account.nativeReserve, decimals),
      }),
      ...(delegate !== undefined && {
        delegate,
        delegatedAmount: uiAmount(viewOf(data).getBigUint64(121, true), decimals),
      }),
      ...(closeAuthority !== undefined && { closeAuthority }),
      ...extensions(data),
    },
  };
}

function mintInfo({ owner, data }: ChainAccount): ParsedAccount["parsed"] | undefined {
  const mint = decodeMint(owner, data);
  if (!mint) return undefined;
  return {
    type: "mint",
    info: {
      decimals: mint.decimals,
      freezeAuthority: optionalKey(data, 46) ?? null,
      isInitialized: true,
      mintAuthority: mint.mintAuthority ?? null,
      supply: mint.supply.toString(),
      ...extensions(data),
    },
  };
}

function multisigInfo(data: Uint8Array): ParsedAccount["parsed"] | undefined {
  if (data.length !== MULTISIG_LENGTH || data[2] !== 1) return undefined;
  const [numRequiredSigners = 0, numValidSigners = 0] = data;
  const signers = Array.from({ length: numValidSigners }, (_, index) =>
    bs58.encode(data.subarray(3 + 32 * index, 35 + 32 * index)),
  );
  return { type: "multisig", info: { isInitialized: true, numRequiredSigners, numValidSigners, signers } };
}

/** Extensions of Token-2022 by name; what is not read here is named as a node names what it cannot read. */
function extensions(data: Uint8Array): { extensions?: readonly { extension: string }[] } {
  if (data.length <= EXTENSIONS_AT) return {};
  const view = viewOf(data);
  const found: { extension: string }[] = [];
  for (let at = EXTENSIONS_AT; at + 4 <= data.length; at += 4 + view.getUint16(at + 2, true)) {
    const type = view.getUint16(at, true);
    if (type === 0) break;
    found.push({ extension: type === IMMUTABLE_OWNER ? "immutableOwner" : "unparseableExtension" });
  }
  return found.length > 0 ? { extensions: found } : {};
}
