import { UnsafeTransactionError } from "../errors/errors.js";
import type {
  CreateTokenAccount,
  RawInstruction,
  SwapDecoder,
  SwapTerms,
} from "../solana/decode/instructions.js";

/** The accounts and the little-endian data of a venue's instruction. What is missing is a refusal with the reason. */
export class Fields {
  readonly #view: DataView;

  constructor(
    readonly instruction: RawInstruction,
    readonly name: string,
  ) {
    const { buffer, byteOffset, byteLength } = instruction.data;
    this.#view = new DataView(buffer, byteOffset, byteLength);
  }

  /** An account by its place. A negative place counts from the end. */
  account(place: number): string {
    const { accounts } = this.instruction;
    return accounts[place < 0 ? accounts.length + place : place] ?? this.refuse(`has no account ${place}`);
  }

  u8(at: number): number {
    return this.#has(at, 1).getUint8(at);
  }

  u16(at: number): number {
    return this.#has(at, 2).getUint16(at, true);
  }

  u32(at: number): number {
    return this.#has(at, 4).getUint32(at, true);
  }

  u64(at: number): bigint {
    return this.#has(at, 8).getBigUint64(at, true);
  }

  bool(at: number): boolean {
    const byte = this.u8(at);
    return byte < 2 ? byte === 1 : this.refuse(`has ${byte} where true or false is expected`);
  }

  refuse(reason: string): never {
    const message = `${this.name} ${reason}`;
    throw new UnsafeTransactionError(message, [{ code: "unknown_instruction", message }]);
  }

  #has(at: number, bytes: number): DataView {
    if (at + bytes > this.#view.byteLength) this.refuse(`ends at byte ${this.#view.byteLength} of its data`);
    return this.#view;
  }
}

type Layout = (fields: Fields) => SwapTerms | CreateTokenAccount;

/**
 * Creates a decoder from layouts by discriminator, in hex. An unknown discriminator is refused with the venue's name,
 * because a guess about its accounts or amounts could lose money.
 */
export function venue(
  name: string,
  discriminatorBytes: number,
  layouts: Readonly<Record<string, Layout>>,
  refused: Readonly<Record<string, string>> = {},
): SwapDecoder {
  return (instruction) => {
    const start = instruction.data.subarray(0, discriminatorBytes);
    const id = Array.from(start, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const fields = new Fields(instruction, `The instruction ${id || "without data"} of ${name}`);
    const layout = Object.hasOwn(layouts, id) ? layouts[id] : undefined;
    return (
      layout?.(fields) ??
      fields.refuse(refused[id] ?? "is not a swap whose layout this version of the SDK knows")
    );
  };
}

/** Places of the accounts, and offsets of the amounts, of an instruction that takes or gives an exact amount. */
export interface Places {
  readonly amount: number;
  readonly bound: number;
  readonly user: number;
  readonly input: number;
  readonly output: number;
  readonly inputMint?: number;
  readonly outputMint?: number;
}

export function termsAt(fields: Fields, side: SwapTerms["side"], places: Places): SwapTerms {
  const { inputMint, outputMint } = places;
  return {
    side,
    amount: fields.u64(places.amount),
    bound: fields.u64(places.bound),
    user: fields.account(places.user),
    inputAccount: fields.account(places.input),
    outputAccount: fields.account(places.output),
    inputMint: inputMint === undefined ? undefined : fields.account(inputMint),
    outputMint: outputMint === undefined ? undefined : fields.account(outputMint),
  };
}

/** The layout of an instruction whose side, accounts and amounts have fixed places. */
export const fixed =
  (side: SwapTerms["side"], places: Places): Layout =>
  (fields) =>
    termsAt(fields, side, places);
