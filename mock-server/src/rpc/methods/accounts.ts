import { type AccountFilter, accountFilter } from "../account-filter.js";
import { type Chain, inContext, readAt } from "../chain.js";
import { accountForm, encodeAccounts } from "../encode/account.js";
import { withList, writtenList } from "../envelope.js";
import {
  accountConfig,
  address,
  contextConfig,
  type Method,
  method,
  type Params,
  programAccountsConfig,
  reading,
  upTo,
} from "../params.js";

const MAX_ADDRESSES = 100;

const programParams = { programId: address, config: programAccountsConfig };

async function programAccounts(
  chain: Chain,
  { programId, config }: Params<typeof programParams>,
  passes: AccountFilter,
) {
  const { slot, ledger } = await readAt(chain, config);
  const found = await ledger.programAccounts(programId, passes);
  const encoded = await encodeAccounts(ledger, found, accountForm(config, "binary"));
  const accounts = found.map(({ address }, index) => ({ pubkey: address, account: encoded[index] ?? null }));
  if (config?.withContext !== true) return writtenList(accounts);
  return withList({ context: inContext(slot, null).context }, "value", accounts);
}

export const ACCOUNT_METHODS: Readonly<Record<string, Method>> = {
  getBalance: reading({ address, config: contextConfig }, async (ledger, { address }) => {
    const [account] = await ledger.accounts([address]);
    return account?.lamports ?? 0n;
  }),
  getAccountInfo: reading({ address, config: accountConfig }, async (ledger, { address, config }) => {
    const form = accountForm(config, "binary");
    const [encoded] = await encodeAccounts(ledger, await ledger.accounts([address]), form);
    return encoded ?? null;
  }),
  getMultipleAccounts: reading(
    { addresses: upTo(address, MAX_ADDRESSES), config: accountConfig },
    async (ledger, { addresses, config }) =>
      encodeAccounts(ledger, await ledger.accounts(addresses), accountForm(config, "base64")),
  ),
  getProgramAccounts: method(programParams, (chain, params) =>
    programAccounts(chain, params, accountFilter(params.config?.filters)),
  ),
};
