import { exploreProcess } from "@intent-tx/mock-server/explore";
import { test } from "vitest";
test("x", { timeout: 100000 }, async () => {
  const start = Date.now();
  const report = await exploreProcess({ command: ["node", "worker.mjs"], cwd: "/tmp/xp", expect: "bob: +1 SOL", throws: false, faults: { api: ["lost"], chain: ["lost"] }, onProgress: (p) => console.log(JSON.stringify(p)) });
  console.log(String(report), Date.now() - start);
});
