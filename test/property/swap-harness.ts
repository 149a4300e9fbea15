import { PublicKey, TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import bs58 from "bs58";
import {
  Account,
  FailedTransactionMetadata,
  LiteSvm,
  type TransactionMetadata,
} from "litesvm/dist/internal.js";
import { addressBytes } from "../../mock-server/src/formats/addresses.js";
import type { QuotePool } from "../../mock-server/src/formats/amm/formula.js";
import type { SwapHop, SwapPath } from "../../mock-server/src/formats/amm/instruction.js";
import { encodeSwapPool, mintsInOrder, type SwapPool } from "../../mock-server/src/formats/amm/pool.js";
import { SWAP_PROGRAM_BASE64 } from "../../mock-server/src/formats/amm/program.js";
import type { Instruction } from "../../mock-server/src/formats/instructions.js";
import { PROGRAMS } from "../../mock-server/src/formats/programs.js";
import { encodeMint, encodeTokenAccount } from "../../mock-server/src/formats/token-layout.js";
import { decodeSwapReturnData } from "../server/formats/swap-program-forms.js";

export const SPL_TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
export const TOKEN_2022 = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
export const SYSTEM = "11111111111111111111111111111111";
export const U64_MAX = (1n << 64n) - 1n;

/** A 32-byte address that contains the name, so that a failing test shows which account it is. */
export function named(name: string): string {
  const bytes = new Uint8Array(32).fill(7);
  bytes.set(new TextEncoder().encode(name).subarray(0, 31), 1);
  return bs58.encode(bytes);
}

export interface Token {
  readonly mint: string;
  readonly program: string;
}

export interface PoolAt {
  readonly address: string;
  readonly state: SwapPool;
}

/** The bytes of a legacy transaction. All signatures are zero. */
export function wire(payer: string, instructions: readonly Instruction[]): Uint8Array {
  const message = new TransactionMessage({
    payerKey: new PublicKey(payer),
    recentBlockhash: SYSTEM,
    instructions: instructions.map(({ programId, accounts, data }) => ({
      programId: new PublicKey(programId),
      keys: accounts.map(({ address, signer: isSigner, writable: isWritable }) => ({
        pubkey: new PublicKey(address),
        isSigner,
        isWritable,
      })),
      data: Buffer.from(data),
    })),
  });
  return new VersionedTransaction(message.compileToLegacyMessage()).serialize();
}

export function mintData(options: { decimals?: number; extensions?: Uint8Array } = {}): Uint8Array {
  return extended(encodeMint({ decimals: options.decimals ?? 6 }, U64_MAX, undefined), 1, options.extensions);
}

export function tokenData(mint: string, owner: string, amount: bigint, extensions?: Uint8Array): Uint8Array {
  return extended(encodeTokenAccount("spl-token", { mint, owner, amount }), 2, extensions);
}

function extended(base: Uint8Array, kind: number, extensions: Uint8Array | undefined): Uint8Array {
  if (extensions === undefined) return base;
  const data = new Uint8Array(166 + extensions.length);
  data.set(base);
  data[165] = kind;
  data.set(extensions, 166);
  return data;
}

export interface Outcome {
  readonly code: number | undefined;
  readonly error: string | undefined;
  readonly logs: string[];
  readonly units: bigint;
  readonly returned: { amountIn: bigint; amountOut: bigint } | undefined;
}

/** A bare virtual machine with the swap program. Tests write accounts directly, and signatures are not checked. */
export class SwapBench {
  readonly svm = new LiteSvm();
  readonly user = named("user");

  constructor() {
    this.svm.setSigverify(false);
    this.svm.setBlockhashCheck(false);
    this.svm.setTransactionHistory(0n);
    this.svm.addProgram(addressBytes(PROGRAMS.swap), Buffer.from(SWAP_PROGRAM_BASE64, "base64"));
    this.put(this.user, new Uint8Array(0), SYSTEM, 10n ** 15n);
  }

  put(address: string, data: Uint8Array, owner: string, lamports = 10n ** 9n): void {
    this.svm.setAccount(addressBytes(address), new Account(lamports, data, addressBytes(owner), false, 0n));
  }

  token(mint: string, program: string, decimals = 6): Token {
    this.put(mint, mintData({ decimals }), program);
    return { mint, program };
  }

  hold(address: string, token: Token, owner: string, amount: bigint): void {
    this.put(address, tokenData(token.mint, owner, amount), token.program);
  }

  balance(address: string): bigint {
    const data = this.data(address);
    return new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(64, true);
  }

  data(address: string): Uint8Array {
    return this.svm.getAccount(addressBytes(address))?.data() ?? new Uint8Array(0);
  }

  run(instructions: readonly Instruction[], payer = this.user): Outcome {
    return outcome(this.svm.sendVersionedTransaction(wire(payer, instructions)));
  }
}

function outcome(result: TransactionMetadata | FailedTransactionMetadata): Outcome {
  const failed = result instanceof FailedTransactionMetadata;
  const meta = failed ? result.meta() : result;
  const error = failed ? result.toString() : undefined;
  const [, custom] = /Custom\((\d+)\)/.exec(error ?? "") ?? [];
  return {
    code: custom === undefined ? undefined : Number(custom),
    error,
    logs: meta.logs(),
    units: meta.computeUnitsConsumed(),
    returned: failed ? undefined : decodeSwapReturnData(meta.returnData().data()),
  };
}

/** The pool of two tokens, with derived pool and vault addresses. */
export function poolOf(x: Token, y: Token, feeBps: number): PoolAt {
  const [mintA, mintB] = mintsInOrder(x.mint, y.mint) ? [x.mint, y.mint] : [y.mint, x.mint];
  const [address, bump] = PublicKey.findProgramAddressSync(
    [Buffer.from("pool"), addressBytes(mintA), addressBytes(mintB)],
    new PublicKey(PROGRAMS.swap),
  );
  const [vaultA, vaultB] = [derived(address, mintA), derived(address, mintB)];
  return { address: address.toBase58(), state: { bump, feeBps, mintA, mintB, vaultA, vaultB } };
}

function derived(pool: PublicKey, mint: string): string {
  return PublicKey.findProgramAddressSync(
    [pool.toBytes(), addressBytes(mint)],
    PublicKey.default,
  )[0].toBase58();
}

export function hopOf(pool: PoolAt, to: Token): SwapHop {
  const { mintA, vaultA, vaultB } = pool.state;
  const toA = to.mint === mintA;
  return {
    pool: pool.address,
    vaultIn: toA ? vaultB : vaultA,
    vaultOut: toA ? vaultA : vaultB,
    mintOut: to.mint,
    tokenProgramOut: to.program,
  };
}

/** Writes the pool and its vaults with the quote's reserves and fee, for a swap from `from` to `to`. */
export function seedPool(bench: SwapBench, pool: PoolAt, from: Token, to: Token, quote: QuotePool): void {
  const hop = hopOf(pool, to);
  bench.put(pool.address, encodeSwapPool({ ...pool.state, feeBps: quote.feeBps }), PROGRAMS.swap);
  bench.hold(hop.vaultIn, from, pool.address, quote.reserveIn);
  bench.hold(hop.vaultOut, to, pool.address, quote.reserveOut);
}

/** A swap path for the bench's user over the tokens in order, with fixed source and destination accounts. */
export function pathOver(bench: SwapBench, tokens: readonly Token[], pools: readonly PoolAt[]): SwapPath {
  const [first] = tokens;
  const hops = pools.map((pool, i) => hopOf(pool, tokens[i + 1]!));
  return {
    user: bench.user,
    source: named("source"),
    destination: named("destination"),
    mintIn: first!.mint,
    tokenProgramIn: first!.program,
    hops: hops.length === 1 ? [hops[0]!] : [hops[0]!, hops[1]!],
  };
}
