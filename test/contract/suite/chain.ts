import {
  Authorized,
  Keypair,
  PublicKey,
  StakeProgram,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from "@solana/web3.js";
import { PROGRAM_IDS } from "intent-tx/contract";
import { associatedTokenAddress } from "intent-tx/solana";
import type { Setup } from "./setup.js";

const MINT_BYTES = 82;
const MINT_RENT = 1_461_600;
const TOKEN = new PublicKey(PROGRAM_IDS.token);

/** Signs with alice and the other required signers, and sends over JSON-RPC; returns the signature. */
async function sendAll(
  setup: Setup,
  instructions: TransactionInstruction[],
  others: Keypair[] = [],
): Promise<string> {
  const { value } = await setup.rpc<{ value: { blockhash: string } }>("getLatestBlockhash", [
    { commitment: "confirmed" },
  ]);
  const alice = setup.keypair();
  const transaction = new Transaction({
    feePayer: alice.publicKey,
    blockhash: value.blockhash,
    lastValidBlockHeight: 1e9,
  });
  transaction.add(...instructions).sign(alice, ...others);
  return setup.sendWire(transaction.serialize().toString("base64"));
}

/** Creates a wallet with SOL and sends all of it back, minus the fee; returns its address. */
export async function emptiedWallet(setup: Setup): Promise<string> {
  const wallet = Keypair.generate();
  const fromPubkey = wallet.publicKey;
  const toPubkey = setup.keypair().publicKey;
  const opening = SystemProgram.transfer({
    fromPubkey: toPubkey,
    toPubkey: fromPubkey,
    lamports: 1_000_000_000,
  });
  await sendAll(setup, [opening]);
  await sendAll(setup, [SystemProgram.transfer({ fromPubkey, toPubkey, lamports: 1_000_000_000 })], [wallet]);
  return fromPubkey.toBase58();
}

/** Creates a mint without decimals, gives alice its only unit and removes the mint authority; returns the mint. */
export async function makeNft(setup: Setup): Promise<string> {
  const alice = setup.keypair().publicKey;
  const mint = Keypair.generate();
  const holder = new PublicKey(
    associatedTokenAddress(alice.toBase58(), mint.publicKey.toBase58(), PROGRAM_IDS.token),
  );
  const writes = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: true });
  const reads = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: false });
  const signs = (pubkey: PublicKey) => ({ pubkey, isSigner: true, isWritable: true });
  const token = (keys: ReturnType<typeof writes>[], ...data: number[]) =>
    new TransactionInstruction({ programId: TOKEN, keys, data: Buffer.from(data) });
  await sendAll(
    setup,
    [
      SystemProgram.createAccount({
        fromPubkey: alice,
        newAccountPubkey: mint.publicKey,
        lamports: MINT_RENT,
        space: MINT_BYTES,
        programId: TOKEN,
      }),
      // InitializeMint2: no decimals, alice as mint authority, no freeze authority.
      token([writes(mint.publicKey)], 20, 0, ...alice.toBytes(), 0),
      new TransactionInstruction({
        programId: new PublicKey(PROGRAM_IDS.associatedToken),
        keys: [
          signs(alice),
          writes(holder),
          reads(alice),
          reads(mint.publicKey),
          reads(SystemProgram.programId),
          reads(TOKEN),
        ],
        data: Buffer.from([1]),
      }),
      // MintTo one unit, then SetAuthority to none.
      token([writes(mint.publicKey), writes(holder), signs(alice)], 7, 1, 0, 0, 0, 0, 0, 0, 0),
      token([writes(mint.publicKey), signs(alice)], 6, 0, 0),
    ],
    [mint],
  );
  return mint.publicKey.toBase58();
}

/** Creates an undelegated stake account for alice; returns its address. */
export async function makeStake(setup: Setup, lamports: bigint): Promise<string> {
  const alice = setup.keypair().publicKey;
  const stake = Keypair.generate();
  const { instructions } = StakeProgram.createAccount({
    fromPubkey: alice,
    stakePubkey: stake.publicKey,
    authorized: new Authorized(alice, alice),
    lamports: Number(lamports),
  });
  await sendAll(setup, instructions, [stake]);
  return stake.publicKey.toBase58();
}

/** Sends a transaction from alice that moves no funds: it allocates space in one of her accounts. */
export function accountOnly(setup: Setup): Promise<string> {
  const account = Keypair.generate();
  const instruction = SystemProgram.allocate({ accountPubkey: account.publicKey, space: 0 });
  return sendAll(setup, [instruction], [account]);
}
