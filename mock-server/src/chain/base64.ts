/** Characters of a text from which on it is long: an account's data, which a pattern takes four times as long for. */
const LONG = 64 << 10;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The bytes of a base64 text as every encoder writes it, with its padding; undefined where it is none. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || (text.length <= LONG && !BASE64.test(text))) return undefined;
  const bytes = Buffer.from(text, "base64");
  if (text.length > LONG && bytes.toString("base64") !== text) return undefined;
  // A view of its own: small ones share a pool of Node's.
  return text.length > LONG
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
    : new Uint8Array(bytes);
}

/** Whether a text is such a one. */
export function isBase64(text: string): boolean {
  return text.length > LONG ? bytesOfBase64(text) !== undefined : text.length % 4 === 0 && BASE64.test(text);
}
