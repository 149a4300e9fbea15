import bs58 from "bs58";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeWorld } from "../../../mock-server/src/fixtures/make-world.js";
import { namedWallet, type Wallet } from "../../../mock-server/src/fixtures/wallets.js";
import { tokenOfSymbol } from "../../../mock-server/src/fixtures/world-data.js";
import { signedTransaction } from "../../../mock-server/src/formats/compile.js";
import { type Instruction, solTransfer } from "../../../mock-server/src/formats/instructions.js";
import { ataOf } from "../../../mock-server/src/formats/program-addresses.js";
import { readTransaction } from "../../../mock-server/src/formats/transaction.js";
import { Random } from "../../../mock-server/src/kernel/random.js";
import {
  type ControlledLedger,
  type LedgerEvent,
  SendError,
} from "../../../mock-server/src/ledger/ledger.js";
import { signedAgain } from "../lab.js";
import { tokenTransfer as checkedTransfer } from "../ledger/token-transfer.js";

export const SEED = "1";
export const SOL = 1_000_000_000n;

const random = new Random(SEED);
export const world = makeWorld(random);
const wallet = (name: string): Wallet => world.wallets.find((one) => one.name === name)!.wallet;
const token = (symbol: string) => tokenOfSymbol(world.tokens, symbol)!;
const accountOf = (owner: string, symbol: string) => ataOf(owner, token(symbol)).account;
/** A wallet that only one test uses. */
const fresh = (name: string) => namedWallet(random, `port: ${name}`);

const tokenTransfer = (from: string, to: string, symbol: string, amount: bigint) =>
  checkedTransfer(token(symbol), { from, to, amount });

/**
 * Tests of the behaviour that ledgers of every backend share, on a chain with the world of `SEED`. `pass` advances the
 * chain by a block if it does not run in real time. `pages` is false if a cursor must belong to the requested account.
 */
export function describeLedgerPort(
  name: string,
  open: () => Promise<ControlledLedger>,
  { pass = async () => {}, pages = true }: { pass?: () => Promise<void>; pages?: boolean } = {},
): void {
  describe(`the ledger port over ${name}`, () => {
    let ledger: ControlledLedger;
    let stop: () => void;
    const told: LedgerEvent[] = [];
    const [alice, bob] = [wallet("alice"), wallet("bob")];

    beforeAll(async () => {
      ledger = await open();
      stop = ledger.subscribe((event) => told.push(event));
    }, 60_000);
    afterAll(() => stop?.());

    const sign = async (signer: Wallet, ...instructions: Instruction[]) =>
      signedTransaction([signer], instructions, (await ledger.latestBlockhash()).blockhash);
    const confirmed = (signature: string) =>
      expect
        .poll(async () => (await ledger.statuses([signature]))[0]?.commitment, {
          interval: 50,
        })
        .toMatch(/confirmed|finalized/);
    const send = async (signer: Wallet, ...instructions: Instruction[]) => {
      const signature = await ledger.send(await sign(signer, ...instructions));
      await confirmed(signature);
      await pass();
      return signature;
    };
    const lamports = async (address: string) => (await ledger.accounts([address]))[0]?.lamports ?? 0n;
    const signatures = async (address: string, page: { before?: string; limit: number }) =>
      (await ledger.landed(address, page)).map(({ signature }) => signature);

    test("a transfer of SOL moves lamports, takes the fee, and is reported once", async () => {
      const to = fresh("receiver of SOL").address;
      const before = await lamports(alice.address);
      const signature = await send(alice, solTransfer(alice.address, to, SOL));
      expect(await lamports(alice.address)).toBe(before - SOL - 5000n);
      expect(await lamports(to)).toBe(SOL);
      const landed = await ledger.transaction(signature);
      expect(landed).toMatchObject({ signature, err: null, fee: 5000n, unitsConsumed: 150 });
      expect(landed?.accountKeys.slice(0, 2)).toEqual([alice.address, to]);
      expect(landed?.preBalances.slice(0, 2)).toEqual([before, 0n]);
      expect(landed?.postBalances.slice(0, 2)).toEqual([before - SOL - 5000n, SOL]);
      expect(bs58.encode(readTransaction(landed!.wire).signatures[0]!)).toBe(signature);
      expect(await signatures(to, { limit: 5 })).toEqual([signature]);
      const news = () =>
        told.filter((event) => event.kind === "landed" && event.transaction.signature === signature);
      await expect.poll(() => news().length, { interval: 50 }).toBe(1);
    });

    test.each(["USDC", "PYUSD"])(
      "%s arrives at a wallet without an account; the wallet's history includes transfers that name only the account",
      async (symbol) => {
        const owner = fresh(`receiver of ${symbol}`).address;
        const [create, move] = tokenTransfer(alice.address, owner, symbol, 2_000_000n);
        const first = await send(alice, create!, move!);
        const [, again] = tokenTransfer(alice.address, owner, symbol, 1n);
        const second = await send(alice, again!);
        const third = await send(alice, solTransfer(alice.address, owner, SOL));
        expect(await ledger.tokenAccounts(owner)).toMatchObject([
          {
            address: accountOf(owner, symbol),
            mint: token(symbol).mint,
            owner,
            amount: 2_000_001n,
          },
        ]);
        const landed = (await ledger.transaction(first))!;
        expect(landed.postTokenBalances.find((balance) => balance.owner === owner)).toMatchObject({
          mint: token(symbol).mint,
          amount: 2_000_000n,
          decimals: token(symbol).decimals,
        });
        expect((await ledger.transaction(second))?.accountKeys).not.toContain(owner);
        expect(await signatures(owner, { limit: 10 })).toEqual([third, second, first]);
        if (!pages) return;
        expect(await signatures(owner, { limit: 1, before: third })).toEqual([second]);
        expect(await signatures(owner, { limit: 10, before: second })).toEqual([first]);
      },
    );

    test.skipIf(!pages)(
      "transactions of one slot come in the order of their block, newest first",
      async () => {
        const owner = fresh("busy").address;
        await ledger.fund(owner, { lamports: SOL, tokens: new Map([[token("USDC").mint, 5n]]) });
        const before = await signatures(owner, { limit: 10 });
        const [, move] = tokenTransfer(alice.address, owner, "USDC", 7n);
        const wires = [
          await sign(alice, solTransfer(alice.address, owner, 1n)),
          await sign(alice, move!),
          await sign(alice, solTransfer(alice.address, owner, 2n)),
        ];
        const sent: string[] = [];
        for (const wire of wires) {
          sent.push(await ledger.send(wire));
          await pass();
        }
        for (const signature of sent) await confirmed(signature);
        const all = await signatures(owner, { limit: 10 });
        expect(new Set(all)).toEqual(new Set([...sent, ...before]));
        // Paging returns the same as one request, even if entries share a slot.
        const paged: string[] = [];
        for (let page = await signatures(owner, { limit: 1 }); page.length > 0; ) {
          paged.push(...page);
          page = await signatures(owner, { limit: 1, before: paged.at(-1)! });
        }
        expect(paged).toEqual(all);
      },
    );

    test("a simulation needs no signature and changes nothing", async () => {
      const before = await lamports(alice.address);
      const wire = await sign(alice, ...tokenTransfer(alice.address, fresh("nobody").address, "USDC", 5n));
      const unsigned = Uint8Array.from(wire).fill(0, 1, 65);
      const simulated = await ledger.simulate(unsigned, { replaceRecentBlockhash: true });
      expect(simulated.err).toBeNull();
      expect(simulated.accountKeys).toEqual(readTransaction(wire).staticKeys);
      expect(simulated.postTokenBalances.find(({ amount }) => amount === 5n)).toMatchObject({ decimals: 6 });
      expect(await lamports(alice.address)).toBe(before);
      await expect(ledger.simulate(unsigned, { sigVerify: true })).rejects.toMatchObject({
        kind: "signature",
      });
    });

    test("a simulation that fails shows the error and the logs", async () => {
      const before = await lamports(alice.address);
      const simulated = await ledger.simulate(
        await sign(alice, solTransfer(alice.address, bob.address, before * 2n)),
      );
      expect(simulated.err).toEqual({ InstructionError: [0, { Custom: 1 }] });
      expect(simulated.logs.join("\n")).toContain("insufficient lamports");
    });

    test("an unknown blockhash is refused before anything runs", async () => {
      const unknown = bs58.encode(random.bytes("no blockhash"));
      const wire = signedTransaction([alice], [solTransfer(alice.address, bob.address, SOL)], unknown);
      expect(await ledger.simulate(wire)).toMatchObject({ err: "BlockhashNotFound", logs: [] });
      await expect(ledger.send(wire)).rejects.toMatchObject({ kind: "preflight" });
    });

    test("a transaction that cannot land is refused with the reason", async () => {
      const wire = await sign(alice, solTransfer(alice.address, fresh("poor").address, 1000n));
      const refused = await ledger.send(wire).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(SendError);
      expect(refused).toMatchObject({
        kind: "preflight",
        message:
          "Transaction simulation failed: Transaction results in an account (1) with insufficient funds for rent",
      });
      await expect(ledger.send(Uint8Array.from(wire).fill(0, 1, 65))).rejects.toMatchObject({
        kind: "signature",
      });
      await expect(ledger.send(wire.subarray(0, 90))).rejects.toMatchObject({ kind: "malformed" });
      await expect(ledger.simulate(new Uint8Array(0))).rejects.toMatchObject({ kind: "malformed" });
    });

    test("a message lands once, with any signature", async () => {
      const to = fresh("paid once").address;
      const wire = await sign(alice, solTransfer(alice.address, to, SOL));
      const secret = bs58.decode(alice.secretKey);
      const second = signedAgain(wire, secret, 7n);
      const first = await ledger.send(wire);
      await confirmed(first);
      await pass();
      const refused = await ledger.send(second).catch((error: unknown) => error);
      const message = expect.stringContaining("already been processed");
      expect(refused).toMatchObject({ kind: "preflight", message });
      expect((await ledger.simulate(second)).err).toBe("AlreadyProcessed");
      expect(await ledger.statuses([first])).toMatchObject([{ err: null }]);
      expect(await lamports(to)).toBe(SOL);
    });

    test("each funding is a new real transaction", async () => {
      const to = fresh("funded").address;
      const amounts = { lamports: 2n * SOL, tokens: new Map([[token("BONK").mint, 7n]]) };
      const first = await ledger.fund(to, amounts);
      const second = await ledger.fund(to, amounts);
      expect(await lamports(to)).toBe(4n * SOL);
      expect(await ledger.tokenAccounts(to)).toMatchObject([{ mint: token("BONK").mint, amount: 14n }]);
      expect(new Set(await signatures(to, { limit: 10 }))).toEqual(new Set([...first, ...second]));
    });

    test("accounts are returned in the requested order, however many", async () => {
      const vaults = world.pools.flatMap((pool) => [pool.vaultA, pool.vaultB, fresh(pool.vaultA).address]);
      expect(vaults.length).toBeGreaterThan(100);
      const accounts = await ledger.accounts(vaults);
      expect(accounts.map((account) => account?.address)).toEqual(
        vaults.map((address, at) => (at % 3 === 2 ? undefined : address)),
      );
      const [faucet] = await ledger.accounts([world.faucet.address]);
      // More lamports than a double represents exactly.
      expect(faucet!.lamports % SOL).not.toBe(0n);
    });

    test("the chain advances, and unknown signatures have no status", async () => {
      const { slot, lastValidBlockHeight } = await ledger.latestBlockhash();
      expect(await ledger.slot()).toBeGreaterThanOrEqual(slot);
      expect(lastValidBlockHeight).toBeGreaterThan(slot);
      const unknown = bs58.encode(Buffer.alloc(64, 7));
      expect(await ledger.statuses([unknown])).toEqual([undefined]);
      expect(await ledger.transaction(unknown)).toBeUndefined();
    });
  });
}
