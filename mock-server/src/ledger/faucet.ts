import type { Environment } from "intent-tx/contract";
import { NATIVE_MINT } from "intent-tx/contract";
import type { Token } from "../fixtures/tokens.js";
import type { Wallet } from "../fixtures/wallets.js";
import type { WorldData } from "../fixtures/world-data.js";
import { signedTransaction } from "../formats/compile.js";
import {
  createTokenAccount,
  type Instruction,
  memo,
  mintToChecked,
  solTransfer,
  syncNative,
} from "../formats/instructions.js";
import { ataOf } from "../formats/program-addresses.js";
import { messageOf } from "../formats/transaction.js";
import type { State } from "../state/state.js";
import type { FundAmounts } from "./ledger.js";

/** Creates the transactions that fund a wallet, so that funding appears in its history like any other transfer. */
export class Faucet {
  constructor(
    private readonly world: WorldData,
    private readonly environment: Environment,
    private readonly state: State,
  ) {}

  /**
   * Creates one transaction for lamports and one per token.
   *
   * @param landed - returns true if a message has landed. If so (the same funding twice in one slot), the new
   * transaction gets a memo, so that its message differs
   * @throws RangeError if the world has no token with this mint
   */
  transactions(
    wallet: string,
    amounts: FundAmounts,
    blockhash: string,
    landed: (message: Uint8Array) => boolean,
  ): Uint8Array[] {
    const { faucet, mintAuthority } = this.world;
    const sign = (signer: Wallet, instructions: readonly Instruction[]) => {
      const wire = signedTransaction([signer], instructions, blockhash);
      if (!landed(messageOf(wire))) return wire;
      const number = this.state.next(`fundings:${this.environment}`);
      return signedTransaction([signer], [...instructions, memo(`funding ${number}`)], blockhash);
    };
    const wires: Uint8Array[] = [];
    if (amounts.lamports !== undefined && amounts.lamports > 0n) {
      wires.push(sign(faucet, [solTransfer(faucet.address, wallet, amounts.lamports)]));
    }
    for (const [mint, amount] of amounts.tokens ?? []) {
      const token = this.world.tokens.find((known) => known.mint === mint);
      if (!token) throw new RangeError(`${mint} is not a token in this world`);
      if (amount === 0n) continue;
      const payer = mint === NATIVE_MINT ? faucet : mintAuthority;
      wires.push(sign(payer, tokenInstructions(payer.address, wallet, token, amount)));
    }
    return wires;
  }
}

function tokenInstructions(payer: string, wallet: string, token: Token, amount: bigint): Instruction[] {
  const home = ataOf(wallet, token);
  const create = createTokenAccount(payer, home);
  if (token.mint === NATIVE_MINT)
    return [create, solTransfer(payer, home.account, amount), syncNative(home.account)];
  return [create, mintToChecked(payer, home, amount, token.decimals)];
}
