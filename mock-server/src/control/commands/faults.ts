import { type FaultRule, FaultRuleSchema } from "../../faults/fault-rules.js";
import type { Faults } from "../../faults/faults.js";
import { type ControlCommand, command } from "./command.js";
import { armedReply, faultReply, listOf } from "./replies.js";

export function faultCommands(faults: Faults): ControlCommand[] {
  return [
    command("GET /faults", {
      summary: "List the active faults and how often each has fired.",
      reply: listOf(faultReply),
      run: () => ({ data: faults.list() }),
    }),
    command("POST /faults", {
      summary: "Add a fault.",
      status: 201,
      reply: armedReply,
      body: FaultRuleSchema,
      run: async ({ body }) => {
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
    command("DELETE /faults", {
      summary: "Remove all faults.",
      status: 204,
      run: () => faults.clear(),
    }),
    command("DELETE /faults/{id}", {
      summary: "Remove one fault.",
      status: 204,
      run: ({ params }) => faults.clear(params["id"]),
    }),
  ];
}
