import { isTokenProgram } from "../../chain/programs.js";
import { decodeMint, decodeTokenAccount } from "../../chain/token-layout.js";
import type { ChainAccount } from "../../ledger/ledger.js";
import { type Chain, contextSlot, inContext, type Method } from "../chain.js";
import { accountForm, encodeAccounts } from "../encode-account.js";
import { addressOf, type Config, configOf } from "../params.js";
import { invalidParams, methodNotFound, type RpcError } from "../rpc-error.js";
import { uiAmount } from "../ui-amount.js";

function invalid(problem: string): RpcError {
  return invalidParams(`Invalid param: ${problem}`);
}

async function one({ ledger }: Chain, address: string): Promise<ChainAccount | undefined> {
  const [account] = await ledger.accounts([address]);
  return account;
}

async function balance(chain: Chain, address: string) {
  const account = await one(chain, address);
  if (!account) throw invalid("could not find account");
  const token = decodeTokenAccount(account.owner, account.data);
  if (!token) throw invalid("not a Token account");
  const mint = await one(chain, token.mint);
  const read = mint && decodeMint(mint.owner, mint.data);
  if (!read) throw invalid("could not find mint");
  return uiAmount(token.amount, read.decimals);
}

async function supply(chain: Chain, address: string) {
  const mint = await one(chain, address);
  if (!mint) throw invalid("could not find account");
  const read = decodeMint(mint.owner, mint.data);
  if (!read) throw invalid("not a Token mint");
  return uiAmount(read.supply, read.decimals);
}

/** Which token accounts are meant: those of a mint, or those of a token program. */
type Selection = { readonly mint: string } | { readonly programId: string };

function selectionOf(value: unknown): Selection {
  const { mint, programId } = configOf(value) as { mint?: unknown; programId?: unknown };
  if (mint !== undefined) return { mint: addressOf(mint) };
  if (programId !== undefined) return { programId: addressOf(programId) };
  const [name = ""] = Object.keys(configOf(value));
  throw invalidParams(`Invalid params: unknown variant \`${name}\`, expected \`mint\` or \`programId\`.`);
}

async function check(chain: Chain, selection: Selection): Promise<void> {
  if ("programId" in selection) {
    if (!isTokenProgram(selection.programId)) throw invalid("unrecognized Token program id");
    return;
  }
  const mint = await one(chain, selection.mint);
  if (!mint) throw invalid("could not find mint");
  if (!decodeMint(mint.owner, mint.data)) throw invalid("Token mint could not be unpacked");
}

async function ownedBy(chain: Chain, owner: string, selection: Selection, config: Config) {
  const form = accountForm(config, "binary");
  await check(chain, selection);
  const slot = await contextSlot(chain, config);
  const held = (await chain.ledger.tokenAccounts(owner)).filter((account) =>
    "mint" in selection ? account.mint === selection.mint : account.programId === selection.programId,
  );
  const found = await chain.ledger.accounts(held.map(({ address }) => address));
  const encoded = await encodeAccounts(chain.ledger, found, form);
  const value = held.flatMap(({ address }, index) => {
    const account = encoded[index];
    return account ? [{ pubkey: address, account }] : [];
  });
  return inContext(slot, value);
}

/** Methods that read token accounts and mints. */
export const TOKEN_METHODS: Readonly<Record<string, Method>> = {
  getTokenAccountBalance: {
    required: 1,
    total: 2,
    run: async (chain, [address, config]) => {
      const wanted = addressOf(address);
      const slot = await contextSlot(chain, configOf(config));
      return inContext(slot, await balance(chain, wanted));
    },
  },
  getTokenSupply: {
    required: 1,
    total: 2,
    run: async (chain, [address, config]) => {
      const wanted = addressOf(address);
      const slot = await contextSlot(chain, configOf(config));
      return inContext(slot, await supply(chain, wanted));
    },
  },
  getTokenAccountsByOwner: {
    required: 2,
    total: 3,
    run: (chain, [owner, selection, config]) =>
      ownedBy(chain, addressOf(owner), selectionOf(selection), configOf(config)),
  },
  getTokenAccountsByDelegate: {
    required: 2,
    total: 3,
    run: async () => {
      throw methodNotFound("token accounts are indexed by their owner here, not by their delegate");
    },
  },
};
