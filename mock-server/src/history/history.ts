import {
  type Environment,
  LIMITS,
  type OperationPayload,
  type TransactionRecord,
  type TransactionType,
} from "intent-tx/contract";
import type { TokenList } from "../fixtures/tokens.js";
import { invalidField } from "../kernel/errors.js";
import { TimeSlice } from "../kernel/time-slice.js";
import type { Ledger, LedgerSource } from "../ledger/ledger.js";
import { historyRecord } from "./decode.js";

export interface HistoryQuery {
  /** Records per page, 1 to 100. Default 50. */
  readonly limit?: number | undefined;
  /** Returns only records that are older than the one with this signature. */
  readonly before?: string | undefined;
  /** The name of the parameter for `before` in the request, for error messages. Default `before`. */
  readonly cursorName?: "before" | "cursor" | undefined;
  /** Filters by type. Default `all`. */
  readonly type?: TransactionType | "all" | undefined;
}

/** Minimum number of transactions per ledger read, because a filter can remove most of them. */
const CHUNK = 20;

export class History {
  constructor(private readonly options: { readonly tokens: TokenList; readonly ledgers: LedgerSource }) {}

  /**
   * A page of a wallet's history, newest first. The cursor is a signature, so transactions that land between two
   * requests do not cause repeated or skipped records.
   *
   * @throws ServiceError 400 `validation_error` on `before`, or `cursorName`, if it is not in this wallet's history
   */
  async list(
    environment: Environment,
    wallet: string,
    query: HistoryQuery = {},
  ): Promise<OperationPayload<"transactions.list">> {
    const { limit = LIMITS.pageDefault, before, cursorName = "before", type = "all" } = query;
    const ledger = await this.options.ledgers.get(environment);
    if (before !== undefined && !(await this.#hasRecord(ledger, wallet, before)))
      throw invalidField(cursorName, "must be the signature of a transaction in this wallet's history");
    // One more record than the page contains shows whether another page follows.
    const records = await this.#collect(ledger, wallet, { before, type, wanted: limit + 1 });
    const data = records.slice(0, limit);
    const hasMore = records.length > limit;
    const last = data.at(-1);
    return {
      data: data as OperationPayload<"transactions.list">["data"],
      pagination: hasMore && last ? { hasMore, before: last.signature } : { hasMore },
    };
  }

  async #hasRecord(ledger: Ledger, wallet: string, signature: string): Promise<boolean> {
    const landed = await ledger.transaction(signature);
    return landed !== undefined && historyRecord(landed, wallet, this.options.tokens) !== undefined;
  }

  async #collect(
    ledger: Ledger,
    wallet: string,
    page: { before: string | undefined; type: TransactionType | "all"; wanted: number },
  ): Promise<TransactionRecord[]> {
    const records: TransactionRecord[] = [];
    let { before } = page;
    const slice = new TimeSlice();
    for (;;) {
      const limit = Math.max(page.wanted - records.length, CHUNK);
      const chunk = await ledger.landed(wallet, { limit, ...(before !== undefined && { before }) });
      for (const landed of chunk) {
        const record = historyRecord(landed, wallet, this.options.tokens);
        if (!record || (page.type !== "all" && record.type !== page.type)) continue;
        records.push(record);
        if (records.length === page.wanted) return records;
        if (slice.isOver) await slice.next();
      }
      before = chunk.at(-1)?.signature;
      if (chunk.length < limit || before === undefined) return records;
    }
  }
}
