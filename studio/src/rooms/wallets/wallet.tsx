import { NotFoundError, type Portfolio } from "intent-tx";
import { useMemo, useState } from "preact/hooks";
import { Secret, Short } from "../../parts/copy.js";
import { Form, SelectField, TextField } from "../../parts/form.js";
import { dollars, humanUnits } from "../../parts/format.js";
import { Empty, Panel, Problem } from "../../parts/panel.js";
import { Table } from "../../parts/table.js";
import { clientOf } from "../../server/client.js";
import { control } from "../../server/http.js";
import { useResource } from "../../server/resource.js";
import { href, network, prefix } from "../../server/url.js";
import { world } from "../../server/world.js";
import { useAction } from "../../toast.js";
import { History } from "./history.js";
import { Value } from "./value.js";

function Tokens({ portfolio }: { readonly portfolio: Portfolio }) {
  // The service reports only the total, which includes staked SOL at the same price.
  const inSol = portfolio.tokens.reduce(
    (rest, { usdValue }) => rest - (usdValue ?? 0),
    portfolio.totalValue ?? 0,
  );
  const stakes = (portfolio.staked ?? []).reduce((sum, { lamports }) => sum + BigInt(String(lamports)), 0n);
  const all = Number(portfolio.solBalance + stakes);
  const rows = [
    {
      symbol: "SOL",
      amount: humanUnits(portfolio.solBalance, 9),
      usd: all === 0 ? 0 : Math.max(0, inSol) * (Number(portfolio.solBalance) / all),
      // The wallet itself holds its SOL.
      holder: portfolio.walletAddress,
    },
    ...portfolio.tokens.map(({ symbol, balance, decimals, usdValue, mint }) => ({
      symbol: symbol === "SOL" ? "SOL (wrapped)" : (symbol ?? mint),
      amount: humanUnits(balance, decimals),
      usd: usdValue ?? 0,
      holder: mint,
    })),
  ];
  return (
    <Table
      columns={["Token", "Amount", "Value"]}
      numbers={["Amount", "Value"]}
      rows={rows.map(({ symbol, amount, usd, holder }) => ({
        key: symbol + holder,
        cells: [<a href={href(`chain/address/${holder}`)}>{symbol}</a>, amount, dollars(usd)],
      }))}
    />
  );
}

function Extras({ portfolio }: { readonly portfolio: Portfolio }) {
  const nfts = (portfolio.nfts ?? []) as readonly Readonly<Record<string, unknown>>[];
  const staked = (portfolio.staked ?? []) as readonly Readonly<Record<string, unknown>>[];
  if (nfts.length + staked.length === 0) return <p class="inner">No NFTs or stakes.</p>;
  const account = (value: unknown, what: string) => (
    <Short text={String(value)} what={what} to={`chain/address/${value}`} />
  );
  return (
    <ul class="inner">
      {nfts.map(({ mint, name, collection }) => (
        <li key={String(mint)}>
          NFT <strong>{String(name)}</strong> {collection === undefined ? "" : `of ${collection} `}
          {account(mint, "the mint")}
        </li>
      ))}
      {staked.map(({ stakeAccount, lamports, status }) => (
        <li key={String(stakeAccount)}>
          Stake of {humanUnits(String(lamports), 9)} SOL, {String(status)}{" "}
          {account(stakeAccount, "the stake account")}
        </li>
      ))}
    </ul>
  );
}

/** Adds SOL or tokens to a wallet with a real transaction. */
function Fund({ address, funded }: { readonly address: string; readonly funded: () => void }) {
  const [symbol, setSymbol] = useState("SOL");
  const [amount, setAmount] = useState("10");
  const { busy, run } = useAction();
  const fund = () =>
    run(`Added ${amount} ${symbol}.`, async () => {
      const body = { environment: network.value, walletAddress: address, tokens: { [symbol]: amount } };
      await control("POST /fund", { body });
      funded();
    });
  const symbols = (world.value?.tokens ?? []).map((token) => token.symbol);
  return (
    <Form submit={fund}>
      <TextField label="Amount" inputMode="decimal" size={10} value={amount} set={setAmount} />
      <SelectField label="Token" value={symbol} set={setSymbol} choices={symbols} />
      <button type="submit" class="primary" disabled={busy}>
        Fund
      </button>
    </Form>
  );
}

export function Wallet({ address }: { readonly address: string }) {
  const keys = world.value?.keys ?? {};
  const apiKey = network.value === "test" ? keys["test"] : keys["enterprise"];
  const client = useMemo(
    () => (apiKey === undefined ? undefined : clientOf(apiKey, { own: true })),
    [apiKey, prefix.value],
  );
  const found = useResource(
    async (signal) => {
      if (!client) return undefined;
      try {
        return await client.portfolio.retrieve(
          address,
          { includeNFTs: true, includeStaked: true },
          { signal },
        );
      } catch (error) {
        if (error instanceof NotFoundError) return null;
        throw error;
      }
    },
    [client, address, network.value],
  );
  const named = Object.entries(world.value?.wallets ?? {}).find(([, wallet]) => wallet.address === address);
  const portfolio = found.value;
  return (
    <div class="stack">
      <Panel
        label="Wallet"
        title={named?.[0] ?? "Wallet"}
        head={
          <>
            <Short text={address} what="the address" to={`chain/address/${address}`} />
            <button type="button" class="end" onClick={found.reload}>
              Refresh
            </button>
          </>
        }
        body="inner stack"
      >
        {named && <Secret text={named[1].secretKey} what="secret key" />}
        <Fund address={address} funded={found.reload} />
        {portfolio !== null && <Value portfolio={portfolio} />}
      </Panel>
      <Problem of={found} />
      {portfolio === null && (
        <Empty title={`This wallet has never been used on ${network.value}.`}>Fund it to create it.</Empty>
      )}
      {portfolio && client && (
        <>
          <div class="columns">
            <Panel title="Tokens">
              <Tokens portfolio={portfolio} />
            </Panel>
            <Panel title="NFTs and stakes">
              <Extras portfolio={portfolio} />
            </Panel>
          </div>
          <Panel title="History">
            <History client={client} address={address} version={portfolio.lastUpdated ?? ""} />
          </Panel>
        </>
      )}
    </div>
  );
}
