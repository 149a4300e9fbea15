import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import process from "node:process";
import { keysDrawing } from "./diagrams/keys.js";
import { layersDrawing } from "./diagrams/layers.js";
import { loopDrawing } from "./diagrams/loop.js";
import { trustDrawing } from "./diagrams/trust.js";
import { windowsDrawing } from "./diagrams/windows.js";

const output = execFileSync(process.execPath, ["examples/demo.mjs"], { encoding: "utf8" });
const drawings = {
  loop: loopDrawing(output),
  windows: windowsDrawing(),
  keys: keysDrawing(),
  layers: layersDrawing(),
  trust: trustDrawing(),
};
for (const [name, svg] of Object.entries(drawings)) writeFileSync(`docs/images/${name}.svg`, svg);
console.log(`wrote ${Object.keys(drawings).length} drawings to docs/images`);
