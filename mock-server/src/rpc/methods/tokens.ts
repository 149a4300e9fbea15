import * as z from "zod/mini";
import { isTokenProgram, PROGRAMS } from "../../formats/programs.js";
import { decodeMint, decodeTokenAccount } from "../../formats/token-layout.js";
import type { ChainAccount, CommittedLedger } from "../../ledger/ledger.js";
import { accountForm, encodeAccounts, mintForms } from "../encode/account.js";
import {
  accountConfig,
  address,
  type Method,
  oneField,
  type Params,
  reading,
  strictConfig,
} from "../params.js";
import { delegateOf } from "../parsed/token-account.js";
import { type MintForm, uiAmount } from "../parsed/token-amount.js";
import { invalidParams, type RpcError } from "../rpc-error.js";
import { largestOf } from "./economy.js";

const TOKEN_PROGRAMS = [PROGRAMS.token, PROGRAMS.token2022];

function invalid(problem: string): RpcError {
  return invalidParams(`Invalid param: ${problem}`);
}

async function formOf(ledger: CommittedLedger, mint: string): Promise<MintForm | undefined> {
  return (await mintForms(ledger, [mint])).get(mint);
}

/** Params of a method about one account. */
const ABOUT = { address, config: strictConfig };

async function balance(ledger: CommittedLedger, { address }: Params<typeof ABOUT>) {
  const [account] = await ledger.accounts([address]);
  if (!account) throw invalid("could not find account");
  const token = decodeTokenAccount(account.owner, account.data);
  if (!token) throw invalid("not a Token account");
  const form = await formOf(ledger, token.mint);
  if (!form) throw invalid("could not find mint");
  return uiAmount(token.amount, form);
}

async function supply(ledger: CommittedLedger, { address }: Params<typeof ABOUT>) {
  const [mint] = await ledger.accounts([address]);
  if (!mint) throw invalid("could not find account");
  if (!isTokenProgram(mint.owner)) throw invalid("not a Token mint");
  const read = decodeMint(mint.owner, mint.data);
  const form = await formOf(ledger, address);
  if (!read || !form) throw invalid("mint could not be unpacked");
  return uiAmount(read.supply, form);
}

/** Reads a call's mint. @throws {RpcError} -32602 */
async function mintNamed(ledger: CommittedLedger, address: string) {
  const [mint] = await ledger.accounts([address]);
  if (!mint) throw invalid("could not find mint");
  const form = await formOf(ledger, address);
  if (!form) throw invalid("Token mint could not be unpacked");
  return { programId: mint.owner, form };
}

/** Selects token accounts by mint or by token program. */
const selection = oneField({ mint: z.optional(address), programId: z.optional(address) });
type Selection = z.output<typeof selection>;

async function check(ledger: CommittedLedger, selection: Selection): Promise<void> {
  if (selection.mint !== undefined) await mintNamed(ledger, selection.mint);
  else if (!isTokenProgram(selection.programId ?? "")) throw invalid("unrecognized Token program id");
}

function isSelected({ owner, data }: ChainAccount, selection: Selection): boolean {
  return selection.mint !== undefined
    ? decodeTokenAccount(owner, data)?.mint === selection.mint
    : owner === selection.programId;
}

async function ownedBy(ledger: CommittedLedger, owner: string) {
  const held = await ledger.tokenAccounts(owner);
  return ledger.accounts(held.map(({ address }) => address));
}

/** Scans all token accounts, because delegates are rare and not indexed. */
async function delegatedTo(ledger: CommittedLedger, delegate: string) {
  const all = await Promise.all(TOKEN_PROGRAMS.map((programId) => ledger.programAccounts(programId)));
  return all.flat().filter((account) => delegateOf(account) === delegate);
}

async function largest(ledger: CommittedLedger, { address: mint }: Params<typeof ABOUT>) {
  const { programId, form } = await mintNamed(ledger, mint);
  const held = (await ledger.programAccounts(programId)).flatMap(({ address, owner, data }) => {
    const token = decodeTokenAccount(owner, data);
    return token?.mint === mint ? [{ address, amount: token.amount }] : [];
  });
  return largestOf(held, ({ amount }) => amount).map(({ address, amount }) => ({
    address,
    ...uiAmount(amount, form),
  }));
}

/** A method that lists the selected ones of the token accounts of an owner or delegate. */
const listing = (
  find: (ledger: CommittedLedger, address: string) => Promise<readonly (ChainAccount | undefined)[]>,
): Method =>
  reading(
    { address, filter: selection, config: accountConfig },
    async (ledger, { address, filter, config }) => {
      await check(ledger, filter);
      const found = (await find(ledger, address)).flatMap((account) =>
        account && isSelected(account, filter) ? [account] : [],
      );
      const encoded = await encodeAccounts(ledger, found, accountForm(config, "binary"));
      return found.map(({ address }, index) => ({ account: encoded[index], pubkey: address }));
    },
  );

export const TOKEN_METHODS: Readonly<Record<string, Method>> = {
  getTokenAccountBalance: reading(ABOUT, balance),
  getTokenSupply: reading(ABOUT, supply),
  getTokenLargestAccounts: reading(ABOUT, largest),
  getTokenAccountsByOwner: listing(ownedBy),
  getTokenAccountsByDelegate: listing(delegatedTo),
};
