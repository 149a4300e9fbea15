import { PublicKey, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import { PROGRAM_IDS } from "intent-tx/contract";
import { beforeEach, expect, test } from "vitest";
import { RpcSetup } from "./setup.js";

const BOB = "US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx";
const USDC = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const SOL = 1_000_000_000;

let setup: RpcSetup;

beforeEach(async () => {
  setup = await RpcSetup.open();
});

const at = (commitment: string, rest = {}) => ({ commitment, encoding: "base64", ...rest });
const balance = async (commitment: string) =>
  (await setup.result("getBalance", BOB, at(commitment))).value as number;

const all = () => Promise.all(["processed", "confirmed", "finalized"].map(balance));

/** Sends lamports from alice, as a client does. */
function send(lamports: number): Promise<void> {
  const [fromPubkey, toPubkey] = [setup.keypair("alice").publicKey, new PublicKey(BOB)];
  return land(SystemProgram.transfer({ fromPubkey, toPubkey, lamports }));
}

async function land(...instructions: TransactionInstruction[]): Promise<void> {
  await setup.result("sendTransaction", await setup.wire(instructions), { encoding: "base64" });
}

test("a transaction's changes are visible at once at processed and confirmed, and 32 slots later at finalized", async () => {
  expect((await setup.result("getAccountInfo", BOB, at("processed"))).value).toBeNull();
  await send(2 * SOL);
  await setup.slots(10);
  await send(3 * SOL);
  expect(await all()).toEqual([5 * SOL, 5 * SOL, 0]);
  expect((await setup.result("getAccountInfo", BOB, at("finalized"))).value).toBeNull();
  expect((await setup.result("getMultipleAccounts", [BOB, USDC])).value[0]).toBeNull();
  await setup.slots(21);
  expect(await all()).toEqual([5 * SOL, 5 * SOL, 0]);
  await setup.slots(1);
  expect(await all()).toEqual([5 * SOL, 5 * SOL, 2 * SOL]);
  await setup.slots(10);
  expect(await all()).toEqual([5 * SOL, 5 * SOL, 5 * SOL]);
});

test("an airdrop becomes final like a transaction, funding by the control plane immediately", async () => {
  await setup.result("requestAirdrop", BOB, SOL);
  expect([await balance("confirmed"), await balance("finalized")]).toEqual([SOL, 0]);
  await setup.server.fund(BOB, { SOL: 1, USDC: "0.000007" });
  expect([await balance("confirmed"), await balance("finalized")]).toEqual([2 * SOL, 2 * SOL]);
  const held = await setup.result("getTokenAccountsByOwner", BOB, { mint: USDC }, at("finalized"));
  expect(held.value).toHaveLength(1);
});

test("an account set by hand is final at once, also while earlier changes are not", async () => {
  await send(2 * SOL);
  expect(await all()).toEqual([2 * SOL, 2 * SOL, 0]);
  await setup.result("surfnet_setAccount", BOB, { lamports: SOL });
  expect(await all()).toEqual([SOL, SOL, SOL]);
});

test("lists of accounts are those of their commitment, including accounts closed later", async () => {
  const alice = setup.keypair("alice").publicKey.toBase58();
  const owned = async (commitment: string) => {
    const { value } = await setup.result(
      "getTokenAccountsByOwner",
      alice,
      { mint: USDC },
      at(commitment, { encoding: "jsonParsed" }),
    );
    return value.map(
      (one: { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }) =>
        one.account.data.parsed.info.tokenAmount.amount,
    );
  };
  const filters = [{ memcmp: { offset: 32, bytes: alice } }, { memcmp: { offset: 0, bytes: USDC } }];
  const scanned = async (commitment: string) =>
    (await setup.result("getProgramAccounts", PROGRAM_IDS.token, at(commitment, { filters }))).length;
  const [before] = await owned("confirmed");
  const { value } = await setup.result("getTokenAccountsByOwner", alice, { mint: USDC }, at("confirmed"));
  const account = value[0].pubkey as string;
  const key = (address: string, isSigner = false) => ({
    pubkey: new PublicKey(address),
    isSigner,
    isWritable: true,
  });
  const token = (data: Buffer, keys: ReturnType<typeof key>[]) =>
    new TransactionInstruction({ programId: new PublicKey(PROGRAM_IDS.token), keys, data });
  const [own, signer, mint] = [key(account), key(alice, true), key(USDC)];
  const amount = Buffer.alloc(9);
  amount[0] = 8;
  amount.writeBigUInt64LE(BigInt(before), 1);
  // Burns all tokens of the account, and closes it.
  await land(token(amount, [own, mint, signer]), token(Buffer.from([9]), [own, signer, signer]));
  expect([await owned("confirmed"), await owned("finalized")]).toEqual([[], [before]]);
  expect([await scanned("confirmed"), await scanned("finalized")]).toEqual([0, 1]);
  const supply = async (commitment: string) =>
    BigInt((await setup.result("getTokenSupply", USDC, at(commitment))).value.amount);
  expect((await supply("finalized")) - (await supply("confirmed"))).toBe(BigInt(before));
  await setup.slots(32);
  expect([await owned("finalized"), await scanned("finalized")]).toEqual([[], 0]);
});

test("history is finalized by default, and a status is soon only in the history", async () => {
  const signature = await setup.result("requestAirdrop", BOB, 1_000_000_000);
  expect(await setup.result("getSignaturesForAddress", BOB)).toEqual([]);
  expect(await setup.result("getTransaction", signature)).toBeNull();
  const [entry] = await setup.result("getSignaturesForAddress", BOB, at("confirmed"));
  expect(entry).toMatchObject({ signature, err: null, memo: null, confirmationStatus: "confirmed" });
  await setup.slots(32);
  expect(await setup.result("getSignaturesForAddress", BOB)).toMatchObject([
    { signature, confirmationStatus: "finalized" },
  ]);
  expect((await setup.result("getSignatureStatuses", [signature])).value).toMatchObject([
    { confirmations: null, confirmationStatus: "finalized", status: { Ok: null } },
  ]);
  const searched = async (searchTransactionHistory: boolean) =>
    (await setup.result("getSignatureStatuses", [signature], { searchTransactionHistory })).value;
  await setup.slots(299);
  expect(await searched(false)).toMatchObject([{ err: null }]);
  await setup.slots(1);
  expect(await searched(false)).toEqual([null]);
  expect(await searched(true)).toMatchObject([{ err: null }]);
});
