import { perText } from "../kernel/memo.js";
import type { AccountRow, KeyRow } from "../state/rows-accounts.js";
import type { Table } from "../state/table.js";
import type { Caller } from "./caller.js";
import { hashSecret, readAuthorization } from "./key-secret.js";

/** Callers that are remembered by their header at most. */
const REMEMBERED = 1_000;

/** Finds callers by the `Authorization` header of a request. */
export class KnownCallers {
  readonly #accounts: Pick<Table<AccountRow>, "get">;
  readonly #rows: Pick<Table<KeyRow>, "get" | "values">;
  /** Key ids by hash of the secret; derived from the rows when first needed. */
  #byHash: Map<string, string> | undefined;
  #byHeader = this.#remembered();

  constructor(accounts: Pick<Table<AccountRow>, "get">, rows: Pick<Table<KeyRow>, "get" | "values">) {
    this.#accounts = accounts;
    this.#rows = rows;
  }

  /** The caller of a header, whether or not its key has ended; the same object for the same header. Undefined for no known key. */
  find(authorization: string): Caller | undefined {
    return this.#byHeader(authorization);
  }

  /** Notes a new key. */
  add({ secretHash, keyId }: KeyRow): void {
    this.#byHash?.set(secretHash, keyId);
  }

  /** Forgets everything: the rows were replaced. */
  forget(): void {
    this.#byHash = undefined;
    this.#byHeader = this.#remembered();
  }

  /** To hash a secret takes a tenth of a plain answer. Of a key's row nothing that a caller has ever changes. */
  #remembered(): (authorization: string) => Caller | undefined {
    return perText(REMEMBERED, (authorization) => {
      const read = readAuthorization(authorization);
      const row = "secret" in read ? this.#rowOf(hashSecret(read.secret)) : undefined;
      const account = row && this.#accounts.get(row.account);
      if (!account) return undefined;
      const { keyId, name: keyName, environment, scopes } = row;
      return { account: row.account, keyId, keyName, environment, scopes, tier: account.tier };
    });
  }

  /** Equal hashes are found without a comparison in constant time: how a hash begins tells nothing of its secret. */
  #rowOf(hash: string): KeyRow | undefined {
    this.#byHash ??= new Map([...this.#rows.values()].map((row) => [row.secretHash, row.keyId]));
    return this.#rows.get(this.#byHash.get(hash) ?? "");
  }
}
