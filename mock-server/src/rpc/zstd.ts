import * as zlib from "node:zlib";
import { Breath } from "../kernel/breath.js";

/** Zstandard, as `base64+zstd` wants it: Rust's clients ask for it unless told otherwise. */
export interface Zstd {
  /** Compresses to one frame that tells its length. A long one is compressed while others have their turn. */
  compress(bytes: Uint8Array): Promise<Uint8Array> | Uint8Array;
  decompress(bytes: Uint8Array): Uint8Array;
}

/** Zstandard in `node:zlib`, which has it from Node 22.15 on. */
interface NativeZstd {
  readonly zstdCompress?: (
    bytes: Uint8Array,
    done: (error: Error | null, compressed: Uint8Array) => void,
  ) => void;
  readonly zstdCompressSync?: (bytes: Uint8Array) => Uint8Array;
  readonly zstdDecompressSync?: (bytes: Uint8Array) => Uint8Array;
}

/** The streams of the WebAssembly module: it has one at a time. */
interface Streams {
  reset(): void;
  compressChunk(bytes: Uint8Array): Uint8Array;
  compressEnd(): Uint8Array;
}

/** Bytes that are compressed at once: what cannot be compressed takes ten milliseconds. */
const AT_ONCE = 64 << 10;

let loading: Promise<Zstd> | undefined;

/** Zstandard of Node where it has it, else of WebAssembly, which is loaded at the first call: 240 kB that few need. */
export function zstdBytes(): Promise<Zstd> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Zstd> {
  const { zstdCompress, zstdCompressSync, zstdDecompressSync } = zlib as NativeZstd;
  if (zstdCompress && zstdCompressSync && zstdDecompressSync) {
    const inPool = (bytes: Uint8Array) =>
      new Promise<Uint8Array>((resolve, reject) => {
        zstdCompress(bytes, (error, compressed) => (error ? reject(error) : resolve(compressed)));
      });
    return {
      compress: (bytes) => (bytes.length > AT_ONCE ? inPool(bytes) : zstdCompressSync(bytes)),
      decompress: zstdDecompressSync,
    };
  }
  const { Zstd } = await import("@hpcc-js/wasm-zstd");
  const zstd = await Zstd.load();
  let last: Promise<unknown> = Promise.resolve();
  const inTurns = (bytes: Uint8Array) => {
    const compressed = last.then(() => streamed(zstd, bytes));
    last = compressed.catch(() => undefined);
    return compressed;
  };
  return {
    // Its compressor makes no frame of nothing.
    compress: (bytes) =>
      bytes.length > AT_ONCE ? inTurns(bytes) : bytes.length === 0 ? EMPTY_FRAME : zstd.compress(bytes),
    decompress: (bytes) => zstd.decompress(bytes),
  };
}

/** Magic number, a header that says one segment of no bytes, and an empty last block. */
const EMPTY_FRAME = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x00, 0x01, 0x00, 0x00);

/** Bytes of the magic number; the descriptor of the frame and its window follow, one byte each. */
const MAGIC = 4;
/** In a descriptor: the length of the content follows the window, in four bytes. */
const FOUR_BYTES_OF_LENGTH = 0x80;

async function streamed(zstd: Streams, bytes: Uint8Array): Promise<Uint8Array> {
  zstd.reset();
  const parts: Uint8Array[] = [];
  const breath = new Breath(1);
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    // Copied: what it answers lies in its memory, which the next chunk writes over.
    parts.push(Uint8Array.from(zstd.compressChunk(bytes.subarray(at, at + AT_ONCE))));
    if (breath.due) await breath.take();
  }
  parts.push(Uint8Array.from(zstd.compressEnd()));
  return withLength(Buffer.concat(parts), bytes.length);
}

/** A frame of a stream, which does not tell how long its content is, as one that does: many a reader makes room for it first. */
function withLength(frame: Buffer, length: number): Uint8Array {
  const told = Buffer.allocUnsafe(4);
  told.writeUInt32LE(length);
  const descriptor = Uint8Array.of((frame[MAGIC] ?? 0) | FOUR_BYTES_OF_LENGTH);
  const window = frame.subarray(MAGIC + 1, MAGIC + 2);
  return Buffer.concat([frame.subarray(0, MAGIC), descriptor, window, told, frame.subarray(MAGIC + 2)]);
}
