import * as zlib from "node:zlib";

/** Zstandard, as `base64+zstd` wants it: Rust's clients ask for it unless told otherwise. */
export interface Zstd {
  compress(bytes: Uint8Array): Uint8Array;
  decompress(bytes: Uint8Array): Uint8Array;
}

/** Zstandard in `node:zlib`, which has it from Node 22.15 on. */
interface NativeZstd {
  readonly zstdCompressSync?: (bytes: Uint8Array) => Uint8Array;
  readonly zstdDecompressSync?: (bytes: Uint8Array) => Uint8Array;
}

let loading: Promise<Zstd> | undefined;

/** Zstandard of Node where it has it, else of WebAssembly, which is loaded at the first call: 240 kB that few need. */
export function zstdBytes(): Promise<Zstd> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Zstd> {
  const { zstdCompressSync, zstdDecompressSync } = zlib as NativeZstd;
  if (zstdCompressSync && zstdDecompressSync) {
    return { compress: zstdCompressSync, decompress: zstdDecompressSync };
  }
  const { Zstd } = await import("@hpcc-js/wasm-zstd");
  const zstd = await Zstd.load();
  return {
    // Its compressor makes no frame of nothing.
    compress: (bytes) => (bytes.length === 0 ? EMPTY_FRAME : zstd.compress(bytes)),
    decompress: (bytes) => zstd.decompress(bytes),
  };
}

/** Magic number, a header that says one segment of no bytes, and an empty last block. */
const EMPTY_FRAME = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x00, 0x01, 0x00, 0x00);
