import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { ENVIRONMENTS, type Environment } from "intent-tx/contract";
import { type WebSocket, WebSocketServer } from "ws";
import type { HttpReply, HttpRequest } from "../http/message.js";
import type { Clock } from "../kernel/clock.js";
import type { Random } from "../kernel/random.js";
import { type ControlledLedger, isLocal, type LocalLedger } from "../ledger/ledgers.js";
import { validatorOf } from "../world/world.js";
import type { Chain } from "./chain.js";
import { answer, type RpcCall } from "./envelope.js";
import { answerHttp } from "./http.js";
import { overloaded, WorkQueue } from "./limits.js";
import { Liveness } from "./liveness.js";
import { runMethod } from "./methods/methods.js";
import { relayBody, relaySocket } from "./relay.js";
import { RPC_CODES, RpcError } from "./rpc-error.js";

import { EventHub, RpcSocket } from "./socket.js";

/** Options of the JSON-RPC server. */
export interface RpcOptions {
  /** The ledger of an environment, made when it is first needed. */
  readonly ledger: (environment: Environment) => Promise<ControlledLedger>;
  readonly clock: Clock;
  readonly random: Random;
  /** JSON-RPC of the validator behind an environment: it answers in place of this. Default: there is none. */
  readonly relayUrl?: (environment: Environment) => string | undefined;
  /** Whether no more answers can be kept until some are taken. Default: never. */
  readonly overloaded?: () => boolean;
  /** Told of errors that are the server's own; a client sees `Internal error`. */
  readonly onFailure?: (error: unknown) => void;
}

// A test that replaces the timers by fake ones must not stop connections from ending.
const { setTimeout: wallTimeout, clearTimeout: wallClear } = globalThis;
/** The code of a WebSocket's end that is meant. */
const NORMAL_CLOSURE = 1000;
/** How long a client may take to answer that a WebSocket ends. */
const CLOSING_MS = 500;
/** Longest message of a WebSocket. */
const MOST_BYTES = 50 * 1024;

/**
 * Solana's JSON-RPC over the ledgers of a World, HTTP and WebSocket: what `Connection` of web3.js and kit need to read,
 * airdrop, simulate, send and confirm. Answers have the form of a node's.
 */
export class Rpc {
  readonly #options: RpcOptions;
  readonly #queue = new WorkQueue();
  readonly #liveness = new Liveness();
  readonly #hubs: Readonly<Record<Environment, EventHub>>;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_BYTES,
    perMessageDeflate: false,
  });

  constructor(options: RpcOptions) {
    this.#options = options;
    this.#hubs = { live: new EventHub(), test: new EventHub() };
  }

  /** Answers an HTTP request. */
  handle(environment: Environment, request: HttpRequest): Promise<HttpReply> {
    const url = this.#options.relayUrl?.(environment);
    // Reading the body is not part of what a turned clock waits for: a client may never end it.
    return answerHttp(request, (body) =>
      this.#options.clock.during(() =>
        url === undefined
          ? answer(body, (call) => this.#run(environment, call), this.#options.onFailure)
          : relayBody(url, body),
      ),
    );
  }

  /** Takes over a connection that asks to become a WebSocket. */
  upgrade(environment: Environment, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#sockets.handleUpgrade(request, socket, head, (client) => this.#serve(environment, client));
  }

  /** Ends every WebSocket and its subscriptions. */
  close(): void {
    // With any other code web3.js looks for the server for ever, and its process never ends.
    for (const client of this.#sockets.clients) {
      client.close(NORMAL_CLOSURE);
      const cut = wallTimeout(() => client.terminate(), CLOSING_MS);
      client.once("close", () => wallClear(cut));
    }
    this.#sockets.close();
    this.#liveness.close();
    for (const environment of ENVIRONMENTS) this.#hubs[environment].close();
  }

  #serve(environment: Environment, client: WebSocket): void {
    const url = this.#options.relayUrl?.(environment);
    if (url !== undefined) {
      relaySocket(url, client);
      // Only the validator knows the client's subscriptions, so the client may always be silent for long.
      this.#liveness.watch(client, () => true);
      return;
    }
    const ledger = () => this.#ledger(environment);
    const socket = new RpcSocket(client, ledger, this.#hubs[environment], this.#options.onFailure);
    this.#liveness.watch(client, () => socket.subscribed);
  }

  /** A few calls at a time: what they write must fit into the memory. */
  #run(environment: Environment, call: RpcCall): Promise<unknown> {
    return this.#queue.run(async () => {
      if (this.#options.overloaded?.()) throw overloaded();
      return runMethod(() => this.#chain(environment), call);
    });
  }

  async #chain(environment: Environment): Promise<Chain> {
    const { clock, random } = this.#options;
    const ledger = await this.#ledger(environment);
    return { environment, ledger, clock, random, node: validatorOf(random) };
  }

  /** A ledger that cannot be had is the one failure whose reason helps who calls: LiteSVM may lack a native package. */
  async #ledger(environment: Environment): Promise<LocalLedger> {
    try {
      const ledger = await this.#options.ledger(environment);
      if (isLocal(ledger)) return ledger;
      throw new Error("a validator is behind it, which answers its own JSON-RPC");
    } catch (error) {
      this.#options.onFailure?.(error);
      const reason = error instanceof Error ? error.message : String(error);
      throw new RpcError(RPC_CODES.internal, `The ${environment} ledger cannot be opened: ${reason}`);
    }
  }
}
