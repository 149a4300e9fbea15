import { accountFilter } from "../account-filters.js";
import { type Chain, contextSlot, inContext, type Method, readerAt } from "../chain.js";
import { accountForm, encodeAccounts } from "../encode-account.js";
import { addressOf, type Config, configOf } from "../params.js";
import { withList, writtenList } from "../written-list.js";

async function programAccounts(chain: Chain, programId: string, config: Config) {
  const form = accountForm(config, "binary");
  const passes = accountFilter(config);
  const slot = await contextSlot(chain, config);
  const { ledger } = readerAt(chain, config);
  const found = (await ledger.programAccounts(programId)).filter(passes);
  const encoded = await encodeAccounts(ledger, found, form);
  const accounts = found.map(({ address }, index) => ({ pubkey: address, account: encoded[index] ?? null }));
  if ((config as { withContext?: unknown }).withContext !== true) return writtenList(accounts);
  return withList({ context: inContext(slot, null).context }, "value", accounts);
}

/** The method that looks for accounts by their program. */
export const PROGRAM_METHODS: Readonly<Record<string, Method>> = {
  getProgramAccounts: {
    required: 1,
    total: 2,
    run: (chain, [programId, config]) => programAccounts(chain, addressOf(programId), configOf(config)),
  },
};
