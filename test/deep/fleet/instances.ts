import { join } from "node:path";
import { freePort } from "../../free-port.js";
import { type CliProcess, cli } from "../../server/cli/cli-process.js";

/** The control token of the instances. */
export const TOKEN = "the-fleets-control-token";

/** Four instances with one seed, each with its own directory. */
export class Instances {
  readonly ports: number[] = [];
  readonly #running: CliProcess[] = [];

  private constructor(private readonly folder: string) {}

  static async start(folder: string): Promise<Instances> {
    const instances = new Instances(folder);
    await Promise.all([0, 1, 2, 3].map((at) => instances.open(at)));
    return instances;
  }

  /** Starts an instance on its previous port. */
  async open(at: number): Promise<void> {
    this.ports[at] ??= await freePort();
    const flags = [
      "--sessions",
      "on-demand",
      "--trust-proxy",
      "--state",
      `${join(this.folder, `mock-${at + 1}`)}/`,
    ];
    const running = await cli(
      ["serve", "--json", "--log", "off", "--port", String(this.ports[at]), ...flags],
      { env: { INTENT_TX_MOCK_SEED: "a-company", INTENT_TX_MOCK_CONTROL_TOKEN: TOKEN } },
    );
    await running.ready();
    this.#running[at] = running;
  }

  async kill(at: number): Promise<void> {
    await this.#running[at]?.kill("SIGKILL");
  }

  /** The sessions of an instance, requested directly instead of through the proxy. */
  async sessionsOf(at: number): Promise<string[]> {
    const answer = await fetch(`http://127.0.0.1:${this.ports[at]}/_mock/sessions`, {
      headers: { Authorization: `Bearer ${TOKEN}` },
    });
    const { data } = (await answer.json()) as { data: { id: string }[] };
    return data.map(({ id }) => id);
  }
}
