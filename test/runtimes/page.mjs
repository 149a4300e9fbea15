// For a browser: the service is asked of the page's own server, and the lines are brought back to it.
import { smoke } from "./smoke.mjs";

const service = await (await fetch("/service")).json();
const lines = await smoke(service).catch((error) => [String(error.stack)]);
await fetch("/lines", { method: "POST", body: JSON.stringify(lines) });
