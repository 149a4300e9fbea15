import {
  AddressLookupTableProgram,
  Keypair,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  StakeProgram,
  SYSVAR_CLOCK_PUBKEY,
  SYSVAR_STAKE_HISTORY_PUBKEY,
  SystemProgram,
  type TransactionInstruction,
} from "@solana/web3.js";
import {
  ata,
  BONK,
  bytes,
  createAccount,
  instruction,
  metas,
  PYUSD,
  SOL,
  TOKEN,
  TOKEN_2022,
  USDC,
} from "../../sdk/solana/samples.js";
import {
  DRAIN,
  HOSTILE,
  ICE,
  KITE,
  LEVY,
  malloryOf,
  PUPPET,
  prepare,
  STAKE,
  UPGRADEABLE,
  type World,
} from "./hostile.js";

const { readonly, writable } = metas;
const signs = (pubkey: PublicKey) => ({ pubkey, isSigner: true, isWritable: false });
const signer = metas.signer;

/** Calls of the hostile program beside the swap: before it, after it, or after the last instruction. */
interface Calls {
  readonly first?: TransactionInstruction[];
  readonly next?: TransactionInstruction[];
  readonly last?: TransactionInstruction[];
  /** Instructions that the SDK knows, at the start of the transaction. */
  readonly known?: TransactionInstruction[];
}

export interface Attack extends Calls {
  readonly name: string;
  readonly command: string;
  /** Why it is refused before signing. Default: guards stop it. */
  readonly refused?: RegExp;
}

type Attacks = Readonly<Record<string, Calls | TransactionInstruction[]>>;

/** Attacks on a swap by their names. A list has the calls after the swap. */
const on = (command: string, attacks: Attacks): Attack[] =>
  Object.entries(attacks).map(([name, calls]) => ({
    name,
    command,
    ...(Array.isArray(calls) ? { next: calls } : calls),
  }));

/** Attacks that are refused before signing, for this reason. */
const refused = (why: RegExp, command: string, attacks: Attacks): Attack[] =>
  on(command, attacks).map((one) => ({ ...one, refused: why }));

const TO_BONK = "swap 10 USDC for BONK";
const TO_SOL = "swap 10 USDC for SOL";
const TO_PYUSD = "swap 10 USDC for PYUSD";
const TO_ICE = "swap 10 USDC for ICE";
const TO_KITE = "swap 10 USDC for KITE";
const NAMED = /names the wallet/;
const LIGHTHOUSE = new PublicKey("L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95");
const LOADER = new PublicKey("BPFLoaderUpgradeab1e11111111111111111111111");
const NEW_MINT = new PublicKey("4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R");

const u32 = (value: number) => [value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, value >>> 24];

/** Prepares the accounts, and returns every attack of the guide's tables that can be played on them. */
export async function attacksOn(world: World): Promise<Attack[]> {
  const { wallet: w, server } = world;
  const thief = malloryOf(server);
  const own = (mint: PublicKey) => ata(w, mint);
  const his = (mint: PublicKey) => ata(thief, mint);
  const [nonce, mint, friend] = [1, 2, 3].map((n) => Keypair.fromSeed(new Uint8Array(32).fill(200 + n))) as [
    Keypair,
    Keypair,
    Keypair,
  ];
  const seeded = await PublicKey.createWithSeed(w, "savings", SystemProgram.programId);

  const transfer = (token: PublicKey, amount: bigint, program = TOKEN) =>
    instruction(
      program,
      [writable(ata(w, token, program)), writable(ata(thief, token, program)), signs(w)],
      bytes(3, amount),
    );
  const approve = (account: PublicKey, program = TOKEN) =>
    instruction(program, [writable(account), readonly(thief), signs(w)], bytes(4, 1_000_000n));
  const authority = (account: PublicKey, kind: number, program = TOKEN) =>
    instruction(program, [writable(account), signs(w)], Buffer.concat([bytes(6, kind, 1), thief.toBuffer()]));
  // To an account of a token program: one of the System program would be refused before the guards.
  const close = (account: PublicKey, to = his(USDC)) =>
    instruction(TOKEN, [writable(account), writable(to), signs(w)], bytes(9));
  const create = (token: PublicKey, program = TOKEN) => createAccount(w, token, { payer: w, program });
  const system = (keys: Parameters<typeof instruction>[1], ...data: number[]) =>
    instruction(SystemProgram.programId, keys, Buffer.from(data));
  const NONCE_SYSVARS = [
    "SysvarRecentB1ockHashes11111111111111111111",
    "SysvarRent111111111111111111111111111111111",
  ].map((key) => readonly(new PublicKey(key)));
  const takeSeeded = system(
    [writable(seeded), signs(w), writable(his(USDC))],
    ...u32(11),
    ...bytes(10_000_000n),
    ...bytes(7n),
    ...Buffer.from("savings"),
    ...SystemProgram.programId.toBytes(),
  );
  const makeRoomFor = (extension: number) =>
    instruction(
      TOKEN_2022,
      [writable(own(PYUSD)), signer(w), readonly(SystemProgram.programId), signs(w)],
      Buffer.of(29, extension, 0),
    );
  const requireMemo = (off: number) =>
    instruction(TOKEN_2022, [writable(own(PYUSD)), signs(w)], Buffer.of(30, off));
  const drain = instruction(DRAIN, [signer(w), writable(his(USDC))], Buffer.of());

  await prepare(world, [
    // Lamports above the rent of a token account, and wrapped SOL that stays.
    SystemProgram.transfer({ fromPubkey: w, toPubkey: own(USDC), lamports: 3_000_000 }),
    create(SOL),
    SystemProgram.transfer({ fromPubkey: w, toPubkey: own(SOL), lamports: 500_000_000 }),
    instruction(TOKEN, [writable(own(SOL))], bytes(17)),
    SystemProgram.transfer({ fromPubkey: w, toPubkey: seeded, lamports: 50_000_000 }),
    ...[makeRoomFor(8), requireMemo(0), requireMemo(1)],
  ]);
  await prepare(
    world,
    [
      SystemProgram.createAccount({
        fromPubkey: w,
        newAccountPubkey: nonce.publicKey,
        lamports: 20_000_000,
        space: NONCE_ACCOUNT_LENGTH,
        programId: SystemProgram.programId,
      }),
      system([writable(nonce.publicKey), ...NONCE_SYSVARS], ...u32(6), ...w.toBytes()),
      SystemProgram.createAccount({
        fromPubkey: w,
        newAccountPubkey: mint.publicKey,
        lamports: 1_461_600,
        space: 82,
        programId: TOKEN,
      }),
      instruction(TOKEN, [writable(mint.publicKey)], Buffer.concat([bytes(20, 6), w.toBuffer(), bytes(0)])),
      createAccount(thief, mint.publicKey, {
        payer: w,
        program: TOKEN,
        account: ata(thief, mint.publicKey, TOKEN),
      }),
      // One token of a third mint, as the NFT of a position.
      createAccount(w, mint.publicKey, { payer: w }),
      instruction(TOKEN, [writable(mint.publicKey), writable(own(mint.publicKey)), signs(w)], bytes(7, 1n)),
      createAccount(friend.publicKey, SOL, { payer: w }),
      createAccount(thief, SOL, { payer: w }),
      SystemProgram.transfer({ fromPubkey: w, toPubkey: ata(friend.publicKey, SOL), lamports: 1_000_000 }),
      instruction(TOKEN, [writable(ata(friend.publicKey, SOL))], bytes(17)),
      instruction(
        TOKEN,
        [writable(ata(friend.publicKey, SOL)), readonly(w), signs(friend.publicKey)],
        bytes(4, 1_000_000n),
      ),
    ],
    nonce,
    mint,
    friend,
  );

  const recentSlot = (await world.connection.getSlot()) - 1;
  const terms = { authority: w, payer: w, recentSlot };
  const [creation, table] = AddressLookupTableProgram.createLookupTable(terms);
  await prepare(world, [creation]);
  await prepare(world, [
    AddressLookupTableProgram.deactivateLookupTable({ lookupTable: table, authority: w }),
  ]);
  const multisig = Keypair.fromSeed(new Uint8Array(32).fill(204));
  const shared = ata(multisig.publicKey, USDC);
  await prepare(
    world,
    [
      SystemProgram.createAccount({
        fromPubkey: w,
        newAccountPubkey: multisig.publicKey,
        lamports: 4_000_000,
        space: 355,
        programId: TOKEN,
      }),
      instruction(TOKEN, [writable(multisig.publicKey), readonly(w)], Buffer.of(19, 1)),
      createAccount(multisig.publicKey, USDC, { payer: w }),
      instruction(TOKEN, [writable(own(USDC)), writable(shared), signs(w)], bytes(3, 5n)),
      createAccount(thief, LEVY, { payer: w, program: TOKEN_2022, account: ata(thief, LEVY, TOKEN_2022) }),
    ],
    multisig,
  );
  // A deactivated table can be closed once its slot is no longer remembered.
  await server.clock.advance("10m");

  const lamports = (amount: number) =>
    SystemProgram.transfer({ fromPubkey: w, toPubkey: his(USDC), lamports: amount });
  return [
    ...on(TO_BONK, {
      "takes lamports": { first: [lamports(20_000_000)] },
      "assigns the wallet to itself": [SystemProgram.assign({ accountPubkey: w, programId: HOSTILE })],
      "assigns, drains and returns the wallet": [
        SystemProgram.assign({ accountPubkey: w, programId: HOSTILE }),
        drain,
      ],
      "allocates data in the wallet": [SystemProgram.allocate({ accountPubkey: w, space: 80 })],
      "makes the wallet its nonce account": [
        SystemProgram.allocate({ accountPubkey: w, space: 80 }),
        system([signer(w), ...NONCE_SYSVARS], ...u32(6), ...thief.toBytes()),
      ],
      "transfers more of the input": [transfer(USDC, 1n)],
      "transfers the output": [transfer(BONK, 10_000_000_000n)],
      "burns tokens": [instruction(TOKEN, [writable(own(USDC)), writable(USDC), signs(w)], bytes(8, 1n))],
      "approves a delegate of the input": [approve(own(USDC))],
      "takes a token account": [authority(own(BONK), 2)],
      "becomes close authority": [authority(own(USDC), 3)],
      "empties and closes a third account": { first: [transfer(SOL, 500_000_000n), close(own(SOL))] },
      "closes an account and creates it again at the wallet's cost": {
        first: [close(own(SOL)), create(SOL)],
      },
      "creates an account of a third token with a delegate": [create(NEW_MINT), approve(own(NEW_MINT))],
      "withdraws excess lamports of a token account": [
        instruction(TOKEN, [writable(own(USDC)), writable(his(USDC)), signs(w)], bytes(38)),
      ],
    }),
    ...on(TO_PYUSD, {
      "approves a delegate of the output": [approve(ata(w, PYUSD), TOKEN_2022)],
      "requires a memo of the output, whose account has room for the requirement": [requireMemo(0)],
      "makes the output's account larger": [makeRoomFor(11)],
    }),
    ...on(TO_SOL, {
      "takes wrapped SOL that was there before": { first: [transfer(SOL, 100_000_000n)] },
      "creates the closed account of wrapped SOL again, with a close authority": {
        last: [create(SOL), authority(own(SOL), 3)],
      },
    }),
    ...refused(NAMED, TO_BONK, {
      "spends as delegate": [
        instruction(
          TOKEN,
          [writable(ata(friend.publicKey, SOL)), writable(his(SOL)), signs(w)],
          bytes(3, 1n),
        ),
      ],
      "mints as mint authority": [
        instruction(
          TOKEN,
          [writable(mint.publicKey), writable(ata(thief, mint.publicKey, TOKEN)), signs(w)],
          bytes(7, 5n),
        ),
      ],
      "withdraws from a nonce account": [
        system(
          [writable(nonce.publicKey), writable(his(USDC)), ...NONCE_SYSVARS, signs(w)],
          ...u32(5),
          ...bytes(10_000_000n),
        ),
      ],
      "spends as a member of a multisig": [
        instruction(
          TOKEN,
          [writable(shared), writable(his(USDC)), readonly(multisig.publicKey), signs(w)],
          bytes(3, 5n),
        ),
      ],
      "withdraws withheld fees of a mint": [
        instruction(
          TOKEN_2022,
          [writable(LEVY), writable(ata(thief, LEVY, TOKEN_2022)), signs(w)],
          Buffer.of(26, 2),
        ),
      ],
      "withdraws stake": [
        instruction(
          StakeProgram.programId,
          [
            ...[writable(STAKE), writable(his(USDC)), readonly(SYSVAR_CLOCK_PUBKEY)],
            ...[readonly(SYSVAR_STAKE_HISTORY_PUBKEY), signs(w)],
          ],
          bytes(4, 0, 0, 0, 1_000_000n),
        ),
      ],
      "closes a lookup table": [
        AddressLookupTableProgram.closeLookupTable({
          lookupTable: table,
          authority: w,
          recipient: his(USDC),
        }),
      ],
      "takes a program": [
        instruction(
          LOADER,
          [
            ...[writable(PublicKey.findProgramAddressSync([UPGRADEABLE.toBytes()], LOADER)[0])],
            ...[signs(w), readonly(thief)],
          ],
          bytes(4, 0, 0, 0),
        ),
      ],
    }),
    ...refused(/an account of the System program/, TO_BONK, {
      "takes lamports at an address with a seed": [takeSeeded],
      "takes lamports at an address with a seed that an assertion names": {
        known: [instruction(LIGHTHOUSE, [writable(seeded)], bytes(6, 0, 1, 0, 0n, 4))],
        next: [takeSeeded],
      },
    }),
    ...refused(/NFT of a position/, TO_BONK, {
      "shows the NFT of a position, in an account that could be guarded": [approve(own(mint.publicKey))],
    }),
    ...on(TO_ICE, {
      "freezes the output": [
        instruction(TOKEN, [writable(own(ICE)), readonly(ICE), signs(PUPPET)], bytes(10)),
      ],
    }),
    ...refused(/permanent delegate/, TO_KITE, {
      "takes the output as permanent delegate": [
        instruction(
          TOKEN_2022,
          [
            ...[writable(ata(w, KITE, TOKEN_2022)), readonly(KITE)],
            ...[writable(ata(thief, KITE, TOKEN_2022)), signs(PUPPET)],
          ],
          bytes(12, 1_000n, 6),
        ),
      ],
    }),
  ];
}

/** Takes some of the output, or if the output is SOL some lamports. */
export function littleOf({ wallet, server }: World, command: string, amount: bigint): TransactionInstruction {
  const thief = malloryOf(server);
  const [mint, program, scale] = {
    [TO_BONK]: [BONK, TOKEN, 4n] as const,
    [TO_SOL]: [SOL, TOKEN, 2_000n] as const,
    [TO_PYUSD]: [PYUSD, TOKEN_2022, 10_000n] as const,
    [TO_ICE]: [ICE, TOKEN, 10_000n] as const,
    [TO_KITE]: [KITE, TOKEN_2022, 10_000n] as const,
  }[command]!;
  return instruction(
    program,
    [writable(ata(wallet, mint, program)), writable(ata(thief, mint, program)), signs(wallet)],
    bytes(3, amount / scale),
  );
}
