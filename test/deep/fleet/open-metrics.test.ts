import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { cli } from "../../server/cli/cli-process.js";
import { hasPython, tool } from "./python-tools.js";

if (!hasPython)
  console.warn("skipped: fleet: OpenMetrics as Prometheus reads it (apt-get install python3-venv)");

const READ = `
import json, sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families as read
families = list(read(open(sys.argv[1], encoding="utf-8").read()))
print(json.dumps({f.name: [f.type, len(f.samples)] for f in families}))
`;

/** The metric families in a response, according to the reference parser: name, type and number of samples. */
async function familiesOf(text: string): Promise<Record<string, [string, number]>> {
  const file = join(temporaryFolder(), "metrics.txt");
  writeFileSync(file, text);
  return JSON.parse(await tool("python", "-c", READ, file));
}

test.skipIf(!hasPython && !process.env["CI"])(
  "the reference parser of OpenMetrics reads every metric",
  async () => {
    const running = await cli(["serve", "--json", "--log", "off", "--port", "0", "--sessions", "on-demand"]);
    const { controlUrl, baseUrl, keys } = await running.ready();
    for (const path of ["/prices/SOL", "/prices/NONE", "/nowhere", "/keys"])
      await fetch(`${baseUrl}${path}`, { headers: { Authorization: `Bearer ${keys.enterprise}` } });
    await fetch(controlUrl.replace("/_mock", "/s/job/_mock/health"));
    const text = await (await fetch(`${controlUrl}/metrics`)).text();
    const families = await familiesOf(text);
    expect(families).toMatchObject({
      intent_tx_mock_requests: ["counter", expect.any(Number)],
      intent_tx_mock_request_duration_seconds: ["histogram", expect.any(Number)],
      intent_tx_mock_sessions_open: ["gauge", 1],
      process_cpu_seconds: ["counter", 1],
      nodejs_gc_duration_seconds: ["histogram", expect.any(Number)],
    });
    await expect(familiesOf(text.replace("# EOF\n", ""))).rejects.toThrow();
  },
);
