// Hono: the page sends its requests to this server, which adds the key.
import { Hono } from "hono";
import { proxy } from "intent-tx/proxy";

const toService = proxy(); // INTENT_TX_API_KEY, INTENT_TX_BASE_URL

export const app = new Hono();
// Check the session first: otherwise anyone could use your rate limit.
app.on(["GET", "POST"], "/api/*", (c) => toService(c.req.raw));
