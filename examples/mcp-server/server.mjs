// The tools of intent-tx/ai as an MCP server.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { registerTools } from "intent-tx/ai";

/** Creates an MCP server with the tools from `intentTools`. Create one for each session. */
export function mcpServer(tools) {
  const server = new McpServer({ name: "intent-tx", version: "1.0.0" });
  registerTools(server, tools);
  return server;
}
