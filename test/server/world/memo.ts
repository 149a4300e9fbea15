import type { MockServer } from "@intent-tx/mock-server";
import { Connection, Keypair, PublicKey, Transaction, TransactionInstruction } from "@solana/web3.js";
import bs58 from "bs58";
import { lab, rpc, send, statusOf } from "../lab.js";

const MEMO = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";

/** The memo program's code. */
export async function memoCode(): Promise<Uint8Array> {
  const { result } = await rpc(await lab(), "getAccountInfo", [MEMO, { encoding: "base64" }]);
  return new Uint8Array(Buffer.from(result.value.data[0], "base64"));
}

/** Has the memo program at an address write a memo, and returns the transaction's status. */
export async function memoBy(server: MockServer, program: string) {
  const alice = Keypair.fromSecretKey(bs58.decode(server.wallets.alice.secretKey));
  const connection = new Connection(server.rpc.live, { fetch: server.fetch as typeof fetch });
  const { blockhash } = await connection.getLatestBlockhash();
  const transaction = new Transaction({ recentBlockhash: blockhash, feePayer: alice.publicKey } as never).add(
    new TransactionInstruction({ programId: new PublicKey(program), keys: [], data: Buffer.from("hello") }),
  );
  transaction.sign(alice);
  const { result } = await send(server, transaction.serialize().toString("base64"));
  return statusOf(server, result);
}
