// Express: the route of the Hono example, with Express's request and response.
import express from "express";
import { toService } from "./hono.js";

export const app = express();
app.use("/api", express.text({ type: "application/json" }), async (request, response) => {
  const closed = new AbortController();
  response.on("close", () => closed.abort());
  const body = request.method === "POST" ? String(request.body) : null;
  const url = new URL(request.originalUrl, "http://localhost");
  const answer = await toService(
    new Request(url, { method: request.method, body, signal: closed.signal }),
    request.path,
  );
  response.status(answer.status).setHeaders(answer.headers);
  response.send(await answer.text());
});
