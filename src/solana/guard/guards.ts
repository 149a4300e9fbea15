import { NATIVE_MINT, PROGRAM_IDS } from "../../contract/chain.js";
import { UnsafeTransactionError } from "../../errors/errors.js";
import { rentOfToken } from "../decode/decode.js";
import { associatedTokenAddress } from "../decode/token-address.js";
import { TOKEN_PROGRAMS } from "../verify/steps.js";
import type { VerifiedTransaction } from "../verify/verify.js";
import { type ChainAccount, isMint, newAccountBytes, settingsOf, tokenFields } from "./accounts.js";
import {
  type Assertion,
  account,
  assertAccount,
  assertData,
  assertTokenAccount,
  bytesAt,
  tokenAccount,
} from "./lighthouse.js";

export function unbounded(reason: string): UnsafeTransactionError {
  const message = `The guards cannot bound the loss of this transaction: ${reason}. Nothing was signed.`;
  return new UnsafeTransactionError(message, [{ code: "needs_guard", message }]);
}

/** The accounts of a transaction as they are before it runs, by address. Accounts that do not exist are left out. */
export type Chain = ReadonlyMap<string, ChainAccount>;

const INITIALIZED = 1;

const floor = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

interface Limits {
  readonly wallet: string;
  /** The most that the network may charge, with tips: more than the fee if the wallet may raise its price. */
  readonly feeCeiling: bigint;
  /** Whether owners are asserted in one byte, which costs more compute units. */
  readonly derived: boolean;
}

/**
 * Assertions that leave the wallet no worse than the effects of a verified transaction: on its lamports, on each of its
 * token accounts that stays, and on the absence of each that does not.
 */
export function guardsOf(
  transaction: VerifiedTransaction,
  chain: Chain,
  limits: Limits,
): readonly Assertion[] {
  const { wallet, feeCeiling, derived } = limits;
  const { instructions, accounts } = transaction;
  const mints = accounts.map(({ address }) => address).filter((address) => isMint(chain.get(address)));
  const isDerived = (address: string, mint: string) =>
    TOKEN_PROGRAMS.some((program) => associatedTokenAddress(wallet, mint, program) === address);
  const closed = new Set(instructions.flatMap((one) => (one.kind === "close-account" ? one.account : [])));
  const flows = flowsOf(transaction, chain, wallet);
  const swap = instructions.find((one) => one.kind === "swap");
  let lamports = (chain.get(wallet)?.lamports ?? 0n) + flows.wallet - feeCeiling - (swap?.rent ?? 0n);
  const assertions: Assertion[] = [];
  const assertAbsent = (address: string) =>
    assertions.push(assertAccount(address, account.ownedBySystem, account.dataLength(0)));
  const assertToken = (address: string, mint: string, bytes: number, token: Partial<Token>) => {
    const before = token.amount ?? 0n;
    const amount = floor(before + (flows.accounts.get(address) ?? 0n));
    const { delegate, delegatedAmount = 0n, closeAuthority, state = INITIALIZED, lamports: held } = token;
    const kept = mint === NATIVE_MINT ? amount - before : 0n;
    assertions.push(
      assertTokenAccount(
        address,
        derived && isDerived(address, mint) ? tokenAccount.ownerIsDerived : tokenAccount.owner(wallet),
        tokenAccount.amountAtLeast(amount),
        tokenAccount.delegate(delegate),
        ...(delegate === undefined ? [] : [tokenAccount.delegatedAtMost(delegatedAmount)]),
        tokenAccount.state(state),
        tokenAccount.closeAuthority(closeAuthority),
      ),
      assertAccount(
        address,
        ...(held === undefined ? [] : [account.lamportsAtLeast(floor(held + kept))]),
        account.dataLength(bytes),
      ),
    );
  };
  for (const { address, writable } of accounts) {
    const before = chain.get(address);
    const token = before && tokenFields(before);
    if (!writable || address === wallet) continue;
    if (before !== undefined && before.owner !== PROGRAM_IDS.system) {
      if (token?.owner !== wallet) continue;
      if (closed.has(address)) {
        // Also wrapped SOL that was there before comes back to the wallet.
        lamports += before.lamports;
        assertAbsent(address);
        continue;
      }
      assertToken(address, token.mint, before.data.length, { ...token, lamports: before.lamports });
      const settings = settingsOf(before);
      if (settings.length > 0)
        assertions.push(assertData(address, ...settings.map((one) => bytesAt(...one))));
      continue;
    }
    const creation = instructions.find(
      (one): one is Creation => one.kind === "create-token-account" && one.account === address,
    );
    const stays = creation !== undefined && !closed.has(address);
    if (stays) lamports -= rentOfToken(creation.tokenProgram);
    const mint = stays && creation.owner === wallet ? chain.get(creation.mint) : undefined;
    if (mint !== undefined && stays) assertToken(address, creation.mint, newAccountBytes(mint), {});
    // An account that the transaction does not leave open must not exist, because others could then control it.
    else if (creation?.owner === wallet || mints.some((one) => isDerived(address, one)))
      assertAbsent(address);
  }
  const own = [account.lamportsAtLeast(floor(lamports)), account.ownedBySystem, account.dataLength(0)];
  return [...assertions, assertAccount(wallet, ...own)];
}

type Creation = Extract<VerifiedTransaction["instructions"][number], { kind: "create-token-account" }>;
type Token = NonNullable<ReturnType<typeof tokenFields>> & { readonly lamports: bigint };

/** The least changes of the wallet's lamports and of token amounts, by account, that the effects allow. */
function flowsOf({ instructions, accounts, ...effects }: VerifiedTransaction, chain: Chain, wallet: string) {
  const swap = instructions.find((one) => one.kind === "swap");
  const transfer = instructions.find((one) => one.kind === "token-transfer");
  const isTransfer = effects.receiveAtLeast.length === 0;
  const closed = instructions.flatMap((one) => (one.kind === "close-account" ? one.account : []));
  /** The account from which, or to which, tokens move. Undefined if the wallet itself pays or gets SOL. */
  const accountOf = (mint: string, named: string | undefined): string | undefined => {
    const derived = associatedTokenAddress(wallet, mint, chain.get(mint)?.owner ?? PROGRAM_IDS.token);
    const address = named ?? (isTransfer ? undefined : derived);
    const isThere = accounts.some((one) => one.address === address && one.writable);
    return isThere && !(mint === NATIVE_MINT && closed.includes(address ?? "")) ? address : undefined;
  };
  const changes = new Map<string, bigint>();
  let own = 0n;
  const add = (address: string | undefined, mint: string, amount: bigint) => {
    if (address !== undefined) changes.set(address, (changes.get(address) ?? 0n) + amount);
    else if (mint === NATIVE_MINT) own += amount;
    else if (amount > 0n) throw unbounded(`it lists no account of the wallet for ${mint}, its output`);
  };
  for (const { mint, amount } of effects.spendAtMost) {
    const address = accountOf(
      mint,
      swap?.inputAccount ?? (mint === NATIVE_MINT ? undefined : transfer?.source),
    );
    add(address, mint, -amount);
    if (address === undefined || mint !== NATIVE_MINT) continue;
    // Wrapping SOL moves lamports from the wallet to its token account.
    for (const one of instructions)
      if (one.kind === "sol-transfer" && one.destination === address) {
        add(address, mint, one.lamports);
        add(undefined, mint, -one.lamports);
      }
  }
  for (const { mint, amount } of effects.receiveAtLeast)
    add(accountOf(mint, swap?.outputAccount), mint, amount);
  return { wallet: own, accounts: changes };
}
