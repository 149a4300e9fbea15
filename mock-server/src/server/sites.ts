import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Guard } from "../control/guard.js";
import type { MetricsHost } from "../control/metrics-commands.js";
import type { OtherSessions } from "../control/session-commands.js";
import { drained } from "../http/listener.js";
import { type Answering, type HttpReply, type HttpRequest, refusedRequest } from "../http/message.js";
import { refuseUpgrade } from "../http/upgrade.js";
import { ServiceError } from "../kernel/service-error.js";
import type { Kept } from "./kept.js";
import type { Addresses } from "./public-addresses.js";
import { Sessions } from "./sessions.js";
import { loggedWorld, type ServerSetup } from "./setup.js";
import { Site, type SiteSetup } from "./site.js";

/** Where a server is reached, as it stands when somebody asks. */
interface Reached {
  readonly guard: () => Guard;
  /** `prefix` is a session's, empty for the server's own World. */
  readonly addresses: (prefix: string) => Addresses;
  /** Whether its sockets have more to do than they can keep. */
  readonly overloaded: () => boolean;
  readonly onAnswered: SiteSetup["onAnswered"];
  /** Measures the server. */
  readonly metrics: MetricsHost;
  /** The sessions that other processes of the server have. */
  readonly others?: OtherSessions | undefined;
}

/** Everything that answers on a server: its own World, and those of its sessions, each below a prefix. */
export class Sites {
  /** The server's own. */
  readonly root: Site;
  readonly sessions: Sessions;
  readonly #kept: Kept | undefined;

  /** @throws {OptionError} when the state file cannot be used */
  constructor(setup: ServerSetup, { guard, addresses, overloaded, onAnswered, metrics, others }: Reached) {
    const { relayUrl, world: options } = setup;
    const kept = setup.openKept?.();
    try {
      const { world, log } = loggedWorld(setup);
      const journal = kept?.followRoot(world);
      if (setup.share?.clock) world.parts.clock.restore(setup.share.clock);
      this.sessions = new Sessions({ setup, root: world, guard, addresses, overloaded, onAnswered, kept });
      this.root = new Site({
        ...{ world, log, guard, journal, overloaded, onAnswered },
        addresses: () => addresses(""),
        hosts: { sessions: this.sessions, others, metrics },
        onFailure: options.onFailure,
        ...(relayUrl && { relayUrl }),
      });
      kept?.begin();
    } catch (error) {
      kept?.close();
      throw error;
    }
    this.#kept = kept;
  }

  /** Why the state of the server's own World or of a session cannot be written now; undefined when all is well. */
  get failure(): string | undefined {
    return this.#kept?.failure;
  }

  /** Answers a request with the site that its path leads to. */
  handle(request: HttpRequest): Answering {
    if (request.path === "/livez" || request.path === "/readyz") return ALIVE;
    const session = this.sessions.find(request.path);
    if (session === undefined) return this.root.handle(request, request.path);
    if (session instanceof ServiceError)
      return this.root.handle(refusedRequest(request, session), request.path);
    return session.site.handle(request, session.path);
  }

  /** Has that site take over a connection that asks to become a WebSocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const [path = "/"] = (request.url ?? "/").split("?");
    const session = this.sessions.find(path);
    if (session === undefined) this.root.upgrade(request, socket, head, path);
    else if (session instanceof ServiceError) refuseUpgrade(socket, session.status);
    else session.site.upgrade(request, socket, head, session.path);
  }

  /** Ends streams and subscriptions; requests under way go on. */
  endStreams(): void {
    this.sessions.endStreams();
    this.root.endStreams();
  }

  /** Waits for work under way, as long as a server does that was told to stop, and closes everything. */
  async close(): Promise<void> {
    await drained(Promise.all([this.root.world.parts.clock.atRest(), this.sessions.atRest()]));
    this.sessions.close();
    this.root.close();
    this.#kept?.close();
  }
}

/** Answer to the probes of whoever runs the server; it tells nothing, so it asks for no token. */
const ALIVE: HttpReply = {
  status: 200,
  headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  body: "ok\n",
};
