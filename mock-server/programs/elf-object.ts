/** The parts of an object file that the linker needs: code, read-only data, and the positions to fill in. */
export interface ObjectFile {
  readonly text: Uint8Array;
  readonly rodata: Uint8Array;
  /** Offset of the entry function in `text`. */
  readonly entry: number;
  /** 64-bit immediate loads of an address inside `rodata`. */
  readonly dataLoads: readonly { readonly at: number; readonly target: number }[];
  /** Calls to runtime functions. */
  readonly systemCalls: readonly { readonly at: number; readonly name: string }[];
}

interface Section {
  readonly name: string;
  readonly type: number;
  readonly flags: number;
  readonly link: number;
  readonly info: number;
  readonly bytes: Uint8Array;
}

interface ElfSymbol {
  readonly name: string;
  readonly section: number;
  readonly value: number;
}

const ELF_CLASS_64_LITTLE_ENDIAN = "7f454c460201";
const RELOCATABLE = 1;
const MACHINE_BPF = 247;
const SYMBOL_TABLE = 2;
const RELOCATIONS = 9;
const RELOCATIONS_WITH_ADDEND = 4;
const NO_BITS = 8;
const WRITE = 1;
const ALLOCATE = 2;
const EXECUTE = 4;
const LOAD_ADDRESS = 1;
const CALL = 10;

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function text(bytes: Uint8Array, at: number): string {
  const end = bytes.indexOf(0, at);
  return new TextDecoder().decode(bytes.subarray(at, end));
}

function entry<T>(list: readonly T[], index: number, what: string): T {
  const found = list[index];
  if (found === undefined) throw new Error(`The object file names ${what} ${index}, which it does not have.`);
  return found;
}

function readSections(file: Uint8Array): Section[] {
  const v = view(file);
  const table = Number(v.getBigUint64(40, true));
  const headers = Array.from({ length: v.getUint16(60, true) }, (_, i) => {
    const at = table + i * 64;
    const offset = Number(v.getBigUint64(at + 24, true));
    const size = Number(v.getBigUint64(at + 32, true));
    return {
      nameAt: v.getUint32(at, true),
      type: v.getUint32(at + 4, true),
      flags: Number(v.getBigUint64(at + 8, true)),
      link: v.getUint32(at + 40, true),
      info: v.getUint32(at + 44, true),
      bytes: file.subarray(offset, offset + size),
    };
  });
  const names = entry(headers, v.getUint16(62, true), "section").bytes;
  return headers.map(({ nameAt, ...rest }) => ({ name: text(names, nameAt), ...rest }));
}

function readSymbols(sections: readonly Section[]): ElfSymbol[] {
  const table = sections.find((s) => s.type === SYMBOL_TABLE);
  if (table === undefined) throw new Error("The object file has no symbols.");
  const names = entry(sections, table.link, "section").bytes;
  const v = view(table.bytes);
  return Array.from({ length: table.bytes.length / 24 }, (_, i) => ({
    name: text(names, v.getUint32(i * 24, true)),
    section: v.getUint16(i * 24 + 6, true),
    value: Number(v.getBigUint64(i * 24 + 8, true)),
  }));
}

/** Joins the read-only data sections, each aligned to eight bytes. @throws Error for a writable section */
function placeData(sections: readonly Section[]): { rodata: Uint8Array; placement: Map<number, number> } {
  const placement = new Map<number, number>();
  const parts: { at: number; bytes: Uint8Array }[] = [];
  let end = 0;
  for (const [index, s] of sections.entries()) {
    if ((s.flags & ALLOCATE) === 0 || s.bytes.length === 0 || (s.flags & EXECUTE) !== 0) continue;
    if ((s.flags & WRITE) !== 0 || s.type === NO_BITS) {
      throw new Error(`Section ${s.name} is writable: a program has no writable globals.`);
    }
    placement.set(index, end);
    parts.push({ at: end, bytes: s.bytes });
    end = (end + s.bytes.length + 7) & ~7;
  }
  const rodata = new Uint8Array(end);
  for (const part of parts) rodata.set(part.bytes, part.at);
  return { rodata, placement };
}

/**
 * Reads a relocatable eBPF object file with one code section.
 *
 * @throws Error if the file has another format or a part that a program cannot have.
 */
export function readObject(file: Uint8Array, entryName: string): ObjectFile {
  const v = view(file);
  const magic = Buffer.from(file.subarray(0, 6)).toString("hex");
  if (
    magic !== ELF_CLASS_64_LITTLE_ENDIAN ||
    v.getUint16(16, true) !== RELOCATABLE ||
    v.getUint16(18, true) !== MACHINE_BPF
  ) {
    throw new Error("Not a relocatable little-endian eBPF object: compile with -target bpfel -c.");
  }
  const sections = readSections(file);
  const symbols = readSymbols(sections);
  const code = sections.flatMap((s, index) =>
    (s.flags & EXECUTE) !== 0 && s.bytes.length > 0 ? [{ s, index }] : [],
  );
  const [main] = code;
  if (main === undefined || code.length !== 1) throw new Error("Expected exactly one section with code.");
  const { rodata, placement } = placeData(sections);

  const words = view(main.s.bytes);
  const dataLoads: { at: number; target: number }[] = [];
  const systemCalls: { at: number; name: string }[] = [];
  for (const s of sections) {
    if (s.type !== RELOCATIONS && s.type !== RELOCATIONS_WITH_ADDEND) continue;
    const target = entry(sections, s.info, "section");
    if ((target.flags & ALLOCATE) === 0) continue;
    if (s.info !== main.index || s.type !== RELOCATIONS)
      throw new Error(`Section ${target.name} holds addresses: not supported.`);
    const r = view(s.bytes);
    for (let at = 0; at < s.bytes.length; at += 16) {
      const place = Number(r.getBigUint64(at, true));
      const type = r.getUint32(at + 8, true);
      const symbol = entry(symbols, r.getUint32(at + 12, true), "symbol");
      if (type === CALL && symbol.section === 0) {
        systemCalls.push({ at: place, name: symbol.name });
      } else if (type === LOAD_ADDRESS && placement.has(symbol.section)) {
        const addend = words.getUint32(place + 4, true);
        dataLoads.push({ at: place, target: (placement.get(symbol.section) ?? 0) + symbol.value + addend });
      } else {
        throw new Error(`Relocation ${type} of "${symbol.name}" at ${place}: not supported.`);
      }
    }
  }
  const start = symbols.find((s) => s.name === entryName && s.section === main.index);
  if (start === undefined) throw new Error(`The object file has no function ${entryName}.`);
  return { text: main.s.bytes, rodata, entry: start.value, dataLoads, systemCalls };
}
