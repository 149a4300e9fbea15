import * as z from "zod/mini";
import { type FaultRule, FaultRuleSchema } from "../../faults/fault-rules.js";
import { command } from "../command.js";

export const faultCommands = {
  "GET /faults": command({
    summary: "List the active faults and how often each has fired.",
    reply: () =>
      z.strictObject({
        data: z.array(
          z.strictObject({
            id: z.string(),
            rule: FaultRuleSchema,
            seen: z.number(),
            fired: z.number(),
            times: z.optional(z.number()),
          }),
        ),
      }),
    run: ({ world }) => ({ data: world.parts.faults.list() }),
  }),
  "POST /faults": command({
    summary: "Add a fault.",
    status: 201,
    reply: () => z.strictObject({ id: z.string() }),
    // A response's body can be longer in JSON than it is.
    maxBody: 512 * 1024,
    body: FaultRuleSchema,
    run: async ({ world }, { body }) => {
      const { faults } = world.parts;
      const armed = faults.add(body as FaultRule);
      try {
        await faults.settled();
      } catch (error) {
        faults.clear(armed.id);
        throw error;
      }
      return armed;
    },
  }),
  "DELETE /faults": command({
    summary: "Remove all faults.",
    status: 204,
    run: ({ world }) => world.parts.faults.clear(),
  }),
  "DELETE /faults/{id}": command({
    summary: "Remove one fault.",
    status: 204,
    run: ({ world }, { params }) => world.parts.faults.clear(params["id"]),
  }),
};
