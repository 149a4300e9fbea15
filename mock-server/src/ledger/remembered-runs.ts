import type { Transaction } from "../chain/transaction.js";
import { perObject } from "../kernel/memo.js";
import type { ChainAccount } from "./ledger.js";
import type { NamedAccounts, SimulationOptions, Svm } from "./svm.js";
import type { SvmResult } from "./svm-values.js";

/** Most runs that are remembered, and most bytes that one of them may have in logs and accounts. */
const MOST_RUNS = 8;
const MOST_BYTES = 1 << 20;

/**
 * Simulations, of which the last few are remembered for as long as nothing changes in the machine: a wallet simulates the
 * transaction that it was given, and the preflight simulates it again. What a run does depends on the state of the machine,
 * on the message, and on whether its signatures are verified; these are verified each time.
 */
export class RememberedRuns {
  readonly #runsOf = perObject((_state: object) => new Map<string, SvmResult>());

  constructor(private readonly svm: Svm) {}

  /** As `Svm.simulate`. */
  simulate(transaction: Transaction, named: NamedAccounts, options: SimulationOptions): SvmResult {
    const { svm } = this;
    const { wire, message } = transaction;
    const { state } = svm;
    const runs = this.#runsOf(state);
    const key = keyOf(message, options);
    const known = runs.get(key);
    if (known && !(options.verify && svm.refusesSignatures(wire))) return known;
    const result = svm.simulate(wire, named, options);
    // Something was woken or put in its place for the run alone: it ran in a state that is over.
    if (svm.state !== state || result.err === "SignatureFailure") return result;
    const whole = wholeOf(result, named.writable);
    if (bytesOf(whole) > MOST_BYTES) return whole;
    const [oldest] = runs.size >= MOST_RUNS ? runs.keys() : [];
    if (oldest !== undefined) runs.delete(oldest);
    runs.set(key, whole);
    return whole;
  }
}

/** The message has all that runs. Signatures are beside it, and no part of a run that they let begin. */
function keyOf({ buffer, byteOffset, length }: Uint8Array, { inner }: SimulationOptions): string {
  return `${inner ? 1 : 0}${Buffer.from(buffer, byteOffset, length).toString("latin1")}`;
}

/** A run with its accounts, read out of the machine's result. */
interface WholeResult extends SvmResult {
  readonly accounts: ReadonlyMap<string, ChainAccount | undefined>;
}

/** The result with all of it read, so that it can be told again. */
function wholeOf(result: SvmResult, writable: readonly string[]): WholeResult {
  const { err, logs, unitsConsumed, innerInstructions } = result;
  const returned = result.returnData();
  const accounts = new Map<string, ChainAccount | undefined>();
  const posts = result.postAccounts?.();
  if (posts)
    for (const address of writable) if (posts.has(address)) accounts.set(address, posts.get(address));
  const returnData = () => returned;
  const postAccounts = posts && (() => accounts);
  return { err, logs, unitsConsumed, innerInstructions, returnData, postAccounts, accounts };
}

function bytesOf({ logs, accounts }: WholeResult): number {
  let bytes = 0;
  for (const line of logs) bytes += line.length;
  for (const account of accounts.values()) bytes += account?.data.length ?? 0;
  return bytes;
}
