import { PROGRAMS, SYSVARS } from "./programs.js";

/** Accounts that no transaction can write, whatever its message says: programs and sysvars of the cluster itself. */
const RESERVED: ReadonlySet<string> = new Set([
  ...Object.values(SYSVARS),
  ...[PROGRAMS.system, PROGRAMS.computeBudget, PROGRAMS.addressLookupTable, PROGRAMS.stake, PROGRAMS.vote],
  ...[PROGRAMS.config, PROGRAMS.feature, PROGRAMS.nativeLoader],
  ...[PROGRAMS.loaderV1, PROGRAMS.loaderV2, PROGRAMS.loaderV3, PROGRAMS.loaderV4],
  ...[PROGRAMS.ed25519, PROGRAMS.secp256k1, PROGRAMS.secp256r1],
  ...[PROGRAMS.zkTokenProof, PROGRAMS.zkElGamalProof],
  "StakeConfig11111111111111111111111111111111",
]);

/** Whether an account is one that no transaction can write. */
export function isReserved(address: string): boolean {
  return RESERVED.has(address);
}
