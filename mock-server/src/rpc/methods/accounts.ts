import { contextSlot, inContext, readerAt } from "../chain.js";
import { accountConfig, contextConfig } from "../configs.js";
import { accountForm, encodeAccounts } from "../encode-account.js";
import { type Method, method } from "../method.js";
import { addressesOf, addressOf } from "../params.js";
import { string, vec } from "../serde/scalars.js";

/** Most addresses of one call. */
const MOST_ADDRESSES = 100;

/** Methods that read accounts. */
export const ACCOUNT_METHODS: Readonly<Record<string, Method>> = {
  getBalance: method([string], [contextConfig], async (chain, address, config) => {
    const wanted = addressOf(address);
    const slot = await contextSlot(chain, config);
    const [account] = await readerAt(chain, config).ledger.accounts([wanted]);
    return inContext(slot, account?.lamports ?? 0n);
  }),
  getAccountInfo: method([string], [accountConfig], async (chain, address, config) => {
    const wanted = addressOf(address);
    const slot = await contextSlot(chain, config);
    const { ledger } = readerAt(chain, config);
    const form = accountForm(config, "binary");
    const [encoded] = await encodeAccounts(ledger, await ledger.accounts([wanted]), form);
    return inContext(slot, encoded ?? null);
  }),
  getMultipleAccounts: method([vec(string)], [accountConfig], async (chain, addresses, config) => {
    const wanted = addressesOf(addresses, MOST_ADDRESSES);
    const slot = await contextSlot(chain, config);
    const { ledger } = readerAt(chain, config);
    const form = accountForm(config, "base64");
    return inContext(slot, await encodeAccounts(ledger, await ledger.accounts(wanted), form));
  }),
};
