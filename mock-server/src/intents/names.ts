import type { WorldName } from "../fixtures/world-data.js";
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

  /** Points a name in lower case at an address; an existing name is replaced. */
  set(name: string, address: string): void {
    this.#rows.put(name, { address });
  }
}
