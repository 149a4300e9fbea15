import bs58 from "bs58";

/** Decodes base58, or canonical, padded base64; undefined if the text is neither. Base58 takes quadratic time. */
export function bytesOfText(text: string, encoding: "base58" | "base64"): Uint8Array | undefined {
  if (encoding === "base58") return bs58.decodeUnsafe(text);
  const bytes = Buffer.from(text, "base64");
  // Copied, because Node's small buffers share a pool.
  return bytes.toString("base64") === text ? new Uint8Array(bytes) : undefined;
}
