import { beforeEach, expect, test } from "vitest";
import { liveMemory } from "../../memory.js";
import { RawConnection } from "../../server/http/socket-client.js";
import { RpcSetup } from "../../server/rpc/setup.js";
import { RpcClient } from "../../server/rpc/socket-client.js";
import { measure, measuredCli } from "../measured.js";

/** The account with Token-2022's code: the largest of the world, 615,981 bytes. */
const LARGEST = "DoU57AYuPFu2QU514RktNPG22QhApEjnKxnBcu4BHDTY";
const call = (method: string, ...params: unknown[]) => ({ jsonrpc: "2.0", id: 1, method, params });

let setup: RpcSetup;
beforeEach(async () => {
  setup = await RpcSetup.open();
});

test("other requests are served during a long batch", async () => {
  const program = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
  const scan = setup.post(
    JSON.stringify(Array(300).fill(call("getProgramAccounts", program, { encoding: "base64" }))),
  );
  let order = "";
  void scan.then(() => (order += "scan "));
  const slots = Array.from({ length: 3 }, () => setup.call("getSlot").then(() => (order += "slot ")));
  await Promise.all([scan, ...slots]);
  expect(order.indexOf("slot slot slot")).toBeLessThan(order.indexOf("scan"));
});

test("a client that does not read is disconnected, and its queue is bounded", async () => {
  const client = await RpcClient.open(await setup.listen());
  await client.call("accountSubscribe", LARGEST, { encoding: "base64", commitment: "processed" });
  client.socket.pause();
  const closed = new Promise((resolve) => client.socket.once("close", resolve));
  const before = liveMemory();
  // Each notification of the account has 820 kB.
  for (let round = 0; round < 200; round++) {
    await setup.result("requestAirdrop", LARGEST, 1_000_000 + round);
    await setup.slots(1);
  }
  // An unbounded queue would add 160 MB; the versions of the account in unfinalized slots take 40 to 80 MB.
  expect(liveMemory() - before).toBeLessThan(150e6);
  client.socket.resume();
  await closed;
});

test.runIf(process.platform === "linux")(
  "neither large batches nor unread responses fill the memory",
  async () => {
    const args = ["serve", "--json", "--port", "0", "--limits", "off"];
    const running = await measuredCli(args, "--max-old-space-size=512");
    const { baseUrl, rpc, controlUrl } = await running.ready();
    const post = (body: string) =>
      fetch(rpc.live, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    const some = call("getMultipleAccounts", Array(15).fill(LARGEST), { encoding: "base64" });
    expect((await post(JSON.stringify(some))).status).toBe(200);

    const { live: before } = await measure(running);
    const more = async () => (await measure(running)).live - before;
    const batch = JSON.stringify(Array(5).fill(some));
    const answered = await Promise.all(
      Array.from({ length: 12 }, async () => (await (await post(batch)).arrayBuffer()).byteLength),
    );
    expect(Math.max(...answered)).toBeLessThan(17 << 20);
    console.log(`12 batches: ${((await more()) / 1e6).toFixed(0)} MB more`);
    expect(await more()).toBeLessThan(700e6);

    const body = JSON.stringify(some);
    const head = `POST ${new URL(rpc.live).pathname} HTTP/1.1\r\nHost: ${new URL(rpc.live).host}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const deaf: RawConnection[] = [];
    const price = () => fetch(`${baseUrl}/prices/SOL`);
    let refused = await price();
    // The system's buffers hold the first responses, and their size depends on the machine.
    while (refused.status !== 503) {
      const connection = await RawConnection.open(baseUrl);
      connection.socket.pause();
      connection.socket.write(head + body);
      deaf.push(connection);
      await refused.arrayBuffer();
      refused = await price();
    }
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(await refused.json()).toMatchObject({ error: { code: "service_unavailable" } });
    console.log(`unread responses: ${((await more()) / 1e6).toFixed(0)} MB more`);
    expect(await more()).toBeLessThan(700e6);
    // The control plane responds under any load.
    expect((await fetch(`${controlUrl}/health`)).status).toBe(200);
    for (const { socket } of deaf) socket.destroy();
    await expect.poll(async () => (await price()).status).not.toBe(503);
    expect(running.child.exitCode).toBeNull();
  },
);
