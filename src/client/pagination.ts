import { ConfigurationError, PaginationError } from "../errors/errors.js";
import { ApiPromise, type Loading, mapped } from "../http/api-promise.js";

/** Start of a page, under the parameter name that the service uses. */
export interface Cursor {
  readonly before?: string;
  readonly cursor?: string;
}

/** Loads the page at a cursor; an empty cursor is the first page. */
export type PageLoader<T> = (cursor: Cursor) => Loading<RawPage<T>>;

interface RawPage<T> {
  readonly data: T[];
  readonly hasMore: boolean;
  readonly next: Cursor;
}

// A WeakMap instead of a private field, because a user's own fake cannot implement a class that has one.
const loaders = new WeakMap<object, () => Promise<unknown>>();

/** One page of a list. */
export class Page<T> {
  /** The records of this page. */
  readonly data: T[];
  /** Whether there are more pages. */
  readonly hasMore: boolean;
  /** Cursor of the next page: pass it as `cursor` to continue from there, also in another process. */
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
      return (await pageOf(load(next), load, new Set(seen).add(cursor)).result).data;
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

  /**
   * Iterates over the records of this page and of all pages after it, which it loads.
   * @throws PaginationError when the service repeats a cursor, or sends none although more pages exist.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const page = await client.transactions.list("7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU");
   * for await (const { signature } of page) console.log(signature);
   * ```
   */
  [Symbol.asyncIterator](): AsyncIterableIterator<T> {
    return recordsOf(pagesFrom(async () => this));
  }
}

const pageOf = <T>(loading: Loading<RawPage<T>>, load: PageLoader<T>, seen: ReadonlySet<string>) =>
  mapped(loading, (data) => new Page(data, load, seen));

/** The pages from the first one, which is loaded again after a failure. */
function pagesFrom<T>(first: (isAgain: boolean) => Promise<Page<T>>): AsyncIterableIterator<Page<T>> {
  let last: Page<T> | undefined;
  let failed = false;
  return inOrder(async () => {
    if (last && !last.hasMore) return undefined;
    try {
      last = await (last ? last.nextPage() : first(failed));
    } catch (error) {
      failed = true;
      throw error;
    }
    return { value: last };
  });
}

function recordsOf<T>(pages: AsyncIterator<Page<T>>): AsyncIterableIterator<T> {
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

/** Options of {@link PagePromise.toArray}. @inline */
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
    const first = () => pageOf(load(start), load, seen);
    const { result, mode } = first();
    super(result, mode);
    loaders.set(this, async () => (await first().result).data);
  }

  /** Iterates over every record, page by page. */
  [Symbol.asyncIterator](): AsyncIterableIterator<T> {
    return recordsOf(this.pages());
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
    // The first page is already being loaded. If that failed, the next call requests it again.
    return pagesFrom((isAgain) => (isAgain ? (loaders.get(this) as () => Promise<Page<T>>)() : this));
  }

  /**
   * Collects at most `max` records.
   * @param options The maximum number of records to collect.
   * @throws ConfigurationError when `max` is missing, negative or not a number; `Infinity` collects everything.
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
    if (typeof max !== "number" || !(max >= 0))
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
