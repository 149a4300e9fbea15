import { rentExempt } from "../chain/accounts.js";
import { addressBytes } from "../chain/addresses.js";
import { associatedTokenAddress, programAddress } from "../chain/program-addresses.js";
import { PROGRAMS } from "../chain/programs.js";
import { encodeMint, encodeTokenAccount } from "../chain/token-layout.js";
import { perText } from "../kernel/memo.js";

export const METADATA_KIND = 4;
/** Lengths in bytes to which Metaplex pads name, symbol and URI. */
export const METADATA_TEXT = { name: 32, symbol: 10, uri: 200 } as const;

export interface WorldNft {
  readonly mint: string;
  readonly name: string;
  readonly symbol: string;
  /** Metadata URI; empty if absent. */
  readonly uri: string;
  /** Mint of the NFT's verified collection. */
  readonly collection?: string;
}

/** A mint's Metaplex metadata address. Cached, because a ledger needs the addresses of all tokens when it starts. */
export const metadataAddress = perText(1_000, (mint) => {
  const seeds = [Buffer.from("metadata"), addressBytes(PROGRAMS.tokenMetadata), addressBytes(mint)];
  return programAddress(seeds, PROGRAMS.tokenMetadata).address;
});

/** An NFT's three accounts: a mint with a supply of one, a token account, and the metadata. */
export function nftAccounts(nft: WorldNft, owner: string) {
  const held = { mint: nft.mint, owner, amount: 1n };
  const home = associatedTokenAddress(owner, nft.mint, PROGRAMS.token);
  return [
    account(nft.mint, PROGRAMS.token, encodeMint({ decimals: 0 }, 1n, undefined)),
    account(home, PROGRAMS.token, encodeTokenAccount("spl-token", held)),
    account(metadataAddress(nft.mint), PROGRAMS.tokenMetadata, encodeMetadata(nft, owner)),
  ];
}

function account(address: string, owner: string, data: Uint8Array) {
  return { address, lamports: rentExempt(data.length), owner, executable: false, data };
}

function padded(text: string, length: number): Uint8Array {
  const bytes = Buffer.alloc(4 + length);
  bytes.writeUInt32LE(length);
  bytes.write(text, 4);
  return bytes;
}

/** The Metaplex metadata account of a fungible token. */
export function fungibleMetadata(
  { mint, name, symbol }: { readonly mint: string; readonly name: string; readonly symbol: string },
  authority: string,
  address: string,
) {
  const data = encodeMetadata({ mint, name, symbol, uri: "" }, authority, FUNGIBLE);
  return account(address, PROGRAMS.tokenMetadata, data);
}

/** Encodes that Metaplex's optional token standard is absent. */
const NO_STANDARD = Uint8Array.of(0);
const FUNGIBLE = Uint8Array.of(1, 2);

function encodeMetadata(
  { mint, name, symbol, uri, collection }: WorldNft,
  authority: string,
  standard = NO_STANDARD,
): Uint8Array {
  return Buffer.concat([
    Uint8Array.of(METADATA_KIND),
    addressBytes(authority),
    addressBytes(mint),
    padded(name, METADATA_TEXT.name),
    padded(symbol, METADATA_TEXT.symbol),
    padded(uri, METADATA_TEXT.uri),
    // Royalty 0, no creators, no primary sale yet, mutable, no edition nonce.
    Uint8Array.of(0, 0, 0, 0, 1, 0),
    standard,
    collection === undefined
      ? Uint8Array.of(0)
      : Buffer.concat([Uint8Array.of(1, 1), addressBytes(collection)]),
    // Metaplex's optional `uses` field is absent.
    Uint8Array.of(0),
  ]);
}
