// Transactions as the service builds them, created with web3.js, which shares no code with the SDK.
import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { ConfigurationError } from "intent-tx";
import type { Intent } from "intent-tx/contract";
import { NATIVE_MINT, PROGRAM_IDS } from "intent-tx/contract";
import { type TransactionFinding, UnsafeTransactionError } from "intent-tx/solana";

export const keypair = (n: number) => Keypair.fromSeed(new Uint8Array(32).fill(n));
export const wallet = keypair(1).publicKey;
export const recipient = keypair(2).publicKey;
export const stranger = keypair(3).publicKey;

export const SOL = new PublicKey(NATIVE_MINT);
export const USDC = new PublicKey("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v");
export const BONK = new PublicKey("DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263");
export const PYUSD = new PublicKey("2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo");

export const TOKEN = new PublicKey(PROGRAM_IDS.token);
export const TOKEN_2022 = new PublicKey(PROGRAM_IDS.token2022);
export const ASSOCIATED = new PublicKey(PROGRAM_IDS.associatedToken);
export const SWAP = new PublicKey(PROGRAM_IDS.swap);
export const tokenProgramOf = (mint: PublicKey) => (mint.equals(PYUSD) ? TOKEN_2022 : TOKEN);

export function ata(owner: PublicKey, mint: PublicKey, program = tokenProgramOf(mint)): PublicKey {
  const seeds = [owner.toBuffer(), program.toBuffer(), mint.toBuffer()];
  return PublicKey.findProgramAddressSync(seeds, ASSOCIATED)[0];
}

const writable = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: true });
const readonly = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: false });
const signer = (pubkey: PublicKey) => ({ pubkey, isSigner: true, isWritable: true });
export const metas = { writable, readonly, signer };

/** Concatenates parts: a number is one byte, a bigint is a little-endian u64. */
export const bytes = (...parts: (number | bigint)[]): Buffer =>
  Buffer.concat(
    parts.map((part) => {
      if (typeof part === "number") return Buffer.of(part);
      const u64 = Buffer.alloc(8);
      u64.writeBigUInt64LE(part);
      return u64;
    }),
  );

export const instruction = (
  programId: PublicKey,
  keys: { pubkey: PublicKey; isSigner: boolean; isWritable: boolean }[],
  data: Buffer,
) => new TransactionInstruction({ programId, keys, data });

export const createAccount = (
  owner: PublicKey,
  mint: PublicKey,
  {
    payer = wallet,
    program = tokenProgramOf(mint),
    account = ata(owner, mint, program),
    data = bytes(1),
  } = {},
) =>
  instruction(
    ASSOCIATED,
    [
      signer(payer),
      writable(account),
      readonly(owner),
      readonly(mint),
      readonly(SystemProgram.programId),
      readonly(program),
    ],
    data,
  );

export const sendSol = (to: PublicKey, lamports: bigint, from = wallet) =>
  SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports });

export const syncNative = (account = ata(wallet, SOL), program = TOKEN) =>
  instruction(program, [writable(account)], bytes(17));

export const closeAccount = (
  account = ata(wallet, SOL),
  to = wallet,
  { authority = wallet, program = TOKEN } = {},
) => instruction(program, [writable(account), writable(to), signer(authority)], bytes(9));

export const transferChecked = (
  to: PublicKey,
  mint: PublicKey,
  amount: bigint,
  { program = tokenProgramOf(mint), from = ata(wallet, mint, program), authority = wallet } = {},
) =>
  instruction(
    program,
    [writable(from), readonly(mint), writable(to), signer(authority)],
    bytes(12, amount, 6),
  );

export interface SwapParts {
  side?: "input" | "output";
  input: PublicKey;
  output: PublicKey;
  amount: bigint;
  bound: bigint;
  hops?: 1 | 2;
  user?: PublicKey;
  source?: PublicKey;
  destination?: PublicKey;
  inputProgram?: PublicKey;
  outputProgram?: PublicKey;
  middle?: PublicKey;
  middleProgram?: PublicKey;
  pools?: PublicKey[];
  vaults?: PublicKey[];
}

/** The pools in the routes of sample intents. */
export const POOLS = [keypair(101).publicKey, keypair(102).publicKey] as const;

export function swap(parts: SwapParts): TransactionInstruction {
  const { side = "input", input, output, amount, bound, hops = 1, user = wallet } = parts;
  const { inputProgram = tokenProgramOf(input), outputProgram = tokenProgramOf(output) } = parts;
  const { source = ata(wallet, input), destination = ata(wallet, output) } = parts;
  const { middle = SOL, pools = [...POOLS].slice(0, hops) } = parts;
  const { middleProgram = tokenProgramOf(middle) } = parts;
  const [first, second] = pools as [PublicKey, PublicKey];
  const derived =
    hops === 1
      ? [ata(first, input), ata(first, output)]
      : [ata(first, input), ata(first, middle), ata(second, middle), ata(second, output)];
  const vaults = (parts.vaults ?? derived).map(writable);
  const keys = [
    signer(user),
    writable(source),
    writable(destination),
    readonly(input),
    readonly(output),
    readonly(inputProgram),
    readonly(outputProgram),
    readonly(first),
    ...vaults.slice(0, 2),
  ];
  if (hops === 2) keys.push(readonly(middle), readonly(middleProgram), readonly(second), ...vaults.slice(2));
  return instruction(SWAP, keys, bytes(side === "input" ? 1 : 2, amount, bound));
}

export const budget = (units = 200_000, microLamports: number | bigint = 1000) => [
  ComputeBudgetProgram.setComputeUnitLimit({ units }),
  ComputeBudgetProgram.setComputeUnitPrice({ microLamports }),
];

export const blockhash = keypair(9).publicKey.toBase58();

/** Values of all types, for places that expect another one. */
export const ODD = [
  ...[undefined, null, 0, 7, "x", true, 5n, Number.NaN, Symbol("s")],
  ...[[], {}, () => 1, Object.create(null) as object],
];

/** An active lookup table. */
export const lookupTable = (key: PublicKey, addresses: PublicKey[]) =>
  new AddressLookupTableAccount({
    key,
    state: {
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
      addresses,
    },
  });

/** The base64 of an unsigned transaction, of version 0 unless `legacy`. */
export function build(
  instructions: TransactionInstruction[],
  payerKey = wallet,
  { recentBlockhash = blockhash, tables = [] as AddressLookupTableAccount[], legacy = false } = {},
): string {
  const draft = new TransactionMessage({ payerKey, recentBlockhash, instructions });
  const message = legacy ? draft.compileToLegacyMessage() : draft.compileToV0Message(tables);
  return Buffer.from(new VersionedTransaction(message).serialize()).toString("base64");
}

export function swapIntent(
  input: PublicKey,
  output: PublicKey,
  amount: bigint,
  outAmount: bigint,
  hops: 1 | 2 = 1,
): Intent {
  const mints = hops === 1 ? [input, output] : [input, SOL, output];
  const marketInfos = [...POOLS].slice(0, hops).map((id, i) => ({
    id: id.toBase58(),
    label: `pool ${i + 1}`,
    inputMint: mints[i]!.toBase58(),
    outputMint: mints[i + 1]!.toBase58(),
    inAmount: amount,
    outAmount,
    fee: 3n,
  }));
  return {
    intentId: "intent_0123456789abcdef",
    action: "swap",
    parameters: { inputToken: input.toBase58(), outputToken: output.toBase58(), amount },
    route: { inAmount: amount, outAmount, priceImpact: 0.01, marketInfos },
    confidence: 1,
  };
}

export function transferIntent(mint: PublicKey, amount: bigint, to = recipient): Intent {
  return {
    intentId: "intent_0123456789abcdef",
    action: "transfer",
    parameters: { inputToken: mint.toBase58(), amount, recipient: to.toBase58() },
    confidence: 1,
  };
}

/** The intent and instructions of a valid transaction, which tests modify. */
export interface Sample {
  readonly name: string;
  readonly intent: Intent;
  readonly instructions: TransactionInstruction[];
}

/** The service's transaction for a swap of `amount`, quoted at `outAmount`, with 50 bps of slippage. */
export function swapSample(
  name: string,
  parts: { side?: "input" | "output"; hops?: 1 | 2; input: PublicKey; output: PublicKey },
  amount = 1_000_000_001n,
  outAmount = 150_000_003n,
): Sample {
  const { input, output, side = "input" } = parts;
  const minimum = (outAmount * 9950n + 9999n) / 10000n;
  const maximum = (amount * 10050n) / 10000n;
  const terms = side === "input" ? { amount, bound: minimum } : { amount: outAmount, bound: maximum };
  const wrap = side === "input" ? amount : maximum;
  const native = [input, output].some((mint) => mint.equals(SOL));
  return {
    name,
    intent: swapIntent(input, output, amount, outAmount, parts.hops),
    instructions: [
      ...budget(),
      ...(input.equals(SOL)
        ? [createAccount(wallet, SOL), sendSol(ata(wallet, SOL), wrap), syncNative()]
        : []),
      createAccount(wallet, output),
      swap({ ...parts, ...terms }),
      ...(native ? [closeAccount()] : []),
    ],
  };
}

export const SAMPLES: readonly Sample[] = [
  swapSample("SOL to USDC, exact in", { input: SOL, output: USDC }),
  swapSample("SOL to USDC, exact out", { input: SOL, output: USDC, side: "output" }),
  swapSample("USDC to SOL, exact in", { input: USDC, output: SOL }),
  swapSample("USDC to SOL, exact out", { input: USDC, output: SOL, side: "output" }),
  swapSample("USDC to PYUSD over two pools", { input: USDC, output: PYUSD, hops: 2 }),
  swapSample("PYUSD to BONK over two pools, exact out", {
    input: PYUSD,
    output: BONK,
    side: "output",
    hops: 2,
  }),
  {
    name: "a transfer of SOL",
    intent: transferIntent(SOL, 500_000_000n),
    instructions: [...budget(450), sendSol(recipient, 500_000_000n)],
  },
  {
    name: "a transfer of USDC",
    intent: transferIntent(USDC, 25_000_000n),
    instructions: [
      ...budget(),
      createAccount(recipient, USDC),
      transferChecked(ata(recipient, USDC), USDC, 25_000_000n),
    ],
  },
  {
    name: "a transfer of PYUSD, a Token-2022 mint",
    intent: transferIntent(PYUSD, 25_000_000n),
    instructions: [
      ...budget(),
      createAccount(recipient, PYUSD),
      transferChecked(ata(recipient, PYUSD), PYUSD, 25_000_000n),
    ],
  },
];

export const sampleNamed = (name: string): Sample => {
  const found = SAMPLES.find((sample) => sample.name === name);
  if (!found) throw new Error(`no sample is called ${name}`);
  return found;
};

/**
 * The findings of a refused transaction, empty if it is accepted. For an invalid option, the name of the error is the
 * only code. Rethrows any other error.
 */
export function findingsOf(verify: () => unknown): readonly TransactionFinding[] {
  try {
    verify();
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return [{ code: error.name as never, message: error.message }];
    if (!(error instanceof UnsafeTransactionError)) throw error;
    return error.findings;
  }
}

export const codesOf = (verify: () => unknown) => findingsOf(verify).map(({ code }) => code);
