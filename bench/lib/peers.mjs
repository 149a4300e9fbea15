// Peer servers as arguments for node. Each prints its port.
import { payloads, priceOf, TOKENS } from "./subjects.mjs";

const program = (source) => ["--input-type=module", "-e", source];

export const NODE = program(`import { createServer } from "node:http";
const answers = ${JSON.stringify({ price: JSON.stringify(payloads.price), intent: JSON.stringify(payloads.intent) })};
const send = (response, text) => {
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) });
  response.end(text);
};
const server = createServer((request, response) => {
  if (request.method === "GET") return send(response, answers.price);
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => { JSON.parse(Buffer.concat(chunks).toString()); send(response, answers.intent); });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`);

export const JSON_SERVER = program(`import library from "json-server";
const app = library.create();
app.use(library.router({ prices: ${JSON.stringify(TOKENS.map((id) => ({ id, ...priceOf(id) })))} }));
app.listen(0, "127.0.0.1", function () { console.log(this.address().port); });
`);
