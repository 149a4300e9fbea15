import { ed25519 } from "@noble/curves/ed25519";

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const DIGIT = new Int8Array(128).fill(-1);
for (let i = 0; i < ALPHABET.length; i += 1) DIGIT[ALPHABET.charCodeAt(i)] = i;

const KEY_LENGTH = 32;

/** The 32 bytes of a base58 address, or undefined when it is not one. */
export function addressBytes(text: string): Uint8Array | undefined {
  if (text.length < KEY_LENGTH || text.length > 44) return undefined;
  const bytes = new Uint8Array(KEY_LENGTH);
  let zeros = 0;
  while (text.charCodeAt(zeros) === 49) zeros += 1;
  for (let i = zeros; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    let carry = code < 128 ? (DIGIT[code] ?? -1) : -1;
    if (carry < 0) return undefined;
    for (let j = KEY_LENGTH - 1; j >= 0; j -= 1) {
      carry += (bytes[j] ?? 0) * 58;
      bytes[j] = carry & 0xff;
      carry >>= 8;
    }
    if (carry !== 0) return undefined;
  }
  let leading = 0;
  while (leading < KEY_LENGTH && bytes[leading] === 0) leading += 1;
  return leading === zeros ? bytes : undefined;
}

/** Whether 32 bytes are a point of ed25519: some key can sign for them. About 0.1 ms, so asked last. */
export function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Programs and sysvars that every cluster has. Money sent to them is gone. */
export const WELL_KNOWN_PROGRAMS: ReadonlySet<string> = new Set([
  "11111111111111111111111111111111",
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
  "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
  "ComputeBudget111111111111111111111111111111",
  "Stake11111111111111111111111111111111111111",
  "Vote111111111111111111111111111111111111111",
  "Config1111111111111111111111111111111111111",
  "BPFLoader1111111111111111111111111111111111",
  "BPFLoader2111111111111111111111111111111111",
  "BPFLoaderUpgradeab1e11111111111111111111111",
  "AddressLookupTab1e1111111111111111111111111",
  "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
  "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVddwQDwyHLo",
  "Ed25519SigVerify111111111111111111111111111",
  "KeccakSecp256k11111111111111111111111111111",
  "SysvarC1ock11111111111111111111111111111111",
  "SysvarRent111111111111111111111111111111111",
  "Sysvar1nstructions1111111111111111111111111",
  "SysvarS1otHashes111111111111111111111111111",
  "1nc1nerator11111111111111111111111111111111",
  "JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4",
  "675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8",
  "whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc",
  "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s",
]);
