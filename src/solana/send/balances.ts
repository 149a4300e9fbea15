import bs58 from "bs58";
import { NATIVE_MINT } from "../../contract/chain.js";
import { readWire } from "../decode/wire-transaction.js";
import type { AddressLike } from "../sign/signers.js";
import type { TokenAmount } from "../verify/verify.js";
import type { LandedRecord, TokenBalance } from "./connection.js";

export type LandedMeta = NonNullable<LandedRecord["meta"]>;

/** Changes of a wallet's balances in base units. SOL is in lamports under the wrapped-SOL mint, without fee and rent. */
export function balanceChanges(message: Uint8Array, meta: LandedMeta, walletAddress: string) {
  const addresses = accountsOf(message, meta);
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
  return { fee, rent, spent, received };
}

/** The wire format of a landed message. Its signatures are empty. */
export function unsignedWire(message: Uint8Array): Uint8Array {
  const signers = message[(message[0] ?? 0) >= 0x80 ? 1 : 0] ?? 0;
  return Uint8Array.of(signers, ...new Uint8Array(64 * signers), ...message);
}

/** The accounts that a landed transaction loaded from lookup tables. */
export function loadedAccounts({ loadedAddresses }: LandedMeta): readonly string[] {
  const loaded: readonly AddressLike[] = [
    ...(loadedAddresses?.writable ?? []),
    ...(loadedAddresses?.readonly ?? []),
  ];
  // kit returns addresses as text.
  return loaded.map((key) => (typeof key === "string" ? key : key.toBase58()));
}

const accountsOf = (message: Uint8Array, meta: LandedMeta): readonly string[] => [
  ...readWire(unsignedWire(message)).keys.map((key) => bs58.encode(key)),
  ...loadedAccounts(meta),
];
