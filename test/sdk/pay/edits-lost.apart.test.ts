import type { VersionedTransaction } from "@solana/web3.js";
import { expect, vi } from "vitest";
import { edited, price } from "../solana/edits.js";
import { ends, test } from "./setup.js";

vi.mock("../../../src/solana/sign/edits.js", () => {
  throw new Error("Failed to fetch dynamically imported module");
});

test("a payment whose code for edits does not load is unknown, and is found if the wallet sent it", async ({
  world,
}) => {
  const { connection, keypair, pay } = world;
  const signTransaction = vi.fn(async (transaction: VersionedTransaction) => {
    const signed = edited(transaction.serialize(), ({ instructions }) => ({
      instructions: [...instructions.slice(0, 1), price(100_000n), ...instructions.slice(2)],
    }));
    signed.sign([keypair]);
    await connection.sendRawTransaction(signed.serialize());
    return signed;
  });
  const signer = { publicKey: keypair.publicKey, signTransaction };
  await ends(pay({ signer }), "unknown");
  expect(await pay({ signer })).toMatchObject({ attempts: 1 });
  expect(signTransaction).toHaveBeenCalledTimes(1);
});
