import type { SessionHost } from "../control/session-commands.js";
import type { HttpReply, HttpRequest } from "../http/message.js";
import { Peers } from "../http/peers.js";
import { PEER } from "../http/socket-request.js";
import { writeJson } from "../kernel/json.js";
import type { Meter, ProcessFigures } from "./meter.js";
import { ownerOf, type Share, sessionOfPath } from "./share.js";

/** Paths at which the processes of a server ask each other. */
const FIGURES = "/figures";
const SESSIONS = "/sessions";

/** The parts of a process that the others ask about. */
interface Told {
  readonly meter: Pick<Meter, "own">;
  readonly sessions: SessionHost;
}

/** The processes that are one server together, as one of them sees them. */
export class ProcessGroup {
  /** Passes on what another process answers. */
  readonly peers: Peers;
  readonly #share: Share;

  constructor(share: Share) {
    this.#share = share;
    this.peers = new Peers((path) => {
      const owner = ownerOf(sessionOfPath(path), share.processes);
      return owner === share.index ? undefined : share.socketOf(owner);
    });
  }

  /** Answers another process's question; undefined for a request of a client's. */
  answer(request: HttpRequest, { meter, sessions }: Told): Promise<HttpReply> | undefined {
    if (request.remoteAddress !== PEER) return undefined;
    return (async () => {
      const body = writeJson(request.path === FIGURES ? await meter.own() : sessions.listSessions());
      return { status: 200, headers: { "Content-Type": "application/json" }, body };
    })();
  }

  /** The figures of the other processes. */
  async figures(): Promise<readonly ProcessFigures[]> {
    return (await this.#askAll(FIGURES)) as readonly ProcessFigures[];
  }

  /** The sessions of the other processes. */
  async sessions(): Promise<readonly { readonly id: string }[]> {
    return (await this.#askAll(SESSIONS)).flat() as { id: string }[];
  }

  close(): void {
    this.peers.close();
  }

  /** Answers of those that are there: one that is being started anew has nothing to tell yet. */
  async #askAll(path: string): Promise<unknown[]> {
    const { index: own, processes, socketOf } = this.#share;
    const others = Array.from({ length: processes }, (_, index) => index).filter((index) => index !== own);
    const answers = await Promise.all(
      others.map((index) => this.peers.ask(socketOf(index), path).catch(() => undefined)),
    );
    return answers.filter((answer) => answer !== undefined);
  }
}
