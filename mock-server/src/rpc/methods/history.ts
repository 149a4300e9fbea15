import { readTransaction } from "../../chain/transaction.js";
import { Breath } from "../../kernel/breath.js";
import type { Commitment, Landed, Ledger, SignatureStatus } from "../../ledger/ledger.js";
import type { ControlledLedger } from "../../ledger/ledgers.js";
import { type Chain, contextSlot, hasReached, inContext, type Method } from "../chain.js";
import { statusOf } from "../encode-meta.js";
import { encodeLanded, transactionEncoding } from "../encode-transaction.js";
import {
  addressOf,
  blockCommitmentOf,
  type Config,
  configOf,
  countOf,
  signatureParam,
  stringsOf,
} from "../params.js";
import { MEMO_PROGRAMS, memoText } from "../parsed/instruction.js";
import { invalidParams } from "../rpc-error.js";

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

function pageOf(config: Config): HistoryPage {
  const { limit, before, until } = config as { limit?: unknown; before?: unknown; until?: unknown };
  const most = limit === undefined || limit === null ? MOST_HISTORY : countOf(limit);
  if (most < 1 || most > MOST_HISTORY) throw invalidParams(`Invalid limit; max ${MOST_HISTORY}`);
  return {
    limit: most,
    ...(typeof before === "string" && { before: signatureParam(before) }),
    ...(typeof until === "string" && { until: signatureParam(until) }),
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

async function transaction({ ledger }: Chain, signature: string, given: unknown) {
  // The encoding alone is how the first clients called it.
  const config = typeof given === "string" ? { encoding: given } : configOf(given);
  const { encoding, maxSupportedTransactionVersion: version } = config as {
    encoding?: unknown;
    maxSupportedTransactionVersion?: unknown;
  };
  const wanted = transactionEncoding(encoding);
  const commitment = blockCommitmentOf(config);
  const landed = await ledger.transaction(signature);
  if (!landed || !hasReached(landed.commitment, commitment)) return null;
  return encodeLanded(
    landed,
    wanted,
    version === undefined || version === null ? undefined : countOf(version),
  );
}

/** Methods that tell of transactions. */
export const HISTORY_METHODS: Readonly<Record<string, Method>> = {
  getSignatureStatuses: {
    required: 1,
    total: 2,
    run: async (chain, [signatures]) => {
      const wanted = stringsOf(signatures, MOST_SIGNATURES).map(signatureParam);
      const slot = await contextSlot(chain, { commitment: "processed" });
      return inContext(slot, (await chain.ledger.statuses(wanted)).map(encodeStatus));
    },
  },
  getSignaturesForAddress: {
    required: 1,
    total: 2,
    run: async (chain, [address, config]) => {
      const wanted = addressOf(address);
      const page = pageOf(configOf(config));
      await contextSlot(chain, configOf(config));
      return signaturesFor(chain, wanted, page);
    },
  },
  getTransaction: {
    required: 1,
    total: 2,
    run: (chain, [signature, config]) => transaction(chain, signatureParam(signature), config),
  },
};
