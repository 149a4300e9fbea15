import type { Environment } from "intent-tx/contract";
import type { Faults } from "../control/faults.js";
import { metricsCommands } from "../control/metrics-commands.js";
import type { RequestLog } from "../control/request-log.js";
import type { SessionRequest } from "../control/session-commands.js";
import type { FundedWallet, FundTokens, IssuedControlKey, IssueKeyRequest } from "../control/subject.js";
import { type FetchLike, fetchOver } from "../http/fetch.js";
import { Listener } from "../http/listener.js";
import { Load } from "../http/load.js";
import type { HttpRequest } from "../http/message.js";
import type { ListenOptions } from "../http/ports.js";
import type { UpgradeHandler } from "../http/upgrade.js";
import { ClosedError } from "../kernel/closed-error.js";
import { OptionError } from "../kernel/option-error.js";
import { type Addresses, addressesAt, originOf } from "./addresses.js";
import { serverGauges } from "./gauges.js";
import { Meter } from "./meter.js";
import { ProcessGroup } from "./process-group.js";
import type { Listening, MockClientOptions, WorldKeySecrets, WorldWallets } from "./public-types.js";
import type { ServerClock } from "./server-clock.js";
import type { Session } from "./session.js";
import type { ServerSetup } from "./setup.js";
import type { Door, Share } from "./share.js";
import type { Site } from "./site.js";
import { Sites } from "./sites.js";
import type { WorldSnapshot } from "./world.js";

/** Where the API is said to be before there is a socket. */
const DEFAULT_PORT = 4010;
/** The route that the separate RPC port serves, whatever path a request names. */
const LIVE_RPC = "/rpc/live";

/** A running mock of the service; `createMockServer` makes it. */
export class MockServer {
  /** Answers all that a socket would: `/v1`, `/_mock`, `/rpc/*`. It never dials out. */
  readonly fetch: FetchLike;
  readonly #sites: Sites;
  readonly #site: Site;
  readonly #listener: Listener;
  readonly #rpcListener: Listener;
  readonly #controlToken: string | undefined;
  readonly #publicUrl: string | undefined;
  readonly #group: ProcessGroup | undefined;
  #origin: string;
  #host: string | undefined;
  #closing: Promise<void> | undefined;

  /** @internal */
  constructor(setup: ServerSetup) {
    this.#controlToken = setup.controlToken;
    this.#publicUrl = setup.publicUrl;
    this.#origin = setup.publicUrl ?? originOf("127.0.0.1", DEFAULT_PORT);
    const load = new Load();
    const group = setup.share && new ProcessGroup(setup.share);
    this.#group = group;
    const { onAnswered } = setup;
    const meter = new Meter({
      gauges: serverGauges({
        load,
        sessions: () => this.#sites.sessions,
        sessionLimit: setup.sessions.limit,
        webSockets: () => this.#listener.webSockets + this.#rpcListener.webSockets,
        ledgers: () => this.#site.world.parts.ledgers,
        failure: () => this.#sites.failure,
      }),
      ...(setup.measured && { wholeProcess: true }),
      ...(group && { others: () => group.figures() }),
    });
    const sites = new Sites(setup, {
      overloaded: () => load.full,
      onAnswered: (answered) => {
        meter.observe(answered);
        onAnswered?.(answered);
      },
      commands: metricsCommands(meter),
      others: group && (() => group.sessions()),
      guard: () => ({ host: this.#host, token: this.#controlToken }),
      addresses: (prefix) => addressesAt(this.#origin, prefix),
    });
    this.#sites = sites;
    this.#site = sites.root;
    const handle = (request: HttpRequest) =>
      group?.answer(request, { meter, sessions: sites.sessions }) ?? sites.handle(request);
    this.fetch = fetchOver(handle, () => this.#closing === undefined);
    const upgrade: UpgradeHandler = (request, socket, head) => sites.upgrade(request, socket, head);
    this.#listener = new Listener(handle, upgrade, load, group?.peers);
    this.#rpcListener = new Listener(
      (request) => sites.root.handle(request, LIVE_RPC),
      (request, socket, head) => sites.root.upgrade(request, socket, head, LIVE_RPC),
      load,
      group?.peers,
    );
    setup.share?.attach(this.#door(setup.share));
  }

  #door(share: Share): Door {
    const { clock } = this.#site.world.parts;
    return {
      open: async ({ host, port }) => {
        this.#host = host;
        this.#origin = this.#publicUrl ?? originOf(host, port);
        await this.#listener.join(share.socketOf(share.index));
        await this.#rpcListener.join(`${share.socketOf(share.index)}r`);
      },
      take: (port, socket, head) => (port === "rpc" ? this.#rpcListener : this.#listener).take(socket, head),
      get reading() {
        return clock.reading();
      },
      turnTo: (reading) => clock.restore(reading),
      onTurned: (listener) => void clock.onTurned(listener),
    };
  }

  get #addresses(): Addresses {
    return addressesAt(this.#origin);
  }

  /** The seed that gives everything random. */
  get seed(): string {
    return this.#site.world.parts.seed;
  }

  /** The API's address, with `/v1`; the usual one before there is a socket. */
  get baseUrl(): string {
    return this.#addresses.baseUrl;
  }

  /** The control plane's address. */
  get controlUrl(): string {
    return this.#addresses.controlUrl;
  }

  /** Solana JSON-RPC addresses by network. */
  get rpc(): Addresses["rpc"] {
    return this.#addresses.rpc;
  }

  /** WebSocket addresses by network. */
  get ws(): Addresses["ws"] {
    return this.#addresses.ws;
  }

  /** Secrets of the world's keys: `free`, `pro`, `enterprise`, `test`, and one for each account of the `world` option. */
  get keys(): WorldKeySecrets {
    return this.#site.world.parts.secrets as WorldKeySecrets;
  }

  /** Identifiers of the same keys. */
  get keyIds(): WorldKeySecrets {
    return this.#site.world.parts.keyIds as WorldKeySecrets;
  }

  /** The world's wallets, `alice` and `bob` among them, with the keys that sign for them. */
  get wallets(): WorldWallets {
    return this.#site.world.wallets as WorldWallets;
  }

  /** Arms and disarms faults. */
  get faults(): Faults {
    return this.#site.world.parts.faults;
  }

  /** The last requests of the API: to ask, to assert on. */
  get requests(): RequestLog {
    return this.#site.log;
  }

  /** The clock of everything here. */
  get clock(): ServerClock {
    return this.#site.clock;
  }

  /**
   * Options for a client of this server: key, address, the in-process `fetch`, and the clock, so that its waits run on
   * the server's time.
   *
   * @param key - name of one of `keys`, or an API key
   * @throws {OptionError} when there is no key of that name
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   * import { IntentTx } from "intent-tx";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const client = new IntentTx(server.clientOptions());
   * console.log((await client.prices.retrieve("SOL")).symbol);
   * ```
   */
  clientOptions(key = "enterprise"): MockClientOptions {
    const named = Object.hasOwn(this.keys, key) ? this.keys[key] : undefined;
    const apiKey = key.startsWith("svc_") ? key : named;
    if (apiKey === undefined) {
      throw new OptionError(
        "key",
        `is ${JSON.stringify(key)}; there are ${Object.keys(this.keys).join(", ")}`,
      );
    }
    return { apiKey, baseUrl: this.baseUrl, fetch: this.fetch, clock: this.clock };
  }

  /**
   * Opens a socket.
   *
   * @param options Port (any free one by default), host, and a port of its own for Solana JSON-RPC.
   * @throws {ListenError} when a port is taken
   * @throws ClosedError when the server is closed.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const { baseUrl, port } = await server.listen({ port: 0 });
   * console.log(baseUrl, port > 0);
   * ```
   */
  async listen(options: ListenOptions = {}): Promise<Listening> {
    this.#refuseClosed("listen");
    const host = options.host ?? "127.0.0.1";
    const rpc =
      options.rpcPort === undefined
        ? undefined
        : await this.#rpcListener.listen({ port: options.rpcPort, host });
    const { port, neighbour } = await this.#listener.listen({ ...options, host });
    this.#host = host;
    this.#origin = this.#publicUrl ?? originOf(host, port);
    return { ...this.#addresses, port, neighbour, ...(rpc && { rpcPort: rpc.port }) };
  }

  /**
   * Adds to what a wallet holds, in human units by symbol, by real transactions.
   *
   * @param walletAddress Base58 address; the wallet comes into being with its first token.
   * @param tokens Amounts in human units by symbol: `{ SOL: "10" }`.
   * @param options The network; `live` by default.
   * @throws an error that names the symbol or amount that is wrong
   * @throws ClosedError when the server is closed.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const { balances } = await server.fund(server.wallets.bob.address, { SOL: "10", USDC: "500" });
   * console.log(balances.USDC);
   * ```
   */
  async fund(
    walletAddress: string,
    tokens: FundTokens,
    options: { readonly environment?: Environment } = {},
  ): Promise<FundedWallet> {
    this.#refuseClosed("fund");
    const { environment = "live" } = options;
    return this.#site.subject.fund(walletAddress, tokens, { environment });
  }

  /**
   * Issues an API key without asking for anybody's rights; scopes are `["admin"]` if left out.
   *
   * @param request Tier, and where they matter environment, scopes, name, end and account.
   * @throws OptionError when a field is wrong.
   * @throws ClosedError when the server is closed.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const { key, account } = await server.issueKey({ tier: "pro", scopes: ["read:prices"] });
   * ```
   */
  async issueKey(request: IssueKeyRequest): Promise<IssuedControlKey> {
    this.#refuseClosed("issueKey");
    return this.#site.subject.issueKey(request);
  }

  /**
   * How the server is, as `GET /_mock/health` answers it: `status` (`ok` or `degraded`), seed and clock, and what answers at
   * each validator behind it.
   *
   * @throws nothing; what is wrong is in the answer.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1 });
   * console.log((await server.health()).status); // ok
   * ```
   */
  async health(): Promise<Record<string, unknown>> {
    return this.#site.subject.health();
  }

  /**
   * Returns the parser's view of a command: spans, candidates and the parts of the confidence.
   *
   * @param command The command as a user would write it.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1 });
   * console.log(await server.explain("swap 1 SOL for USDC"));
   * ```
   */
  async explain(command: string): Promise<unknown> {
    return this.#site.subject.explain(command);
  }

  /**
   * Everything as it stands, as plain JSON; `restore` takes it.
   *
   * @throws an error of the ledger when it runs over a validator, which has no snapshots.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const before = await server.snapshot();
   * await server.fund(server.wallets.alice.address, { SOL: "1" });
   * await server.restore(before);
   * ```
   */
  async snapshot(): Promise<WorldSnapshot> {
    return this.#site.subject.snapshot();
  }

  /**
   * Puts everything, the clock included, as a snapshot of this seed has it.
   *
   * @param snapshot What `snapshot` answered, on this server or another of the same seed.
   * @throws ClosedError when the server is closed.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const before = await server.snapshot();
   * await server.clock.advance("24h");
   * await server.restore(before);
   * ```
   */
  async restore(snapshot: WorldSnapshot): Promise<void> {
    this.#refuseClosed("restore");
    return this.#site.subject.restore(snapshot);
  }

  /**
   * Back to the seed's world, its keys and its clock.
   *
   * @throws ClosedError when the server is closed.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1 });
   * await server.fund(server.wallets.alice.address, { SOL: "1" });
   * await server.reset();
   * ```
   */
  async reset(): Promise<void> {
    this.#refuseClosed("reset");
    return this.#site.subject.reset();
  }

  /**
   * Opens a world of its own on this server, for a parallel worker.
   *
   * @param request Name, seed, and readings of the session; all are optional.
   * @throws ClosedError when the server is closed.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   * import { IntentTx } from "intent-tx";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const { baseUrl, keys } = server.openSession();
   * const client = new IntentTx({ baseUrl, apiKey: keys.enterprise, fetch: server.fetch });
   * console.log((await client.prices.retrieve("SOL")).symbol);
   * ```
   */
  openSession(request: SessionRequest = {}): Session {
    this.#refuseClosed("openSession");
    return this.#sites.sessions.openSession(request);
  }

  /**
   * Closes a session and forgets its world.
   *
   * @param id Identifier of the session.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * await using server = await createMockServer({ seed: 1 });
   * const { id } = server.openSession();
   * server.closeSession(id);
   * ```
   */
  closeSession(id: string): void {
    this.#sites.sessions.closeSession(id);
  }

  /**
   * Finishes what is in flight and closes the socket, subscriptions and timers. From the call on `fetch` refuses
   * connections, as a port does that nobody listens on.
   *
   * @throws nothing; closing again is the same promise.
   * @example
   * ```ts
   * import { createMockServer } from "@intent-tx/mock-server";
   *
   * const server = await createMockServer({ seed: 1 });
   * await server.close();
   * ```
   */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Closes the server at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    this.#sites.endStreams();
    await Promise.all([this.#listener.close(), this.#rpcListener.close()]);
    // Requests that came without a socket are in flight too.
    await this.#sites.close();
    this.#group?.close();
  }

  #refuseClosed(what: string): void {
    if (this.#closing) throw new ClosedError(what);
  }
}
