import type { MockServer } from "@intent-tx/mock-server";
import { PublicKey, Transaction, TransactionInstruction } from "@solana/web3.js";
import { expect } from "vitest";
import { lab, rpc, sendSigned } from "../lab.js";

const MEMO = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";

/** The memo program's account, as returned by a node. */
export async function memoAccount() {
  return (await rpc(await lab(), "getAccountInfo", [MEMO, { encoding: "base64" }])).result.value;
}

/** The memo program's code. */
export async function memoCode(): Promise<Uint8Array> {
  return new Uint8Array(Buffer.from((await memoAccount()).data[0], "base64"));
}

/** Calls the memo program at an address with "hello"; returns the error and logs of the landed transaction. */
export async function memoBy(server: MockServer, program: string) {
  const programId = new PublicKey(program);
  const memo = new TransactionInstruction({ programId, keys: [], data: Buffer.from("hello") });
  const { result, error } = await sendSigned(server, new Transaction().add(memo));
  expect(error).toBeUndefined();
  const landed = await rpc(server, "getTransaction", [result, { commitment: "confirmed" }]);
  return landed.result.meta as { err: unknown; logMessages: string[] };
}
