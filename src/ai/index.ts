/**
 * Tools that let a language model read, prepare and make payments, for the AI SDK, OpenAI, Anthropic and MCP.
 * @experimental
 * @module intent-tx/ai
 */
export {
  type AgentsTool,
  type AnthropicTool,
  type McpToolServer,
  type OpenAIFunction,
  registerTools,
  type StrictParameters,
  toAgents,
  toAnthropic,
  toOpenAI,
  toOpenAIResponses,
} from "./formats.js";
export type { SpendingLimits } from "./spending.js";
export {
  type BuiltOrder,
  type CommandInput,
  type HistoryInput,
  type IntentTool,
  type IntentTools,
  type IntentToolsOptions,
  intentTools,
  type PayingTools,
  type ToolAnswer,
  type ToolCall,
  type ToolRefusal,
  type ToolSchema,
  type WalletHistory,
} from "./tools.js";
