import { SWAP_PROGRAM_BASE64 } from "./amm/program.js";
import { LIGHTHOUSE_PROGRAM_BASE64 } from "./lighthouse/program.js";
import { PROGRAMS } from "./programs.js";

const bytes = (base64: string) => () => Buffer.from(base64, "base64");

/** The server's own programs, which every chain has: address, and the image. */
export const OWN_PROGRAMS: readonly (readonly [address: string, image: () => Uint8Array])[] = [
  [PROGRAMS.swap, bytes(SWAP_PROGRAM_BASE64)],
  [PROGRAMS.lighthouse, bytes(LIGHTHOUSE_PROGRAM_BASE64)],
];
