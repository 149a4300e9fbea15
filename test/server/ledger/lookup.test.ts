import {
  type AddressLookupTableAccount,
  AddressLookupTableProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import bs58 from "bs58";
import { expect, test } from "vitest";
import { SLOT_MS } from "../../../mock-server/src/fixtures/world-data.js";
import { freshAddress, ledgerSetup, SOL } from "./harness.js";

/** A ledger with a table that holds a friend's address. */
async function tableSetup() {
  const setup = await ledgerSetup();
  const { ledger, clock, alice, random } = setup;
  const signer = Keypair.fromSecretKey(bs58.decode(alice.secretKey));
  const friend = new PublicKey(freshAddress(random, "friend"));
  const payer = signer.publicKey;
  const send = async (
    instructions: TransactionMessage["instructions"],
    tables: AddressLookupTableAccount[] = [],
  ) => {
    const { blockhash } = await ledger.latestBlockhash();
    const message = new TransactionMessage({ payerKey: payer, recentBlockhash: blockhash, instructions });
    const transaction = new VersionedTransaction(message.compileToV0Message(tables));
    transaction.sign([signer]);
    return ledger.send(transaction.serialize());
  };
  await clock.advance(5 * SLOT_MS);
  const recentSlot = (await ledger.slot()) - 1;
  const [create, table] = AddressLookupTableProgram.createLookupTable({
    authority: payer,
    payer,
    recentSlot,
  });
  const extend = AddressLookupTableProgram.extendLookupTable({
    payer,
    authority: payer,
    lookupTable: table,
    addresses: [friend],
  });
  await send([create, extend]);
  await clock.advance(SLOT_MS);

  const known = { key: table, state: { addresses: [friend] } } as AddressLookupTableAccount;
  const pay = SystemProgram.transfer({ fromPubkey: payer, toPubkey: friend, lamports: SOL });
  return { ...setup, signer, payer, friend, table, known, pay, send };
}

test("a lookup table is created, extended and used; the record has its addresses", async () => {
  const { ledger, random, signer, payer, friend, table, known, pay, send } = await tableSetup();
  const record = (await ledger.transaction(await send([pay], [known])))!;
  expect(record).toMatchObject({ err: null, loadedWritable: 1, loadedReadonly: 0 });
  expect(record.accountKeys.at(-1)).toBe(friend.toBase58());
  expect(record.postBalances.at(-1)).toBe(SOL);
  expect(await ledger.landed(friend.toBase58(), { limit: 5 })).toEqual([record]);

  const wrong = { key: friend, state: { addresses: [friend] } } as AddressLookupTableAccount;
  await expect(send([pay], [wrong])).rejects.toMatchObject({
    kind: "malformed",
    message: expect.stringMatching(/owner/),
  });
  const short = { key: table, state: { addresses: [payer, friend] } } as AddressLookupTableAccount;
  await expect(send([pay], [short])).rejects.toMatchObject({
    kind: "malformed",
    message: expect.stringMatching(/invalid index/),
  });
  const absent = { key: signer.publicKey, state: { addresses: [friend] } } as AddressLookupTableAccount;
  const nowhere = {
    ...absent,
    key: new PublicKey(freshAddress(random, "table")),
  } as AddressLookupTableAccount;
  await expect(send([pay], [nowhere])).rejects.toMatchObject({
    kind: "malformed",
    message: expect.stringMatching(/doesn't exist/),
  });
});

test("a deactivated table can be used until its slot has left the SlotHashes sysvar", async () => {
  const { ledger, clock, payer, table, known, pay, send } = await tableSetup();
  await send([AddressLookupTableProgram.deactivateLookupTable({ lookupTable: table, authority: payer })]);
  await clock.advance(2 * SLOT_MS);
  expect(await ledger.transaction(await send([pay], [known]))).toMatchObject({
    err: null,
    loadedWritable: 1,
  });
  await clock.advance(400 * SLOT_MS);
  expect(await ledger.transaction(await send([pay], [known]))).toMatchObject({ err: null });
  await clock.advance(200 * SLOT_MS);
  await expect(send([pay], [known])).rejects.toMatchObject({
    message: expect.stringMatching(/address table account that doesn.t exist/),
  });
});
