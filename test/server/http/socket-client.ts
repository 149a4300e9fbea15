import { connect, type Socket } from "node:net";

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

  /** Waits until the other side has closed it. */
  async end(): Promise<string> {
    while (!this.closed) {
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
    return this.text;
  }
}
