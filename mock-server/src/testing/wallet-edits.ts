import { edited, leadingInstructions, withInstructions } from "../formats/edit.js";
import { computeUnitPrice, type Instruction, TAGS } from "../formats/instructions.js";
import { absentGuard, mintGuard, ownerGuard, tokenGuard, walletGuard } from "../formats/lighthouse/guards.js";
import { viewOf } from "../formats/little-endian.js";
import { isTokenProgram, PROGRAMS } from "../formats/programs.js";
import { decodeTokenAccount, MINT_LENGTH } from "../formats/token-layout.js";
import type { Transaction } from "../formats/transaction.js";
import type { NodeAccount, WalletNode } from "./wallet-node.js";

/** The wallet after which a test wallet behaves. */
export type WalletLike = "phantom" | "solflare" | "seed-vault" | "ledger" | "broadcasts" | "legacy" | "plain";

type Edit = (transaction: Transaction, node: WalletNode) => Promise<Transaction>;

/** Guards allow a tenth less than the simulation, because prices move until the transaction lands. */
const least = (value: bigint) => value - value / 10n;

interface Seen {
  readonly address: string;
  readonly before: NodeAccount | undefined;
  readonly after: NodeAccount | undefined;
}

/** Static accounts before and after a simulation. Accounts from tables are not guarded. */
async function seen(transaction: Transaction, node: WalletNode): Promise<Seen[] | undefined> {
  const { staticKeys, wire } = transaction;
  const after = await node.simulated(wire, staticKeys);
  if (!after) return undefined;
  const before = await node.accounts(staticKeys);
  return staticKeys.map((address, at) => ({ address, before: before[at], after: after[at] }));
}

const isMint = (account: NodeAccount | undefined): account is NodeAccount =>
  account !== undefined && isTokenProgram(account.owner) && account.data.length === MINT_LENGTH;

/** The wallet's token accounts after the simulation, each with its guard. */
function tokenGuards(wallet: string, accounts: readonly Seen[]): Instruction[] {
  return accounts.flatMap(({ address, after }) => {
    const token = after && decodeTokenAccount(after.owner, after.data);
    return token?.owner === wallet ? tokenGuard(address, least(token.amount)) : [];
  });
}

/** Guards of the state before the transaction: created accounts are absent, and the mint or the recipient is as seen. */
function guardsBefore(wallet: string, accounts: readonly Seen[]): Instruction[] {
  const created = accounts.filter(({ before, after }) => !before && after);
  const mint = accounts.find(({ before }) => isMint(before));
  const other = accounts.find(
    ({ address, before }) => address !== wallet && before?.owner === PROGRAMS.system,
  );
  const program = mint?.before?.owner === PROGRAMS.token2022 ? PROGRAMS.token2022 : PROGRAMS.token;
  return [
    ...created.map(({ address }) => absentGuard(address)),
    ...(mint?.before ? [mintGuard(mint.address, program, mint.before.data)] : []),
    ...(!mint && other ? [ownerGuard(other.address, PROGRAMS.system)] : []),
  ];
}

const isUnsigned = ({ signatures }: Transaction) =>
  signatures.every((signature) => signature.every((byte) => byte === 0));

/** Adds guards to an unsigned transaction, if they fit. */
const guarded =
  (
    make: (wallet: string, accounts: readonly Seen[]) => { before: Instruction[]; after: Instruction[] },
  ): Edit =>
  async (transaction, node) => {
    const accounts = isUnsigned(transaction) ? await seen(transaction, node) : undefined;
    if (!accounts) return transaction;
    const { before, after } = make(transaction.staticKeys[0] ?? "", accounts);
    try {
      const appended = withInstructions(transaction, transaction.instructions.length, after);
      return withInstructions(appended, leadingInstructions(transaction), before);
    } catch (error) {
      if (error instanceof RangeError) return transaction;
      throw error;
    }
  };

const balanceAfter = (accounts: readonly Seen[]) => BigInt(accounts[0]?.after?.lamports ?? 0);

/** Lowest price, in micro-lamports per compute unit, that Seed Vault leaves unchanged. */
const SEED_VAULT_PRICE = 100_000;

/** Raises the price, in version 1 the fee, and takes another blockhash. */
const raised: Edit = async (transaction, node) => {
  if (!isUnsigned(transaction)) return transaction;
  const { config, instructions, staticKeys } = transaction;
  const price = computeUnitPrice(SEED_VAULT_PRICE).data;
  const isLow = (data: Uint8Array) =>
    data[0] === TAGS.computeUnitPrice &&
    data.length >= price.length &&
    viewOf(data).getBigUint64(1, true) < BigInt(SEED_VAULT_PRICE);
  const fee = (BigInt(config?.computeUnitLimit ?? 0) * BigInt(SEED_VAULT_PRICE)) / 1_000_000n;
  return edited(transaction, {
    blockhash: await node.blockhash(),
    ...(config && (config.priorityFee ?? 0n) < fee && { config: { ...config, priorityFee: fee } }),
    instructions: instructions.map((instruction) =>
      staticKeys[instruction.programIdIndex] === PROGRAMS.computeBudget && isLow(instruction.data)
        ? { ...instruction, data: price }
        : instruction,
    ),
  });
};

const unchanged: Edit = async (transaction) => transaction;

/** The changes of each wallet before it signs. */
export const WALLET_EDITS: Readonly<Record<WalletLike, Edit>> = {
  phantom: guarded((wallet, accounts) => ({
    before: guardsBefore(wallet, accounts),
    after: [walletGuard(wallet, least(balanceAfter(accounts))), ...tokenGuards(wallet, accounts).slice(0, 1)],
  })),
  solflare: guarded((wallet, accounts) => ({
    before: [],
    after: [
      walletGuard(wallet, least(balanceAfter(accounts))),
      tokenGuards(wallet, accounts)[0] ?? ownerGuard(wallet, PROGRAMS.system),
    ],
  })),
  "seed-vault": raised,
  ledger: unchanged,
  broadcasts: unchanged,
  legacy: unchanged,
  plain: unchanged,
};
