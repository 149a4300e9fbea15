import { DIALECT_NAMES, sdkSuite } from "./suite/sdk.js";
import { inProcess, session, socket } from "./targets.js";

for (const dialect of DIALECT_NAMES) sdkSuite(inProcess, dialect);
// What a dialect changes does not depend on the way it came: one each of a plain and a changed one.
sdkSuite(socket, "default");
sdkSuite(session, "enveloped");
