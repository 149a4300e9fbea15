import { flag } from "../../kernel/schema-kit.js";
import { hasReached } from "../../ledger/commitment.js";
import type { HistoryLine, HistoryPage, SignatureStatus } from "../../ledger/ledger.js";
import { contextSlot, inContext } from "../chain.js";
import { statusOf } from "../encode/meta.js";
import { encodeLanded } from "../encode/transaction.js";
import { writtenList } from "../envelope.js";
import {
  address,
  blockCommitmentOf,
  config,
  count,
  fieldsOrList,
  type Method,
  method,
  nullable,
  type Params,
  signature,
  transactionConfig,
  upTo,
} from "../params.js";
import { invalidParams } from "../rpc-error.js";

const MAX_SIGNATURES = 256;
const MAX_HISTORY = 1000;

function encodeStatus(status: SignatureStatus | undefined) {
  if (!status) return null;
  const { slot, err, commitment, confirmations } = status;
  return { confirmationStatus: commitment, confirmations, err, slot, status: statusOf(err) };
}

const statusParams = {
  signatures: upTo(signature, MAX_SIGNATURES),
  config: nullable(fieldsOrList({ searchTransactionHistory: flag })),
};
const historyParams = {
  address,
  config: config({
    before: nullable(signature),
    until: nullable(signature),
    limit: nullable(count),
  }),
};
function pageOf({ config }: Params<typeof historyParams>): HistoryPage {
  const { limit = MAX_HISTORY, before, until } = config ?? {};
  if (limit < 1 || limit > MAX_HISTORY) throw invalidParams(`Invalid limit; max ${MAX_HISTORY}`);
  const commitment = blockCommitmentOf(config);
  return {
    limit,
    ...(before !== undefined && { before }),
    ...(until !== undefined && { until }),
    reached: (reached) => hasReached(reached, commitment),
  };
}

function encodeLine({ at, commitment, err, memo, signature, slot }: HistoryLine) {
  return { blockTime: Math.floor(at / 1000), confirmationStatus: commitment, err, memo, signature, slot };
}

const getTransaction = method(
  { signature, config: transactionConfig },
  async ({ ledger }, { signature, config = {} }) => {
    const { encoding = "json", maxSupportedTransactionVersion } = config;
    const commitment = blockCommitmentOf(config);
    const landed = await ledger.transaction(signature);
    if (!landed || !hasReached(landed.commitment, commitment)) return null;
    return encodeLanded(landed, encoding, maxSupportedTransactionVersion);
  },
);

export const HISTORY_METHODS: Readonly<Record<string, Method>> = {
  getSignatureStatuses: method(statusParams, async (chain, { signatures }) => {
    const slot = await contextSlot(chain, { commitment: "processed" });
    return inContext(slot, (await chain.ledger.statuses(signatures)).map(encodeStatus));
  }),
  getSignaturesForAddress: method(historyParams, async (chain, params) => {
    const page = pageOf(params);
    await contextSlot(chain, params.config);
    return writtenList((await chain.ledger.history(params.address, page)).map(encodeLine));
  }),
  getTransaction,
};
