// Calls a custom program through its IDL, as a test of an Anchor program does. The chain has counter/counter.so at the
// program's address.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import anchor from "@coral-xyz/anchor";
import { eventually, expect, listen, subscribed } from "../steps.mjs";

const { AnchorError, AnchorProvider, BN, EventParser, parseIdlErrors, Program, ProgramError, Wallet, web3 } =
  anchor;
const run = promisify(execFile);
const CONFIRMED = { commitment: "confirmed", preflightCommitment: "confirmed" };
const NAME = Buffer.from("counter");

const thrownBy = (call) =>
  call.then(
    () => expect(false, "an error"),
    (error) => error,
  );

/** A new authority with some SOL, and the program with that authority as its signer. */
async function newAuthority(provider, idl) {
  const authority = web3.Keypair.generate();
  const lamports = 1_000_000_000;
  const funding = { fromPubkey: provider.publicKey, toPubkey: authority.publicKey, lamports };
  await provider.sendAndConfirm(new web3.Transaction().add(web3.SystemProgram.transfer(funding)));
  const own = new AnchorProvider(provider.connection, new Wallet(authority), CONFIRMED);
  return { authority, program: new Program(idl, own) };
}

export async function counterSteps(step, provider) {
  const { connection } = provider;
  const idl = JSON.parse(await readFile("counter/counter.json", "utf8"));
  const { authority, program } = await newAuthority(provider, idl);
  const owner = authority.publicKey;
  const [counter, bump] = web3.PublicKey.findProgramAddressSync([NAME, owner.toBuffer()], program.programId);
  const { initialize, increment } = program.methods;
  const count = async () => (await program.account.counter.fetch(counter, "confirmed")).count.toNumber();

  await step("initialize creates the account at the IDL's seeds", async () => {
    await initialize(new BN(10)).accounts({ authority: owner }).rpc();
    const made = await program.account.counter.fetch(counter, "confirmed");
    expect(made.authority.equals(owner) && made.bump === bump, "its authority and bump");
    expect(made.count.eqn(0) && made.limit.eqn(10), "its count and limit");
    const { lamports } = await connection.getAccountInfo(counter);
    expect(lamports === (await connection.getMinimumBalanceForRentExemption(57)), "rent exempt");
  });
  await step("increment finds the authority by the account's data", async () => {
    await increment(new BN(3)).accounts({ counter }).rpc();
    expect((await count()) === 3, "three");
  });
  await step("an event by subscription", async () => {
    const { id, notified } = listen((resolve) =>
      program.addEventListener("incremented", (event, slot, signature) =>
        resolve({ event, slot, signature }),
      ),
    );
    await subscribed(connection);
    const signature = await increment(new BN(4)).accounts({ counter }).rpc();
    const { event, slot, ...told } = await notified;
    await program.removeEventListener(id);
    expect(told.signature === signature && slot > 0, "of this transaction");
    expect(event.counter.equals(counter) && event.by.eqn(4) && event.count.eqn(7), "what it says");
  });
  await step("an event in a transaction's logs", async () => {
    const signature = await increment(new BN(1)).accounts({ counter }).rpc();
    const config = { commitment: "confirmed", maxSupportedTransactionVersion: 0 };
    const { meta } = await eventually(() => connection.getTransaction(signature, config));
    const [event, ...more] = new EventParser(program.programId, program.coder).parseLogs(meta.logMessages);
    expect(event.name === "incremented" && event.data.count.eqn(8) && more.length === 0, "one event");
    const lines = meta.logMessages.filter((line) => !line.includes("consumed"));
    expect(lines[1] === "Program log: Instruction: Increment" && lines.length === 4, "its log");
  });
  await step("events of a simulation", async () => {
    const { events } = await increment(new BN(2)).accounts({ counter }).simulate();
    expect(events.length === 1 && events[0].data.count.eqn(10), "what would be");
    expect((await count()) === 8, "nothing was done");
  });
  await step("an error of the program by its name, from the logs", async () => {
    const error = await thrownBy(increment(new BN(3)).accounts({ counter }).rpc());
    expect(error instanceof AnchorError, `an AnchorError, not ${error}`);
    const { errorCode, errorMessage } = error.error;
    expect(errorCode.code === "LimitReached" && errorCode.number === 6000, "its name and number");
    expect(errorMessage === idl.errors[0].msg, "its message");
    expect(error.program.equals(program.programId), "of the program");
  });
  await step("an error of the program by its name, from the IDL", async () => {
    const transaction = await increment(new BN(3)).accounts({ counter }).transaction();
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
    Object.assign(transaction, { recentBlockhash: blockhash, lastValidBlockHeight, feePayer: owner });
    transaction.sign(authority);
    const signature = await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
    // web3.js answers the transaction's error if it hears of it by subscription, and throws it if it is first to ask.
    const err = await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight }).then(
      ({ value }) => value.err,
      (thrown) => thrown,
    );
    expect(JSON.stringify(err) === '{"InstructionError":[0,{"Custom":6000}]}', "landed with its number");
    const code = `custom program error: 0x${err.InstructionError[1].Custom.toString(16)}`;
    const error = ProgramError.parse(new Error(code), parseIdlErrors(program.idl));
    expect(error.code === 6000 && error.msg === idl.errors[0].msg, "its message");
    expect((await count()) === 8, "nothing was done");
  });
  await step("an error of Anchor itself", async () => {
    const { authority: other, program: others } = await newAuthority(provider, idl);
    const accounts = { counter, authority: other.publicKey };
    const call = others.methods.increment(new BN(1)).accountsPartial(accounts);
    const { error, logs } = await thrownBy(call.rpc());
    expect(error.errorCode.code === "ConstraintHasOne" && error.errorCode.number === 2001, "its name");
    expect(error.origin === "counter" && logs.length > 0, "the account that it is about");
  });
  await step("an existing account is not initialized again", async () => {
    const error = await thrownBy(initialize(new BN(99)).accounts({ authority: owner }).rpc());
    expect(
      error.logs.some((line) => line.includes("already in use")),
      "the System program's word",
    );
    expect((await count()) === 8, "nothing was done");
  });
  await step("all accounts of a kind", async () => {
    const mine = [{ memcmp: { offset: 8, bytes: owner.toBase58() } }];
    const found = await program.account.counter.all(mine);
    expect(found.length === 1 && found[0].publicKey.equals(counter), "one");
    expect(found[0].account.count.eqn(8), "decoded");
  });
  await step("the guide's test", async () => {
    await run(process.execPath, ["--test", "counter.test.mjs"]);
  });
}
