import * as z from "zod/mini";
import { SOL_NAME } from "../../fixtures/world-data.js";
import { address, part, text } from "../../kernel/schema-kit.js";
import { command } from "../command.js";

export const nameCommands = {
  "POST /names": command({
    summary: "Register a .sol name for an address, on both networks.",
    status: 201,
    reply: () => z.strictObject({ name: z.string(), address: z.string() }),
    body: z.lazy(() =>
      part({
        name: text.check(
          z.regex(SOL_NAME, "must be lower-case letters, digits and hyphens, followed by .sol"),
        ),
        address,
      }),
    ),
    run: ({ world }, { body }) => {
      world.parts.names.set(body.name, body.address);
      return body;
    },
  }),
};
