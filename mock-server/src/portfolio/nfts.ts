import bs58 from "bs58";
import type { NftEntry } from "intent-tx/contract";
import { PROGRAMS } from "../chain/programs.js";
import { METADATA_KIND, metadataAddress } from "../fixtures/nft-accounts.js";
import type { Ledger } from "../ledger/ledger.js";
import { type NftMint, shortAddress } from "./holdings.js";

/** Offset of a Token-2022 mint's extensions, after padding and account kind. Each has a type, a length and a value. */
const EXTENSIONS_AT = 166;
const EXTENSION_METADATA = 19;

/** Reads length-prefixed strings, keys and flags in order. @throws RangeError at the end of the data */
class Reader {
  readonly #view: DataView;

  constructor(
    readonly data: Uint8Array,
    public at: number,
  ) {
    this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  }

  byte(): number {
    return this.#view.getUint8(this.at++);
  }

  text(): string {
    const length = this.#view.getUint32(this.at, true);
    this.at += 4 + length;
    if (this.at > this.data.length) throw new RangeError("a string extends past the end of the data");
    // Metaplex pads its strings with zeros.
    return new TextDecoder().decode(this.data.subarray(this.at - length, this.at)).replace(/\0+$/, "");
  }

  key(): string {
    this.at += 32;
    if (this.at > this.data.length) throw new RangeError("a key extends past the end of the data");
    return bs58.encode(this.data.subarray(this.at - 32, this.at));
  }

  count(): number {
    this.at += 4;
    return this.#view.getUint32(this.at - 4, true);
  }
}

/** A wallet's NFTs in the contract's format (decision 28), sorted by mint. Default name: the shortened address. */
export async function nftEntries(ledger: Ledger, nfts: readonly NftMint[]): Promise<NftEntry[]> {
  if (nfts.length === 0) return [];
  const places = nfts.map(({ mint }) => metadataAddress(mint));
  const accounts = await ledger.accounts(places);
  const entries = nfts.map((nft, index): NftEntry => {
    const account = accounts[index];
    const metaplex =
      account?.owner === PROGRAMS.tokenMetadata ? attempt(() => readMetaplex(account.data)) : undefined;
    const short = shortAddress(nft.mint);
    const metadata = metaplex ?? attempt(() => readExtension(nft.data));
    return { mint: nft.mint, ...(metadata ?? { name: short, symbol: short }) };
  });
  return entries.sort((one, other) => (one.mint < other.mint ? -1 : 1));
}

type Metadata = Omit<NftEntry, "mint">;

/** Anyone can write a metadata account, so unreadable metadata is treated as absent. */
function attempt(read: () => Metadata | undefined): Metadata | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readMetaplex(data: Uint8Array): Metadata | undefined {
  if (data[0] !== METADATA_KIND) return undefined;
  const reader = new Reader(data, 1 + 32 + 32);
  const metadata = named(reader);
  const collection = attempt(() => ({ ...metadata, ...collectionOf(reader) }));
  return collection ?? metadata;
}

/** Reads the fields after the strings: royalty, creators, two flags, and three optional fields (last: collection). */
function collectionOf(reader: Reader): Pick<Metadata, "collection"> {
  reader.at += 2;
  if (reader.byte() === 1) {
    const creators = reader.count();
    reader.at += creators * 34;
  }
  reader.at += 2;
  if (reader.byte() === 1) reader.at += 1;
  if (reader.byte() === 1) reader.at += 1;
  if (reader.byte() !== 1) return {};
  // Any NFT can claim a collection, so only a verified claim is returned.
  return reader.byte() === 1 ? { collection: reader.key() } : {};
}

function readExtension(data: Uint8Array): Metadata | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let at = EXTENSIONS_AT; at + 4 <= data.length; ) {
    const length = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === EXTENSION_METADATA) {
      return named(new Reader(data.subarray(0, at + 4 + length), at + 4 + 64));
    }
    at += 4 + length;
  }
  return undefined;
}

function named(reader: Reader): Metadata {
  const [name, symbol, uri] = [reader.text(), reader.text(), reader.text()];
  return { name, symbol, ...(uri !== "" && { uri }) };
}
