import { coreLoopSuite } from "./suite/core-loop.js";
import { inProcess, session, socket } from "./targets.js";

for (const target of [inProcess, socket, session]) coreLoopSuite(target);
