import bs58 from "bs58";
import { signedTransaction } from "../chain/compile.js";
import { solTransfer } from "../chain/instructions.js";
import { readTransaction } from "../chain/transaction.js";
import type { RpcClient } from "../ledger/rpc-client.js";
import type { Wallet } from "../world/wallets.js";

const CONFIRMED = { commitment: "confirmed" } as const;

/** Tells when a validator takes transactions as it will from then on. */
export class Readiness {
  readonly #client: RpcClient;
  readonly #payer: Wallet;
  readonly #probes: string[] = [];

  /**
   * @param payer - a wallet with lamports on the chain
   * @param resumed - whether the chain goes on from an earlier run
   */
  constructor(
    client: RpcClient,
    payer: Wallet,
    readonly resumed: boolean,
  ) {
    this.#client = client;
    this.#payer = payer;
  }

  /** Whether it is ready now. @throws while the validator does not answer */
  async now(): Promise<boolean> {
    const [latest, finalized] = await this.#client.batch<{ value: { blockhash: string } } & number>([
      { method: "getLatestBlockhash", params: [CONFIRMED] },
      { method: "getSlot", params: [{ commitment: "finalized" }] },
    ]);
    if (!latest || !finalized) return false;
    const probe = this.#probe(latest.value.blockhash);
    // The first blocks of a chain take no fees, which nothing after them would agree with.
    const message = Buffer.from(readTransaction(probe).message).toString("base64");
    const { value: fee } = await this.#client.call<{ value: number | null }>("getFeeForMessage", [
      message,
      CONFIRMED,
    ]);
    if (!fee) return false;
    return this.resumed ? this.#lands(probe) : true;
  }

  /** A resumed chain is shown as of its last snapshot until all blocks since are replayed; then it makes new ones. */
  async #lands(probe: Uint8Array): Promise<boolean> {
    const config = { encoding: "base64", skipPreflight: true };
    await this.#client.call("sendTransaction", [Buffer.from(probe).toString("base64"), config]);
    this.#probes.push(bs58.encode(readTransaction(probe).signatures[0] ?? new Uint8Array(64)));
    const { value } = await this.#client.call<{ value: readonly ({ confirmationStatus: string } | null)[] }>(
      "getSignatureStatuses",
      [this.#probes.slice(-256)],
    );
    return value.some((status) => status !== null && status.confirmationStatus !== "processed");
  }

  #probe(blockhash: string): Uint8Array {
    const { address } = this.#payer;
    // Another amount in each process: a probe of an earlier run must not be taken for this one's.
    return signedTransaction([this.#payer], [solTransfer(address, address, BigInt(process.pid))], blockhash);
  }
}
