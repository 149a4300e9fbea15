import { expect, test } from "vitest";
import { lab } from "../../server/lab.js";
import { almost, Draw, samples } from "./fuzz-requests.js";

/** Number of requests: by default 2,000; `FUZZ=2000000 FUZZ_SEED=7` for a long run. */
const REQUESTS = Number(process.env["FUZZ"] ?? 2000);
const SEED = Number(process.env["FUZZ_SEED"] ?? 1);
/** Number of requests to one world: a world after many changes answers differently from a new one. */
const A_WORLD = 2000;

// Requests that depend on time or state, and could fail the test without a defect of the server.
const LEFT_OUT = /stream|clock\/advance|_mock\/reset|_mock\/validator/;

async function world(draw: Draw) {
  const server = await lab({ limits: "off", seed: draw.below(1000) });
  const origin = new URL(server.baseUrl).origin;
  const known = (await samples(server)).filter(({ path }) => !LEFT_OUT.test(path));
  const keys = [server.keys.enterprise, server.keys.pro, server.keys.test];
  return { server, origin, known, keys };
}

test(`${REQUESTS} almost valid requests: none returns 500 or stops the server`, async () => {
  const draw = new Draw(SEED);
  const found: string[] = [];
  const reached = new Set<string>();
  let slowest = { ms: 0, said: "" };
  for (let sent = 0; sent < REQUESTS; ) {
    const { server, origin, known, keys } = await world(draw);
    for (let at = 0; at < A_WORLD && sent < REQUESTS; at++, sent++) {
      const sample = draw.of(known);
      const { url, init, said } = almost(sample, draw);
      const headers = {
        Authorization: `Bearer ${draw.of(keys)}`,
        ...(init.headers as Record<string, string>),
      };
      const began = process.cpuUsage();
      const answer = await server.fetch(origin + url, { ...init, headers }).then(
        async (response) => ({ status: response.status, text: await response.text() }),
        // An armed fault may break the connection.
        (error: Error) => ({ status: 0, text: error.message }),
      );
      const { user, system } = process.cpuUsage(began);
      if ((user + system) / 1000 > slowest.ms) slowest = { ms: (user + system) / 1000, said };
      if (answer.status >= 200 && answer.status < 300) reached.add(sample.name);
      const internal = answer.status === 500 || /^\{[^{]*\{"code":-32603/.test(answer.text);
      if (internal || answer.status === 502) found.push(`${said} -> ${answer.text.slice(0, 300)}`);
      // An armed fault would replace the server's answer.
      if (url.includes("/faults")) await server.fetch(`${server.controlUrl}/faults`, { method: "DELETE" });
    }
    await server.close();
  }
  console.log(
    `${reached.size} calls were answered well at times; the most CPU time for one: ${slowest.ms} ms, ${slowest.said.slice(0, 200)}`,
  );
  expect(found.slice(0, 10)).toEqual([]);
  expect(reached.size).toBeGreaterThan(40);
});
