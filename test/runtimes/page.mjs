// Runs in a browser, which has set `service` and waits for `lines`.
import { smoke } from "./smoke.mjs";

globalThis.lines = await smoke(globalThis.service).catch((error) => [String(error.stack)]);
