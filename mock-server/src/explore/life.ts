import type { Connection } from "@solana/web3.js";
import { IntentTx } from "intent-tx";
import type { MockFetch } from "../http/fetch.js";
import type { Host } from "../server/host.js";
import { MockServer } from "../server/server.js";
import {
  type MockWallet,
  type MockWalletOptions,
  type SignAround,
  walletAround,
} from "../testing/mock-wallet.js";
import {
  connectionOver,
  type KitRpc,
  type KitSubscriptions,
  type Libraries,
  rpcOver,
  subscriptionsOver,
} from "./connections.js";
import type { Disk } from "./disk.js";
import type { FaultKind } from "./faults.js";
import type { Network } from "./network.js";
import { forever, type Process } from "./process.js";

/** The handles of one life of the app. After a crash, their calls never settle, and writes to `disk` are dropped. */
export interface Life<S> {
  /** The mock server, with this life's `fetch`, `clock` and `clientOptions`. */
  readonly server: MockServer;
  /** A client with the enterprise key. */
  readonly client: IntentTx;
  /** A `Connection` of `@solana/web3.js` at `confirmed`. Its subscriptions poll once a slot. */
  readonly connection: Connection;
  /** The rpc client of `@solana/kit`. */
  readonly rpc: KitRpc;
  /** The subscriptions client of `@solana/kit`. Its subscriptions poll once a slot. */
  readonly rpcSubscriptions: KitSubscriptions;
  /** Alice's wallet. */
  readonly wallet: MockWallet;
  /** A `fetch` to the mock server, for clients that you create. */
  readonly fetch: MockFetch;
  /** Storage that outlives a crash. */
  readonly disk: Disk;
  /** The result of `setup`. It outlives a crash, like a database. Module variables outlive it, too. */
  readonly state: S;
  /** Number of this life: 0 at the first start. */
  readonly life: number;
  /** Aborts after `check`, for cleanup. */
  readonly signal: AbortSignal;
}

/** How the wallet answers under a fault. */
const BEHAVIOURS: Readonly<Partial<Record<FaultKind, MockWalletOptions>>> = {
  "wallet-late": { delay: "2m" },
  "wallet-edits": { like: "seed-vault", delay: "5s" },
};

/** Creates the handles of a life. `random` is the jitter of the client's retries. */
export function lifeOf<S>(
  process: Process,
  host: Host,
  parts: Pick<Life<S>, "fetch" | "disk" | "state" | "signal">,
  {
    libraries,
    network,
    random,
    onUnknown,
  }: {
    readonly libraries: Libraries;
    readonly network: Network;
    readonly random: () => number;
    readonly onUnknown: (method: string) => void;
  },
): Life<S> {
  const whole = host.root.clock;
  const crash = process.crash.signal;
  const clock = {
    ...whole,
    get running() {
      return whole.running;
    },
    now: () => whole.now() + network.ahead,
    random,
    // A crash ends the sleep, so that it does not move the clock.
    sleep: (ms: number, signal = crash) =>
      process.guard(() => whole.sleep(ms, AbortSignal.any([signal, crash]))),
  };
  const server = new MockServer(host, parts.fetch, clock);
  const sign: SignAround = (method, signed) =>
    process.guard(async () => {
      const traced = network.begin(process, "wallet", `wallet.${method}`, []);
      await network.wait(traced);
      if (!process.isAlive) return forever();
      if (traced.fault === "wallet-twice") await signed({ like: "broadcasts" });
      const result = await signed((traced.fault && BEHAVIOURS[traced.fault]) ?? {});
      if (process.isAlive) traced.saw = () => "signed";
      network.end(traced, process);
      return result;
    });
  return {
    ...parts,
    server,
    life: process.number,
    client: new IntentTx(server.clientOptions()),
    // The wallet is a program of its own: its requests are not the app's.
    wallet: walletAround(new MockServer(host), server.wallets.alice, sign),
    // Created when they are read, because either library can be missing.
    get connection() {
      return connectionOver(libraries, server, onUnknown);
    },
    get rpc() {
      return rpcOver(libraries, server);
    },
    get rpcSubscriptions() {
      return subscriptionsOver(libraries, server, onUnknown);
    },
  };
}
