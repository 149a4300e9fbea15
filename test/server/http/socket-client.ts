import { connect, type Socket } from "node:net";
import type { MockServerOptions } from "@intent-tx/mock-server";
import { expect } from "vitest";
import { lab } from "../lab.js";

/** Starts a server without limits; `head` writes the head of a request with a key, and `open` connects. */
export async function rawSetup(options: MockServerOptions = {}) {
  const server = await lab({ limits: "off", ...options });
  await server.listen();
  const host = new URL(server.baseUrl).host;
  const authorization = `Authorization: Bearer ${server.keys.enterprise}`;
  const head = (line: string, ...headers: string[]) =>
    [line, `Host: ${host}`, authorization, ...headers, "", ""].join("\r\n");
  return { server, head, open: () => RawConnection.open(server.baseUrl) };
}

/** Waits until a server is at work on this many requests; the question itself is one of them. */
export async function inFlight(controlUrl: string, count: number): Promise<void> {
  const figures = async () => (await fetch(`${controlUrl}/metrics`)).text();
  const line = new RegExp(`requests_in_flight ${count + 1}\\n`);
  await expect.poll(figures, { interval: 20 }).toMatch(line);
}

/** A TCP connection that sends raw bytes. */
export class RawConnection {
  text = "";
  closed = false;
  #heard = () => {};

  constructor(readonly socket: Socket) {
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      this.text += chunk;
      this.#heard();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.closed = true;
      this.#heard();
    });
  }

  static async open(baseUrl: string): Promise<RawConnection> {
    const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1");
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
    return new RawConnection(socket);
  }

  /**
   * Waits until the given number of response heads have arrived, or the connection is closed; returns their statuses.
   */
  async statuses(count: number): Promise<number[]> {
    for (;;) {
      const found = [...this.text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
      if (found.length >= count || this.closed) return found;
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
  }

  /** Waits until the server has closed the connection; returns everything received. */
  async end(): Promise<string> {
    while (!this.closed) {
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
    return this.text;
  }
}
