import type { WorldOption } from "@intent-tx/mock-server";
import { Transaction } from "@solana/web3.js";
import { expect, test, vi } from "vitest";
import { SYSVARS } from "../../../mock-server/src/chain/programs.js";
import { readServerFlags } from "../../../mock-server/src/cli/server-flags.js";
import { READER, READER_IMAGE, readSysvar } from "../../deep/rpc/sysvar-reader.js";
import { keypairOf, lab, rpc } from "../lab.js";

/**
 * The features "blake3 syscall" and "raise CPI nesting limit to 8", which are not active on any public cluster, and one
 * that is active on mainnet.
 */
const BLAKE3 = "HTW2pSyErTj4BV6KBM9NZ9VBUJVxt7sacNWcf76wtzb3";
const NESTING = "6TkHkRmP7JZy1fdM6fg5uXn76wChQBWGokHBJzrLB3mj";
const SECP256R1 = "srremy31J5Y25FrAApwVb9kZcfXbusYMMsvTK9aWv5q";

const shown = async (server: Awaited<ReturnType<typeof lab>>, address: string) =>
  (await rpc(server, "getAccountInfo", [address, { encoding: "base64" }])).result.value;

/** The reader program with another system call, whose name must be at most as long as the original one. */
const calls = (name: string) => {
  const text = READER_IMAGE.toString("latin1").replace("sol_get_sysvar", name.padEnd(14, "\0"));
  return { address: READER.toBase58(), bytes: Buffer.from(text, "latin1") };
};

test("an activated feature offers its system call to programs, and is on the chain", async () => {
  const programs = [calls("sol_blake3")];
  const outcome = async (world: WorldOption) => {
    const server = await lab({ world });
    const { publicKey } = keypairOf(server.wallets.alice);
    const transaction = new Transaction({ feePayer: publicKey, recentBlockhash: READER.toBase58() });
    transaction.add(readSysvar(SYSVARS.clock, 0, 8));
    const wire = transaction.serialize({ verifySignatures: false }).toString("base64");
    const config = { encoding: "base64", replaceRecentBlockhash: true };
    const { result } = await rpc(server, "simulateTransaction", [wire, config]);
    return { server, logs: result.value.logs.join("; ") };
  };
  expect((await outcome({ programs })).logs).toContain("unsupported BPF instruction");
  const { server, logs } = await outcome({ programs, features: { activate: [BLAKE3] } });
  // The system call runs, and rejects its arguments.
  expect(logs).toContain("Hashing too many sequences");
  expect(await shown(server, BLAKE3)).toMatchObject({ space: 9, data: ["AQAAAAAAAAAA", "base64"] });
});

test("a deactivated feature is gone, and the other features are those of mainnet", async () => {
  const usual = await lab();
  expect(await shown(usual, SECP256R1)).not.toBeNull();
  const server = await lab({ world: { features: { deactivate: [SECP256R1] } } });
  expect(await shown(server, SECP256R1)).toBeNull();
  expect(await shown(server, NESTING)).toBeNull();
});

test("an unknown feature is refused, and the error names its address", async () => {
  const server = await lab({ world: { features: { activate: [READER.toBase58()] } } });
  const { error } = await rpc(server, "getSlot", []);
  expect(error.message).toContain(`world.features contains the unknown feature ${READER.toBase58()}`);
});

test("flags of solana-test-validator are accepted: features, a rich wallet, and flags without effect", async () => {
  const told = vi.spyOn(console, "error").mockReturnValue(undefined);
  const line = `-r --ledger .anchor/test-ledger --mint ${READER} --bind-address 127.0.0.1 --limit-ledger-size=100 --faucet-port 9900`;
  const { options } = readServerFlags([...line.split(" "), "--activate-feature", BLAKE3, "--quiet"]);
  expect(told.mock.calls.map(([text]) => String(text).split(" ")[0])).toEqual([
    "-r",
    "--ledger",
    "--bind-address",
    "--limit-ledger-size",
    "--faucet-port",
    "--quiet",
  ]);
  told.mockRestore();
  const server = await lab(options);
  expect((await rpc(server, "getBalance", [READER.toBase58()])).result.value).toBe(500_000_000 * 1e9);
  expect(await shown(server, BLAKE3)).not.toBeNull();
});
