import { contractSuite } from "./suite/suite.js";
import { socket } from "./targets.js";

contractSuite(socket);
