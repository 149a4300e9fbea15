import { contextSlot, inContext, type Method, readerAt } from "../chain.js";
import { accountForm, encodeAccounts } from "../encode-account.js";
import { addressOf, configOf, stringsOf } from "../params.js";

/** Most addresses of one call. */
const MOST_ADDRESSES = 100;

/** Methods that read accounts. */
export const ACCOUNT_METHODS: Readonly<Record<string, Method>> = {
  getBalance: {
    required: 1,
    total: 2,
    run: async (chain, [address, config]) => {
      const wanted = addressOf(address);
      const slot = await contextSlot(chain, configOf(config));
      const [account] = await readerAt(chain, configOf(config)).ledger.accounts([wanted]);
      return inContext(slot, account?.lamports ?? 0n);
    },
  },
  getAccountInfo: {
    required: 1,
    total: 2,
    run: async (chain, [address, config]) => {
      const wanted = addressOf(address);
      const form = accountForm(configOf(config), "binary");
      const slot = await contextSlot(chain, configOf(config));
      const { ledger } = readerAt(chain, configOf(config));
      const [encoded] = await encodeAccounts(ledger, await ledger.accounts([wanted]), form);
      return inContext(slot, encoded ?? null);
    },
  },
  getMultipleAccounts: {
    required: 1,
    total: 2,
    run: async (chain, [addresses, config]) => {
      const wanted = stringsOf(addresses, MOST_ADDRESSES).map(addressOf);
      const form = accountForm(configOf(config), "base64");
      const slot = await contextSlot(chain, configOf(config));
      const { ledger } = readerAt(chain, configOf(config));
      return inContext(slot, await encodeAccounts(ledger, await ledger.accounts(wanted), form));
    },
  },
};
