/** The bytes of canonical base64 text, with padding; undefined for any other text. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, "base64");
  // A separate copy: Node's small buffers share a pool.
  return bytes.toString("base64") === text ? new Uint8Array(bytes) : undefined;
}

/** Whether a text is canonical base64, with padding. */
export function isBase64(text: string): boolean {
  return bytesOfBase64(text) !== undefined;
}
