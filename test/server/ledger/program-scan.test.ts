import { Keypair } from "@solana/web3.js";
import { PROGRAM_IDS } from "intent-tx/contract";
import { expect, test } from "vitest";
import { PROGRAMS, SYSVARS } from "../../../mock-server/src/chain/programs.js";
import { control, lab, rpc } from "../lab.js";

const OWNERS = [
  PROGRAM_IDS.system,
  PROGRAM_IDS.token,
  PROGRAM_IDS.swap,
  PROGRAMS.loaderV2,
  PROGRAMS.loaderV3,
  PROGRAMS.nativeLoader,
  SYSVARS.owner,
];
type Server = Awaited<ReturnType<typeof lab>>;
const scanned = (server: Server) =>
  Promise.all(
    OWNERS.map(
      async (owner) => (await rpc(server, "getProgramAccounts", [owner, { encoding: "base64" }])).result,
    ),
  );

test("accounts of a program are listed in the same order on every server, also after a restore", async () => {
  const wallets = Array.from({ length: 12 }, () => Keypair.generate().publicKey.toBase58());
  const servers = [await lab(), await lab(), await lab()] as const;
  const [one, other, restored] = servers;
  for (const server of [one, other]) {
    // An earlier scan must not affect the order.
    await scanned(server);
    for (const wallet of wallets) await server.fund(wallet, { SOL: 1, USDC: 2 });
    await control(server, "POST", "/chain-accounts", {
      environment: "live",
      pubkey: wallets[3],
      account: null,
    });
  }
  await restored.restore(await one.snapshot());
  const found = await scanned(one);
  expect(await scanned(other)).toEqual(found);
  expect(await scanned(restored)).toEqual(found);
  const [system, token] = found as [{ pubkey: string }[], unknown[]];
  const keys = system.map(({ pubkey }) => pubkey);
  expect(keys).toEqual(expect.arrayContaining(wallets.filter((_, at) => at !== 3)));
  expect(keys).not.toContain(wallets[3]);
  expect(new Set(keys).size).toBe(keys.length);
  expect(token.length).toBeGreaterThan(12);
  for (const accounts of found) expect((accounts as unknown[]).length).toBeGreaterThan(0);
  // Accounts removed by a restore disappear from the list too.
  await one.reset();
  await restored.reset();
  const fresh = await scanned(await lab());
  expect(await scanned(one)).toEqual(fresh);
  expect(await scanned(restored)).toEqual(fresh);
});
