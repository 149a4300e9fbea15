import { DIALECT_NAMES, sdkSuite } from "./suite/sdk.js";
import { inProcess, session, socket } from "./targets.js";

for (const dialect of DIALECT_NAMES) sdkSuite(inProcess, dialect);
// Dialects behave the same over every transport, so the other transports are tested with only one dialect.
sdkSuite(socket, "default");
sdkSuite(session, "enveloped");
