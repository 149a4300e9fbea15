// Express: its request becomes a `Request`, and the `Response` its response.
import express from "express";
import { proxy } from "intent-tx/proxy";

const toService = proxy(); // INTENT_TX_API_KEY, INTENT_TX_BASE_URL

export const app = express();
// Check the session first: otherwise anyone could use your rate limit.
app.use(
  "/api",
  express.text({ type: "application/json" }),
  async (request, response) => {
    const closed = new AbortController();
    response.on("close", () => closed.abort());
    const { method, headers } = request;
    const url = new URL(request.originalUrl, `http://${headers.host}`);
    const answer = await toService(
      new Request(url, {
        method,
        headers: {
          origin: headers.origin ?? "",
          "idempotency-key": request.get("idempotency-key") ?? "",
        },
        body: method === "POST" ? String(request.body ?? "") : null,
        signal: closed.signal,
      }),
    );
    response.status(answer.status).setHeaders(answer.headers);
    response.send(await answer.text());
  },
);
