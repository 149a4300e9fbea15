import { createHash } from "node:crypto";
import bs58 from "bs58";
import * as z from "zod/mini";
import { flag } from "../../kernel/schema-kit.js";
import { describeChainError } from "../../ledger/chain-errors.js";
import type { ChainError, Simulated } from "../../ledger/ledger.js";
import { readSent } from "../../ledger/sent.js";
import { type Chain, inContext } from "../chain.js";
import { returnData } from "../encode/meta.js";
import { fields, list, type Method, method, nullable, text, transactionEncoding } from "../params.js";
import { invalidParams } from "../rpc-error.js";
import { refusal, transactionBytes } from "./sending.js";

/** Jito's limit. */
const MAX_TRANSACTIONS = 5;

const bundle = list(text).check(
  z.minLength(1, "must have at least one transaction"),
  z.maxLength(MAX_TRANSACTIONS, `must have at most ${MAX_TRANSACTIONS} transactions`),
);
/** The accounts to return for each transaction are not supported; a request for them is refused. */
const noAccounts = nullable(
  list(z.null("is not supported, because this chain returns no accounts for a bundle")),
);

const signatureOf = (wire: Uint8Array = new Uint8Array()) =>
  readSent(wire).signatures[0] ?? new Uint8Array(64);

const failureOf = (signature: Uint8Array, err: ChainError) => ({
  error: { TransactionFailure: [[...signature], describeChainError(err)] },
  tx_signature: bs58.encode(signature),
});

/** Runs transactions in order, each on the result of those before. `failed` is the one at which the bundle ends, if any. */
async function runBundle(ledger: Chain["ledger"], ...call: Parameters<Chain["ledger"]["bundle"]>) {
  try {
    const runs = await ledger.bundle(...call);
    const failed = runs.findIndex(({ err }) => err !== null);
    return { runs, failed, err: runs[failed]?.err ?? null };
  } catch (error) {
    throw refusal(error);
  }
}

/** Lands all transactions in one block, or none. The result is Jito's ID: a hash of the signatures. */
const sendBundle = method(
  {
    transactions: bundle,
    config: nullable(fields({ encoding: nullable(transactionEncoding) })),
  },
  async ({ ledger }, { transactions, config }) => {
    const wires = transactions.map((written) => transactionBytes(written, config?.encoding));
    const { failed, err } = await runBundle(ledger, wires, { sigVerify: true, land: true });
    if (err !== null)
      throw invalidParams(
        `Bundle transaction ${failed + 1} failed: ${describeChainError(err)}; none has landed`,
      );
    const signatures = wires.map((wire) => bs58.encode(signatureOf(wire))).join(",");
    return createHash("sha256").update(signatures).digest("hex");
  },
);

/** A transaction's result; every member is null if an earlier transaction failed. */
const resultOf = (run: Simulated | undefined) => ({
  err: run?.err ?? null,
  logs: run?.logs ?? null,
  preExecutionAccounts: null,
  postExecutionAccounts: null,
  unitsConsumed: run?.unitsConsumed ?? null,
  returnData: run ? returnData(run) : null,
});

/** Runs the transactions in order, each on the result of those before, up to the first that fails. */
const simulateBundle = method(
  {
    bundle: fields({ encodedTransactions: bundle }),
    config: nullable(
      fields({
        transactionEncoding: nullable(transactionEncoding),
        skipSigVerify: nullable(flag),
        replaceRecentBlockhash: nullable(flag),
        preExecutionAccountsConfigs: noAccounts,
        postExecutionAccountsConfigs: noAccounts,
      }),
    ),
  },
  async (chain, { bundle, config = {} }) => {
    const { transactionEncoding = "base64", skipSigVerify = false, replaceRecentBlockhash = false } = config;
    if (replaceRecentBlockhash && !skipSigVerify)
      throw invalidParams(
        "replaceRecentBlockhash requires skipSigVerify, because a new blockhash invalidates the signatures",
      );
    const wires = bundle.encodedTransactions.map((written) => transactionBytes(written, transactionEncoding));
    const options = { sigVerify: !skipSigVerify, replaceRecentBlockhash };
    const { runs, failed, err } = await runBundle(chain.ledger, wires, options);
    return inContext(await chain.ledger.slot(), {
      summary: err === null ? "succeeded" : { failed: failureOf(signatureOf(wires[failed]), err) },
      transactionResults: wires.map((_, at) => resultOf(runs[at])),
    });
  },
);

/** Jito's methods, as surfpool has them. */
export const BUNDLE_METHODS: Readonly<Record<string, Method>> = {
  sendBundle,
  simulateBundle,
};
