import { accountFilter } from "../account-filters.js";
import { type Chain, contextSlot, inContext, readerAt } from "../chain.js";
import { type ProgramAccountsConfig, programAccountsConfig } from "../configs.js";
import { accountForm, encodeAccounts } from "../encode-account.js";
import { type Method, method } from "../method.js";
import { addressOf } from "../params.js";
import { string } from "../serde/scalars.js";
import { withList, writtenList } from "../written-list.js";

async function programAccounts(chain: Chain, programId: string, config: ProgramAccountsConfig | undefined) {
  const passes = accountFilter(config?.filters);
  const slot = await contextSlot(chain, config);
  const { ledger } = readerAt(chain, config);
  const found = (await ledger.programAccounts(programId)).filter(passes);
  const encoded = await encodeAccounts(ledger, found, accountForm(config, "binary"));
  const accounts = found.map(({ address }, index) => ({ pubkey: address, account: encoded[index] ?? null }));
  if (config?.withContext !== true) return writtenList(accounts);
  return withList({ context: inContext(slot, null).context }, "value", accounts);
}

/** The method that looks for accounts by their program. */
export const PROGRAM_METHODS: Readonly<Record<string, Method>> = {
  getProgramAccounts: method([string], [programAccountsConfig], (chain, programId, config) =>
    programAccounts(chain, addressOf(programId), config),
  ),
};
