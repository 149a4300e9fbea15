// LiteSVM's own simulation behind a bare node:http: what a JSON-RPC server over it costs at the least.
import { Buffer } from "node:buffer";
import { createServer } from "node:http";
import { liteSvm, readSome } from "./litesvm.mjs";

const { simulate } = await liteSvm();
const server = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const { id, params } = JSON.parse(Buffer.concat(parts).toString());
  const [logs, unitsConsumed] = readSome(simulate(Buffer.from(params[0], "base64")));
  const value = { err: null, logs, unitsConsumed: Number(unitsConsumed) };
  const body = JSON.stringify({ jsonrpc: "2.0", result: { context: { slot: 0 }, value }, id });
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
