import { readFileSync } from "node:fs";
import { createMockServer } from "@intent-tx/mock-server";
import * as web3 from "@solana/web3.js";
import * as solana from "intent-tx/solana";
import * as venues from "intent-tx/venues";
import ts from "typescript";
import { expect, test } from "vitest";
import { builtOf, connectionOf } from "../../server/lab.js";

type Swap = { inputToken: string; outputToken: string; amount: bigint; quoted: bigint };
type Check = (base64: string, swap: Swap, walletAddress: string) => Promise<solana.VerifiedTransaction>;

/** The guide's sample, over this connection. */
function sample(connection: web3.Connection): Check {
  const guide = readFileSync("docs/guides/verify-before-signing.md", "utf8");
  const code = [...guide.matchAll(/```ts\n(.*?)```/gs)].map(([, text = ""]) => text);
  const own = code.find((text) => text.includes("getAddressLookupTable")) ?? "";
  const { outputText } = ts.transpileModule(own, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const modules: Readonly<Record<string, object>> = {
    "@solana/web3.js": {
      ...web3,
      Connection: function made() {
        return connection;
      },
    },
    "intent-tx/solana": solana,
    "intent-tx/venues": venues,
  };
  const exported: { check?: Check } = {};
  new Function("exports", "require", outputText)(exported, (name: string) => modules[name]);
  return exported.check!;
}

test("a transaction of another service is verified as the guide shows, and against another amount refused", async () => {
  await using server = await createMockServer({
    world: { builds: { venue: "jupiter", lookupTables: true } },
  });
  const walletAddress = server.wallets.alice.address;
  const { intent, built } = await builtOf(server, "swap 0.5 SOL for USDC");
  const { parameters, route } = intent;
  const { transaction } = built;
  const { inputToken, outputToken, amount } = parameters as Required<typeof parameters>;
  const swap = { inputToken, outputToken, amount: amount as bigint, quoted: route!.outAmount } as Swap;
  const check = sample(connectionOf(server));
  const verified = await check(transaction, swap, walletAddress);
  expect(verified.lookupTables).toHaveLength(1);
  expect(verified.spendAtMost).toEqual([{ mint: inputToken, amount: 500_000_000n }]);
  await expect(check(transaction, { ...swap, amount: 400_000_000n }, walletAddress)).rejects.toThrow(
    "Do not sign this transaction",
  );
});
