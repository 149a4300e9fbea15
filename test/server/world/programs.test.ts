import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AccountFile, MockServerOptions } from "@intent-tx/mock-server";
import { Keypair, PublicKey } from "@solana/web3.js";
import bs58 from "bs58";
import { afterAll, describe, expect, test } from "vitest";
import { PROGRAMS, SYSVARS } from "../../../mock-server/src/chain/programs.js";
import { readServerFlags, withClones } from "../../../mock-server/src/cli/server-flags.js";
import { worldOfSeed, writeWorld } from "../../../mock-server/src/cli/validator-process.js";
import { temporaryFolder } from "../../folder.js";
import { api, control, failureOf, lab, rpc, signedOf } from "../lab.js";
import { memoAccount, memoBy, memoCode } from "./memo.js";

const MEMO = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
const HERE = "MyMemo1111111111111111111111111111111111111";
const LOADER = "BPFLoaderUpgradeab1e11111111111111111111111";
const ALPHA = Keypair.fromSeed(new Uint8Array(32).fill(21)).publicKey.toBase58();
const folder = temporaryFolder(afterAll);

const HELLO = { err: null, logMessages: expect.arrayContaining(["Program log: hello"]) };

test("a program of the world runs at its address on both networks, at any time", async () => {
  const bytes = await memoCode();
  for (const now of ["2021-01-01T00:00:00Z", "2031-01-01T00:00:00Z"]) {
    const world = { programs: [{ address: HERE, bytes }] };
    const server = await lab({ world, clock: { now, mode: "frozen" } });
    expect(await memoBy(server, HERE)).toMatchObject(HELLO);
    for (const network of ["live", "test"] as const) {
      const info = await rpc(server, "getAccountInfo", [HERE, { encoding: "base64" }], network);
      expect(info.result.value).toMatchObject({ executable: true, owner: LOADER });
    }
    // A transfer to the program is refused, because the funds would be lost.
    const order = { walletAddress: server.wallets.alice.address, command: `send 1 SOL to ${HERE}` };
    expect((await api(server, "POST", "/intents", order)).status).toBe(422);
  }
});

test("a program's authority is that of the option, or none", async () => {
  const file = join(folder, "memo.so");
  writeFileSync(file, await memoCode());
  const authorityOf = async (upgradeable?: boolean | string) => {
    const world = {
      wallets: { dora: { SOL: "1" } },
      programs: [{ address: HERE, file, ...(upgradeable !== undefined && { upgradeable }) }],
    };
    const server = await lab({ world });
    const [at] = PublicKey.findProgramAddressSync([bs58.decode(HERE)], new PublicKey(LOADER));
    const { result } = await rpc(server, "getAccountInfo", [at.toBase58(), { encoding: "base64" }]);
    const code = Buffer.from(result.value.data[0], "base64");
    const authority = code[12] === 1 ? bs58.encode(code.subarray(13, 45)) : undefined;
    return [authority, server.wallets] as const;
  };
  expect((await authorityOf())[0]).toBeUndefined();
  expect((await authorityOf(false))[0]).toBeUndefined();
  const [byDefault, wallets] = await authorityOf(true);
  expect(byDefault).toBe(wallets.alice.address);
  const [named, others] = await authorityOf("dora");
  expect(named).toBe(others["dora"]?.address);
  expect((await authorityOf(ALPHA))[0]).toBe(ALPHA);
});

describe("a dump of an account", () => {
  test("given by a flag is on the chain, with every lamport", async () => {
    const account = { ...(await memoAccount()), lamports: "9007199254740993" };
    const file = join(folder, "memo.json");
    writeFileSync(
      file,
      JSON.stringify({ pubkey: MEMO, account }).replace('"9007199254740993"', "9007199254740993"),
    );
    const flags = readServerFlags(["--port", "0", "--account", HERE, file]);
    const server = await lab(flags.options);
    expect(await memoBy(server, HERE)).toMatchObject(HELLO);
    const response = await server.rpcTransport()({
      payload: { jsonrpc: "2.0", id: 1, method: "getBalance", params: [HERE] },
    });
    expect(response).toMatchObject({ result: { value: 9_007_199_254_740_993n } });
  });

  test("can be one of a folder, and can have the address in its file", async () => {
    const dump = (pubkey: string) =>
      JSON.stringify({
        pubkey,
        account: {
          lamports: 890880,
          data: ["", "base64"],
          owner: "11111111111111111111111111111111",
          executable: false,
          rentEpoch: 0,
          space: 0,
        },
      });
    const inner = temporaryFolder();
    writeFileSync(join(inner, "a.json"), dump(ALPHA));
    writeFileSync(join(inner, "notes.txt"), "no account");
    const other = join(folder, "other.json");
    writeFileSync(other, dump(HERE));
    const { options } = readServerFlags(["--account-dir", inner, `--account=-`, other]);
    const server = await lab(options);
    for (const address of [ALPHA, HERE]) {
      expect((await rpc(server, "getBalance", [address])).result.value).toBe(890880);
    }
  });

  test("can be cloned from a running chain, a program with its code", async () => {
    const programs = [{ address: HERE, bytes: await memoCode(), upgradeable: ALPHA }];
    const source = await lab({ seed: 9, world: { programs } });
    await source.listen({ port: 0 });
    const { address } = source.wallets.bob;
    const clone = ["--clone", HERE, "--clone", address, "--url", source.rpc.live];
    const server = await lab(await withClones(readServerFlags(clone)));
    expect(await memoBy(server, HERE)).toMatchObject(HELLO);
    expect((await rpc(server, "getBalance", [address])).result.value).toBe(25e9);
    const absent = withClones(readServerFlags(["--clone", ALPHA, "--url", source.rpc.live]));
    await expect(absent).rejects.toThrow(/does not have/);
  });

  test("of a program can have the address of a keypair file, and an upgrade authority", async () => {
    const code = join(folder, "memo.so");
    writeFileSync(code, await memoCode());
    const keypair = Keypair.fromSeed(new Uint8Array(32).fill(3));
    const file = join(folder, "memo-keypair.json");
    writeFileSync(file, JSON.stringify([...keypair.secretKey]));
    const address = keypair.publicKey.toBase58();
    const authorityAfter = async (...words: string[]) => {
      const server = await lab(readServerFlags(words).options);
      const parsed = { encoding: "jsonParsed" };
      const account = (await rpc(server, "getAccountInfo", [address, parsed])).result.value;
      const { programData } = account.data.parsed.info;
      const held = (await rpc(server, "getAccountInfo", [programData, parsed])).result.value;
      const { authority } = held.data.parsed.info;
      return authority === server.wallets.bob.address ? "bob" : authority;
    };
    expect(await authorityAfter("--bpf-program", file, code)).toBeNull();
    const upgradeable = ["--upgradeable-program", file, code];
    expect(await authorityAfter(...upgradeable, "bob")).toBe("bob");
    expect(await authorityAfter(...upgradeable, ALPHA)).toBe(ALPHA);
    expect(await authorityAfter(...upgradeable, file)).toBe(address);
    expect(await authorityAfter(...upgradeable, "none")).toBeNull();
  });

  test.each([
    [["--bpf-program", HERE], "--bpf-program needs ADDRESS FILE"],
    [["--upgradeable-program", HERE, "a.so"], "--upgradeable-program needs ADDRESS FILE AUTHORITY"],
    [["--bpf-program", HERE, "/nowhere.so"], `--bpf-program ${HERE} /nowhere.so: the file does not exist`],
    [
      ["--bpf-program", "./no-keypair.json", import.meta.filename],
      "--bpf-program ./no-keypair.json: must be an address (base58-encoded, 32 bytes) or a keypair file",
    ],
    [
      ["--upgradeable-program", HERE, import.meta.filename, "./no-keypair.json"],
      "--upgradeable-program ./no-keypair.json: must be",
    ],
    [["--rpc-port", "4010"], "--rpc-port 4010: the API uses this port (--port)"],
  ])("is refused by its flag: %j", (words, message) => {
    expect(() => readServerFlags(words)).toThrow(message);
  });

  test("is passed to a validator as files", async () => {
    const bytes = await memoCode();
    const args = writeWorld(worldOfSeed(1, { programs: [{ address: HERE, bytes }] }), temporaryFolder());
    expect(args[args.indexOf(HERE) - 1]).toBe("--account");
  });
});

test.each<[string, MockServerOptions["world"], string]>([
  ["no program", { programs: [{ address: HERE, bytes: Uint8Array.of(1, 2, 3) }] }, "world.programs[0].bytes"],
  ["no file", { programs: [{ address: HERE, file: "/nowhere.so" }] }, "world.programs[0].file"],
  ["neither", { programs: [{ address: HERE }] }, "world.programs[0]"],
  ["no address", { programs: [{ address: "x", file: "a" }] }, "world.programs[0].address"],
  ["no JSON", { chainAccounts: [import.meta.filename] }, "world.chainAccounts[0]"],
  ["a device without an end", { chainAccounts: ["/dev/zero"] }, "world.chainAccounts[0]"],
  [
    "a program without an end",
    { programs: [{ address: HERE, file: "/dev/zero" }] },
    "world.programs[0].file",
  ],
  [
    "a loader that is not here",
    {
      chainAccounts: [
        {
          pubkey: HERE,
          account: {
            lamports: 1,
            data: ["", "base64"],
            owner: "LoaderV411111111111111111111111111111111111",
            executable: true,
          },
        },
      ],
    },
    "world.chainAccounts[0].account.owner",
  ],
  [
    "an account of the world",
    {
      chainAccounts: [
        {
          pubkey: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
          account: { lamports: 1, data: ["", "base64"], owner: LOADER } as AccountFile["account"],
        },
      ],
    },
    "world",
  ],
])("%s is refused at the start, with the path of what is wrong", async (_, world, path) => {
  expect(await failureOf(lab({ world: world! }))).toMatchObject({ name: "OptionError", option: path });
});

describe("accounts that the control plane puts on a chain", () => {
  test("appear at once on the named network, and can be removed", async () => {
    const server = await lab();
    const account = {
      lamports: "5000000",
      data: [Buffer.from("abc").toString("base64"), "base64"],
      owner: MEMO,
    };
    const put = (body: object) =>
      control(server, "POST", "/chain-accounts", { environment: "live", pubkey: ALPHA, ...body });
    expect(await put({ account })).toMatchObject({
      status: 200,
      body: { environment: "live", pubkey: ALPHA, lamports: "5000000" },
    });
    const read = async (network: "live" | "test") =>
      (await rpc(server, "getAccountInfo", [ALPHA, { encoding: "base64", commitment: "processed" }], network))
        .result.value;
    expect(await read("live")).toMatchObject({ lamports: 5_000_000, owner: MEMO, data: ["YWJj", "base64"] });
    expect(await read("test")).toBeNull();
    expect(await put({ account: null })).toMatchObject({ status: 200, body: { lamports: "0" } });
    expect(await read("live")).toBeNull();
    const wrong = await put({ account: { ...account, lamports: -1 } });
    expect(wrong).toMatchObject({ status: 400, body: { error: { field: "account.lamports" } } });
    const odd = { toString: 1, valueOf: 1 };
    const base58 = ["z".repeat(200_000), "base58"];
    for (const [field, given] of [
      ["lamports", { lamports: odd }],
      ["lamports", { lamports: [5] }],
      ["data", { data: ["YWJj", odd] }],
      ["data", { data: base58 }],
    ] as const) {
      const refused = await put({ account: { ...account, ...given } });
      expect(refused).toMatchObject({ status: 400, body: { error: { field: `account.${field}` } } });
    }
  });

  test("have up to 10 MiB", async () => {
    const server = await lab();
    const accountOf = (bytes: number) => ({
      lamports: 5_000_000,
      data: [Buffer.alloc(bytes, 7).toString("base64"), "base64"],
      owner: MEMO,
    });
    const put = (bytes: number) =>
      control(server, "POST", "/chain-accounts", {
        environment: "live",
        pubkey: ALPHA,
        account: accountOf(bytes),
      });
    expect(await put(10 << 20)).toMatchObject({ status: 200 });
    expect(await put((10 << 20) + 1)).toMatchObject({
      status: 400,
      body: { error: { field: "account.data", details: { reason: "must be at most 10 MiB" } } },
    });
  });

  test("can be removed at any address, and the server keeps running", async () => {
    const { wire } = await signedOf(await lab(), "swap 1 SOL for USDC");
    const server = await lab();
    const addresses = [...Object.values(PROGRAMS), ...Object.values(SYSVARS)];
    const snapshot = await server.snapshot();
    for (const pubkey of addresses) {
      const { status } = await control(server, "POST", "/chain-accounts", {
        environment: "live",
        pubkey,
        account: null,
      });
      expect([200, 400], pubkey).toContain(status);
      const outcome = await rpc(server, "simulateTransaction", [wire, { encoding: "base64" }]);
      expect(outcome.result ?? outcome.error, pubkey).toBeDefined();
      await server.restore(snapshot);
    }
    const { result } = await rpc(server, "simulateTransaction", [wire, { encoding: "base64" }]);
    expect(result.value.err).toBeNull();
  });
});
