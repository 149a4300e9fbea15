import * as z from "zod/mini";
import { part, text } from "../../kernel/schema-kit.js";
import type { ExplainedCommand } from "../../parser/explain.js";
import { command } from "../command.js";

export const explainCommands = {
  "POST /explain": command({
    summary:
      "Show how the parser reads a command: its words, the possible readings and the factors of the confidence.",
    reply: () => z.looseObject({}),
    body: z.lazy(() => part({ command: text })),
    run: async ({ world }, { body }): Promise<ExplainedCommand> => {
      const { explainIn } = await import("../../parser/explain.js");
      const { data, names } = world.parts;
      const parserWorld = { tokens: data.tokens, resolveName: (name: string) => names.resolve(name) };
      const explained = explainIn(body.command, parserWorld);
      const asJson = (_: string, value: unknown): unknown =>
        typeof value === "bigint" ? value.toString() : value;
      return JSON.parse(JSON.stringify(explained, asJson));
    },
  }),
};
