import { ConfigurationError, PaginationError } from "../errors/errors.js";
import { ApiPromise, type WithResponse } from "../http/api-promise.js";

/** Start of a page, under the parameter name that the service uses. */
export interface Cursor {
  readonly before?: string;
  readonly cursor?: string;
}

/** Loads the page at a cursor; an empty cursor is the first page. */
export type PageLoader<T> = (cursor: Cursor) => Promise<WithResponse<RawPage<T>>>;

interface RawPage<T> {
  readonly data: T[];
  readonly hasMore: boolean;
  readonly next: Cursor;
}

// A WeakMap instead of a private field, because a fake cannot implement a class that has one.
const loaders = new WeakMap<object, () => Promise<unknown>>();

/** One page of a list. */
export class Page<T> {
  /** The records of this page. */
  readonly data: T[];
  /** Whether there are more pages. */
  readonly hasMore: boolean;
  /** Cursor of the next page: pass it as `before` to continue from there, also in another process. */
  readonly nextCursor: string | undefined;

  /** @internal */
  constructor({ data, hasMore, next }: RawPage<T>, load: PageLoader<T>, seen: ReadonlySet<string>) {
    const cursor = next.before ?? next.cursor;
    this.data = data;
    this.hasMore = hasMore;
    this.nextCursor = hasMore ? cursor : undefined;
    loaders.set(this, async () => {
      if (!hasMore) throw new PaginationError("There is no next page: hasMore is false.");
      if (!cursor) throw new PaginationError("The service reports more pages, but returns no cursor.");
      if (seen.has(cursor))
        throw new PaginationError(`The service repeats the cursor ${cursor}, so the pages would never end.`);
      return pageOf(await load(next), load, new Set(seen).add(cursor)).data;
    });
  }

  /**
   * Loads the next page. Each call sends a new request.
   * @throws PaginationError when there is no next page, or when the service repeats a cursor.
   * @example
   * ```ts
   * import type { Page, TransactionRecord } from "intent-tx";
   * const older = async (page: Page<TransactionRecord>) => (page.hasMore ? (await page.nextPage()).data : []);
   * ```
   */
  nextPage(): Promise<Page<T>> {
    return (loaders.get(this) as () => Promise<Page<T>>)();
  }
}

const pageOf = <T>(
  result: WithResponse<RawPage<T>>,
  load: PageLoader<T>,
  seen: ReadonlySet<string>,
): WithResponse<Page<T>> => ({ ...result, data: new Page(result.data, load, seen) });

/** Options of {@link PagePromise.toArray}. */
export interface ToArrayOptions {
  /** Maximum number of records; iteration ends there. */
  readonly max: number;
}

/**
 * The promise that a list method returns. Await it for the first page; iterate it for every record.
 *
 * After a failure, call the iterator's `next()` again: it continues at the failed request and neither loses nor repeats
 * a record. Overlapping calls to `next()` get one record each.
 */
export class PagePromise<T> extends ApiPromise<Page<T>> implements AsyncIterable<T> {
  /** @internal */
  constructor(load: PageLoader<T>, start: Cursor) {
    const seen = new Set(Object.values<string>({ ...start }));
    const first = async () => pageOf(await load(start), load, seen);
    super(first());
    loaders.set(this, first);
  }

  /** Iterates over every record, page by page. */
  [Symbol.asyncIterator](): AsyncIterableIterator<T> {
    const pages = this.pages();
    let records: readonly T[] = [];
    let index = 0;
    return inOrder(async () => {
      while (index >= records.length) {
        const { done, value } = await pages.next();
        if (done) return undefined;
        records = value.data;
        index = 0;
      }
      return { value: records[index++] as T };
    });
  }

  /**
   * Iterates over the pages.
   * @throws PaginationError when the service repeats a cursor, or sends none although more pages exist.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
   * for await (const { data, nextCursor } of client.transactions.list(walletAddress).pages()) console.log(data.length, nextCursor);
   * ```
   */
  pages(): AsyncIterableIterator<Page<T>> {
    let last: Page<T> | undefined;
    let failed = false;
    return inOrder(async () => {
      if (last && !last.hasMore) return undefined;
      try {
        // The first page is already being loaded. If that failed, the next call requests it again.
        last = last
          ? await last.nextPage()
          : failed
            ? (await (loaders.get(this) as () => Promise<WithResponse<Page<T>>>)()).data
            : await this;
      } catch (error) {
        failed = true;
        throw error;
      }
      return { value: last };
    });
  }

  /**
   * Collects at most `max` records.
   * @param options The maximum number of records to collect.
   * @throws ConfigurationError when `max` is missing, negative or not a number. To collect everything,
   * pass `Infinity`.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
   * const recent = await client.transactions.list(walletAddress).toArray({ max: 250 });
   * ```
   */
  async toArray(options: ToArrayOptions): Promise<T[]> {
    // The first request has started; if the promise is never awaited, its failure must not count as unhandled.
    this.catch(() => {});
    const max = options?.max;
    if (!(max >= 0))
      throw new ConfigurationError("toArray needs { max }, the maximum number of records to collect.");
    const all: T[] = [];
    // No `for await`: Hermes lacks Symbol.asyncIterator.
    const records = this[Symbol.asyncIterator]();
    while (all.length < max) {
      const { done, value } = await records.next();
      if (done) break;
      all.push(value);
    }
    return all;
  }
}

/** An iterator over `take`, which returns undefined at the end. Overlapping calls wait for each other. */
function inOrder<T>(take: () => Promise<{ value: T } | undefined>): AsyncIterableIterator<T> {
  let queue: Promise<unknown> = Promise.resolve();
  let ended = false;
  const next = async (): Promise<IteratorResult<T, undefined>> => {
    const found = ended ? undefined : await take();
    if (found && !ended) return { done: false, value: found.value };
    ended = true;
    return { done: true, value: undefined };
  };
  return {
    next() {
      const result = queue.then(next);
      queue = result.catch(() => {});
      return result;
    },
    return() {
      ended = true;
      return Promise.resolve({ done: true, value: undefined });
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
