import bs58 from "bs58";
import { type Environment, PROGRAM_IDS } from "intent-tx/contract";
import type { State } from "../state/state.js";
import { associatedTokenAddress } from "../world/addresses.js";
import { tokenProgramId } from "../world/token-layout.js";
import { NATIVE_MINT, type Token } from "../world/tokens.js";
import type { Wallet } from "../world/wallets.js";
import type { WorldData } from "../world/world.js";
import { type PlainInstruction, signedTransaction } from "./compile.js";

const MEMO_PROGRAM = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
const CREATE_IDEMPOTENT = 1;
const MINT_TO_CHECKED = 14;
const SYNC_NATIVE = 17;

const signs = (address: string) => ({ address, signer: true, writable: true });
const writes = (address: string) => ({ address, signer: false, writable: true });
const reads = (address: string) => ({ address, signer: false, writable: false });

/** Makes what funds a wallet: real transactions, so that they are in its history like any other. */
export class Faucet {
  constructor(
    private readonly world: WorldData,
    private readonly environment: Environment,
    private readonly state: State,
  ) {}

  /**
   * One transaction for lamports, and one for each token.
   *
   * @param landed - whether a signature is on the ledger already: the same funding twice in a slot needs another
   * @throws RangeError if a mint is no token of the world
   */
  transactions(
    wallet: string,
    amounts: { readonly lamports?: bigint; readonly tokens?: ReadonlyMap<string, bigint> },
    blockhash: string,
    landed: (signature: string) => boolean,
  ): Uint8Array[] {
    const { faucet, mintAuthority } = this.world;
    const sign = (signer: Wallet, instructions: readonly PlainInstruction[]) => {
      const wire = signedTransaction([signer], instructions, blockhash);
      if (!landed(bs58.encode(wire.subarray(1, 65)))) return wire;
      const number = this.state.next(`fundings:${this.environment}`);
      return signedTransaction([signer], [...instructions, memo(`funding ${number}`)], blockhash);
    };
    const wires: Uint8Array[] = [];
    if (amounts.lamports !== undefined && amounts.lamports > 0n) {
      wires.push(sign(faucet, [transfer(faucet.address, wallet, amounts.lamports)]));
    }
    for (const [mint, amount] of amounts.tokens ?? []) {
      const token = this.world.tokens.find((known) => known.mint === mint);
      if (!token) throw new RangeError(`${mint} is no token of this world`);
      if (amount === 0n) continue;
      const payer = mint === NATIVE_MINT ? faucet : mintAuthority;
      wires.push(sign(payer, tokenInstructions(payer.address, wallet, token, amount)));
    }
    return wires;
  }
}

function tokenInstructions(payer: string, wallet: string, token: Token, amount: bigint): PlainInstruction[] {
  const programId = tokenProgramId(token.program);
  const account = associatedTokenAddress(wallet, token.mint, programId);
  const create: PlainInstruction = {
    programId: PROGRAM_IDS.associatedToken,
    accounts: [
      ...[signs(payer), writes(account), reads(wallet)],
      ...[reads(token.mint), reads(PROGRAM_IDS.system), reads(programId)],
    ],
    data: Uint8Array.of(CREATE_IDEMPOTENT),
  };
  if (token.mint === NATIVE_MINT) {
    const sync = { programId, accounts: [writes(account)], data: Uint8Array.of(SYNC_NATIVE) };
    return [create, transfer(payer, account, amount), sync];
  }
  const data = Buffer.alloc(10);
  data[0] = MINT_TO_CHECKED;
  data.writeBigUInt64LE(amount, 1);
  data[9] = token.decimals;
  return [create, { programId, accounts: [writes(token.mint), writes(account), signs(payer)], data }];
}

/** A transfer of lamports between wallets. */
export function transfer(from: string, to: string, lamports: bigint): PlainInstruction {
  const data = Buffer.alloc(12);
  data.writeUInt32LE(2, 0);
  data.writeBigUInt64LE(lamports, 4);
  return { programId: PROGRAM_IDS.system, accounts: [signs(from), writes(to)], data };
}

function memo(text: string): PlainInstruction {
  return { programId: MEMO_PROGRAM, accounts: [], data: new TextEncoder().encode(text) };
}
