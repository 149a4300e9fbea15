import { writeFileSync } from "node:fs";
import { decisionsPage } from "./generate-decisions.js";

writeFileSync("docs/decisions.md", decisionsPage());
console.log("wrote docs/decisions.md");
