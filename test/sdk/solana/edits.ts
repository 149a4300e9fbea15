// Wallets that edit a transaction before they sign it. They use web3.js, which shares no code with the SDK.
import {
  ComputeBudgetProgram,
  PublicKey,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import type { WalletSigner } from "intent-tx/solana";
import { alice } from "./cluster.js";
import { bytes, instruction, metas, wallet } from "./samples.js";

export const LIGHTHOUSE = new PublicKey("L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95");

/** An assertion that an account has no data, like those of Phantom. */
export const guard = (account = wallet, discriminator = 5) =>
  instruction(LIGHTHOUSE, [metas.readonly(account)], bytes(discriminator, 4, 1, 0n, 4));

export const limit = (units: number) => ComputeBudgetProgram.setComputeUnitLimit({ units });
export const price = (microLamports: bigint) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports });

/** Changes of a wallet. `instructions` of the built transaction are the argument. */
export interface Edited {
  instructions: TransactionInstruction[];
  payerKey: PublicKey;
  recentBlockhash: string;
  legacy?: boolean;
}

export type Edit = (built: Edited) => Partial<Edited>;

export function partsOf(wire: Uint8Array): Edited {
  const { message } = VersionedTransaction.deserialize(wire);
  const { instructions, payerKey, recentBlockhash } = TransactionMessage.decompile(message);
  return { instructions, payerKey, recentBlockhash, legacy: message.version === "legacy" };
}

export function edited(wire: Uint8Array, edit: Edit): VersionedTransaction {
  const parts = partsOf(wire);
  const { legacy, ...changed } = { ...parts, ...edit(parts) };
  const message = new TransactionMessage(changed);
  return new VersionedTransaction(legacy ? message.compileToLegacyMessage() : message.compileToV0Message());
}

/** A wallet that edits each transaction. */
export const editing = (edit: Edit): WalletSigner => ({
  publicKey: wallet,
  async signTransaction(transaction: { serialize(): Uint8Array }) {
    const signed = edited(transaction.serialize(), edit);
    const signer = signed.message.staticAccountKeys.findIndex((key) => key.equals(wallet));
    if (signer >= 0 && signer < signed.signatures.length) signed.sign([alice]);
    return signed;
  },
});
