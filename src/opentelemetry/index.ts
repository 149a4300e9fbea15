/**
 * Spans and metrics for OpenTelemetry.
 *
 * @module intent-tx/opentelemetry
 */
import { metrics, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { IntentTx } from "../client/client.js";
import { IntentTxError } from "../errors/base-error.js";
import type { ClientOptions } from "../options/options.js";
import { execute } from "../solana/pay/execute.js";
import type { ExecuteOptions } from "../solana/pay/options.js";
import { type Preview, type PreviewOptions, preview } from "../solana/pay/preview.js";
import type { Receipt } from "../solana/pay/receipt.js";
import { type ResumedPayment, type ResumeOptions, resume } from "../solana/pay/resume.js";

const NAME = "intent-tx";

/**
 * Creates a client whose attempts are spans, named `intent-tx prices.retrieve` and so on. The trace context is sent in
 * the header `traceparent`. Each attempt is also measured in the histogram `http.client.request.duration`, in seconds.
 * Spans and metrics contain no keys, headers or bodies.
 * @param options The client's options. `traceparent` is replaced.
 * @throws ConfigurationError when an option is invalid.
 * @example
 * ```ts
 * import { tracedClient } from "intent-tx/opentelemetry";
 * const client = tracedClient(); // INTENT_TX_API_KEY, INTENT_TX_BASE_URL
 * const price = await client.prices.retrieve("SOL");
 * ```
 */
export function tracedClient(options: ClientOptions = {}): IntentTx {
  const tracer = trace.getTracer(NAME);
  const duration = metrics.getMeter(NAME).createHistogram("http.client.request.duration", {
    unit: "s",
    description: "Duration of the client's attempts.",
  });
  // A call has at most one attempt in flight.
  const open = new Map<number, { span: Span; began: number; facts: Record<string, string | number> }>();
  const traceparent = ({ call }: { readonly call: number }) => {
    const context = open.get(call)?.span.spanContext();
    return context && `00-${context.traceId}-${context.spanId}-0${context.traceFlags & 1}`;
  };
  const client = new IntentTx({ ...options, traceparent });
  const end = (call: number, failure?: Error) => {
    const attempt = open.get(call);
    if (attempt === undefined) return;
    const { span, began, facts } = attempt;
    open.delete(call);
    if (failure) {
      facts["error.type"] = failure.name;
      span.setAttribute("error.type", failure.name).setStatus({ code: SpanStatusCode.ERROR });
    }
    duration.record((performance.now() - began) / 1000, facts);
    span.end();
  };
  client.on("request", ({ call, operation, method, attempt }) => {
    const attributes = { "http.request.method": method, "http.request.resend_count": attempt - 1 };
    const span = tracer.startSpan(`${NAME} ${operation}`, { kind: SpanKind.CLIENT, attributes });
    const facts = { "http.request.method": method, "intent_tx.operation": operation };
    open.set(call, { span, began: performance.now(), facts });
  });
  client.on("response", ({ call, status, requestId }) => {
    const { span, facts } = open.get(call) ?? {};
    span?.setAttribute("http.response.status_code", status);
    if (facts) facts["http.response.status_code"] = status;
    if (requestId) span?.setAttribute("intent_tx.request_id", requestId);
    if (status < 400) end(call);
  });
  // If an attempt was rejected or got no response, its span ends at the next `retry` or `error` event.
  client.on("retry", ({ call, error }) => end(call, error));
  client.on("error", ({ call, error }) => end(call, error));
  return client;
}

/**
 * Makes a payment with `execute` of `intent-tx/solana` in a span. The payment's steps are events of the span, and the
 * attempts of a traced client are spans below it. The counter `intent_tx.payments` counts payments by outcome.
 * @param options The options of `execute`.
 * @returns The receipt.
 * @throws the errors of `execute`.
 * @example
 * ```ts
 * import { tracedClient, tracedExecute } from "intent-tx/opentelemetry";
 * import type { ExecuteOptions } from "intent-tx/solana";
 * const pay = (options: ExecuteOptions) => tracedExecute({ ...options, client: tracedClient() });
 * ```
 */
export function tracedExecute(options: ExecuteOptions): Promise<Receipt> {
  const payments = metrics.getMeter(NAME).createCounter("intent_tx.payments", {
    description: "Calls to execute, by outcome.",
  });
  return inSpan("payment", async (span) => {
    const onEvent: ExecuteOptions["onEvent"] = (event) => {
      const { type, ...facts } = event;
      const { edits, fee, ...others } = { edits: undefined, fee: undefined, ...facts };
      span.addEvent(type, { ...others, ...(edits && { edits: [...edits], fee: String(fee) }) });
      return options.onEvent?.(event);
    };
    const { paymentId } = Object(options) as Partial<ExecuteOptions>;
    if (paymentId !== undefined) span.setAttribute("intent_tx.payment_id", paymentId);
    let outcome = "none";
    try {
      const receipt = await execute({ ...options, onEvent });
      outcome = "landed";
      span.setAttribute("intent_tx.signature", receipt.signature);
      return receipt;
    } catch (error) {
      if (error instanceof IntentTxError) {
        const { signature } = error as { readonly signature?: string };
        outcome = (error as { readonly outcome?: string }).outcome ?? outcome;
        if (signature) span.setAttribute("intent_tx.signature", signature);
      }
      throw error;
    } finally {
      if (outcome !== "none") span.setAttribute("intent_tx.outcome", outcome);
      payments.add(1, { "intent_tx.outcome": outcome });
    }
  });
}

/**
 * Shows a payment with `preview` of `intent-tx/solana` in a span. The attempts of a traced client are spans below it.
 * @param options The options of `preview`.
 * @returns The preview.
 * @throws the errors of `preview`.
 * @example
 * ```ts
 * import { tracedClient, tracedPreview } from "intent-tx/opentelemetry";
 * const show = (walletAddress: string, command: string) =>
 *   tracedPreview({ client: tracedClient(), walletAddress, command });
 * ```
 */
export function tracedPreview(options: PreviewOptions): Promise<Preview> {
  return inSpan("preview", () => preview(options));
}

/**
 * Checks open payments with `resume` of `intent-tx/solana` in a span. The span has an event for each payment that was
 * open, with its `intent_tx.payment_id` and `intent_tx.outcome`.
 * @param options The options of `resume`.
 * @param more The signatures, as for `resume`.
 * @returns The payments that were open, each with its outcome.
 * @throws the errors of `resume`.
 * @example
 * ```ts
 * import { tracedResume } from "intent-tx/opentelemetry";
 * import type { ResumeOptions } from "intent-tx/solana";
 * const settle = (options: ResumeOptions) => tracedResume(options);
 * ```
 */
export function tracedResume(
  options: ResumeOptions,
  more?: Parameters<typeof resume>[1],
): Promise<ResumedPayment[]> {
  return inSpan("resume", async (span) => {
    const resumed = await resume(options, more);
    for (const { record, outcome } of resumed)
      span.addEvent("resumed", { "intent_tx.payment_id": record.paymentId, "intent_tx.outcome": outcome });
    return resumed;
  });
}

function inSpan<T>(name: string, call: (span: Span) => Promise<T>): Promise<T> {
  return trace.getTracer(NAME).startActiveSpan(`${NAME} ${name}`, async (span) => {
    try {
      return await call(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      if (error instanceof IntentTxError) span.setAttribute("error.type", error.name);
      throw error;
    } finally {
      span.end();
    }
  });
}
