import { isAscii } from "node:buffer";

/**
 * The text of bytes that are known to be UTF-8. Nearly all long ones are ASCII, of which each byte is a character: to decode them so
 * takes a tenth of the time.
 */
export function textOfUtf8(bytes: Uint8Array): string {
  const { buffer, byteOffset, length } = bytes;
  return Buffer.from(buffer, byteOffset, length).toString(isAscii(bytes) ? "latin1" : "utf8");
}
