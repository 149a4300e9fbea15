import { createMockServer } from "@intent-tx/mock-server";
import { PublicKey, Transaction, TransactionInstruction } from "@solana/web3.js";
import { expect, onTestFinished, test } from "vitest";
import { ValidatorProcess } from "../../../mock-server/src/cli/validator-process.js";
import { installedValidator } from "../installed-validator.js";
import { SEED, worldKeypair } from "../rpc/targets.js";

const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const TOKEN = new PublicKey("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
const program = installedValidator("clones of its accounts");

type Call = <T>(method: string, params: readonly unknown[]) => Promise<T>;

/** JSON-RPC calls to an address. */
const callsOf = (url: string): Call =>
  async function call<T>(method: string, params: readonly unknown[]) {
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    return (await (await fetch(url, { method: "POST", headers, body })).json()).result as T;
  };

test.skipIf(program === undefined)(
  "cloned accounts and the cloned Token program behave as on their validator",
  async () => {
    const validator = await ValidatorProcess.start({ program: program ?? "", seed: SEED, args: [] });
    onTestFinished(() => validator.stop());
    const server = await createMockServer({ seed: 9 });
    onTestFinished(() => server.close());
    await server.listen();
    const [there, here] = [callsOf(validator.url), callsOf(server.rpc.live)];

    const alice = worldKeypair("alice").publicKey;
    const held = await there<{ value: { pubkey: string }[] }>("getTokenAccountsByOwner", [
      alice.toBase58(),
      { mint: USDC },
      { encoding: "base64" },
    ]);
    const largest = await there<{ value: { address: string }[] }>("getTokenLargestAccounts", [USDC]);
    const source = held.value[0]?.pubkey ?? "";
    const target = largest.value.map(({ address }) => address).find((address) => address !== source) ?? "";
    const cloned = [USDC, alice.toBase58(), source, target, TOKEN.toBase58()];
    const keys = [source, target, alice.toBase58()].map((address, at) => ({
      pubkey: new PublicKey(address),
      isSigner: at === 2,
      isWritable: at < 2,
    }));
    const transfer = Buffer.from([3, 1, 0, 0, 0, 0, 0, 0, 0]);
    const transaction = new Transaction({ recentBlockhash: USDC, feePayer: alice } as never).add(
      new TransactionInstruction({ programId: TOKEN, keys, data: transfer }),
    );
    const form = { requireAllSignatures: false, verifySignatures: false };
    const wire = transaction.serialize(form).toString("base64");
    const config = { encoding: "base64", replaceRecentBlockhash: true, commitment: "confirmed" };
    const run = async (call: Call) => {
      type Run = { err: unknown; logs: string[]; unitsConsumed: number };
      const { value } = await call<{ value: Run }>("simulateTransaction", [wire, config]);
      return { err: value.err, logs: value.logs, units: value.unitsConsumed };
    };
    // In the in-process ledger, accounts never pay rent, so their rent epochs differ.
    const accounts = async (call: Call) => {
      const form = [cloned, { encoding: "base64" }];
      const { value } = await call<{ value: object[] }>("getMultipleAccounts", form);
      return value.map((account) => ({ ...account, rentEpoch: undefined }));
    };

    expect((await run(here)).err).not.toBeNull();
    await server.clone(cloned, { url: validator.url });
    expect(await accounts(here)).toEqual(await accounts(there));
    const expected = await run(there);
    expect(expected).toMatchObject({ err: null });
    expect(await run(here)).toEqual(expected);
  },
);
