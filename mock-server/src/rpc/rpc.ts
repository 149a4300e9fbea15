import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Environment } from "intent-tx/contract";
import { type WebSocket, WebSocketServer } from "ws";
import type { ControlTarget } from "../control/command.js";
import type { Interception } from "../faults/request-faults.js";
import { validatorOf } from "../fixtures/world-data.js";
import { type Guard, refusalOf } from "../http/guard.js";
import type { HttpReply, HttpRequest } from "../http/message.js";
import { errorText, ServiceError } from "../kernel/errors.js";
import { wallClear, wallTimeout } from "../kernel/timers.js";
import type { LocalLedger } from "../ledger/ledger.js";
import { isLocal } from "../ledger/ledgers.js";
import { slotAt } from "../ledger/slots.js";
import type { WorldParts } from "../world/world.js";
import { type Chain, supplyName } from "./chain.js";
import { answer, type RpcCall } from "./envelope.js";
import { answerHttp, replyTo } from "./http.js";
import { overloaded, WorkQueue } from "./limits.js";
import { Liveness } from "./liveness.js";
import { runMethod } from "./methods/methods.js";
import { relayBody, relaySocket } from "./relay.js";
import { invalidParams, RPC_CODES, RpcError } from "./rpc-error.js";
import { RpcSocket } from "./socket.js";

export interface RpcOptions {
  /** The World whose chains are served, and which the `surfnet_*` methods change. */
  readonly target: ControlTarget;
  /** Who may use the `surfnet_*` methods. */
  readonly guard: Guard;
  /** JSON-RPC URL of an environment's validator, which handles requests instead of this server. Default: none. */
  readonly relayUrl?: (environment: Environment) => string | undefined;
  /** Returns true if the memory for unsent responses is exhausted. */
  readonly overloaded: () => boolean;
  /** The faults of a WebSocket's message, if there can be any. */
  readonly faultsOf: (request: HttpRequest) => Promise<Interception> | undefined;
  /** Called with errors inside the server. The client only gets `Internal error`. */
  readonly onFailure: (error: unknown) => void;
}

const NORMAL_CLOSURE = 1000;
/** How long (ms) to wait for a client to confirm a WebSocket close. */
const CLOSING_MS = 500;
/** Limits on a WebSocket message, which is kept as a list of parts until it is complete. */
const SOCKET_OPTIONS = {
  noServer: true,
  maxPayload: 50 * 1024,
  maxFragments: 128,
  maxBufferedChunks: 512,
  perMessageDeflate: false,
};

/**
 * Solana's JSON-RPC for a World's ledgers, over HTTP and WebSocket: everything that web3.js's `Connection` and kit need
 * to read, airdrop, simulate, send and confirm. Responses have the same format as a node's.
 */
export class Rpc {
  readonly #startedAt: number;
  readonly #queue = new WorkQueue();
  readonly #liveness = new Liveness();
  readonly #subscriptions = { live: { lastId: 0, open: 0 }, test: { lastId: 0, open: 0 } };
  readonly #sockets = new WebSocketServer(SOCKET_OPTIONS);

  constructor(private readonly options: RpcOptions) {
    this.#startedAt = this.#parts.clock.now();
  }

  get #parts(): WorldParts {
    return this.options.target.world.parts;
  }

  handle(environment: Environment, request: HttpRequest, interception?: Interception): Promise<HttpReply> {
    const url = this.options.relayUrl?.(environment);
    // Clock changes wait for calls in progress, but not for a body to be read: a client might never finish sending it.
    const run = (body: string) =>
      this.#parts.clock.work.track(async () => {
        await interception?.prepare?.(environment, undefined);
        return url === undefined
          ? answer(body, (call) => this.#run(environment, call, request), this.options.onFailure)
          : relayBody(url, body, { signal: request.signal?.() });
      });
    return answerHttp(request, run, interception?.response);
  }

  /** The reply to a WebSocket's message, with the faults of its calls. */
  async #replyTo(environment: Environment, text: string, answer: (text: string) => Promise<string>) {
    const request: HttpRequest = {
      method: "POST",
      path: `/rpc/${environment}`,
      query: "",
      header: () => undefined,
      body: async () => Buffer.from(text),
      remoteAddress: "",
    };
    const interception = await this.options.faultsOf(request);
    if (!interception) return replyTo(text, answer);
    return interception.around(request, async ({ body }) => {
      await interception.prepare?.(environment, undefined);
      return replyTo(Buffer.from((await body(Infinity)) ?? "").toString(), answer, interception.response);
    });
  }

  upgrade(environment: Environment, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#sockets.handleUpgrade(request, socket, head, (client) => this.#serve(environment, client));
  }

  /** Closes every WebSocket and its subscriptions. */
  close(): void {
    // With any other close code, web3.js reconnects forever, and the client's process never exits.
    for (const client of this.#sockets.clients) {
      client.close(NORMAL_CLOSURE);
      const cut = wallTimeout(() => client.terminate(), CLOSING_MS);
      client.once("close", () => wallClear(cut));
    }
    this.#sockets.close();
    this.#liveness.close();
  }

  #serve(environment: Environment, client: WebSocket): void {
    const url = this.options.relayUrl?.(environment);
    if (url !== undefined) {
      relaySocket(url, client);
      // Only the validator knows whether the client has subscriptions, so a silent client is never disconnected.
      this.#liveness.watch(client, () => true);
      return;
    }
    const ledger = () => this.#ledger(environment);
    const subscriptions = this.#subscriptions[environment];
    const reply = this.#replyTo.bind(this, environment);
    const socket = new RpcSocket(client, ledger, subscriptions, this.options.onFailure, reply);
    this.#liveness.watch(client, () => socket.subscribed);
  }

  /** Runs a call with limited concurrency, because the responses must fit in memory. */
  #run(environment: Environment, call: RpcCall, request: HttpRequest): Promise<unknown> {
    // These calls are neither queued nor counted as work, because they can move the clock, which waits for both.
    if (call.method.startsWith("surfnet_") || call.method.endsWith("Bundle"))
      return this.#parts.clock.work.untracked(this.#surfnet(environment, call, request));
    return this.#queue.run(async () => {
      if (this.options.overloaded()) throw overloaded();
      return runMethod(() => this.#chain(environment), call);
    });
  }

  /** These methods change the chain from outside, so they require access to the control plane. */
  async #surfnet(environment: Environment, call: RpcCall, request: HttpRequest): Promise<unknown> {
    const { target, guard } = this.options;
    const refusal = refusalOf(request, guard);
    if (refusal)
      throw new RpcError(RPC_CODES.invalidRequest, `${call.method} is not allowed: ${refusal.message}`);
    const { SURFNET_METHODS } = await import("./methods/surfnet.js");
    const chain = async () => ({ ...(await this.#chain(environment)), target });
    return runMethod(chain, call, SURFNET_METHODS).catch((error: unknown) => {
      throw error instanceof ServiceError ? invalidParams(`Invalid param: ${error.message}`) : error;
    });
  }

  async #chain(environment: Environment): Promise<Chain> {
    const ledger = await this.#ledger(environment);
    const { clock, random, state, data } = this.#parts;
    return {
      environment,
      ledger,
      clock,
      random,
      node: validatorOf(random),
      startSlot: slotAt(this.#startedAt, ledger.slotMs),
      supply: state.storedText(supplyName(environment)),
      lamportsPerByte: data.lamportsPerByte,
    };
  }

  /** Unlike other failures, an unavailable ledger is reported with its reason, such as a missing native package. */
  async #ledger(environment: Environment): Promise<LocalLedger> {
    try {
      const ledger = await this.#parts.ledgers.get(environment);
      if (isLocal(ledger)) return ledger;
      throw new Error("it runs on a validator, which has its own JSON-RPC");
    } catch (error) {
      this.options.onFailure(error);
      const message = `The ${environment} ledger cannot be opened: ${errorText(error)}`;
      throw new RpcError(RPC_CODES.internal, message);
    }
  }
}
