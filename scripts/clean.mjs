// Removes what builds make, so that no file of an earlier one is packed.
import { rmSync } from "node:fs";

for (const folder of ["dist", "mock-server/dist"]) rmSync(folder, { recursive: true, force: true });
