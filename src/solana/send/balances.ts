import { NATIVE_MINT } from "../../contract/chain.js";
import { decodeWire } from "../decode/decode.js";
import { joinWire } from "../decode/wire-transaction.js";
import type { AddressLike } from "../sign/signers.js";
import type { MintOf } from "../verify/steps.js";
import type { TokenAmount } from "../verify/verify.js";
import type { LandedRecord, TokenBalance } from "./connection.js";

export type LandedMeta = NonNullable<LandedRecord["meta"]>;

/** Changes of a wallet's balances in base units. SOL is in lamports under the wrapped-SOL mint, without fee and rent. */
export function balanceChanges(message: Uint8Array, meta: LandedMeta, walletAddress: string) {
  const addresses = decodeLanded(message, meta).decoded.accounts.map(({ address }) => address);
  const { fee: lamports = 0, preBalances = [], postBalances = [] } = meta;
  const before = meta.preTokenBalances ?? [];
  const after = meta.postTokenBalances ?? [];
  const fee = BigInt(lamports);
  const wallet = addresses.indexOf(walletAddress);
  const changes = new Map<string, bigint>();
  const add = (mint: string, amount: bigint) => changes.set(mint, (changes.get(mint) ?? 0n) + amount);
  const isOwn = ({ owner }: TokenBalance) => owner === walletAddress;
  for (const { mint, uiTokenAmount } of before.filter(isOwn)) add(mint, -BigInt(uiTokenAmount.amount));
  for (const { mint, uiTokenAmount } of after.filter(isOwn)) add(mint, BigInt(uiTokenAmount.amount));

  const balance = (list: readonly (number | bigint)[], index: number) => BigInt(list[index] ?? 0);
  /** Lamports of a token account, excluding its wrapped SOL. */
  const rentIn = (list: readonly (number | bigint)[], { accountIndex, mint, uiTokenAmount }: TokenBalance) =>
    balance(list, accountIndex) - (mint === NATIVE_MINT ? BigInt(uiTokenAmount.amount) : 0n);
  const isIn = (list: readonly TokenBalance[], { accountIndex }: TokenBalance) =>
    list.some((other) => other.accountIndex === accountIndex);
  let rent = 0n;
  // The fee payer is assumed to fund new accounts, except for SOL that was sent to their addresses before.
  if (wallet === 0)
    for (const account of after) {
      const added = rentIn(postBalances, account) - balance(preBalances, account.accountIndex);
      if (!isIn(before, account) && added > 0n) rent += added;
    }
  for (const account of before)
    if (!isIn(after, account) && account.owner === walletAddress) rent -= rentIn(preBalances, account);

  const paid = wallet === 0 ? fee : 0n;
  if (wallet >= 0)
    add(NATIVE_MINT, balance(postBalances, wallet) - balance(preBalances, wallet) + paid + rent);
  const spent: TokenAmount[] = [];
  const received: TokenAmount[] = [];
  for (const [mint, amount] of changes)
    if (amount < 0n) spent.push({ mint, amount: -amount });
    else if (amount > 0n) received.push({ mint, amount });
  return { fee, rent, spent, received, hasWallet: wallet >= 0 || [...before, ...after].some(isOwn) };
}

/**
 * Finds mints that a swap does not name: those of the wallet's accounts in the landed balances. An account that is absent
 * before and after held wrapped SOL.
 */
export function mintsIn(message: Uint8Array, meta: LandedMeta): MintOf {
  const balances = [...(meta.preTokenBalances ?? []), ...(meta.postTokenBalances ?? [])];
  return (_, account) => {
    const { accounts } = decodeLanded(message, meta).decoded;
    return (
      balances.find(({ accountIndex }) => accounts[accountIndex]?.address === account)?.mint ?? NATIVE_MINT
    );
  };
}

/** The wire format of a landed message. Its signatures are empty. */
export function unsignedWire(message: Uint8Array): Uint8Array {
  const signers = message[(message[0] ?? 0) >= 0x80 ? 1 : 0] ?? 0;
  return joinWire(
    message,
    Array.from({ length: signers }, () => new Uint8Array(64)),
  );
}

/** Decodes a landed message with the addresses that it loaded from lookup tables. Also returns these by table. */
export function decodeLanded(message: Uint8Array, { loadedAddresses }: LandedMeta) {
  const bytes = unsignedWire(message);
  const { accounts } = decodeWire(bytes);
  const { writable = [], readonly = [] } = loadedAddresses ?? {};
  const loaded: readonly AddressLike[] = [...writable, ...readonly];
  const tables: Record<string, string[]> = {};
  const ofTables = accounts.flatMap(({ source }) => (source === "static" ? [] : [source]));
  if (loaded.length !== ofTables.length) return { tables, decoded: decodeWire(bytes) };
  ofTables.forEach(({ table, index }, i) => {
    const key = loaded[i] as AddressLike;
    tables[table] ??= [];
    // kit returns addresses as text.
    tables[table][index] = typeof key === "string" ? key : key.toBase58();
  });
  return { tables, decoded: decodeWire(bytes, tables) };
}
