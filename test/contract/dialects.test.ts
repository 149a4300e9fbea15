import { DIALECT_NAMES, sdkSuite } from "./suite/sdk.js";
import { inProcess, session, socket } from "./targets.js";

for (const dialect of DIALECT_NAMES) sdkSuite(inProcess, dialect);
// A dialect changes the same over every transport, so one dialect is enough for each of the others.
sdkSuite(socket, "default");
sdkSuite(session, "enveloped");
