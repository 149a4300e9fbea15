import type { Environment } from "intent-tx/contract";
import { messageHash } from "../formats/signatures.js";
import { readTransaction } from "../formats/transaction.js";
import type { Clock } from "../kernel/clock.js";
import { DAY_MS } from "../kernel/time.js";
import type { BuiltRow } from "../state/rows.js";
import type { State } from "../state/state.js";
import { Sweep, type Table } from "../state/table.js";

/** How long a transaction is recognised. Its blockhash is valid for a minute, but with a fault the transaction can land much later. */
const RECOGNISED_MS = DAY_MS;
/** Maximum number of recognised transactions; the oldest are dropped. */
const MAX_BUILT = 100_000;

/** Transactions that the service built. They are recognised by their message, regardless of signatures. */
export class BuiltTransactions {
  readonly #rows: Table<BuiltRow>;
  readonly #sweep: Sweep<BuiltRow>;

  constructor(private readonly options: { readonly state: State; readonly clock: Clock }) {
    this.#rows = options.state.open("built");
    const isOver = ({ at }: BuiltRow) =>
      this.#rows.size > MAX_BUILT || this.options.clock.now() >= at + RECOGNISED_MS;
    this.#sweep = new Sweep(options.state, this.#rows, isOver, (key) => this.#rows.deleteLater(key));
  }

  /** Records a build. Accounts that build the same bytes share a row, so that the transaction counts for each. */
  add(message: Uint8Array, built: Omit<BuiltRow, "at" | "others">): void {
    const key = messageHash(message);
    const known = this.#rows.get(key);
    const before = known?.environment === built.environment ? [known.account, ...(known.others ?? [])] : [];
    const [account = built.account, ...others] = new Set([...before, built.account]);
    const shared = others.length > 0 ? { others } : {};
    this.#rows.put(key, { ...built, account, ...shared, at: this.options.clock.now() });
    this.#sweep.run();
  }

  /** The build of a transaction, if the service built it for this network. */
  of(wire: Uint8Array, environment: Environment): BuiltRow | undefined {
    const built = this.#rows.get(messageHash(readTransaction(wire).message));
    return built?.environment === environment ? built : undefined;
  }

  /** Wallets for which a transaction was built on a network since the given time. */
  *walletsSince(environment: Environment, moment: number): Generator<string> {
    for (const { environment: network, at, walletAddress } of this.#rows.values()) {
      if (network === environment && at >= moment) yield walletAddress;
    }
  }
}
