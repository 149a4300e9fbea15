import { Session } from "node:inspector";
import { IntentTx } from "intent-tx";
import { expect, test } from "vitest";
import { BASE, failure, fakeClock, KEY, PRICE } from "../../sdk/harness.js";

type Value = { type: string; objectId?: string; value?: unknown };
type Frame = {
  location: { scriptId: string };
  functionName: string;
  scopeChain: { type: string; object: Value }[];
};

/** Runs code with a debugger that stops at every throw, and returns the variables of frames of `src/` with the key. */
async function framesWithKey(run: () => Promise<unknown>) {
  const session = new Session();
  session.connect();
  const found = new Set<string>();
  const passed = new Set<string>();
  const get = (objectId: string) => {
    let properties: { name: string; value?: Value }[] = [];
    session.post("Runtime.getProperties", { objectId, ownProperties: true }, (_, answer) => {
      properties = (answer as unknown as { result: typeof properties } | undefined)?.result ?? [];
    });
    return properties;
  };
  const holds = ({ value, objectId }: Value, depth: number): boolean =>
    typeof value === "string"
      ? value.includes(KEY)
      : objectId !== undefined &&
        depth > 0 &&
        get(objectId).some((one) => one.value && holds(one.value, depth - 1));
  const own = new Set<string>();
  session.on("Debugger.scriptParsed", ({ params: { scriptId, url } }) => {
    if (url.includes("/src/") && !url.includes("node_modules")) own.add(scriptId);
  });
  session.on("Debugger.paused", ({ params }) => {
    for (const { location, functionName, scopeChain } of params.callFrames as unknown as Frame[]) {
      if (!own.has(location.scriptId)) continue;
      passed.add(functionName);
      for (const { type, object } of scopeChain)
        if (type === "local" || type === "block" || type === "closure")
          for (const { name, value } of get(object.objectId as string))
            if (value && holds(value, 3)) found.add(`${functionName}: ${name}`);
    }
  });
  session.post("Debugger.enable");
  session.post("Debugger.setPauseOnExceptions", { state: "all" });
  try {
    await run();
  } finally {
    session.disconnect();
  }
  return { found: [...found], passed };
}

test("no frame of the client that throws has the key in a variable, except the one that calls fetch", async () => {
  const clock = fakeClock();
  const options = { apiKey: KEY, baseUrl: BASE, clock };
  const failing = async (fetch: () => unknown, more: object = {}) => {
    const client = new IntentTx({ ...options, fetch: fetch as never, ...more });
    await failure(client.prices.retrieve("SOL"));
    await failure(client.transactions.list("x", {}, { apiKey: KEY }));
    await failure(client.keys.create({ name: "n", scopes: ["admin"] }, { apiKey: KEY, maxRetries: 0 }));
    await failure(client.prices.retrieve("SOL", { apiKey: KEY, timeout: 0 }));
    await failure(client.prices.retrieve("SOL", { apiKey: `${KEY} ` }));
  };
  const reply = (status: number) => async () =>
    Response.json({ error: { code: "x", message: "m" } }, { status });
  const { found, passed } = await framesWithKey(async () => {
    await failing(reply(500));
    await failing(reply(401), { apiKey: async () => KEY });
    await failing(async () => Promise.reject(new Error("lost")));
    await failing(() => {
      throw new Error("refused");
    });
    await failing(async () => new Response("{"));
    await failing(async () => "nothing");
    await failing(async () => Response.json(PRICE), { hooks: { beforeRequest: [() => JSON.parse("no")] } });
    await failing(async () => Response.json(PRICE), {
      rateLimit: { store: { acquire: () => Promise.reject(new Error("away")) } },
    });
    await failing(reply(500), { apiKey: () => JSON.parse("no") });
    for (const wrong of [{ timeout: 0 }, { baseUrl: "x" }, { unknown: 1 }, { apiKey: `${KEY} ` }]) {
      const make = async () => new IntentTx({ ...options, ...wrong } as never);
      await failure(make());
      const derive = async () => new IntentTx(options).withOptions({ apiKey: KEY, ...wrong } as never);
      await failure(derive());
    }
    await failure((async () => new IntentTx(KEY as never))());
    const call = async () => new IntentTx(options).request("no" as never, {} as never, { apiKey: KEY });
    await failure(call());
  });
  for (const name of ["complete", "attempts", "call", "configure", "IntentTx", "request", "checkOptions"])
    expect([...passed]).toContain(name);
  expect(found.filter((one) => !one.startsWith("dispatch: "))).toEqual([]);
});
