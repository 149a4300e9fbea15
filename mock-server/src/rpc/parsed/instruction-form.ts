import { ByteReader } from "../../chain/byte-reader.js";

/** A parsed account or instruction. A kind without content has no `info`. */
export interface Words {
  readonly type: string;
  readonly info?: unknown;
}

type Info = Readonly<Record<string, unknown>>;

/** An instruction during parsing: its accounts, and its data after the tag. */
export class Call {
  constructor(
    readonly accounts: readonly string[],
    readonly data: ByteReader,
  ) {}

  /** The accounts in order, under these names. Missing accounts are left out. */
  named(...names: readonly string[]): Info {
    return Object.fromEntries(
      names.flatMap((name, at) => (this.accounts[at] === undefined ? [] : [[name, this.accounts[at]]])),
    );
  }

  /** The authority at an index. The signers of a multisig are included. */
  signer(at: number, name: string, accounts: readonly string[] = this.accounts): Info {
    const signers = accounts.slice(at + 1);
    if (signers.length === 0) return { [name]: accounts[at] };
    return { [multisigName(name)]: accounts[at], signers };
  }
}

function multisigName(name: string): string {
  return `multisig${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** How instructions of one kind are parsed. */
export interface Form {
  readonly type: string;
  readonly accounts: number;
  /** Omitted for a kind without content. @throws {RangeError} if the data is invalid for the kind */
  readonly info?: (call: Call) => Info;
}

export function form(type: string, accounts: number, info?: (call: Call) => Info): Form {
  return { type, accounts, ...(info && { info }) };
}

/** Parses an instruction. @throws {RangeError} if it has too few accounts, or the kind is unknown */
export function wordsBy(found: Form | undefined, accounts: readonly string[], data: ByteReader): Words {
  if (!found || accounts.length < found.accounts) throw new RangeError("no such instruction");
  const info = found.info?.(new Call(accounts, data));
  return info === undefined ? { type: found.type } : { type: found.type, info };
}

/** Parses instructions that begin with a u32 tag, as in the native programs. */
export function byNumber(forms: readonly (Form | undefined)[]) {
  return (accounts: readonly string[], data: Uint8Array): Words => {
    const reader = new ByteReader(data);
    return wordsBy(forms[reader.u32()], accounts, reader);
  };
}
