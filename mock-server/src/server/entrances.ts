import { type FetchLike, fetchOver } from "../http/fetch.js";
import { Listener } from "../http/listener.js";
import { Load } from "../http/load.js";
import type { HttpRequest } from "../http/message.js";
import type { ListenOptions } from "../http/ports.js";
import type { UpgradeHandler } from "../http/upgrade.js";
import { ClosedError } from "../kernel/closed-error.js";
import { serverGauges } from "./gauges.js";
import { Meter } from "./meter.js";
import { ProcessGroup } from "./process-group.js";
import { type Addresses, addressesAt, originOf } from "./public-addresses.js";
import type { Listening } from "./public-types.js";
import type { ServerSetup } from "./setup.js";
import type { Door, Share } from "./share.js";
import { Sites } from "./sites.js";

/** Where the API is said to be before there is a socket. */
const DEFAULT_PORT = 4010;
/** The route that the separate RPC port serves, whatever path a request names. */
const LIVE_RPC = "/rpc/live";

/** The ways into a server: its own sockets, those that other processes accept, and the in-process `fetch`. */
export class Entrances {
  readonly fetch: FetchLike;
  readonly sites: Sites;
  readonly #listener: Listener;
  readonly #rpcListener: Listener;
  readonly #publicUrl: string | undefined;
  readonly #group: ProcessGroup | undefined;
  #origin: string;
  #host: string | undefined;
  #closing: Promise<void> | undefined;

  constructor(setup: ServerSetup) {
    this.#publicUrl = setup.publicUrl;
    this.#origin = setup.publicUrl ?? originOf("127.0.0.1", DEFAULT_PORT);
    const load = new Load();
    const group = setup.share && new ProcessGroup(setup.share);
    this.#group = group;
    const { onAnswered } = setup;
    const meter = new Meter({
      gauges: serverGauges({
        load,
        sessions: () => this.sites.sessions,
        sessionLimit: setup.sessions.limit,
        webSockets: () => this.#listener.webSockets + this.#rpcListener.webSockets,
        ledgers: () => this.sites.root.world.parts.ledgers,
        failure: () => this.sites.failure,
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
      metrics: meter,
      others: group && (() => group.sessions()),
      guard: () => ({ host: this.#host, token: setup.controlToken }),
      addresses: (prefix) => addressesAt(this.#origin, prefix),
    });
    this.sites = sites;
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
    const { clock } = this.sites.root.world.parts;
    return {
      open: async ({ host, port }) => {
        this.#reachedAt(host, port);
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

  get addresses(): Addresses {
    return addressesAt(this.#origin);
  }

  async listen(options: ListenOptions): Promise<Listening> {
    const host = options.host ?? "127.0.0.1";
    const { rpcPort } = options;
    const rpc = rpcPort === undefined ? undefined : await this.#rpcListener.listen({ port: rpcPort, host });
    const { port, neighbour } = await this.#listener.listen({ ...options, host });
    this.#reachedAt(host, port);
    return { ...this.addresses, port, neighbour, ...(rpc && { rpcPort: rpc.port }) };
  }

  #reachedAt(host: string, port: number): void {
    this.#host = host;
    this.#origin = this.#publicUrl ?? originOf(host, port);
  }

  /** @throws {ClosedError} naming the call, once the server is closed */
  refuseClosed(call: string): void {
    if (this.#closing) throw new ClosedError(call);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.sites.endStreams();
    await Promise.all([this.#listener.close(), this.#rpcListener.close()]);
    // Requests that came without a socket are in flight too.
    await this.sites.close();
    this.#group?.close();
  }
}
