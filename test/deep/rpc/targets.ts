import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import { ValidatorProcess, writeAccounts } from "../../../mock-server/src/cli/validator-process.js";
import { makeWorld } from "../../../mock-server/src/fixtures/world-data.js";
import { rentExempt } from "../../../mock-server/src/formats/accounts.js";
import { PROGRAMS } from "../../../mock-server/src/formats/programs.js";
import { Random } from "../../../mock-server/src/kernel/random.js";
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
  call(method: string, params: readonly unknown[]): Promise<Answer>;
  /** The address of the chain's WebSocket. */
  socket(): Promise<string>;
  /** Waits for blocks to pass. */
  slots(count: number): Promise<void>;
  close(): Promise<void>;
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
  const setup = new RpcSetup();
  if (running) setup.clock.resume();
  const ledger = await setup.ledgers.get("live");
  for (const { address, image } of programs) {
    const account = {
      lamports: rentExempt(image.length),
      owner: PROGRAMS.loaderV2,
      executable: true,
      data: image,
    };
    await ledger.setAccount(address, account);
  }
  for (const { account } of CRAFTED) await ledger.setAccount(account.address, account);
  return {
    call: async (method, params) => {
      const { body } = await setup.post(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
      return JSON.parse(String(body)) as Answer;
    },
    socket: async () => (await setup.listen()).replace("http", "ws"),
    slots: (count) => setup.slots(count),
    close: async () => {
      await setup.close();
      if (setup.failures.length > 0) throw new AggregateError(setup.failures, "the server failed");
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
  const post = async (method: string, params: readonly unknown[]): Promise<Answer> => {
    const response = await fetch(validator.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return (await response.json()) as Answer;
  };
  return {
    call: post,
    socket: async () => validator.ws,
    slots: async (count) => {
      const slot = async () => Number((await post("getSlot", [{ commitment: "processed" }])).result);
      const until = (await slot()) + count;
      while ((await slot()) < until) await sleep(200);
    },
    close: async () => {
      await validator.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
