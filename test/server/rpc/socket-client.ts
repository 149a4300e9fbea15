import { createRequire } from "node:module";
import { expect } from "vitest";
import type { WebSocket as Socket } from "ws";

// The mock server's version of `ws`; the version at the root is an older one of another dependency.
const { WebSocket } = createRequire(new URL("../../../mock-server/package.json", import.meta.url))(
  "ws",
) as typeof import("ws");

/** A WebSocket client that reads messages one by one. */
export class RpcClient {
  readonly #messages: string[] = [];
  #arrived = () => {};
  #id = 0;

  constructor(readonly socket: Socket) {
    socket.on("message", (data) => {
      this.#messages.push(String(data));
      this.#arrived();
    });
  }

  static async open(url: string): Promise<RpcClient> {
    const socket = new WebSocket(url.replace("http", "ws"));
    await new Promise((resolve) => socket.once("open", resolve));
    return new RpcClient(socket);
  }

  async text(): Promise<string> {
    while (this.#messages.length === 0) {
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
    return this.#messages.shift()!;
  }

  async message() {
    return JSON.parse(await this.text());
  }

  /** Calls a method and returns the next message. */
  call(method: string, ...params: unknown[]) {
    this.socket.send(JSON.stringify({ jsonrpc: "2.0", id: ++this.#id, method, params }));
    return this.message();
  }

  /** Checks that no message is pending: the next one must be the error of an unknown method, called here. */
  async silent(): Promise<void> {
    expect(await this.call("nope")).toMatchObject({ error: { code: -32601 } });
  }
}
