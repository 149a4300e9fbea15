import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Keypair } from "@solana/web3.js";
import bs58 from "bs58";
import { ValidatorProcess } from "../../../mock-server/src/cli/validator-process.js";
import { Random } from "../../../mock-server/src/kernel/random.js";
import { exportAccounts } from "../../../mock-server/src/world/export.js";
import { makeWorld } from "../../../mock-server/src/world/world.js";
import { RpcScene } from "../../server/rpc/scene.js";
import { CRAFTED } from "./crafted-accounts.js";

export const SEED = 1;

/** A chain's answer: either a result or an error. */
export interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A chain that answers JSON-RPC, with the world of {@link SEED} and the crafted accounts. */
export interface Target {
  call(method: string, params: readonly unknown[]): Promise<Answer>;
  /** The address of its WebSocket. */
  socket(): Promise<string>;
  /** Lets blocks pass. */
  slots(count: number): Promise<void>;
  close(): Promise<void>;
}

/** A wallet of the world. */
export function worldKeypair(name: string): Keypair {
  const world = makeWorld(new Random(String(SEED)));
  const found = world.wallets.find((wallet) => wallet.name === name)!;
  return Keypair.fromSecretKey(bs58.decode(found.wallet.secretKey));
}

/** The in-process ledger on a clock that stands. */
export async function svmTarget(): Promise<Target> {
  const scene = new RpcScene();
  const ledger = await scene.ledgers.get("live");
  for (const { account } of CRAFTED) await ledger.setAccount(account.address, account);
  return {
    call: async (method, params) => {
      const { body } = await scene.post(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
      return JSON.parse(String(body)) as Answer;
    },
    socket: async () => (await scene.listen()).replace("http", "ws"),
    slots: (count) => scene.slots(count),
    close: async () => {
      await scene.close();
      if (scene.failures.length > 0) throw new AggregateError(scene.failures, "the server failed");
    },
  };
}

/** A `solana-test-validator`. */
export async function validatorTarget(program: string): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), "chain-differential-"));
  const args = exportAccounts(CRAFTED.map(({ account }) => account)).flatMap(({ address, json }) => {
    const file = join(folder, `${address}.json`);
    writeFileSync(file, json);
    return ["--account", address, file];
  });
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
