import { PROGRAMS, SYSVARS } from "../../chain/programs.js";
import type { ChainAccount } from "../../ledger/ledger.js";
import { readOr } from "./byte-reader.js";
import { configWords } from "./config-account.js";
import { loaderWords } from "./loader-account.js";
import { lookupTableWords } from "./lookup-table-account.js";
import { nonceWords } from "./nonce-account.js";
import { stakeWords } from "./stake-account.js";
import { sysvarWords } from "./sysvar-account.js";
import { type MintForm, tokenWords } from "./token-account.js";
import { voteWords } from "./vote-account.js";
import type { Words } from "./words.js";

/** The data of an account, as jsonParsed writes it. */
export interface ParsedAccount {
  readonly program: string;
  readonly parsed: Words;
  readonly space: number;
}

interface Parser {
  readonly program: string;
  readonly words: (account: ChainAccount, form: MintForm | undefined) => Words | undefined;
}

const parser = (program: string, words: (data: Uint8Array, address: string) => Words): Parser => ({
  program,
  words: ({ data, address }) => readOr(() => words(data, address)),
});

/** Every program whose accounts a node has words for. */
const PARSERS: ReadonlyMap<string, Parser> = new Map<string, Parser>([
  [PROGRAMS.system, parser("nonce", nonceWords)],
  [PROGRAMS.token, { program: "spl-token", words: tokenWords }],
  [PROGRAMS.token2022, { program: "spl-token-2022", words: tokenWords }],
  [PROGRAMS.addressLookupTable, parser("address-lookup-table", lookupTableWords)],
  [PROGRAMS.loaderV3, parser("bpf-upgradeable-loader", loaderWords)],
  [PROGRAMS.config, parser("config", (data, address) => configWords(address, data))],
  [PROGRAMS.stake, parser("stake", stakeWords)],
  [SYSVARS.owner, parser("sysvar", (data, address) => sysvarWords(address, data))],
  [PROGRAMS.vote, parser("vote", voteWords)],
]);

/**
 * An account in words. Undefined for what a node has none for, a wallet included: it is written as base64 then.
 *
 * @param form how the mint of a token account shows its amounts
 */
export function parseAccount(account: ChainAccount, form: MintForm | undefined): ParsedAccount | undefined {
  const found = PARSERS.get(account.owner);
  const parsed = found?.words(account, form);
  return found && parsed && { program: found.program, parsed, space: account.data.length };
}
