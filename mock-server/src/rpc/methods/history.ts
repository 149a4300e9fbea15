import { hasReached } from "../../ledger/commitment.js";
import type { HistoryLine, HistoryPage } from "../../ledger/history-lines.js";
import type { SignatureStatus } from "../../ledger/ledger.js";
import { type Chain, contextSlot, inContext } from "../chain.js";
import {
  signatureStatusConfig,
  signaturesForAddressConfig,
  type TransactionConfig,
  transactionConfig,
} from "../configs.js";
import { statusOf } from "../encode-meta.js";
import { encodeLanded } from "../encode-transaction.js";
import { type Method, method } from "../method.js";
import { addressOf, blockCommitmentOf, refuseMany, signatureParam } from "../params.js";
import { invalidParams } from "../rpc-error.js";
import { string, vec } from "../serde/scalars.js";
import type { Read } from "../serde/serde-type.js";
import { writtenList } from "../written-list.js";

const MOST_SIGNATURES = 256;
const MOST_HISTORY = 1000;

function encodeStatus(status: SignatureStatus | undefined) {
  if (!status) return null;
  const { slot, err, commitment, confirmations } = status;
  return { confirmationStatus: commitment, confirmations, err, slot, status: statusOf(err) };
}

function pageOf(config?: Read<typeof signaturesForAddressConfig>): HistoryPage {
  const { limit = MOST_HISTORY, before, until } = config ?? {};
  if (limit < 1 || limit > MOST_HISTORY) throw invalidParams(`Invalid limit; max ${MOST_HISTORY}`);
  const wanted = { ...(before !== undefined && { before: signatureParam(before) }) };
  const end = { ...(until !== undefined && { until: signatureParam(until) }) };
  const commitment = blockCommitmentOf(config);
  return { limit, ...wanted, ...end, reached: (reached) => hasReached(reached, commitment) };
}

function encodeLine({ at, commitment, err, memo, signature, slot }: HistoryLine) {
  return { blockTime: Math.floor(at / 1000), confirmationStatus: commitment, err, memo, signature, slot };
}

async function transaction({ ledger }: Chain, signature: string, config: TransactionConfig = {}) {
  const { encoding = "json", maxSupportedTransactionVersion } = config;
  const commitment = blockCommitmentOf(config);
  const landed = await ledger.transaction(signature);
  if (!landed || !hasReached(landed.commitment, commitment)) return null;
  return encodeLanded(landed, encoding, maxSupportedTransactionVersion);
}

/** Methods that tell of transactions. */
export const HISTORY_METHODS: Readonly<Record<string, Method>> = {
  getSignatureStatuses: method([vec(string)], [signatureStatusConfig], async (chain, signatures) => {
    const wanted = refuseMany(signatures, MOST_SIGNATURES).map(signatureParam);
    const slot = await contextSlot(chain, { commitment: "processed" });
    return inContext(slot, (await chain.ledger.statuses(wanted)).map(encodeStatus));
  }),
  getSignaturesForAddress: method([string], [signaturesForAddressConfig], async (chain, address, config) => {
    const wanted = addressOf(address);
    const page = pageOf(config);
    await contextSlot(chain, config);
    return writtenList((await chain.ledger.history(wanted, page)).map(encodeLine));
  }),
  getTransaction: method([string], [transactionConfig], (chain, signature, config) =>
    transaction(chain, signatureParam(signature), config),
  ),
};
