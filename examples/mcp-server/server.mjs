// The tools of intent-tx/ai as an MCP server.
import { randomUUID } from "node:crypto";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

/** Creates an MCP server with the tools from `intentTools`. */
export function mcpServer(tools) {
  const list = Object.values(tools);
  const server = new Server({ name: "intent-tx", version: "1.0.0" }, { capabilities: { tools: {} } });
  // MCP numbers requests from zero in each session, but a payment ID must be unique across sessions.
  const session = randomUUID();
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: list.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { requestId, signal }) => {
    const tool = list.find(({ name }) => name === params.name);
    if (tool === undefined)
      return { content: [{ type: "text", text: `There is no tool ${params.name}.` }], isError: true };
    const call = { toolCallId: `${session}:${requestId}`, abortSignal: signal };
    const answer = await tool.execute(params.arguments, call);
    return { content: [{ type: "text", text: JSON.stringify(answer) }], isError: !answer.ok };
  });
  return server;
}
