// Runs in a browser: gets the service from the page's server, and posts the lines back.
import { smoke } from "./smoke.mjs";

const service = await (await fetch("/service")).json();
const lines = await smoke(service).catch((error) => [String(error.stack)]);
await fetch("/lines", { method: "POST", body: JSON.stringify(lines) });
