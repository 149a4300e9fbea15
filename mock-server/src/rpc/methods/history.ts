import { readTransaction } from "../../chain/transaction.js";
import { Breath } from "../../kernel/breath.js";
import type { Commitment, Landed, Ledger, SignatureStatus } from "../../ledger/ledger.js";
import type { ControlledLedger } from "../../ledger/ledgers.js";
import { type Chain, contextSlot, hasReached, inContext } from "../chain.js";
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
import { MEMO_PROGRAMS, memoText } from "../parsed/instruction.js";
import { invalidParams } from "../rpc-error.js";
import { string, vec } from "../serde/scalars.js";
import type { Read } from "../serde/serde-type.js";

const MOST_SIGNATURES = 256;
const MOST_HISTORY = 1000;
/** Most that are read from the ledger at once: a row is large, and reading it takes a while. */
const CHUNK = 50;

function encodeStatus(status: SignatureStatus | undefined) {
  if (!status) return null;
  const { slot, err, commitment, confirmations } = status;
  return { confirmationStatus: commitment, confirmations, err, slot, status: statusOf(err) };
}

/** The memos of a transaction, each after its length in bytes: `[6] héllo; [3] two`. */
function memoOf({ wire, accountKeys }: Landed): string | null {
  // Nearly none has one, and to read the message takes ten times as long.
  if (!accountKeys.some((key) => MEMO_PROGRAMS.has(key))) return null;
  const memos = readTransaction(wire).instructions.flatMap(({ programIdIndex, data }) => {
    if (!MEMO_PROGRAMS.has(accountKeys[programIdIndex] ?? "")) return [];
    return `[${data.length}] ${memoText(data) ?? "(unparseable)"}`;
  });
  return memos.length > 0 ? memos.join("; ") : null;
}

interface HistoryPage {
  readonly limit: number;
  readonly before?: string;
  readonly until?: string;
  readonly commitment: Commitment;
}

function pageOf(config?: Read<typeof signaturesForAddressConfig>): HistoryPage {
  const { limit = MOST_HISTORY, before, until } = config ?? {};
  if (limit < 1 || limit > MOST_HISTORY) throw invalidParams(`Invalid limit; max ${MOST_HISTORY}`);
  return {
    limit,
    ...(before !== undefined && { before: signatureParam(before) }),
    ...(until !== undefined && { until: signatureParam(until) }),
    commitment: blockCommitmentOf(config),
  };
}

/** Transactions that name an address themselves, newest first; the ledger tells of its token accounts' too. */
async function* naming(ledger: Ledger, address: string, page: HistoryPage): AsyncGenerator<Landed> {
  let before = page.before;
  const breath = new Breath();
  const limit = Math.min(page.limit, CHUNK);
  for (;;) {
    const some = await ledger.landed(address, { limit, ...(before !== undefined && { before }) });
    for (const landed of some) {
      if (landed.signature === page.until) return;
      if (landed.accountKeys.includes(address) && hasReached(landed.commitment, page.commitment))
        yield landed;
      if (breath.due) await breath.take();
    }
    before = some.at(-1)?.signature;
    if (some.length < limit || before === undefined) return;
  }
}

/** Transactions from before a signature, whether it is the address's own or not; none from before an unknown one. */
async function* namingBefore(
  ledger: ControlledLedger,
  address: string,
  page: HistoryPage,
): AsyncGenerator<Landed> {
  const last = page.before === undefined ? undefined : await ledger.transaction(page.before);
  if (!last || last.accountKeys.includes(address)) return yield* naming(ledger, address, page);
  const block = (await ledger.block(last.slot))?.transactions ?? [];
  const order = new Map(block.map(({ signature }, index) => [signature, index]));
  const { before: _, ...rest } = page;
  for await (const landed of naming(ledger, address, rest)) {
    const earlier = (order.get(landed.signature) ?? 0) < (order.get(last.signature) ?? 0);
    if (landed.slot < last.slot || (landed.slot === last.slot && earlier)) yield landed;
  }
}

async function signaturesFor({ ledger }: Chain, address: string, page: HistoryPage) {
  const found: unknown[] = [];
  for await (const landed of namingBefore(ledger, address, page)) {
    const { signature, slot, err, at, commitment } = landed;
    found.push({
      blockTime: Math.floor(at / 1000),
      confirmationStatus: commitment,
      err,
      memo: memoOf(landed),
      signature,
      slot,
    });
    if (found.length === page.limit) break;
  }
  return found;
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
    return signaturesFor(chain, wanted, page);
  }),
  getTransaction: method([string], [transactionConfig], (chain, signature, config) =>
    transaction(chain, signatureParam(signature), config),
  ),
};
