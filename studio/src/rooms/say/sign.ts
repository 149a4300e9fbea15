import { ed25519 } from "@noble/curves/ed25519";
import bs58 from "bs58";

/** Signs a transaction that needs only a world wallet's signature. Input and output are base64. */
export function signed(transaction: string, message: Uint8Array, secretKey: string): string {
  const bytes = Uint8Array.from(atob(transaction), (letter) => letter.charCodeAt(0));
  const signature = ed25519.sign(message, bs58.decode(secretKey).subarray(0, 32));
  // The first byte is the signature count. The only signature follows it.
  bytes.set(signature, 1);
  return btoa(String.fromCharCode(...bytes));
}
