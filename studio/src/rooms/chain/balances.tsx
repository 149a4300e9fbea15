import { NATIVE_MINT } from "intent-tx/contract";
import { humanUnits } from "../../parts/format.js";
import { Table } from "../../parts/table.js";
import { Address, nameOf, symbolOf } from "./names.js";
import type { ChainTransaction } from "./wire.js";

function unitOf(mint: string): string {
  const symbol = symbolOf(mint) ?? `${mint.slice(0, 6)}…`;
  // The lamports of a wrapped SOL account get a separate row.
  return mint === NATIVE_MINT ? `${symbol} (wrapped)` : symbol;
}

/** Names each token account of a transaction by its owner and token. */
export function tokenAccountNames({ transaction, meta }: ChainTransaction): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { accountIndex, mint, owner } of [
    ...(meta?.preTokenBalances ?? []),
    ...(meta?.postTokenBalances ?? []),
  ]) {
    const address = transaction.message.accountKeys[accountIndex]?.pubkey;
    const person = owner === undefined ? undefined : nameOf(owner);
    if (address !== undefined && person !== undefined && nameOf(address) === undefined)
      names.set(address, `${person}: ${symbolOf(mint) ?? "token"} account`);
  }
  return names;
}

function solChanges({ transaction, meta }: ChainTransaction, names: ReadonlyMap<string, string>) {
  return transaction.message.accountKeys.flatMap(({ pubkey }, index) => {
    const before = BigInt(meta?.preBalances[index] ?? 0);
    const after = BigInt(meta?.postBalances[index] ?? 0);
    if (before === after) return [];
    const name = nameOf(pubkey) ?? names.get(pubkey);
    return [{ address: pubkey, name, unit: "SOL", decimals: 9, before, after }];
  });
}

/** The changed token balances of a transaction, by token account. */
export function tokenMoves({ transaction, meta }: ChainTransaction) {
  const moves = new Map<number, { mint: string; decimals: number; before: bigint; after: bigint }>();
  for (const { accountIndex, mint, uiTokenAmount } of meta?.preTokenBalances ?? []) {
    const { amount, decimals } = uiTokenAmount;
    moves.set(accountIndex, { mint, decimals, before: BigInt(amount), after: 0n });
  }
  for (const { accountIndex, mint, uiTokenAmount } of meta?.postTokenBalances ?? []) {
    const { amount, decimals } = uiTokenAmount;
    const before = moves.get(accountIndex)?.before ?? 0n;
    moves.set(accountIndex, { mint, decimals, before, after: BigInt(amount) });
  }
  return [...moves].flatMap(([index, move]) => {
    const address = transaction.message.accountKeys[index]?.pubkey ?? "";
    return move.before === move.after ? [] : [{ address, ...move }];
  });
}

/** The exact amounts that each account gained or lost. */
export function Balances({ transaction }: { readonly transaction: ChainTransaction }) {
  const names = tokenAccountNames(transaction);
  const tokens = tokenMoves(transaction).map(({ mint, ...move }) => {
    const name = nameOf(move.address) ?? names.get(move.address);
    return { ...move, name, unit: unitOf(mint) };
  });
  const changes = [...solChanges(transaction, names), ...tokens];
  if (changes.length === 0) return <p class="inner">No balance changed.</p>;
  return (
    <Table
      columns={["Account", "Change", "After"]}
      numbers={["Change", "After"]}
      rows={changes.map(({ address, name, unit, decimals, before, after }) => ({
        key: address + unit,
        cells: [
          <Address address={address} name={name} />,
          <span class={after > before ? "gain" : "loss"}>
            {after > before ? "+" : ""}
            {humanUnits(after - before, decimals)} {unit}
          </span>,
          `${humanUnits(after, decimals)} ${unit}`,
        ],
      }))}
    />
  );
}
