// Spans for every client attempt, with trace context in the request headers, and for every payment.
import { type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { type ClientOptions, IntentTx, IntentTxError } from "intent-tx";
import { type ExecuteOptions, execute, isPaymentError, type Receipt } from "intent-tx/solana";

export function traced(options: ClientOptions = {}): IntentTx {
  const tracer = trace.getTracer("intent-tx");
  // A call has at most one attempt in flight.
  const open = new Map<number, Span>();
  const traceparent = ({ call }: { readonly call: number }) => {
    const context = open.get(call)?.spanContext();
    return context && `00-${context.traceId}-${context.spanId}-0${context.traceFlags & 1}`;
  };
  const client = new IntentTx({ ...options, traceparent });
  const end = (call: number, failure?: Error) => {
    const span = open.get(call);
    open.delete(call);
    if (failure) span?.setAttribute("error.type", failure.name).setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  };
  client.on("request", ({ call, operation, method, attempt }) => {
    const attributes = { "http.request.method": method, "http.request.resend_count": attempt - 1 };
    open.set(call, tracer.startSpan(`intent-tx ${operation}`, { kind: SpanKind.CLIENT, attributes }));
  });
  client.on("response", ({ call, status, requestId }) => {
    const span = open.get(call)?.setAttribute("http.response.status_code", status);
    if (requestId) span?.setAttribute("intent_tx.request_id", requestId);
    if (status < 400) end(call);
  });
  // If an attempt was rejected or got no response, its span ends at the next `retry` or `error` event.
  client.on("retry", ({ call, error }) => end(call, error));
  client.on("error", ({ call, error }) => end(call, error));
  return client;
}

/** Makes a payment in a span. The payment's steps are span events, and a traced client's attempts are child spans. */
export function tracedExecute(options: ExecuteOptions): Promise<Receipt> {
  return trace.getTracer("intent-tx").startActiveSpan("intent-tx payment", async (span) => {
    const onEvent: ExecuteOptions["onEvent"] = (event) => {
      const { type, ...facts } = event;
      span.addEvent(type, facts);
      return options.onEvent?.(event);
    };
    if (options.paymentId !== undefined) span.setAttribute("intent_tx.payment_id", options.paymentId);
    try {
      const receipt = await execute({ ...options, onEvent });
      span.setAttributes({ "intent_tx.outcome": "landed", "intent_tx.signature": receipt.signature });
      return receipt;
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      if (error instanceof IntentTxError) span.setAttribute("error.type", error.name);
      if (isPaymentError(error)) {
        span.setAttribute("intent_tx.outcome", error.outcome);
        if (error.signature) span.setAttribute("intent_tx.signature", error.signature);
      }
      throw error;
    } finally {
      span.end();
    }
  });
}
