import bs58 from "bs58";
import { viewOf } from "../../formats/little-endian.js";
import { isTokenProgram, PROGRAMS } from "../../formats/programs.js";
import { decodeMint, decodeTokenAccount, MULTISIG_LENGTH } from "../../formats/token-layout.js";
import type { ChainAccount } from "../../ledger/ledger.js";
import type { Words } from "./layout.js";
import { type MintForm, mintScale, uiAmount } from "./token-amount.js";
import { extensionEntries, extensionWords } from "./token-extensions.js";

const MAX_SIGNERS = 11;

/** How a mint's amounts are displayed at a time (seconds since 1970); undefined if the account is not a mint. */
export function mintForm({ owner, data }: ChainAccount, now: number): MintForm | undefined {
  const mint = decodeMint(owner, data);
  if (!mint) return undefined;
  const scale = mintScale(extensionEntries(owner, data), now);
  return { decimals: mint.decimals, ...(scale && { scale }) };
}

/** The mint that is needed to encode a token account; undefined for any other account. */
export function mintOfTokenAccount({ owner, data }: ChainAccount): string | undefined {
  return decodeTokenAccount(owner, data)?.mint;
}

export function delegateOf({ owner, data }: ChainAccount): string | undefined {
  return decodeTokenAccount(owner, data) && optionalKey(data, 72);
}

/** A parsed account of either token program; undefined for other accounts, or if the mint's form is unknown. */
export function tokenWords(account: ChainAccount, form: MintForm | undefined): Words | undefined {
  const { owner, data } = account;
  if (!isTokenProgram(owner)) return undefined;
  return accountWords(account, form) ?? mintWords(account) ?? multisigWords(data);
}

/** An optional key in the token programs' format: a u32 flag, then 32 bytes. */
function optionalKey(data: Uint8Array, at: number): string | undefined {
  return viewOf(data).getUint32(at, true) === 1 ? bs58.encode(data.subarray(at + 4, at + 36)) : undefined;
}

function accountWords({ owner, data }: ChainAccount, form: MintForm | undefined): Words | undefined {
  const account = decodeTokenAccount(owner, data);
  if (!account || !form) return undefined;
  const delegate = optionalKey(data, 72);
  const closeAuthority = optionalKey(data, 129);
  return {
    type: "account",
    info: {
      isNative: account.nativeReserve !== undefined,
      mint: account.mint,
      owner: account.owner,
      state: account.frozen ? "frozen" : "initialized",
      tokenAmount: uiAmount(account.amount, form),
      ...(account.nativeReserve !== undefined && {
        rentExemptReserve: uiAmount(account.nativeReserve, form),
      }),
      ...(delegate !== undefined && {
        delegate,
        delegatedAmount: uiAmount(viewOf(data).getBigUint64(121, true), form),
      }),
      ...(closeAuthority !== undefined && { closeAuthority }),
      ...extensionsOf(owner, data),
    },
  };
}

function mintWords({ owner, data }: ChainAccount): Words | undefined {
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
      ...extensionsOf(owner, data),
    },
  };
}

function multisigWords(data: Uint8Array): Words | undefined {
  if (data.length !== MULTISIG_LENGTH || data[2] !== 1) return undefined;
  const [numRequiredSigners = 0, numValidSigners = 0] = data;
  const signers = Array.from({ length: MAX_SIGNERS }, (_, index) =>
    bs58.encode(data.subarray(3 + 32 * index, 35 + 32 * index)),
  ).filter((signer) => signer !== PROGRAMS.system);
  return { type: "multisig", info: { isInitialized: true, numRequiredSigners, numValidSigners, signers } };
}

function extensionsOf(owner: string, data: Uint8Array): { extensions?: readonly unknown[] } {
  const entries = extensionEntries(owner, data);
  return entries.length > 0 ? { extensions: extensionWords(entries) } : {};
}
