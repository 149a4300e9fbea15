// For runtimes that run files: the service as the first argument, the lines as JSON.
import process from "node:process";
import { smoke } from "./smoke.mjs";

console.log(JSON.stringify(await smoke(JSON.parse(process.argv[2]))));
