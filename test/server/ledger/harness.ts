import bs58 from "bs58";
import type { Environment } from "intent-tx/contract";
import { makeWorld } from "../../../mock-server/src/fixtures/make-world.js";
import type { CheckedWorld } from "../../../mock-server/src/fixtures/option-schema.js";
import type { Wallet } from "../../../mock-server/src/fixtures/wallets.js";
import { tokenOfSymbol } from "../../../mock-server/src/fixtures/world-data.js";
import { signedTransaction } from "../../../mock-server/src/formats/compile.js";
import { type Instruction, solTransfer } from "../../../mock-server/src/formats/instructions.js";
import { ataOf } from "../../../mock-server/src/formats/program-addresses.js";
import { Clock } from "../../../mock-server/src/kernel/clock.js";
import { Random } from "../../../mock-server/src/kernel/random.js";
import type { ChainFaults } from "../../../mock-server/src/ledger/ledger.js";
import { createSvmLedger } from "../../../mock-server/src/ledger/svm/svm-ledger.js";
import { State } from "../../../mock-server/src/state/state.js";
import { tokenTransfer } from "./token-transfer.js";

export const START = Date.UTC(2026, 0, 1);
export const SOL = 1_000_000_000n;

export interface SetupOptions {
  readonly seed?: string;
  readonly environment?: Environment;
  readonly option?: CheckedWorld;
  readonly faults?: ChainFaults;
  readonly state?: State;
}

/** A ledger over a new World, at the frozen start of 2026. */
export async function ledgerSetup(options: SetupOptions = {}) {
  const random = new Random(options.seed ?? "ledger");
  const clock = new Clock({ now: START, running: false });
  const state = options.state ?? new State();
  if (!options.state) state.begin(START);
  const world = makeWorld(random, options.option);
  const ledger = await createSvmLedger({
    environment: options.environment ?? "live",
    state,
    clock,
    random,
    world,
    ...(options.faults && { faults: options.faults }),
  });
  const named = (name: string): Wallet => world.wallets.find((one) => one.name === name)!.wallet;
  const token = (symbol: string) => tokenOfSymbol(world.tokens, symbol)!;
  const accountOf = (owner: string, symbol: string) => ataOf(owner, token(symbol)).account;
  const sign = async (signer: Wallet, ...instructions: Instruction[]) => {
    const { blockhash } = await ledger.latestBlockhash();
    return signedTransaction([signer], instructions, blockhash);
  };
  return {
    ledger,
    clock,
    state,
    world,
    random,
    token,
    accountOf,
    sign,
    alice: named("alice"),
    bob: named("bob"),
    send: async (signer: Wallet, ...instructions: Instruction[]) =>
      ledger.send(await sign(signer, ...instructions)),
    lamports: async (address: string) => (await ledger.accounts([address]))[0]?.lamports ?? 0n,
    held: async (owner: string, symbol: string) => {
      const accounts = await ledger.tokenAccounts(owner);
      return accounts.find(({ mint }) => mint === token(symbol).mint)?.amount;
    },
    tokenTransfer: (from: string, to: string, symbol: string, amount: bigint) =>
      tokenTransfer(token(symbol), { from, to, amount }),
  };
}

export const sol = solTransfer;

/** An unused address. */
export function freshAddress(random: Random, name: string): string {
  return bs58.encode(random.bytes("fresh", name));
}
