import type { Portfolio } from "intent-tx/contract";
import { METADATA_KIND, metadataAddress } from "../fixtures/nft-accounts.js";
import { ByteReader, readOr } from "../formats/byte-reader.js";
import { viewOf } from "../formats/little-endian.js";
import { PROGRAMS } from "../formats/programs.js";
import type { Ledger } from "../ledger/ledger.js";
import { type NftMint, shortAddress } from "./holdings.js";

/** Offset of a Token-2022 mint's extensions, after padding and account kind. Each has a type, a length and a value. */
const EXTENSIONS_AT = 166;
const EXTENSION_METADATA = 19;

/** A wallet's NFTs in the contract's format (decision 28), sorted by mint. Default name: the shortened address. */
export async function nftEntries(ledger: Ledger, nfts: readonly NftMint[]): Promise<Portfolio.NftEntry[]> {
  if (nfts.length === 0) return [];
  const places = nfts.map(({ mint }) => metadataAddress(mint));
  const accounts = await ledger.accounts(places);
  // Anyone can write a metadata account, so unreadable metadata is treated as absent.
  const entries = nfts.map((nft, index): Portfolio.NftEntry => {
    const account = accounts[index];
    const metaplex =
      account?.owner === PROGRAMS.tokenMetadata ? readOr(() => readMetaplex(account.data)) : undefined;
    const short = shortAddress(nft.mint);
    const metadata = metaplex ?? readOr(() => readExtension(nft.data));
    return { mint: nft.mint, ...(metadata ?? { name: short, symbol: short }) };
  });
  return entries.sort((one, other) => (one.mint < other.mint ? -1 : 1));
}

type Metadata = Omit<Portfolio.NftEntry, "mint">;

function readMetaplex(data: Uint8Array): Metadata | undefined {
  if (data[0] !== METADATA_KIND) return undefined;
  const reader = new ByteReader(data, 1 + 32 + 32);
  const metadata = named(reader);
  const collection = readOr(() => ({ ...metadata, ...collectionOf(reader) }));
  return collection ?? metadata;
}

/** Reads the fields after the strings: royalty, creators, two flags, and three optional fields (last: collection). */
function collectionOf(reader: ByteReader): Pick<Metadata, "collection"> {
  reader.at += 2;
  if (reader.u8() === 1) {
    const creators = reader.u32();
    reader.at += creators * 34;
  }
  reader.at += 2;
  if (reader.u8() === 1) reader.at += 1;
  if (reader.u8() === 1) reader.at += 1;
  if (reader.u8() !== 1) return {};
  // Any NFT can claim a collection, so only a verified claim is returned.
  return reader.u8() === 1 ? { collection: reader.key() } : {};
}

function readExtension(data: Uint8Array): Metadata | undefined {
  const view = viewOf(data);
  for (let at = EXTENSIONS_AT; at + 4 <= data.length; ) {
    const length = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === EXTENSION_METADATA) {
      return named(new ByteReader(data.subarray(0, at + 4 + length), at + 4 + 64));
    }
    at += 4 + length;
  }
  return undefined;
}

function named(reader: ByteReader): Metadata {
  // Metaplex pads its strings with zeros.
  const text = () => new TextDecoder().decode(reader.take(reader.u32())).replace(/\0+$/, "");
  const [name, symbol, uri] = [text(), text(), text()];
  return { name, symbol, ...(uri !== "" && { uri }) };
}
