import { ByteReader } from "./byte-reader.js";

/** An account or instruction in words: its kind, and what is in it. A kind that holds nothing has no `info`. */
export interface Words {
  readonly type: string;
  readonly info?: unknown;
}

type Info = Readonly<Record<string, unknown>>;

/** An instruction while it is put into words: its accounts, and its data from behind what says of which kind it is. */
export class Call {
  constructor(
    readonly accounts: readonly string[],
    readonly data: ByteReader,
  ) {}

  /** Accounts in their order under names; an account that is not there has none. */
  named(...names: readonly string[]): Info {
    return Object.fromEntries(
      names.flatMap((name, at) => (this.accounts[at] === undefined ? [] : [[name, this.accounts[at]]])),
    );
  }

  /** The authority at a place, or the multisig there with those who signed for it. */
  signer(at: number, name: string, accounts: readonly string[] = this.accounts): Info {
    const signers = accounts.slice(at + 1);
    if (signers.length === 0) return { [name]: accounts[at] };
    return { [multisigName(name)]: accounts[at], signers };
  }
}

function multisigName(name: string): string {
  return `multisig${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** How instructions of one kind are put into words. */
export interface Form {
  readonly type: string;
  /** Fewest accounts that it has. */
  readonly accounts: number;
  /** Left out: the kind says it all. @throws {RangeError} where the data is not of the kind */
  readonly info?: (call: Call) => Info;
}

/** A form. */
export function form(type: string, accounts: number, info?: (call: Call) => Info): Form {
  return { type, accounts, ...(info && { info }) };
}

/** An instruction by the form of its kind. @throws {RangeError} if it has too few accounts, or there is no form */
export function wordsBy(found: Form | undefined, accounts: readonly string[], data: ByteReader): Words {
  if (!found || accounts.length < found.accounts) throw new RangeError("no such instruction");
  const info = found.info?.(new Call(accounts, data));
  return info === undefined ? { type: found.type } : { type: found.type, info };
}

/** Instructions whose kind is a u32, as the programs of the cluster itself have it. */
export function byNumber(forms: readonly (Form | undefined)[]) {
  return (accounts: readonly string[], data: Uint8Array): Words => {
    const reader = new ByteReader(data);
    return wordsBy(forms[reader.u32()], accounts, reader);
  };
}
