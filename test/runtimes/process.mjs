// Runs as a process: reads the service from the first argument, and prints the lines as JSON.
import process from "node:process";
import { smoke } from "./smoke.mjs";

console.log(JSON.stringify(await smoke(JSON.parse(process.argv[2]))));
