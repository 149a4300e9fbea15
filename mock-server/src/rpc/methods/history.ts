import { flag } from "../../kernel/schema-kit.js";
import { hasReached } from "../../ledger/commitment.js";
import type { HistoryLine, HistoryPage, SignatureStatus } from "../../ledger/ledger.js";
import { REMEMBERED_BLOCKS, slotReached } from "../../ledger/slots.js";
import { contextSlot, inContext } from "../chain.js";
import { blockTimeOf } from "../encode/block.js";
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
    const { encoding = "json", maxSupportedTransactionVersion: maxVersion } = config;
    const commitment = blockCommitmentOf(config);
    const landed = await ledger.transaction(signature);
    if (!landed || !hasReached(landed.commitment, commitment)) return null;
    const { slot } = landed;
    const blockTime = blockTimeOf(slot, ledger.slotMs);
    return { blockTime, slot, ...encodeLanded(landed, { encoding, maxVersion }) };
  },
);

/** As on a node, only a search in the history returns statuses older than the last finalized blocks. */
const getSignatureStatuses = method(statusParams, async (chain, { signatures, config }) => {
  const slot = await contextSlot(chain, { commitment: "processed" });
  const forgotten = slotReached(slot, "finalized") - REMEMBERED_BLOCKS;
  const statuses = await chain.ledger.statuses(signatures);
  const found = statuses.map((status) =>
    config?.searchTransactionHistory || (status && status.slot > forgotten) ? status : undefined,
  );
  return inContext(slot, found.map(encodeStatus));
});

export const HISTORY_METHODS: Readonly<Record<string, Method>> = {
  getSignatureStatuses,
  getSignaturesForAddress: method(historyParams, async (chain, params) => {
    const page = pageOf(params);
    await contextSlot(chain, params.config);
    return writtenList((await chain.ledger.history(params.address, page)).map(encodeLine));
  }),
  getTransaction,
};
