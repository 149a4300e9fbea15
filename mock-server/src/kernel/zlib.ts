type Zlib = typeof import("node:zlib");

let loaded: Zlib | undefined;

/** `node:zlib`, loaded by the first that needs it: a start does not. */
export function zlib(): Zlib {
  loaded ??= process.getBuiltinModule("node:zlib");
  return loaded;
}
