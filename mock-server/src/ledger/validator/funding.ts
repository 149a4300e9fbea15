import { setTimeout as sleep } from "node:timers/promises";
import { NATIVE_MINT } from "intent-tx/contract";
import type { WorldData } from "../../fixtures/world-data.js";
import { decodeMint } from "../../formats/token-layout.js";
import { NotOnValidatorError } from "../../kernel/errors.js";
import { describeChainError } from "../chain-errors.js";
import type { Faucet } from "../faucet.js";
import { type FundAmounts, type Ledger, SendError } from "../ledger.js";
import type { RpcClient } from "./rpc-client.js";

const POLL_MS = 100;
/** Lamports for fees that the faucet's wallet needs in addition to the amount. */
const FEES = 10_000n;

/**
 * Funds a wallet with real transactions and waits for their confirmation. SOL comes from the world's faucet if the
 * chain has it, otherwise from the validator's own faucet. Tokens come from the world's mint authority.
 *
 * @throws {NotOnValidatorError} for a token that the world's authority cannot mint
 * @throws {SendError} when the chain rejects a transaction, or a transaction expires before it lands
 */
export async function fundOver(
  {
    client,
    ledger,
    faucet,
    world,
  }: {
    readonly client: RpcClient;
    readonly ledger: Ledger;
    readonly faucet: Faucet;
    readonly world: WorldData;
  },
  wallet: string,
  amounts: FundAmounts,
  sentBefore: (message: Uint8Array) => boolean,
): Promise<string[]> {
  const { lamports = 0n, tokens = new Map<string, bigint>() } = amounts;
  await checkMints(ledger, world, [...tokens.keys()]);
  const { blockhash, lastValidBlockHeight } = await ledger.latestBlockhash();
  const airdropped = lamports > 0n && !(await canPay(ledger, world.faucet.address, lamports));
  const own = airdropped ? { tokens } : amounts;
  const signatures = airdropped
    ? [await client.call<string>("requestAirdrop", [wallet, Number(lamports)])]
    : [];
  for (const wire of faucet.transactions(wallet, own, blockhash, sentBefore)) {
    signatures.push(await ledger.send(wire));
  }
  await confirmed(client, ledger, signatures, lastValidBlockHeight);
  return signatures;
}

async function canPay(ledger: Ledger, faucet: string, lamports: bigint): Promise<boolean> {
  const [account] = await ledger.accounts([faucet]);
  return account !== undefined && account.lamports >= lamports + FEES;
}

async function checkMints(ledger: Ledger, world: WorldData, mints: readonly string[]): Promise<void> {
  const accounts = await ledger.accounts(mints);
  for (const [at, mint] of mints.entries()) {
    if (mint === NATIVE_MINT) continue;
    const account = accounts[at];
    const found = account && decodeMint(account.owner, account.data);
    if (found?.mintAuthority === world.mintAuthority.address) continue;
    const what = found ? "belongs to a different authority" : "does not exist on this chain";
    throw new NotOnValidatorError(
      `The mint ${mint} ${what}, so its tokens cannot be minted; start the validator with npx @intent-tx/mock-server validator and the same seed.`,
    );
  }
}

async function confirmed(
  client: RpcClient,
  ledger: Ledger,
  signatures: readonly string[],
  until: number,
): Promise<void> {
  for (;;) {
    // The height is read first, so that the statuses include the last block in which the transaction could land.
    const height = await client.call<number>("getBlockHeight", [{ commitment: "confirmed" }]);
    const statuses = await ledger.statuses(signatures);
    for (const status of statuses) {
      if (!status?.err) continue;
      throw new SendError("preflight", `Funding failed: ${describeChainError(status.err)}`);
    }
    if (statuses.every((status) => status !== undefined && status.commitment !== "processed")) return;
    if (height > until)
      throw new SendError(
        "preflight",
        "The funding transaction did not land before its blockhash expired; try again",
      );
    await sleep(POLL_MS);
  }
}
