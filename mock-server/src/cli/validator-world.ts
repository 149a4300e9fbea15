import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROGRAM_IDS } from "intent-tx/contract";
import { SWAP_PROGRAM_BASE64 } from "../chain/amm/program.js";
import { checkedOption } from "../kernel/checked.js";
import { Random } from "../kernel/random.js";
import { genesisAccounts } from "../ledger/genesis.js";
import { exportAccounts } from "../world/export.js";
import { worldExtras } from "../world/extras.js";
import type { WorldOption } from "../world/option.js";
import { WorldSchema } from "../world/option-schema.js";
import { makeWorld, type WorldData } from "../world/world.js";

/** The world of a seed, as `createMockServer` makes it from the same seed and option. @throws {OptionError} */
export function worldOfSeed(seed: number | string, option?: WorldOption): WorldData {
  const random = new Random(String(seed));
  const checked = option && checkedOption("world", WorldSchema, option);
  return makeWorld(random, worldExtras(checked, random).extras);
}

/** Writes a world's accounts and the swap program into `folder`; answers the arguments that make a validator load them. */
export function writeWorld(world: WorldData, folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  const accounts = exportAccounts(genesisAccounts(world)).flatMap(({ address, json }) => {
    const file = join(folder, `${address}.json`);
    writeFileSync(file, json);
    return ["--account", address, file];
  });
  const program = join(folder, "swap-program.so");
  writeFileSync(program, Buffer.from(SWAP_PROGRAM_BASE64, "base64"));
  return [...accounts, "--bpf-program", PROGRAM_IDS.swap, program];
}
