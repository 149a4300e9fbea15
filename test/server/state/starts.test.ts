import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Keypair, Transaction } from "@solana/web3.js";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../folder.js";
import { control, keypairOf, lab, sendSigned, transferOf } from "../lab.js";
import { recordsOf, rewrite } from "./records.js";

const idOf = (answer: { headers: Headers }) => answer.headers.get("x-request-id");

test.each(["state.jsonl", "state/"])(
  "request IDs of the control plane never repeat after a start with %s, and reading writes nothing",
  async (name) => {
    const path = join(temporaryFolder(), name);
    const isFolder = name.endsWith("/");
    const file = isFolder ? join(path, "server.jsonl") : path;
    const ids: (string | null)[] = [];
    for (let start = 0; start < 3; start++) {
      const server = await lab(isFolder ? { stateDir: path } : { stateFile: path });
      const before = readFileSync(file, "utf8");
      for (let at = 0; at < 3; at++) ids.push(idOf(await control(server, "GET", "/clock")));
      expect(readFileSync(file, "utf8")).toBe(before);
      await control(server, "POST", "/reset");
      ids.push(idOf(await control(server, "GET", "/clock")));
      await server.close();
    }
    expect(new Set(ids).size).toBe(ids.length);
    // Without a file the IDs follow from the seed.
    expect(idOf(await control(await lab(), "GET", "/clock"))).toBe(ids[0]);
  },
);

test("a file of this version without a count of starts is read", async () => {
  const path = join(temporaryFolder(), "state.jsonl");
  const first = await lab({ stateFile: path });
  const id = idOf(await control(first, "GET", "/clock"));
  await first.close();
  rewrite(path, (json) => json.replace(',"starts":1', ""));
  expect(recordsOf(path)[0]).not.toContain("starts");
  expect(idOf(await control(await lab({ stateFile: path }), "GET", "/clock"))).not.toBe(id);
});

test("rows of unfinalized changes have the same numbers after a restore", async () => {
  const [whole, restored] = [await lab({ limits: "off" }), await lab({ limits: "off" })];
  const addressOf = (seed: number) => Keypair.fromSeed(new Uint8Array(32).fill(seed)).publicKey.toBase58();
  const act = async (server: typeof whole, seed: number) => {
    const transfer = transferOf(keypairOf(server.wallets.alice).publicKey, addressOf(seed), 1_000_000);
    await sendSigned(server, new Transaction().add(transfer));
  };
  await act(whole, 2);
  // An account that is set from outside has no unfinalized changes, so the newest rows are deleted.
  for (const address of [addressOf(2), whole.wallets.alice.address]) await whole.fund(address, { SOL: "1" });
  await restored.restore(await whole.snapshot());
  for (const server of [whole, restored]) await act(server, 3);
  const rows = async (server: typeof whole) => (await server.snapshot()).state.unfinalized;
  expect(await rows(whole)).toHaveLength(2);
  expect(await rows(restored)).toEqual(await rows(whole));
});
