import { createHash } from "node:crypto";

/** The module through which the server carries the program, so that it needs no file at run time. */
export function programModule(program: Uint8Array): string {
  const sha256 = createHash("sha256").update(program).digest("hex");
  return `// Made by \`npm run build:program\` from mock-server/programs/amm: change the sources there, not this file.

/** SHA-256 of the program's bytes, in hexadecimal. */
export const SWAP_PROGRAM_SHA256 = "${sha256}";

/** The swap program's image (sBPF version 0, as \`solana program deploy\` takes it), in base64. */
export const SWAP_PROGRAM_BASE64 =
  "${Buffer.from(program).toString("base64")}";
`;
}
