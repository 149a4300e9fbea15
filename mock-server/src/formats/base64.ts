/** Decodes canonical, padded base64; undefined if the text is not. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, "base64");
  // Copied, because Node's small buffers share a pool.
  return bytes.toString("base64") === text ? new Uint8Array(bytes) : undefined;
}

/** True for canonical, padded base64. */
export function isBase64(text: string): boolean {
  return bytesOfBase64(text) !== undefined;
}
