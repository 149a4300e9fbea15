// Hono: the page sends its requests to this server. The server adds the key, and returns the rate limit headers.
import { Hono } from "hono";

const SERVICE = process.env["INTENT_TX_BASE_URL"] ?? "";
// Only the operations that the page needs. Keys and analytics stay unreachable.
const ALLOWED = /^\/(intents|transactions\/build|(transactions|portfolio|prices)\/\w+)$/;
const SHOWN = /^(content-type|date|retry-after|x-request-id|x-ratelimit-(limit|remaining|reset))$/;

export async function toService(request: Request, path: string): Promise<Response> {
  if (!ALLOWED.test(path))
    return Response.json(
      { error: { code: "not_found", message: "There is no such path." } },
      { status: 404 },
    );
  const body = request.method === "POST" ? await request.text() : null;
  const answer = await fetch(SERVICE + path + new URL(request.url).search, {
    method: request.method,
    headers: {
      authorization: `Bearer ${process.env["INTENT_TX_API_KEY"]}`,
      ...(body !== null && { "content-type": "application/json" }),
    },
    body,
    redirect: "manual",
    signal: request.signal,
  });
  const headers = new Headers();
  answer.headers.forEach((value, name) => {
    if (SHOWN.test(name)) headers.set(name, value);
  });
  return new Response(answer.body, { status: answer.status, headers });
}

export const app = new Hono().basePath("/api");
// Check the session first: otherwise anyone could use your rate limit.
app.on(["GET", "POST"], "/*", (c) => toService(c.req.raw, c.req.path.slice("/api".length)));
