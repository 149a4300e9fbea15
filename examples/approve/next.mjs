// Calls the route handlers as Next.js does, without its build, so that the test can kill the server many times.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { POST as pay } from "./app/payments/[id]/route.mjs";
import { POST as offer } from "./app/payments/route.mjs";

createServer(async (incoming, outgoing) => {
  if (incoming.method !== "POST") return void outgoing.writeHead(405).end();
  const [, , id] = (incoming.url ?? "").split("/");
  const request = new Request(`http://localhost${incoming.url}`, {
    method: "POST",
    body: await text(incoming),
  });
  const answer = await (id ? pay(request, { params: Promise.resolve({ id }) }) : offer(request));
  outgoing.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
}).listen(Number(process.env.PORT), "127.0.0.1");
