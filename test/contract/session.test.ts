import { contractSuite } from "./suite/suite.js";
import { session } from "./targets.js";

contractSuite(session);
