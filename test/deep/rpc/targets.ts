import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import { expect } from "vitest";
import { ValidatorProcess, writeAccounts } from "../../../mock-server/src/cli/validator-process.js";
import { accountFile } from "../../../mock-server/src/fixtures/account-file.js";
import { makeWorld } from "../../../mock-server/src/fixtures/make-world.js";
import { rentExempt } from "../../../mock-server/src/formats/accounts.js";
import { PROGRAMS } from "../../../mock-server/src/formats/programs.js";
import { writeJson } from "../../../mock-server/src/kernel/json.js";
import { Random } from "../../../mock-server/src/kernel/random.js";
import { control } from "../../server/lab.js";
import { RpcSetup } from "../../server/rpc/setup.js";
import { CRAFTED } from "./crafted-accounts.js";

export const SEED = 1;

/** A chain's answer: a result or an error. */
export interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A chain that answers JSON-RPC, with the world of {@link SEED} and the crafted accounts. */
export interface Target {
  /** Posts a body, and returns the text of the response. */
  post(body: string): Promise<string>;
  call(method: string, params: readonly unknown[]): Promise<Answer>;
  /** Waits for blocks to pass. */
  slots(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Waits until all that has happened is finalized, which takes at least 32 slots. */
export async function finalized({ call, slots }: Pick<Target, "call" | "slots">): Promise<void> {
  const slot = async (commitment: string) => Number((await call("getSlot", [{ commitment }])).result);
  const until = await slot("processed");
  while ((await slot("finalized")) < until) await slots(1);
}

/** The keypair of a wallet of the world. */
export function worldKeypair(name: string): Keypair {
  const world = makeWorld(new Random(String(SEED)));
  const found = world.wallets.find((wallet) => wallet.name === name)!;
  return Keypair.fromSecretKey(bs58.decode(found.wallet.secretKey));
}

/** A program that exists from genesis. */
export interface TargetProgram {
  readonly address: string;
  readonly image: Buffer;
}

/** The in-process ledger; the clock is frozen unless `running` is set. */
export async function svmTarget({
  running = false,
  programs = [],
}: {
  readonly running?: boolean;
  readonly programs?: readonly TargetProgram[];
} = {}): Promise<Target> {
  const ends: (() => Promise<void>)[] = [];
  const setup = await RpcSetup.open((end) => ends.push(end));
  if (running) setup.server.clock.resume();
  const placed = programs.map(({ address, image }) => ({
    address,
    lamports: rentExempt(image.length),
    owner: PROGRAMS.loaderV2,
    executable: true,
    data: image,
  }));
  for (const account of [...placed, ...CRAFTED.map((one) => one.account)]) {
    const body = writeJson({ environment: "live", ...accountFile(account) });
    expect((await control(setup.server, "POST", "/chain-accounts", body)).status).toBe(200);
  }
  return {
    post: async (body) => (await setup.post(body)).body,
    call: (method, params) => setup.call(method, ...params),
    slots: async (count) => void (await setup.slots(count)),
    close: async () => {
      for (const end of ends) await end();
    },
  };
}

export async function validatorTarget(
  program: string,
  programs: readonly TargetProgram[] = [],
): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), "chain-differential-"));
  const args = writeAccounts(
    CRAFTED.map(({ account }) => account),
    folder,
  );
  for (const { address, image } of programs) {
    const file = join(folder, `${address}.so`);
    writeFileSync(file, image);
    args.push("--bpf-program", address, file);
  }
  const validator = await ValidatorProcess.start({ program, seed: SEED, args });
  const post = async (body: string) => {
    const headers = { "content-type": "application/json" };
    return (await fetch(validator.url, { method: "POST", headers, body })).text();
  };
  const call = async (method: string, params: readonly unknown[]): Promise<Answer> =>
    JSON.parse(await post(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })));
  return {
    post,
    call,
    slots: async (count) => {
      const slot = async () => Number((await call("getSlot", [{ commitment: "processed" }])).result);
      const until = (await slot()) + count;
      while ((await slot()) < until) await sleep(200);
    },
    close: async () => {
      await validator.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
