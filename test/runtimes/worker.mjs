// For workerd: the service as a text binding, the lines as the response to any request.
import { smoke } from "./smoke.mjs";

// biome-ignore lint/style/noDefaultExport: workerd takes its handlers from there
export default {
  async fetch(_request, { SERVICE }) {
    return Response.json(await smoke(JSON.parse(SERVICE)).catch((error) => [String(error.stack)]));
  },
};
