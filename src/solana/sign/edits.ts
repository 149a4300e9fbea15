import { UnsafeTransactionError } from "../../errors/errors.js";
import type { TransactionFinding } from "../../errors/findings.js";
import { type DecodedTransaction, decodeWire, limitOf } from "../decode/decode.js";
import type { DecodedInstruction } from "../decode/instructions.js";
import type { EditLimits, WalletEdit } from "./signers.js";
import type { Unsigned } from "./transaction.js";

/**
 * Compares the signed message with the built one, and returns what the wallet edited.
 * @throws UnsafeTransactionError that says what changed, unless `limits` allow all of it.
 */
export function acceptEdits(
  { bytes, durable }: Pick<Unsigned, "bytes" | "durable">,
  signedBytes: Uint8Array,
  { rule, maxCost }: EditLimits,
): { readonly edits: readonly WalletEdit[]; readonly fee: bigint } {
  const signed = decodeWire(signedBytes);
  const { edits, changes } = compare(decodeWire(bytes), signed, durable);
  const allowed: readonly WalletEdit[] = rule === "usual" ? edits : rule === "guards" ? ["guard"] : [];
  const refused = edits.filter((edit) => !allowed.includes(edit));
  const all = [
    ...changes,
    ...(refused.length > 0
      ? [`walletEdits is "${rule}", and the wallet changed: ${refused.join(", ")}`]
      : []),
    ...(signed.fee + signed.rent > maxCost
      ? [`fee and rent are up to ${signed.fee + signed.rent} lamports, and at most ${maxCost} are allowed`]
      : []),
  ];
  const findings = all.map((change): TransactionFinding => {
    const message = `The signer changed the transaction: ${change}. It was refused.`;
    return { code: "changed_by_signer", message };
  });
  const [first] = findings;
  if (first === undefined) return { edits, fee: signed.fee };
  const more = findings.length === 1 ? "" : ` (and ${findings.length - 1} more changes: see findings)`;
  throw new UnsafeTransactionError(`${first.message}${more}`, findings);
}

/**
 * The usual edits of wallets in a signed message, and all other changes, as text. Accounts are compared by address,
 * because an added account shifts the indexes; an account of a lookup table by table and index.
 */
export function compare(built: DecodedTransaction, signed: DecodedTransaction, durable = false) {
  const edits: WalletEdit[] = [];
  const changes: string[] = [];
  const change = (what: WalletEdit, before: unknown, after: unknown, isUsual = true): void => {
    if (before === after) return;
    if (isUsual) edits.push(what);
    else changes.push(`${what} is ${after} instead of ${before}`);
  };
  const { guards, ...others } = changedInstructions(built, signed, durable);
  edits.push(...guards);
  changes.push(...others.changes);
  change("version", built.version, signed.version, built.version === "legacy" && signed.version === 0);
  change("blockhash", built.recentBlockhash, signed.recentBlockhash, !durable);
  changes.push(...changedAccounts(built, signed));

  const priceOf = ({ config, instructions }: DecodedTransaction) =>
    config?.priorityFee ?? instructions.find((one) => one.kind === "compute-unit-price")?.microLamports;
  for (const [what, of] of [
    ["compute-unit-limit", limitOf],
    ["priority-fee", priceOf],
  ] as const)
    change(what, of(built), of(signed), of(signed) !== undefined);
  const [before, after] = [built.config, signed.config];
  if (before !== undefined && after !== undefined) {
    const [low, high] = [before.loadedAccountsDataSizeLimit, after.loadedAccountsDataSizeLimit];
    change("loaded-data", low, high, high > low);
    if (before.heapSize !== after.heapSize) changes.push(`the heap has ${after.heapSize} bytes`);
  }
  return { edits, changes };
}

/** The privileges that a message gives to accounts: those of the built one stay, and an added account has none. */
function changedAccounts(built: DecodedTransaction, signed: DecodedTransaction): readonly string[] {
  const changes: string[] = [];
  if (signed.feePayer !== built.feePayer) changes.push(`${signed.feePayer} pays the fee`);
  for (const missing of built.signers.filter((signer) => !signed.signers.includes(signer)))
    changes.push(`${missing} no longer signs`);
  const own = new Map(built.accounts.map((account) => [account.address, account]));
  for (const { address, signer, writable, source } of signed.accounts) {
    const before = own.get(address) ?? { signer: false, writable: false };
    if (signer !== before.signer) changes.push(`${address} ${signer ? "also signs" : "no longer signs"}`);
    if (writable !== before.writable) changes.push(`${address} is ${writable ? "writable" : "read-only"}`);
    if (source !== "static" && !own.has(address)) changes.push(`${address} of a lookup table was added`);
  }
  return changes;
}

const same = (one: DecodedInstruction | undefined, other: DecodedInstruction): boolean =>
  one?.programId === other.programId &&
  one.accounts.join() === other.accounts.join() &&
  one.data.join() === other.data.join();

function changedInstructions(built: DecodedTransaction, signed: DecodedTransaction, durable: boolean) {
  const guards: "guard"[] = [];
  const changes: string[] = [];
  const seen = new Set<string>();
  /** In version 1, the limits are in the header, so an instruction that sets them is an added one. */
  const setsBudget = ({ kind }: DecodedInstruction) =>
    signed.version !== 1 && (kind === "compute-unit-limit" || kind === "compute-unit-price");
  const own = built.instructions.filter((one) => !setsBudget(one));
  const told = (one: DecodedInstruction | undefined) => `${one?.kind} of program ${one?.programId}`;
  let next = 0;
  signed.instructions.forEach((one, i) => {
    if (setsBudget(one)) {
      if (seen.has(one.kind)) changes.push(`instruction ${i}, a second ${one.kind}, was added`);
      seen.add(one.kind);
    } else if (same(own[next], one)) next++;
    else if (one.kind === "guard") guards.push("guard");
    else {
      const found = own.findIndex((later, at) => at > next && same(later, one));
      const expected = own[next];
      const rest = signed.instructions.slice(i + 1);
      if (found > 0) {
        for (const removed of own.slice(next, found)) changes.push(`a ${told(removed)} was removed`);
        next = found + 1;
      } else if (expected?.programId === one.programId && !rest.some((later) => same(expected, later))) {
        changes.push(`instruction ${i}, a ${told(expected)}, was changed`);
        next++;
      } else changes.push(`instruction ${i}, a ${told(one)}, was added`);
    }
  });
  for (const removed of own.slice(next)) changes.push(`a ${told(removed)} was removed`);
  const [first, advance] = [signed.instructions[0], built.instructions[0]];
  if (durable && first !== undefined && !same(advance, first))
    changes.push("the AdvanceNonce instruction is no longer the first");
  return { guards, changes };
}
