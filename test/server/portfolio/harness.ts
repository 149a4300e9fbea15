import { OPERATIONS, PROGRAM_IDS } from "intent-tx/contract";
import { namedWallet } from "../../../mock-server/src/fixtures/wallets.js";
import type { TokenProgram } from "../../../mock-server/src/formats/token-layout.js";
import { encodeMint, encodeTokenAccount } from "../../../mock-server/src/formats/token-layout.js";
import { Portfolios } from "../../../mock-server/src/portfolio/portfolio.js";
import { MarketBench } from "../market/harness.js";

/** An unused wallet, functions that give it accounts, and its portfolio. */
export function portfolioBench() {
  const market = new MarketBench();
  const ledger = market.open();
  const portfolios = new Portfolios({
    clock: market.clock,
    ledgers: { get: async () => ledger },
    market: () => market.market,
  });
  const address = (name: string) => namedWallet(market.random, name).address;
  const wallet = address("a wallet of nobody");
  let accounts = 0;
  const hold = (mint: string, amount: bigint, program: TokenProgram = "spl-token") =>
    ledger.setAccount(address(`token account ${accounts++}`), {
      lamports: 2_039_280n,
      owner: program === "spl-token" ? PROGRAM_IDS.token : PROGRAM_IDS.token2022,
      executable: false,
      data: encodeTokenAccount(program, { mint, owner: wallet, amount }),
    });
  const makeMint = async (name: string, decimals: number, supply: bigint) => {
    const mint = address(name);
    const data = encodeMint({ ...market.token("USDC"), decimals }, supply, undefined);
    await ledger.setAccount(mint, { lamports: 1n, owner: PROGRAM_IDS.token, executable: false, data });
    return mint;
  };
  const give = (lamports: bigint) =>
    ledger.setAccount(wallet, {
      lamports,
      owner: PROGRAM_IDS.system,
      executable: false,
      data: new Uint8Array(),
    });
  const read = async (query = {}) => {
    const answer = await portfolios.retrieve("live", wallet, query);
    OPERATIONS["portfolio.retrieve"].response.parse(answer);
    return answer;
  };
  return { market, ledger, wallet, address, hold, makeMint, give, read };
}
