// One instance of the service: its own world, and a minute that begins anew in the middle of the run.
import process from "node:process";
import { createMockServer } from "@intent-tx/mock-server";

const [now, requestsPerMinute] = process.argv.slice(2);
const server = await createMockServer({
  clock: { now, mode: "running" },
  limits: { enterprise: { requestsPerMinute: Number(requestsPerMinute) } },
});
await server.listen();
const { keyId, key } = await server.issueKey({ tier: "enterprise" });
console.log(JSON.stringify({ baseUrl: server.baseUrl, keyId, key }));
process.stdin.on("end", () => process.exit(0)).resume();
