// Runs in workerd: reads the service from a text binding, and responds to any request with the lines.
import { smoke } from "./smoke.mjs";

// biome-ignore lint/style/noDefaultExport: workerd requires a default export
export default {
  async fetch(_request, { SERVICE }) {
    return Response.json(await smoke(JSON.parse(SERVICE)).catch((error) => [String(error.stack)]));
  },
};
