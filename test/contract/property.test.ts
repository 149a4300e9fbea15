import { ERROR_CODES, ErrorBodySchema, HEADERS, isIsoDate } from "intent-tx/contract";
import { expect, test } from "vitest";
import { almost, Draw, samples } from "../deep/server/fuzz-requests.js";
import type { Answer } from "./suite/answer.js";
import { socket } from "./targets.js";

const REQUESTS = 500;
/** Statuses that the random requests must produce; without them the test proves little. */
const REACHED = [200, 201, 204, 400, 401, 403, 404, 405, 415, 422];
const STATUSES = new Set([200, 201, 204, ...Object.values(ERROR_CODES).map(({ status }) => status)]);
const TYPES = ["", ";", "application/json;;", "text/html", "application/JSON ; a=b"];
const WRONG_KEYS = ["", "Bearer", "Bearer svc_live_x", "bearer  svc_test_%", "Basic YTpi", "Bearer a b"];

/** Checks the rules that hold for every response. */
function checkAnswer(answer: Answer, method: string): void {
  const { status, text } = answer;
  expect(STATUSES.has(status), `${status} is not a documented status`).toBe(true);
  for (const name of [HEADERS.rateLimit, HEADERS.rateRemaining, HEADERS.rateReset])
    expect(answer.header(name)).toMatch(/^\d+$/);
  expect(answer.header(HEADERS.requestId)).toMatch(/^req_\w{16}$/);
  expect(answer.header("date")).toMatch(/GMT$/);
  expect(answer.header("access-control-allow-origin")).toBe("*");
  if (status === 401) expect(answer.header("www-authenticate")).toBe("Bearer");
  if (status === 405) expect(answer.header("allow")).not.toBe("");
  if (method === "HEAD" || status === 204) expect(text).toBe("");
  if (method === "HEAD" || status < 400) return;
  const { error, meta } = ErrorBodySchema.parse(JSON.parse(text));
  expect(meta?.requestId).toBe(answer.header(HEADERS.requestId));
  expect(ERROR_CODES[error.code as keyof typeof ERROR_CODES]?.status).toBe(status);
  expect(error.message.length).toBeGreaterThan(0);
  expect(isIsoDate(meta!.timestamp)).toBe(true);
  if (error.code !== "validation_error") return;
  expect(error.field).not.toBe("");
  expect(error.details).toEqual({ field: error.field, reason: expect.any(String) });
}

test("any request gets a documented status, the contract's headers and never a 5xx", async () => {
  await using setup = await socket.open({ limits: "off", contract: { idempotency: true } });
  const { wallets, ...parts } = setup.parts;
  const known = (await samples({ ...parts, wallets: { alice: wallets["alice"]! } })).filter(({ path }) =>
    path.startsWith("/v1"),
  );
  const { intentId } = await setup.parse("swap 0.5 SOL for USDC");
  const post = (path: string, body: object) => ({ name: path, method: "POST", path: `/v1${path}`, body });
  known.push(post("/transactions/build", { intentId, walletAddress: setup.alice }));
  known.push(post("/keys", { name: "a key", scopes: ["read:prices"] }));
  const { key } = await setup.issue({ tier: "free", scopes: ["write:intents"] });
  const keys = [...Array(6).fill(setup.key("enterprise")), setup.key("test"), key];
  const seen = new Map<number, number>();
  const ids = new Set<string>();
  const draw = new Draw(20_260_101);
  for (let sent = 0; sent < REQUESTS; sent++) {
    const { url, init, said } = almost(draw.of(known), draw);
    const method = draw.below(20) === 0 ? draw.of(["HEAD", "OPTIONS", "PROPFIND"]) : init.method!;
    const raw = method === init.method && draw.below(15) === 0 ? draw.of(["", "{", "\u0000"]) : init.body;
    const headers = {
      "Content-Type": "application/json",
      Authorization: draw.below(10) === 0 ? draw.of(WRONG_KEYS) : `Bearer ${draw.of(keys)}`,
      ...(draw.below(10) === 0 && { "Content-Type": draw.of(TYPES) }),
      ...(draw.below(8) === 0 && { "Idempotency-Key": `key ${draw.below(9)}`, Origin: "https://a.example" }),
    };
    const sends = raw && init.body && method === init.method;
    const ask = { key: null, headers, ...(sends && { raw }) };
    const answer = await setup.request(method, url.slice("/v1".length), undefined, ask);
    expect(answer.status, `${said}: ${answer.text}`).toBeLessThan(500);
    checkAnswer(answer, method);
    ids.add(answer.header(HEADERS.requestId));
    seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
  }
  expect(ids.size).toBe(REQUESTS);
  // The requests must get past validation: not all of them may be rejected.
  expect(
    REACHED.filter((status) => !seen.has(status)),
    JSON.stringify([...seen]),
  ).toEqual([]);
});
