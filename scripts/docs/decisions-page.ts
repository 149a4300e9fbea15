import { writeFileSync } from "node:fs";
import { decisionsPage } from "./decisions.js";

writeFileSync("docs/decisions.md", decisionsPage());
console.log("wrote docs/decisions.md");
