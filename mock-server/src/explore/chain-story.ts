import { formatUnits } from "intent-tx";
import type { Landed } from "../ledger/ledger.js";
import type { Host } from "../server/host.js";
import type { MockServer } from "../server/server.js";
import type { TracedRequest } from "./network.js";

/** Writes base units with a sign. */
const signed = (units: bigint, decimals: number) => `${units < 0n ? "" : "+"}${formatUnits(units, decimals)}`;

/** All that the wallets have gained and lost since the start, after each transaction that lands. */
class Holdings {
  readonly #all = new Map<string, { units: bigint; readonly decimals: number; readonly name: string }>();

  constructor(private readonly nameOf: (address: string) => string) {}

  add({ accountKeys, preBalances, postBalances, preTokenBalances, postTokenBalances }: Landed): void {
    for (const [i, address] of accountKeys.entries())
      this.#change(address, "SOL", (postBalances[i] ?? 0n) - (preBalances[i] ?? 0n), 9);
    for (const { owner, mint, amount, decimals } of preTokenBalances)
      this.#change(owner, `of ${mint.slice(0, 4)}…`, -amount, decimals);
    for (const { owner, mint, amount, decimals } of postTokenBalances)
      this.#change(owner, `of ${mint.slice(0, 4)}…`, amount, decimals);
  }

  #change(address: string, token: string, change: bigint, decimals: number): void {
    const key = `${address} ${token}`;
    const name = `${this.nameOf(address)} {} ${token}`;
    this.#all.set(key, { units: (this.#all.get(key)?.units ?? 0n) + change, decimals, name });
  }

  texts(): string[] {
    const changed = [...this.#all.values()].filter(({ units }) => units !== 0n);
    return changed.map(({ units, decimals, name }) => name.replace("{}", signed(units, decimals)));
  }
}

/** Notes at each request what the chain holds, when it changes. Returns the function that ends it. */
export async function tellChain(
  host: Host,
  server: MockServer,
  requests: readonly TracedRequest[],
): Promise<() => void> {
  const names = new Map(Object.entries(server.wallets).map(([name, { address }]) => [address, name]));
  const holdings = new Holdings((address) => names.get(address) ?? `${address.slice(0, 4)}…`);
  const ledger = await host.root.world.parts.ledgers.get("live");
  return ledger.subscribe((event) => {
    if (event.kind !== "landed") return;
    holdings.add(event.transaction);
    const last = requests.at(-1);
    if (last) last.balances = holdings.texts();
  });
}
