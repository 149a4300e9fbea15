import { ConfigurationError } from "../errors/errors.js";
import {
  type IntentTool,
  type IntentTools,
  type PayingTools,
  type ToolAnswer,
  zodSchemaOf,
} from "./tools.js";

/** Tools of {@link intentTools}, with or without `pay`. */
type AnyTools = IntentTools | PayingTools;
type AnyTool = IntentTool<unknown, unknown>;

function listOf(tools: AnyTools): readonly AnyTool[] {
  const list: AnyTool[] = Object.values(Object(tools));
  if (list.length === 0 || list.some((tool) => Object(tool).inputSchema === undefined))
    throw new ConfigurationError("The tools must be the result of intentTools.");
  return list;
}

/** A JSON Schema of OpenAI's strict mode: all fields are required, and an optional one may be null. */
export interface StrictParameters {
  /** Always an object. */
  type: "object";
  /** The JSON Schema of each field. */
  properties: Record<string, object>;
  /** All fields. */
  required: string[];
  /** Unknown fields are not allowed. */
  additionalProperties: false;
  [keyword: string]: unknown;
}

/** Keywords that strict mode does not support. The tool checks their rules itself. */
const NOT_STRICT = ["minLength", "maxLength", "default"];

function strict({ inputSchema: { properties, required = [] } }: AnyTool): StrictParameters {
  const field = ([name, schema]: [string, object]) => {
    const kept = Object.entries(schema).filter(([keyword]) => !NOT_STRICT.includes(keyword));
    const { type, enum: values, ...rest } = Object.fromEntries(kept) as { type?: unknown; enum?: unknown[] };
    const optional = !required.includes(name);
    return [
      name,
      {
        type: optional ? [type, "null"] : type,
        ...(values && { enum: optional ? [...values, null] : values }),
        ...rest,
      },
    ];
  };
  return {
    type: "object",
    properties: Object.fromEntries(Object.entries(properties).map(field)),
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

/** A function of OpenAI's Responses API. */
export interface OpenAIFunction {
  /** Always a function. */
  type: "function";
  /** The tool's name. */
  name: string;
  /** The tool's purpose. */
  description: string;
  /** Schema of the input. */
  parameters: StrictParameters;
  /** The model's input always fits the schema. */
  strict: true;
}

/**
 * Converts tools to `tools` of OpenAI's Responses API, in strict mode. Run a call with `tools[name].execute(JSON.parse(arguments), { toolCallId: call_id })`.
 * @param tools The result of `intentTools`.
 * @throws ConfigurationError when an argument is something else.
 * @example
 * ```ts
 * import { IntentTx } from "intent-tx";
 * import { intentTools, toOpenAIResponses } from "intent-tx/ai";
 * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
 * const request = { tools: toOpenAIResponses(intentTools(new IntentTx(), { walletAddress })) };
 * ```
 */
export function toOpenAIResponses(tools: AnyTools): OpenAIFunction[] {
  return listOf(tools).map((tool) => ({ type: "function", ...functionOf(tool) }));
}

const functionOf = (tool: AnyTool): Omit<OpenAIFunction, "type"> => {
  const { name, description } = tool;
  return { name, description, parameters: strict(tool), strict: true };
};

/**
 * Converts tools to `tools` of OpenAI's Chat Completions API, in strict mode. Run a call with
 * `tools[name].execute(JSON.parse(arguments), { toolCallId: id })`.
 * @param tools The result of `intentTools`.
 * @throws ConfigurationError when an argument is something else.
 * @example
 * ```ts
 * import { IntentTx } from "intent-tx";
 * import { intentTools, toOpenAI } from "intent-tx/ai";
 * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
 * const request = { tools: toOpenAI(intentTools(new IntentTx(), { walletAddress })) };
 * ```
 */
export function toOpenAI(tools: AnyTools): { type: "function"; function: Omit<OpenAIFunction, "type"> }[] {
  return toOpenAIResponses(tools).map(({ type, ...rest }) => ({ type, function: rest }));
}

/** A tool of Anthropic's Messages API. */
export interface AnthropicTool {
  /** The tool's name. */
  name: string;
  /** The tool's purpose. */
  description: string;
  /** Schema of the input. */
  input_schema: Omit<AnyTool["inputSchema"], "~standard">;
}

/**
 * Converts tools to `tools` of Anthropic's Messages API. Run a call with `tools[name].execute(input, { toolCallId: id })`.
 * @param tools The result of `intentTools`.
 * @throws ConfigurationError when an argument is something else.
 * @example
 * ```ts
 * import { IntentTx } from "intent-tx";
 * import { intentTools, toAnthropic } from "intent-tx/ai";
 * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
 * const request = { tools: toAnthropic(intentTools(new IntentTx(), { walletAddress })) };
 * ```
 */
export function toAnthropic(tools: AnyTools): AnthropicTool[] {
  return listOf(tools).map(({ name, description, inputSchema }) => ({
    name,
    description,
    input_schema: { ...inputSchema },
  }));
}

/** The argument of `tool()` of `@openai/agents`. */
export interface AgentsTool extends Omit<OpenAIFunction, "type"> {
  /**
   * Runs the tool.
   * @param input The model's input.
   * @param context The context of the run.
   * @param details The tool call, whose `callId` identifies the payment.
   * @throws ConfigurationError when `pay` is called without a `callId`.
   * @throws IntentTxError when the application's own code fails, such as `approve`; see `cause`.
   * @example
   * ```ts
   * import { IntentTx } from "intent-tx";
   * import { intentTools, toAgents } from "intent-tx/ai";
   * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
   * const tools = toAgents(intentTools(new IntentTx(), { walletAddress }));
   * const answer = await tools.find(({ name }) => name === "price")?.execute({ token: "SOL" });
   * ```
   */
  execute(
    input: unknown,
    context?: unknown,
    details?: { readonly toolCall?: { readonly callId: string }; readonly signal?: AbortSignal },
  ): Promise<ToolAnswer<unknown>>;
}

/**
 * Converts tools to arguments for `tool()` of `@openai/agents`: `toAgents(tools).map((one) => tool(one))`.
 * @param tools The result of `intentTools`.
 * @throws ConfigurationError when an argument is something else.
 * @example
 * ```ts
 * import { IntentTx } from "intent-tx";
 * import { intentTools, toAgents } from "intent-tx/ai";
 * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
 * const options = toAgents(intentTools(new IntentTx(), { walletAddress }));
 * ```
 */
export function toAgents(tools: AnyTools): AgentsTool[] {
  return listOf(tools).map((tool) => ({
    ...functionOf(tool),
    execute: (input, _context, details) =>
      tool.execute(input, { toolCallId: details?.toolCall?.callId, abortSignal: details?.signal }),
  }));
}

/** An `McpServer` of `@modelcontextprotocol/sdk`. */
export interface McpToolServer {
  /**
   * Registers a tool.
   * @param name Name of the tool.
   * @param config Description and input schema.
   * @param callback Runs the tool.
   */
  registerTool(name: string, config: never, callback: never): unknown;
}

/**
 * Registers tools with an `McpServer`. MCP numbers the requests of each session from zero, so the payment IDs of `pay`
 * begin with a random ID of this registration. Create a server for each session.
 * @param server The server.
 * @param tools The result of `intentTools`.
 * @throws ConfigurationError when an argument is something else.
 * @example
 * ```ts
 * import { IntentTx } from "intent-tx";
 * import { intentTools, type McpToolServer, registerTools } from "intent-tx/ai";
 * const walletAddress = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
 * const register = (server: McpToolServer) =>
 *   registerTools(server, intentTools(new IntentTx(), { walletAddress }));
 * ```
 */
export function registerTools(server: McpToolServer, tools: AnyTools): void {
  if (typeof Object(server).registerTool !== "function")
    throw new ConfigurationError("Call it as registerTools(server, tools).");
  const session = globalThis.crypto.randomUUID();
  for (const tool of listOf(tools)) {
    const { name, description } = tool;
    const run = async (
      input: unknown,
      { requestId, signal }: { readonly requestId: string | number; readonly signal: AbortSignal },
    ) => {
      const answer = await tool.execute(input, {
        toolCallId: `${session}:${requestId}`,
        abortSignal: signal,
      });
      return { content: [{ type: "text", text: JSON.stringify(answer) }], isError: !answer.ok };
    };
    server.registerTool(name, { description, inputSchema: zodSchemaOf(tool) } as never, run as never);
  }
}
