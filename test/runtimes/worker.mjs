// Runs in workerd: the service's URL is in a text binding, and the response to any request is the walk's lines.
import { smoke } from "./smoke.mjs";

// biome-ignore lint/style/noDefaultExport: workerd requires a default export
export default {
  async fetch(_request, { SERVICE }) {
    return Response.json(await smoke(JSON.parse(SERVICE)).catch((error) => [String(error.stack)]));
  },
};
