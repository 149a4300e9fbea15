import { NATIVE_MINT, PROGRAM_IDS } from "../../contract/chain.js";

/** Programs and mints that everybody knows: nobody holds a key for them, and what is sent there stays there. */
const KNOWN: ReadonlyMap<string, string> = new Map([
  ...Object.values(PROGRAM_IDS).map((address) => [address, "a program"] as const),
  ...[
    "NativeLoader1111111111111111111111111111111",
    "BPFLoader1111111111111111111111111111111111",
    "BPFLoader2111111111111111111111111111111111",
    "BPFLoaderUpgradeab1e11111111111111111111111",
    "LoaderV411111111111111111111111111111111111",
    "Vote111111111111111111111111111111111111111",
    "Stake11111111111111111111111111111111111111",
    "Config1111111111111111111111111111111111111",
    "Feature111111111111111111111111111111111111",
    "AddressLookupTab1e1111111111111111111111111",
    "Ed25519SigVerify111111111111111111111111111",
    "KeccakSecp256k11111111111111111111111111111",
    "Secp256r1SigVerify1111111111111111111111111",
    "ZkTokenProof1111111111111111111111111111111",
    "ZkE1Gama1Proof11111111111111111111111111111",
    "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo",
    "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
    "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s",
  ].map((address) => [address, "a program"] as const),
  ...[
    NATIVE_MINT,
    "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
    "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB",
  ].map((address) => [address, "the mint of a token"] as const),
  ["1nc1nerator11111111111111111111111111111111", "the address at which tokens are burnt"],
]);

/** Says what an address is if it is not a wallet; undefined if it may be one. */
export function notAWallet(
  address: string,
  mint: string,
  calledPrograms: ReadonlySet<string>,
): string | undefined {
  if (address.startsWith("Sysvar")) return "an account of the runtime";
  if (address === mint) return "the mint of the token that is sent";
  return KNOWN.get(address) ?? (calledPrograms.has(address) ? "a program" : undefined);
}
