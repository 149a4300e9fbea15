import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { ENVIRONMENTS, type Environment, HEADERS } from "intent-tx/contract";
import { Documents } from "../api/documents.js";
import type { ControlPlane } from "../control/control-plane.js";
import type { Guard } from "../control/guard.js";
import type { RequestLog } from "../control/request-log.js";
import { TrafficLog } from "../control/traffic-log.js";
import type { Answering, HttpReply, HttpRequest } from "../http/message.js";
import { refuseUpgrade } from "../http/upgrade.js";
import { isPromise } from "../kernel/is-promise.js";
import { wallMark } from "../kernel/wall.js";
import type { Rpc } from "../rpc/rpc.js";
import type { Journal } from "../state/journal.js";
import type { AnsweredRequest } from "./answered.js";
import type { Addresses } from "./public-addresses.js";
import { type Seen, trafficKindOf, WatchedRequest } from "./seen.js";
import { type ServerClock, serverClock } from "./server-clock.js";
import type { ServerHosts } from "./site-control.js";
import { startPage } from "./start-page.js";
import { studioReply } from "./studio.js";
import type { World } from "./world.js";
import { WorldControl } from "./world-control.js";

/** The parts of a site. */
export interface SiteSetup {
  readonly world: World;
  /** The last requests of the API, which the World tells it of. */
  readonly log: RequestLog;
  /** Where it is reached. */
  readonly addresses: () => Addresses;
  /** Where the socket is bound, and what opens the control plane there. */
  readonly guard: () => Guard;
  /** Whether the server's sockets have more to do than they can keep. */
  readonly overloaded: () => boolean;
  /** JSON-RPC of the validator behind an environment. */
  readonly relayUrl?: (environment: Environment) => string | undefined;
  /** Parts of the whole server that its own calls ask; a session has none. */
  readonly hosts?: ServerHosts;
  /** Keeps what becomes of the World. Default: nothing is kept. */
  readonly journal?: Journal | undefined;
  /** Id of the session; absent for the server's own World. */
  readonly session?: string;
  /** Told of every answered request. */
  readonly onAnswered: (answered: AnsweredRequest) => void;
  /** Told of a failure of the server's own. */
  readonly onFailure: (error: unknown) => void;
}

/** A World with all that answers over it: the API, the control plane, JSON-RPC, the documents. A session is another. */
export class Site {
  readonly world: World;
  readonly clock: ServerClock;
  readonly subject: WorldControl;
  /** The last requests of the API. */
  readonly log: RequestLog;
  /** The last requests of every kind, for people who watch. */
  readonly traffic = new TrafficLog();
  readonly #relayUrl: SiteSetup["relayUrl"];
  readonly #overloaded: () => boolean;
  readonly #onFailure: (error: unknown) => void;
  readonly #onAnswered: SiteSetup["onAnswered"];
  readonly #session: string | undefined;
  #rpc: Promise<Rpc> | undefined;
  #control: Promise<ControlPlane> | undefined;
  readonly #setup: Pick<SiteSetup, "guard" | "hosts">;
  readonly #journal: Journal | undefined;
  readonly #documents: Documents;
  readonly #addresses: () => Addresses;

  constructor(setup: SiteSetup) {
    const { world, log, relayUrl } = setup;
    this.#setup = setup;
    this.world = world;
    this.log = log;
    this.#addresses = setup.addresses;
    this.#documents = new Documents(() => setup.addresses().baseUrl);
    this.#journal = setup.journal;
    this.#relayUrl = relayUrl;
    this.#overloaded = setup.overloaded;
    this.#onFailure = setup.onFailure;
    this.#onAnswered = setup.onAnswered;
    this.#session = setup.session;
    this.clock = serverClock(world);
    this.subject = new WorldControl(world, this.clock, () => log.clear(), setup.journal);
  }

  /**
   * Answers a request; `path` is the part after the site's prefix. The changes of the request are on file
   * before the answer leaves.
   */
  handle(request: HttpRequest, path: string): Answering {
    const kind = trafficKindOf(path);
    const began = wallMark();
    const seen: Seen = { kind, request, path, began, exchange: undefined, bodySeen: undefined };
    const journal = this.#journal;
    if (journal) return this.#kept(seen, journal);
    const answering = this.#answer(seen);
    if (!isPromise(answering)) return this.#answered(seen, answering);
    return answering.then((reply) => this.#answered(seen, reply));
  }

  /** The answer, once what the request changed is on file. */
  async #kept(seen: Seen, journal: Journal): Promise<HttpReply> {
    const { changes } = journal;
    const reply = await this.#answer(seen);
    await journal.answered(changes);
    return this.#answered(seen, reply);
  }

  #answered(seen: Seen, reply: HttpReply): HttpReply {
    try {
      this.#watch(seen, reply);
    } catch (error) {
      // Who watches is no part of the answer.
      this.#onFailure(error);
    }
    if (reply.headers["Date"] !== undefined) return reply;
    const { clock } = this.world.parts;
    // Whatever answers, the Date header is the server's clock; node:http would write the wall's.
    return {
      ...reply,
      headers: { ...reply.headers, Date: clock.written.http(clock.now()) },
    };
  }

  /** Tells of the request, and writes it down for those who watch. One that could not be read as HTTP has nothing to show. */
  #watch(seen: Seen, reply: HttpReply): void {
    const { kind, request, path, exchange, bodySeen, began } = seen;
    const ms = wallMark() - began;
    const { method } = request;
    const requestId = reply.headers[HEADERS.requestId];
    this.#onAnswered({
      kind,
      path,
      ms,
      exchange,
      session: this.#session,
      method,
      status: reply.status,
      requestId,
    });
    if (method === "") return;
    const at = this.world.parts.clock.now();
    const body = exchange?.body ?? bodySeen;
    this.traffic.record({ kind, request, path, reply, at, ms, exchange, body });
  }

  #answer(seen: Seen): Answering {
    const { path, kind } = seen;
    if (kind === "api" || seen.request.refusal) return this.#serve(seen);
    const request = kind === "page" ? seen.request : new WatchedRequest(seen);
    if (kind === "control")
      return this.#loadControl().then((control) => control.handle(request, path.slice(6)));
    if (kind === "rpc") {
      const environment = environmentOf(path);
      if (environment) return this.#loadRpc().then((rpc) => rpc.handle(environment, request));
    }
    const document = this.#documents.answer(request, path);
    if (document) return document;
    if (request.method === "GET" || request.method === "HEAD") {
      if (path === "/studio" || path.startsWith("/studio/")) return studioReply(path.slice(7));
      if (path === "/" && request.header("accept")?.includes("text/html")) {
        return Promise.resolve(startPage(this.#addresses()));
      }
    }
    return this.#serve(seen);
  }

  /** The control plane is not part of what the clock waits for: it is what turns it. */
  #serve(seen: Seen): Answering {
    const { clock } = this.world.parts;
    return clock.during(() => this.world.handle(seen.request, seen.path, seen));
  }

  /** Takes over a connection that asks to become a WebSocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, path: string): void {
    const environment = environmentOf(path);
    if (!environment) {
      refuseUpgrade(socket, 404);
      return;
    }
    this.#loadRpc()
      .then((rpc) => rpc.upgrade(environment, request, socket, head))
      .catch((error: unknown) => {
        this.#onFailure(error);
        socket.destroy();
      });
  }

  /** Ends streams and subscriptions, so that connections come to their end; requests under way go on. */
  endStreams(): void {
    this.log.close();
    this.traffic.close();
    this.#rpc?.then((rpc) => rpc.close()).catch(this.#onFailure);
  }

  /** Puts the last changes on file and stops the clock's timers. */
  close(): void {
    this.endStreams();
    this.#journal?.close();
    this.world.close();
  }

  /** The control plane is loaded when it is first asked for, as JSON-RPC is: a start has less to read. */
  #loadControl(): Promise<ControlPlane> {
    const { world, subject, log, traffic } = this;
    const { guard, hosts } = this.#setup;
    const addresses = this.#addresses;
    this.#control ??= import("./site-control.js").then(({ siteControl }) =>
      siteControl({ world, subject, log, traffic, addresses, guard, hosts }),
    );
    return this.#control;
  }

  /** JSON-RPC is loaded when it is first asked for: most tests never do. */
  #loadRpc(): Promise<Rpc> {
    const { clock, random, ledgers } = this.world.parts;
    const relayUrl = this.#relayUrl;
    this.#rpc ??= import("../rpc/rpc.js").then(
      ({ Rpc }) =>
        new Rpc({
          ledger: (environment) => ledgers.get(environment),
          clock,
          random,
          onFailure: this.#onFailure,
          overloaded: this.#overloaded,
          ...(relayUrl && { relayUrl }),
        }),
    );
    return this.#rpc;
  }
}

function environmentOf(path: string): Environment | undefined {
  const [, rpc, name, ...rest] = path.split("/");
  if (rpc !== "rpc" || (rest.some((part) => part !== "") && rest.join("/") !== "health")) return undefined;
  return ENVIRONMENTS.find((environment) => environment === name);
}
