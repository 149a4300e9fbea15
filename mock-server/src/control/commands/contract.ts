import * as z from "zod/mini";
import { command } from "../command.js";

export const contractCommands = {
  "GET /contract": command({
    summary: "Every active contract decision.",
    reply: () => z.looseObject({}),
    run: async ({ world: { parts } }) => {
      const { contractInForce } = await import("../decisions.js");
      return contractInForce(parts.settings, parts.limits);
    },
  }),
};
