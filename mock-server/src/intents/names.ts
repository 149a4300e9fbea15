import { isSolName, type WorldName } from "../fixtures/world-data.js";
import type { NameRow } from "../state/rows.js";
import type { State } from "../state/state.js";
import type { Table } from "../state/table.js";

/** A World's `.sol` names (decision 36) in both environments: its own, and names added through the control plane. */
export class NameService {
  readonly #rows: Table<NameRow>;
  readonly #world: ReadonlyMap<string, WorldName>;

  constructor(options: { readonly state: State; readonly names: readonly WorldName[] }) {
    this.#rows = options.state.open("names");
    this.#world = new Map(options.names.map((named) => [named.name.toLowerCase(), named]));
  }

  /** Resolves a name, ignoring case. */
  resolve(name: string): string | undefined {
    const key = name.toLowerCase();
    return this.#rows.get(key)?.address ?? this.#world.get(key)?.address;
  }

  /**
   * Points a name at an address; an existing name is replaced.
   *
   * @throws RangeError for a name that does not end in `.sol`
   * @example names.set("carol.sol", address)
   */
  set(name: string, address: string): void {
    const key = name.toLowerCase();
    if (!isSolName(key)) {
      throw new RangeError(`"${name}" is not a valid name; use letters, digits and hyphens, then ".sol"`);
    }
    this.#rows.put(key, { address });
  }
}
