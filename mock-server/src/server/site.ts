import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { ENVIRONMENTS, type Environment, openApiDocument } from "intent-tx/contract";
import { docsPage } from "../api/docs-page.js";
import type { ControlCommand } from "../control/control-command.js";
import { ControlPlane } from "../control/control-plane.js";
import { faultCommands } from "../control/fault-commands.js";
import type { Guard } from "../control/guard.js";
import { logCommands } from "../control/log-commands.js";
import type { RequestLog } from "../control/request-log.js";
import { clockCommands, worldCommands } from "../control/world-commands.js";
import type { HttpReply, HttpRequest } from "../http/message.js";
import { writeJson } from "../kernel/json.js";
import type { Rpc } from "../rpc/rpc.js";
import type { Journal } from "../state/journal.js";
import type { Addresses } from "./addresses.js";
import { type ServerClock, serverClock } from "./server-clock.js";
import type { World } from "./world.js";
import { WorldControl } from "./world-control.js";

/** What a site is made of. */
export interface SiteSetup {
  readonly world: World;
  /** The last requests of the API, which the World tells it of. */
  readonly log: RequestLog;
  /** Where it is reached. */
  readonly addresses: () => Addresses;
  /** Where the socket is bound, and what opens the control plane there. */
  readonly guard: () => Guard;
  /** JSON-RPC of the validator behind an environment. */
  readonly relayUrl?: (environment: Environment) => string | undefined;
  /** Calls of the control plane that only this site has. */
  readonly commands?: readonly ControlCommand[];
  /** Keeps what becomes of the World. Default: nothing is kept. */
  readonly journal?: Journal | undefined;
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
  readonly #relayUrl: SiteSetup["relayUrl"];
  readonly #onFailure: (error: unknown) => void;
  #rpc: Promise<Rpc> | undefined;
  readonly #control: ControlPlane;
  readonly #journal: Journal | undefined;
  readonly #addresses: () => Addresses;

  constructor(setup: SiteSetup) {
    const { world, log, relayUrl, commands = [] } = setup;
    this.world = world;
    this.log = log;
    this.#addresses = setup.addresses;
    this.#journal = setup.journal;
    this.#relayUrl = relayUrl;
    this.#onFailure = setup.onFailure;
    this.clock = serverClock(world);
    this.subject = new WorldControl(world, this.clock, () => log.clear());
    this.#control = new ControlPlane({
      commands: [
        ...worldCommands(this.subject),
        ...clockCommands(this.subject),
        ...faultCommands(world.parts.faults),
        ...logCommands(log),
        ...commands,
      ],
      guard: setup.guard,
      now: () => world.parts.clock.now(),
    });
  }

  /** Answers a request; `path` is what follows the site's prefix. What it changed is on file before the answer leaves. */
  async handle(request: HttpRequest, path: string): Promise<HttpReply> {
    const reply = await this.#answer(request, path);
    this.#journal?.flush();
    if (reply.headers["Date"] !== undefined) return reply;
    // Whatever answers, the Date header is the server's clock; node:http would write the wall's.
    return {
      ...reply,
      headers: { ...reply.headers, Date: new Date(this.world.parts.clock.now()).toUTCString() },
    };
  }

  #answer(request: HttpRequest, path: string): Promise<HttpReply> {
    if (request.refusal) return this.world.parts.clock.during(() => this.world.handle(request, path));
    if (path.startsWith("/_mock/")) return this.#control.handle(request, path.slice(6));
    if (path.startsWith("/rpc/")) {
      const environment = environmentOf(path);
      if (environment) return this.#loadRpc().then((rpc) => rpc.handle(environment, request));
    }
    if (request.method === "GET" || request.method === "HEAD") {
      if (path === "/openapi.json") return Promise.resolve(this.#document());
      if (path === "/docs" || path === "/docs/") return Promise.resolve(docsPage());
    }
    // The control plane is not part of what the clock waits for: it is what turns it.
    return this.world.parts.clock.during(() => this.world.handle(request, path));
  }

  /** Takes over a connection that asks to become a WebSocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, path: string): void {
    const environment = environmentOf(path);
    if (!environment) {
      socket.end("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
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
    this.#rpc?.then((rpc) => rpc.close()).catch(this.#onFailure);
  }

  /** Puts the last changes on file and stops the clock's timers. */
  close(): void {
    this.endStreams();
    this.#journal?.close();
    this.world.close();
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
          ...(relayUrl && { relayUrl }),
        }),
    );
    return this.#rpc;
  }

  #document(): HttpReply {
    return {
      status: 200,
      headers: { "Content-Type": "application/json; charset=utf-8", "Access-Control-Allow-Origin": "*" },
      body: writeJson(openApiDocument(this.#addresses().baseUrl)),
    };
  }
}

function environmentOf(path: string): Environment | undefined {
  const [, rpc, name, ...rest] = path.split("/");
  if (rpc !== "rpc" || rest.some((part) => part !== "")) return undefined;
  return ENVIRONMENTS.find((environment) => environment === name);
}
