import { context, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { traced } from "../../examples/opentelemetry.js";
import { BASE, failure, fakeClock, fakeFetch, KEY, PRICE, refused } from "./harness.js";

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
  return { client: traced({ apiKey: KEY, baseUrl: BASE, fetch, clock: fakeClock() }), seen };
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

test("each attempt is a span, its context goes along, and nothing secret is in it", async () => {
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
