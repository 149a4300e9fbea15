import { context, metrics, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { tracedClient, tracedExecute, tracedPreview, tracedResume } from "intent-tx/opentelemetry";
import { execute } from "intent-tx/solana";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { BASE, failure, fakeClock, fakeFetch, KEY, PRICE, refused } from "../harness.js";
import { setup } from "../pay/setup.js";

const spans = new InMemorySpanExporter();
beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
  );
});
afterEach(() => spans.reset());
afterAll(() => {
  trace.disable();
  context.disable();
});

function client(...replies: Parameters<typeof fakeFetch>) {
  const { fetch, seen } = fakeFetch(...replies);
  return { client: tracedClient({ apiKey: KEY, baseUrl: BASE, fetch, clock: fakeClock() }), seen };
}
const told = () =>
  spans
    .getFinishedSpans()
    .map(({ name, attributes, status }) => [
      name,
      attributes["http.response.status_code"],
      attributes["http.request.resend_count"],
      status.code === SpanStatusCode.ERROR ? attributes["error.type"] : "ok",
    ]);

test("each attempt is a span whose context is sent, without secrets", async () => {
  const { client: one, seen } = client(
    { error: Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNRESET" } }) },
    { status: 503, json: {} },
    { json: PRICE, headers: { "X-Request-Id": "req_9" } },
  );
  await one.prices.retrieve("SOL");
  expect(told()).toEqual([
    ["intent-tx prices.retrieve", undefined, 0, "ConnectionError"],
    ["intent-tx prices.retrieve", 503, 1, "ServerError"],
    ["intent-tx prices.retrieve", 200, 2, "ok"],
  ]);
  const finished = spans.getFinishedSpans();
  expect(seen.map(({ headers }) => headers.get("traceparent"))).toEqual(
    finished.map((span) => `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`),
  );
  expect(finished[2]?.attributes["intent_tx.request_id"]).toBe("req_9");
  expect(JSON.stringify(finished.map(({ attributes, events }) => [attributes, events]))).not.toContain(KEY);
});

test("spans are children of the caller's, also when calls overlap", async () => {
  const { client: one } = client(refused(404, "token_not_found"));
  const tracer = trace.getTracer("app");
  const parents = await Promise.all(
    ["A", "B"].map((token) =>
      tracer.startActiveSpan(token, async (span) => {
        await failure(one.prices.retrieve(token));
        span.end();
        return span.spanContext().spanId;
      }),
    ),
  );
  const children = spans.getFinishedSpans().filter(({ name }) => name.startsWith("intent-tx"));
  expect(children.map(({ parentSpanContext }) => parentSpanContext?.spanId).sort()).toEqual(parents.sort());
  expect(told().filter(([name]) => String(name).startsWith("intent-tx"))).toEqual(
    Array.from({ length: 2 }, () => ["intent-tx prices.retrieve", 404, 0, "TokenNotFoundError"]),
  );
});

test("calls of a derived client have one span each, also with another key", async () => {
  const { client: one, seen } = client({ json: PRICE }, { json: PRICE });
  const other = one.withOptions({ apiKey: "svc_live_other_secret" });
  await Promise.all([one.prices.retrieve("SOL"), other.prices.retrieve("SOL")]);
  expect(told()).toHaveLength(2);
  expect(new Set(seen.map(({ headers }) => headers.get("traceparent"))).size).toBe(2);
});

test("a payment is a span with its steps as events, and its calls are spans below it", async () => {
  const { server, connection, clock, keypair: signer } = await setup();
  const client = tracedClient(server.clientOptions());
  const order = { client, connection, signer, clock, command: "send 0.1 SOL to bob.sol" };
  const pay = (amount: bigint) => tracedExecute({ ...order, expect: { side: "input", amount } });
  const { signature } = await pay(100_000_000n);
  const [parse, build, payment] = spans.getFinishedSpans();
  expect(payment?.attributes).toEqual({ "intent_tx.outcome": "landed", "intent_tx.signature": signature });
  const steps = payment?.events.map(({ name }) => name) ?? [];
  expect([steps.slice(0, 2), steps.at(-1)]).toEqual([["signed", "sent"], "settled"]);
  for (const call of [parse, build])
    expect(call?.parentSpanContext?.spanId).toBe(payment?.spanContext().spanId);

  await expect(pay(1n)).rejects.toThrow();
  expect(spans.getFinishedSpans().at(-1)?.attributes).toEqual({
    "error.type": "UnsafeTransactionError",
    "intent_tx.outcome": "not-sent",
  });
});

test("a preview and a check of open payments are spans, also when they fail", async () => {
  const { server, connection, walletAddress, clock, journal, changed, keypair: signer } = await setup();
  const order = { client: tracedClient(server.clientOptions()), command: "send 0.1 SOL to bob.sol" };
  const { intent, effects: accept } = await tracedPreview({ ...order, walletAddress });
  const [parse, , shown] = spans.getFinishedSpans();
  expect(shown?.name).toBe("intent-tx preview");
  expect(parse?.parentSpanContext?.spanId).toBe(shown?.spanContext().spanId);
  await failure(tracedPreview({ ...order, walletAddress, maxFee: 1 }));
  expect(spans.getFinishedSpans().at(-1)?.attributes).toEqual({ "error.type": "UnsafeTransactionError" });

  const silent = changed({ getSignatureStatuses: () => Promise.reject(new Error("socket hang up")) });
  const stored = { journal, paymentId: "order-1", clock, maxWait: 1000 };
  await failure(execute({ client: order.client, intent, accept, connection: silent, signer, ...stored }));
  await tracedResume({ journal, connection });
  const resumed = spans.getFinishedSpans().at(-1);
  expect(resumed?.events.map(({ attributes }) => attributes)).toEqual([
    { "intent_tx.payment_id": "order-1", "intent_tx.outcome": "landed" },
  ]);
  await failure(tracedResume({ journal: undefined, connection } as never));
  expect(spans.getFinishedSpans().at(-1)?.status.code).toBe(SpanStatusCode.ERROR);
});

test("attempts and payments are measured", async () => {
  const recorded: [string, object][] = [];
  const instrument = (name: string) => ({
    record: (seconds: number, facts: object) => {
      expect(seconds).toBeGreaterThanOrEqual(0);
      recorded.push([name, facts]);
    },
    add: (_count: number, facts: object) => recorded.push([name, facts]),
  });
  const meter = { createHistogram: instrument, createCounter: instrument };
  metrics.setGlobalMeterProvider({ getMeter: () => meter as never });
  try {
    const { client: one } = client({ status: 503, json: {} }, { json: PRICE });
    await one.prices.retrieve("SOL");
    await failure(tracedExecute({ client: one } as never));
  } finally {
    metrics.disable();
  }
  const facts = { "http.request.method": "GET", "intent_tx.operation": "prices.retrieve" };
  const name = "http.client.request.duration";
  expect(recorded).toEqual([
    [name, { ...facts, "http.response.status_code": 503, "error.type": "ServerError" }],
    [name, { ...facts, "http.response.status_code": 200 }],
    ["intent_tx.payments", { "intent_tx.outcome": "not-sent" }],
  ]);
});
