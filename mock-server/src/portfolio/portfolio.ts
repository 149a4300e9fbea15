import type { Environment, OperationPayload, PortfolioQuery } from "intent-tx/contract";
import { NATIVE_MINT } from "intent-tx/contract";
import type { TokenList } from "../fixtures/tokens.js";
import type { WorldData } from "../fixtures/world-data.js";
import type { Clock } from "../kernel/clock.js";
import { notFound } from "../kernel/errors.js";
import type { Ledger, LedgerSource } from "../ledger/ledger.js";
import type { Market } from "../market/market.js";
import { significant } from "../market/reserves.js";
import { splitHoldings } from "./holdings.js";
import { nftEntries } from "./nfts.js";
import { stakedEntries } from "./stakes.js";

interface PortfolioOptions {
  readonly clock: Clock;
  readonly ledgers: LedgerSource;
  readonly data: Pick<WorldData, "wallets">;
  readonly tokens: TokenList;
  readonly market: (environment: Environment) => Pick<Market, "usdValue">;
}

export class Portfolios {
  constructor(private readonly options: PortfolioOptions) {}

  /**
   * Handles `GET /portfolio/{walletAddress}`. `walletAddress` must be a valid address.
   *
   * `tokens` has one entry per mint, summed over the wallet's accounts for that mint. The most valuable entry is first.
   * Empty accounts are left out. SOL itself is `solBalance`; wrapped SOL is in `tokens` with the symbol SOL. A mint
   * that is not in the world has its shortened address as symbol, and no value.
   *
   * @throws ServiceError `wallet_not_found` for a wallet that has no account, no token accounts and no history (decision 30)
   */
  async retrieve(
    environment: Environment,
    walletAddress: string,
    { includeNFTs = false, includeStaked = false }: PortfolioQuery = {},
  ): Promise<OperationPayload<"portfolio.retrieve">> {
    const { clock, ledgers, data, tokens } = this.options;
    const market = this.options.market(environment);
    const ledger = await ledgers.get(environment);
    const [[account], accounts] = await Promise.all([
      ledger.accounts([walletAddress]),
      ledger.tokenAccounts(walletAddress),
    ]);
    if (account === undefined && accounts.length === 0) await this.#needHistory(ledger, walletAddress);

    const solBalance = account?.lamports ?? 0n;
    const { holdings, nfts } = await splitHoldings(ledger, accounts, tokens);
    const valued = await Promise.all(
      holdings.map(async (one) => ({ ...one, usdValue: await market.usdValue(one.mint, one.balance) })),
    );
    valued.sort((one, other) => other.usdValue - one.usdValue || (one.mint < other.mint ? -1 : 1));
    const staked = includeStaked ? await stakedEntries(ledger, walletAddress, data.wallets) : [];
    const lamports = staked.reduce((sum, entry) => sum + entry.lamports, solBalance);
    const inSol = await market.usdValue(NATIVE_MINT, lamports);
    return {
      walletAddress,
      solBalance,
      tokens: valued,
      totalValue: significant(valued.reduce((sum, { usdValue }) => sum + usdValue, inSol)),
      lastUpdated: new Date(clock.now()).toISOString(),
      ...(includeNFTs && { nfts: await nftEntries(ledger, nfts) }),
      ...(includeStaked && { staked }),
    };
  }

  async #needHistory(ledger: Ledger, walletAddress: string): Promise<void> {
    const history = await ledger.landed(walletAddress, { limit: 1 });
    if (history.length > 0) return;
    const message = `The wallet ${walletAddress} has no account and no transactions on the ${ledger.environment} network.`;
    throw notFound("wallet", walletAddress, message, "wallet_not_found");
  }
}
