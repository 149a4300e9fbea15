import { readObject } from "./elf-object.js";

const FILE_HEADER = 64;
const PROGRAM_HEADER = 56;
const SECTION_HEADER = 64;
const SYMBOL = 24;
const RELOCATION = 16;
const RELATIVE = 8;
const CALL = 10;
const ENTRY = "entrypoint";
/** System calls that the program may use. Any other name is a misspelling or a compiler's helper function. */
const SYSTEM_CALLS = new Set([
  "sol_log_",
  "sol_invoke_signed_c",
  "sol_create_program_address",
  "sol_try_find_program_address",
  "sol_get_rent_sysvar",
  "sol_set_return_data",
  "sol_log_data",
  "sol_keccak256",
]);

interface Placed {
  readonly name: string;
  readonly type: number;
  readonly flags: number;
  readonly bytes: Uint8Array;
  readonly link?: number;
  readonly info?: number;
  readonly entrySize?: number;
}

const align8 = (n: number) => (n + 7) & ~7;

/** Writes little-endian numbers: [byte count, value] pairs. */
function pack(...fields: readonly (readonly [1 | 2 | 4 | 8, number])[]): Uint8Array {
  const out = new Uint8Array(fields.reduce((n, [size]) => n + size, 0));
  const v = new DataView(out.buffer);
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 8) v.setBigUint64(at, BigInt(value), true);
    else if (size === 4) v.setUint32(at, value, true);
    else if (size === 2) v.setUint16(at, value, true);
    else v.setUint8(at, value);
    at += size;
  }
  return out;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const p of parts) {
    out.set(p, at);
    at += p.length;
  }
  return out;
}

function stringTable(names: readonly string[]): { bytes: Uint8Array; at: (name: string) => number } {
  const offsets = new Map<string, number>([["", 0]]);
  let text = "\0";
  for (const name of names) {
    offsets.set(name, text.length);
    text += `${name}\0`;
  }
  return { bytes: new TextEncoder().encode(text), at: (name) => offsets.get(name) ?? 0 };
}

/**
 * Links the compiler's object file into a program image for Solana's loader (sBPF version 0).
 *
 * Ordinary linkers cannot do this: lld and GNU ld refuse the machine or its relocations. The loader requires that each
 * section's address equals its file offset, and that calls of the runtime are relocations by name. It adds the base
 * address to every data address that has a relocation.
 *
 * @throws Error naming the part of the object file that a program cannot have.
 */
export function linkProgram(objectFile: Uint8Array): Uint8Array {
  const object = readObject(objectFile, ENTRY);
  const systemCalls = [...new Set(object.systemCalls.map((c) => c.name))];
  const unknown = systemCalls.find((name) => !SYSTEM_CALLS.has(name));
  if (unknown !== undefined)
    throw new Error(`The program calls ${unknown}, which the runtime does not offer.`);

  const textAt = align8(FILE_HEADER + 3 * PROGRAM_HEADER);
  const rodataAt = align8(textAt + object.text.length);
  const dynamicAt = align8(rodataAt + object.rodata.length);
  const dynamicLength = 9 * 16;
  const symbolsAt = dynamicAt + dynamicLength;
  const symbolsLength = (2 + systemCalls.length) * SYMBOL;
  const namesAt = symbolsAt + symbolsLength;
  const names = stringTable([ENTRY, ...systemCalls]);
  const relocationsAt = align8(namesAt + names.bytes.length);

  // Not slice(): on a Buffer that would share the object file's bytes.
  const text = Uint8Array.from(object.text);
  const words = new DataView(text.buffer);
  const relocations: { at: number; bytes: Uint8Array }[] = [];
  for (const load of object.dataLoads) {
    words.setUint32(load.at + 4, rodataAt + load.target, true);
    words.setUint32(load.at + 12, 0, true);
    relocations.push({ at: load.at, bytes: pack([8, textAt + load.at], [4, RELATIVE], [4, 0]) });
  }
  for (const call of object.systemCalls) {
    words.setInt32(call.at + 4, -1, true);
    const symbol = 2 + systemCalls.indexOf(call.name);
    relocations.push({ at: call.at, bytes: pack([8, textAt + call.at], [4, CALL], [4, symbol]) });
  }
  relocations.sort((a, b) => a.at - b.at);
  const relocationBytes = join(relocations.map((r) => r.bytes));

  const entryAt = textAt + object.entry;
  const symbolTable = join([
    new Uint8Array(SYMBOL),
    pack([4, names.at(ENTRY)], [1, 0x12], [1, 0], [2, 1], [8, entryAt], [8, 0]),
    ...systemCalls.map((name) => pack([4, names.at(name)], [1, 0x10], [1, 0], [2, 0], [8, 0], [8, 0])),
  ]);
  // In this order: FLAGS (text relocations), REL, RELSZ, RELENT, SYMTAB, SYMENT, STRTAB, STRSZ, end.
  const dynamic = join(
    [
      [30, 4],
      [17, relocationsAt],
      [18, relocationBytes.length],
      [19, RELOCATION],
      [6, symbolsAt],
      [11, SYMBOL],
      [5, namesAt],
      [10, names.bytes.length],
      [0, 0],
    ].map(([tag = 0, value = 0]) => pack([8, tag], [8, value])),
  );
  return writeImage(entryAt, [
    { name: ".text", type: 1, flags: 6, bytes: text },
    { name: ".rodata", type: 1, flags: 2, bytes: object.rodata },
    { name: ".dynamic", type: 6, flags: 3, bytes: dynamic, link: 5, entrySize: 16 },
    { name: ".dynsym", type: 11, flags: 2, bytes: symbolTable, link: 5, info: 1, entrySize: SYMBOL },
    { name: ".dynstr", type: 3, flags: 2, bytes: names.bytes },
    { name: ".rel.dyn", type: 9, flags: 2, bytes: relocationBytes, link: 4, entrySize: RELOCATION },
  ]);
}

/** Writes the sections in order, aligned to eight bytes, at addresses that equal their file offsets. */
function writeImage(entryAt: number, sections: readonly Placed[]): Uint8Array {
  const names = stringTable([...sections.map((s) => s.name), ".shstrtab"]);
  const all: Placed[] = [...sections, { name: ".shstrtab", type: 3, flags: 0, bytes: names.bytes }];
  let end = align8(FILE_HEADER + 3 * PROGRAM_HEADER);
  const placed = all.map((s) => {
    const at = end;
    end = align8(at + s.bytes.length);
    return { ...s, at };
  });
  const out = new Uint8Array(end + (all.length + 1) * SECTION_HEADER);
  out.set(join([Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0), new Uint8Array(8)]));
  out.set(
    pack(
      [2, 3],
      [2, 247],
      [4, 1],
      [8, entryAt],
      [8, FILE_HEADER],
      [8, end],
      [4, 0],
      [2, FILE_HEADER],
      [2, PROGRAM_HEADER],
      [2, 3],
      [2, SECTION_HEADER],
      [2, all.length + 1],
      [2, all.length],
    ),
    16,
  );
  const at = (name: string) => placed.find((s) => s.name === name) ?? { at: 0, bytes: new Uint8Array(0) };
  const segment = (type: number, flags: number, first: string, last: string) => {
    const start = at(first).at;
    const length = at(last).at + at(last).bytes.length - start;
    return pack([4, type], [4, flags], [8, start], [8, start], [8, start], [8, length], [8, length], [8, 8]);
  };
  out.set(
    join([
      segment(1, 5, ".text", ".rodata"),
      segment(1, 4, ".dynamic", ".rel.dyn"),
      segment(2, 4, ".dynamic", ".dynamic"),
    ]),
    FILE_HEADER,
  );
  for (const [i, s] of placed.entries()) {
    out.set(s.bytes, s.at);
    const address = s.flags === 0 ? 0 : s.at;
    out.set(
      pack(
        [4, names.at(s.name)],
        [4, s.type],
        [8, s.flags],
        [8, address],
        [8, s.at],
        [8, s.bytes.length],
        [4, s.link ?? 0],
        [4, s.info ?? 0],
        [8, 8],
        [8, s.entrySize ?? 0],
      ),
      end + (i + 1) * SECTION_HEADER,
    );
  }
  return out;
}
