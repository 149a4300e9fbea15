/** The bytes of a base64 text as every encoder writes it, with its padding; undefined for any other text. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, "base64");
  // A view of its own: small buffers share a pool of Node's.
  return bytes.toString("base64") === text ? new Uint8Array(bytes) : undefined;
}

/** Whether a text is such a text. */
export function isBase64(text: string): boolean {
  return bytesOfBase64(text) !== undefined;
}
