import { ConfigurationError } from "../../errors.js";
import { addressText, has, type Method } from "./method.js";
import type { AddressLike } from "./signers.js";
import { type Web3, walletTransaction } from "./wallet-transaction.js";

/** The functions of adapters and of injected wallets, as they are called here. */
interface Adapter {
  readonly publicKey: AddressLike | null;
  signTransaction(transaction: object): Promise<unknown>;
  sendTransaction(transaction: object, connection: unknown): Promise<unknown>;
  signAndSendTransaction(transaction: object): Promise<unknown>;
}

/** How a wallet adapter is asked; undefined for a signer that is none. One that can sign is not asked to send. */
export function adapterMethod(signer: unknown, web3: Web3 | undefined): Method | undefined {
  const adapter = signer as Adapter;
  if (has(adapter, "signTransaction"))
    return {
      address: addressText(adapter.publicKey),
      sign: async ({ bytes }) => {
        const transaction = await walletTransaction(bytes, web3);
        // Some sign the object that they were given, and answer nothing.
        return bytesOf((await adapter.signTransaction(transaction)) ?? transaction);
      },
    };
  if (has(adapter, "sendTransaction"))
    return {
      address: addressText(adapter.publicKey),
      send: async ({ bytes }, connection) =>
        signatureOf(await adapter.sendTransaction(await walletTransaction(bytes, web3), connection)),
    };
  if (has(adapter, "signAndSendTransaction"))
    return {
      address: addressText(adapter.publicKey),
      send: async ({ bytes }) =>
        signatureOf(await adapter.signAndSendTransaction(await walletTransaction(bytes, web3))),
    };
  return undefined;
}

function bytesOf(answer: unknown): Uint8Array {
  if (ArrayBuffer.isView(answer)) return Uint8Array.from(answer as Uint8Array);
  if (has(answer, "serialize")) return Uint8Array.from((answer as { serialize(): Uint8Array }).serialize());
  throw new ConfigurationError(
    "The wallet's signTransaction answered no transaction: neither bytes nor an object with serialize().",
  );
}

/** The base58 signature of an answer; empty where it has none. */
function signatureOf(answer: unknown): string {
  const signature =
    typeof answer === "string" ? answer : (Object(answer) as { signature?: unknown }).signature;
  return typeof signature === "string" ? signature : "";
}
