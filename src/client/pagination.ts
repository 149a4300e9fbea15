import { PaginationError } from "../errors/errors.js";
import { OutOfRangeError } from "../errors/value-errors.js";
import { ApiPromise, type WithResponse } from "./api-promise.js";

/** Where a page begins, under the name that the service uses. */
export interface Cursor {
  readonly before?: string;
  readonly cursor?: string;
}

/** Loads the page at a cursor; an empty cursor is the beginning. */
export type PageLoader<T> = (cursor: Cursor) => Promise<WithResponse<RawPage<T>>>;

interface RawPage<T> {
  readonly data: T[];
  readonly hasMore: boolean;
  readonly next: Cursor;
}

// Beside the instances and not in them: a private field would keep fakes from having the type.
const loaders = new WeakMap<object, () => Promise<unknown>>();

/**
 * One page of a list.
 *
 * @example
 * ```ts
 * import { IntentTx } from "intent-tx";
 * const client = new IntentTx();
 * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
 * const page = await client.transactions.list(walletAddress);
 * const older = page.hasMore ? await page.nextPage() : undefined;
 * ```
 */
export class Page<T> {
  /** The records of this page. */
  readonly data: T[];
  /** Whether there are more pages. */
  readonly hasMore: boolean;
  /** Where the next page begins: pass it as `before` to go on from there, also in another process. */
  readonly nextCursor: string | undefined;

  /** @internal */
  constructor({ data, hasMore, next }: RawPage<T>, load: PageLoader<T>, seen: ReadonlySet<string>) {
    const cursor = next.before ?? next.cursor;
    this.data = data;
    this.hasMore = hasMore;
    this.nextCursor = hasMore ? cursor : undefined;
    loaders.set(this, async () => {
      if (!hasMore) throw new PaginationError("There is no next page: hasMore is false.");
      if (!cursor)
        throw new PaginationError("The service says that there are more pages, but names no cursor.");
      if (seen.has(cursor))
        throw new PaginationError(`The service repeats the cursor ${cursor}: the walk would never end.`);
      return pageOf(await load(next), load, new Set(seen).add(cursor)).data;
    });
  }

  /**
   * Loads the next page. Each call is a request of its own.
   *
   * @throws PaginationError when there is none, or the service repeats a cursor.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
   * const page = await client.transactions.list(walletAddress, { limit: 10 });
   * const older = page.hasMore ? (await page.nextPage()).data : [];
   * ```
   */
  nextPage(): Promise<Page<T>> {
    return (loaders.get(this) as () => Promise<Page<T>>)();
  }
}

function pageOf<T>(
  result: WithResponse<RawPage<T>>,
  load: PageLoader<T>,
  seen: ReadonlySet<string>,
): WithResponse<Page<T>> {
  return { ...result, data: new Page(result.data, load, seen) };
}

/** How much {@link PagePromise.toArray} may collect. */
export interface ToArrayOptions {
  /** Most records; the walk ends there. */
  readonly max: number;
}

/**
 * The promise that a list method returns. Await it for the first page; iterate it for every record.
 *
 * After a failure, call the iterator's `next()` again: it continues where it failed and neither loses nor
 * repeats a record. Overlapping calls of `next()` get one record each.
 *
 * @example
 * ```ts
 * import { IntentTx } from "intent-tx";
 * const client = new IntentTx();
 * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
 * const page = await client.transactions.list(walletAddress, { limit: 100 });
 * const recent = await client.transactions.list(walletAddress).toArray({ max: 250 });
 * for await (const { data } of client.transactions.list(walletAddress).pages()) console.log(data.length);
 * ```
 */
export class PagePromise<T> extends ApiPromise<Page<T>> implements AsyncIterable<T> {
  /** @internal */
  constructor(load: PageLoader<T>, start: Cursor) {
    const seen = new Set(Object.values<string>({ ...start }));
    const first = async () => pageOf(await load(start), load, seen);
    super(first());
    loaders.set(this, first);
  }

  /** Every record, page after page. */
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
   * Every page.
   *
   * @throws PaginationError when the service repeats a cursor, or names none.
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
        // The first page is the one under way; if that failed, asking again asks the service again.
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
   * Collects records, at most `max`.
   *
   * @param options The most records to collect.
   * @throws OutOfRangeError (a `RangeError`) when `max` is no number from 0: collecting without bound is a decision to write down (`Infinity`).
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * const client = new IntentTx();
   * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
   * const recent = await client.transactions.list(walletAddress).toArray({ max: 250 });
   * ```
   */
  async toArray(options: ToArrayOptions): Promise<T[]> {
    // The first page is under way; where it is not awaited, its failure is nobody's.
    this.catch(() => {});
    const max = options?.max;
    if (!(max >= 0))
      throw new OutOfRangeError("toArray needs { max }, the most records that it may collect.");
    const all: T[] = [];
    // Not by `for await`, as Hermes has no Symbol.asyncIterator.
    const records = this[Symbol.asyncIterator]();
    while (all.length < max) {
      const { done, value } = await records.next();
      if (done) break;
      all.push(value);
    }
    return all;
  }
}

/** An iterator over `take`, which answers undefined at the end; calls that overlap wait for each other. */
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
