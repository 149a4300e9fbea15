import { expect, onTestFinished, test, vi } from "vitest";
import { RawConnection } from "../http/socket-client.js";
import { api, control, lab } from "../lab.js";

vi.mock("../../../mock-server/src/server/pages.js", () => ({
  pageReply: () => {
    throw new Error("the page broke");
  },
}));
vi.mock("../../../mock-server/src/control/log/entries.js", async (original) => ({
  ...(await original<object>()),
  loggedRequest: () => {
    throw new Error("an entry broke");
  },
}));
vi.mock("../../../mock-server/src/portfolio/portfolio.js", () => ({
  Portfolios: class {
    retrieve() {
      throw new Error("the portfolio broke");
    }
  },
}));
vi.mock("../../../mock-server/src/rpc/rpc.js", () => {
  throw new Error("JSON-RPC broke");
});

test("an unexpected error is a 500 with a request ID, is reported, and degrades the health", async () => {
  const reported = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => reported.mockRestore());
  const server = await lab();
  const { baseUrl, rpc } = await server.listen();
  const page = await fetch(new URL("/svc_live_abc", baseUrl));
  const requestId = page.headers.get("x-request-id");
  expect(page.status).toBe(500);
  expect(requestId).toMatch(/^req_/);
  expect(await page.json()).toMatchObject({ error: { code: "internal_error" }, meta: { requestId } });
  expect(reported.mock.calls).toMatchObject([
    [{ message: `GET /svc_live_… failed (request ID ${requestId})`, cause: { message: "the page broke" } }],
  ]);

  const path = `/portfolio/${server.wallets.alice.address}`;
  const portfolio = await api(server, "GET", path);
  const id = portfolio.headers.get("x-request-id");
  expect(portfolio).toMatchObject({ status: 500, body: { error: { code: "internal_error" } } });
  expect(reported).toHaveBeenLastCalledWith(
    expect.objectContaining({ message: `GET /v1${path} failed (request ID ${id})` }),
  );

  const call = { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };
  const answer = await fetch(rpc.live, call);
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({
    jsonrpc: "2.0",
    error: { code: -32603, data: { requestId: answer.headers.get("x-request-id") } },
    id: null,
  });
  const upgrade = await RawConnection.open(baseUrl);
  upgrade.socket.write(
    "GET /rpc/live HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
  );
  expect(await upgrade.end()).toMatch(/^HTTP\/1\.1 500 /);

  const health = async () => (await control(server, "GET", "/health")).body;
  expect(await health()).toMatchObject({ status: "degraded", failures: { count: 4 } });
  const { body } = await control(server, "GET", "/traffic");
  expect(body.data.slice(0, 3)).toMatchObject([
    { path: "/svc_live_…", status: 500, code: "internal_error" },
    { path: `/v1${path}`, status: 500, code: "internal_error" },
    { path: "/rpc/live", status: 500 },
  ]);
  await control(server, "POST", "/reset");
  expect(await health()).toMatchObject({ status: "ok" });
});

test.each([true, false])(
  "an error in the middle of a response ends it with a line (a socket: %s)",
  async (isSocket) => {
    const reported = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => reported.mockRestore());
    const server = await lab();
    if (isSocket) await server.listen();
    await server.fetch(`${server.baseUrl}/prices/SOL`);
    const list = await (isSocket ? fetch : server.fetch)(`${server.controlUrl}/requests`);
    const [line = ""] = (await list.text()).trim().split("\n").slice(-1);
    const { error, meta } = JSON.parse(line);
    expect(error.code).toBe("internal_error");
    expect(reported.mock.calls).toMatchObject([
      [
        {
          message: `The response to GET /_mock/requests failed (request ID ${meta.requestId})`,
          cause: { message: "an entry broke" },
        },
      ],
    ]);
  },
);
