import { contractSuite } from "./suite/suite.js";
import { inProcess } from "./targets.js";

contractSuite(inProcess);
