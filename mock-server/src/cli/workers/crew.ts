import cluster, { type Worker } from "node:cluster";
import type { Socket } from "node:net";
import type { ClockReading } from "../../kernel/clock-reading.js";
import { wallTime } from "../../kernel/wall.js";
import { ownerOf, sessionOfPath } from "../../server/share.js";
import type { Shown } from "../banner.js";
import { Heartbeat, LOST, LOST_AT_START } from "./heartbeat.js";
import type { FromWorker, PortKind, ToWorker } from "./messages.js";

/** Connections that wait for a worker that is being started. */
const MOST_WAITING = 1_000;
/** The first wait before a worker that died young is started again, and the longest. */
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [100, 5_000];
/** A worker that lived so long did not die of how it was started. */
const GROWN_UP_MS = 10_000;

interface Waiting {
  readonly socket: Socket;
  readonly message: ToWorker;
}

/** One worker's place: its process, or the one that will be. */
interface Post {
  worker: Worker | undefined;
  ready: boolean;
  /** Asks it whether it still does anything, from its start on. */
  heartbeat: Heartbeat | undefined;
  startedAt: number;
  waitMs: number;
  waiting: Waiting[];
}

/** A worker ended before it answered for the first time. It has said why by itself. */
export class WorkerFailed extends Error {
  constructor(
    index: number,
    how: string,
    /** Its exit code; 0 where a signal ended it. */
    readonly code: number,
  ) {
    super(`worker ${index + 1} ended with ${how} before it answered`);
    this.name = "WorkerFailed";
  }
}

/** A process that stands at a breakpoint does nothing, and is not to be ended for it. */
function isInspected(): boolean {
  return [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""].some((flag) => flag.includes("--inspect"));
}

/** The workers of a server. One that dies is started again and finds its sessions in the state's directory. */
export class Crew {
  readonly #posts: readonly Post[];
  readonly #place: { readonly folder: string; readonly host: string; readonly port: number };
  readonly #environment: Readonly<Record<string, string>>;
  readonly #warn: (message: string) => void;
  /** Where the clock of the server's own World stood, and the wall time at which it did. */
  #clock: { readonly reading: ClockReading; readonly at: number } | undefined;
  #stopping = false;
  #failed: (error: Error) => void = () => undefined;

  constructor(options: {
    readonly processes: number;
    readonly place: { readonly folder: string; readonly host: string; readonly port: number };
    readonly environment: Readonly<Record<string, string>>;
    readonly warn: (message: string) => void;
  }) {
    this.#place = options.place;
    this.#environment = options.environment;
    this.#warn = options.warn;
    this.#posts = Array.from({ length: options.processes }, () => ({
      ...{
        worker: undefined,
        ready: false,
        heartbeat: undefined,
        startedAt: 0,
        waitMs: FIRST_WAIT_MS,
        waiting: [],
      },
    }));
  }

  /** Whether every worker answers. */
  get ready(): boolean {
    return !this.#stopping && this.count === this.#posts.length;
  }

  /** How many answer. */
  get count(): number {
    return this.#posts.filter(({ ready, heartbeat }) => ready && heartbeat?.answers !== false).length;
  }

  /**
   * Starts every worker; the first one comes first, since it knows the time of the server's own World.
   *
   * @throws when one of them ends before it answers
   */
  async start(): Promise<Shown> {
    const shown = await this.#first(0);
    await Promise.all(this.#posts.slice(1).map((_, at) => this.#first(at + 1)));
    this.#failed = () => undefined;
    return shown;
  }

  /** Gives a connection to the worker that has the session of its first request. */
  handOver(port: PortKind, path: string, head: Buffer, socket: Socket): void {
    const owner = port === "rpc" ? 0 : ownerOf(sessionOfPath(path), this.#posts.length);
    const post = this.#posts[owner];
    const waiting = { socket, message: { kind: "connection", port, head: head.toString("latin1") } as const };
    if (post?.ready) this.#give(post, waiting);
    else if (post && post.waiting.length < MOST_WAITING && !this.#stopping) post.waiting.push(waiting);
    else socket.destroy();
  }

  /** Has every worker finish what is in flight, and ends when they have. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(
      this.#posts.map(async ({ worker, waiting }) => {
        for (const { socket } of waiting.splice(0)) socket.destroy();
        if (!worker || worker.isDead()) return;
        const ended = new Promise((resolve) => worker.once("exit", resolve));
        this.#tell(worker, { kind: "stop" });
        await ended;
      }),
    );
  }

  #first(index: number): Promise<Shown> {
    return new Promise((resolve, reject) => {
      this.#failed = reject;
      this.#open(index, resolve);
    });
  }

  #open(index: number, shown?: (shown: Shown) => void): void {
    const post = this.#posts[index];
    if (!post || this.#stopping) return;
    const worker = cluster.fork(this.#environment);
    post.worker = worker;
    post.startedAt = performance.now();
    this.#watch(post, index, worker, LOST_AT_START);
    worker.on("message", (message: FromWorker) => {
      post.heartbeat?.answered();
      if (message.kind === "hello") this.#begin(index, worker);
      else if (message.kind === "clock") this.#turned(message.clock);
      else if (message.kind === "ready") {
        if (index === 0) this.#turned(message.clock);
        post.ready = true;
        this.#watch(post, index, worker, LOST);
        // It may have been turned while this one read what it serves.
        const clock = this.#clockNow();
        if (index > 0 && clock) this.#tell(worker, { kind: "clock", clock });
        for (const waiting of post.waiting.splice(0)) this.#give(post, waiting);
        shown?.(message.shown);
      }
    });
    // A worker that is gone says so by its exit; a message that no longer reaches it is nobody's loss.
    worker.on("error", () => undefined);
    worker.once("exit", (code, signal) =>
      this.#exited(index, post, { how: signal ?? `code ${code}`, code }, shown !== undefined),
    );
  }

  #begin(index: number, worker: Worker): void {
    this.#tell(worker, {
      ...{ kind: "start", index, processes: this.#posts.length, ...this.#place },
      ...(index > 0 && { clock: this.#clockNow() }),
    });
  }

  #exited(index: number, post: Post, { how, code }: { how: string; code: number }, first: boolean): void {
    const young = !post.ready || performance.now() - post.startedAt < GROWN_UP_MS;
    const atStart = first && !post.ready;
    post.ready = false;
    post.worker = undefined;
    post.heartbeat?.stop();
    post.heartbeat = undefined;
    if (this.#stopping) return;
    if (atStart) {
      this.#failed(new WorkerFailed(index, how, code));
      return;
    }
    post.waitMs = young ? Math.min(post.waitMs * 2, LONGEST_WAIT_MS) : FIRST_WAIT_MS;
    this.#warn(`worker ${index + 1} ended with ${how}; it is started again`);
    setTimeout(() => this.#open(index), post.waitMs);
  }

  /** One that does nothing any more is ended: nobody else would serve its sessions. */
  #watch(post: Post, index: number, worker: Worker, patience: number): void {
    post.heartbeat?.stop();
    if (isInspected()) return;
    post.heartbeat = new Heartbeat(
      patience,
      () => this.#tell(worker, { kind: "ping" }),
      (seconds) => {
        this.#warn(`worker ${index + 1} has done nothing for ${seconds} s`);
        worker.process.kill("SIGKILL");
      },
    );
  }

  /** The others hear where the clock of the server's own World stands: by it sessions end. */
  #turned(clock: ClockReading): void {
    this.#clock = { reading: clock, at: wallTime() };
    for (const { worker, ready } of this.#posts.slice(1))
      if (worker && ready) this.#tell(worker, { kind: "clock", clock });
  }

  /** Where that clock stands by now: a worker that is started again may come an hour after it was turned. */
  #clockNow(): ClockReading | undefined {
    if (!this.#clock?.reading.running) return this.#clock?.reading;
    const { reading, at } = this.#clock;
    return { ...reading, now: reading.now + Math.max(0, wallTime() - at) };
  }

  #give({ worker }: Post, { socket, message }: Waiting): void {
    if (worker && !socket.destroyed) this.#tell(worker, message, socket);
    else socket.destroy();
  }

  #tell(worker: Worker, message: ToWorker, socket?: Socket): void {
    worker.send(message, socket, (error) => {
      if (error) socket?.destroy();
    });
  }
}
