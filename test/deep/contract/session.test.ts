import { contractSuite } from "../../contract/suite/suite.js";
import { session } from "../../contract/targets.js";

contractSuite(session);
