// A page with a wallet adapter: it shows what the wallet holds and swaps with the user's consent.
import type { Adapter } from "@solana/wallet-adapter-base";
import { ConnectionProvider, useConnection, useWallet, WalletProvider } from "@solana/wallet-adapter-react";
import type { ConnectionConfig } from "@solana/web3.js";
import {
  QueryClient,
  QueryClientProvider,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { formatUnits, type Intent, type IntentTxClient } from "intent-tx";
import { intentTxQueries } from "intent-tx/react";
import { signAndSend } from "intent-tx/solana";
import { useState } from "react";

interface AppProps {
  /** In a page: `new IntentTx({ baseUrl: "/api" })`, a server of yours that adds the key. */
  readonly client: IntentTxClient;
  /** Address of the cluster's JSON-RPC. */
  readonly endpoint: string;
  readonly config?: ConnectionConfig;
  readonly wallets: Adapter[];
}

function Swap({ client }: { readonly client: IntentTxClient }) {
  const queries = intentTxQueries(client);
  const cache = useQueryClient();
  const wallet = useWallet();
  const { connection } = useConnection();
  const [intent, setIntent] = useState<Intent>();
  const walletAddress = wallet.publicKey?.toBase58() ?? "";
  const { data: portfolio } = useQuery({
    ...queries.portfolio(walletAddress),
    enabled: walletAddress !== "",
  });
  const parse = useMutation({ ...queries.parseIntent(), onSuccess: (parsed) => setIntent(parsed) });
  const send = useMutation({
    mutationFn: async (shown: Intent) => {
      const built = await client.transactions.build({ intentId: shown.intentId, walletAddress });
      // Verifies the bytes against the intent that the user has seen, and asks the wallet only then.
      return signAndSend({ intent: shown, built, signer: wallet, connection });
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: queries.portfolio(walletAddress).queryKey }),
  });
  if (!wallet.publicKey)
    return (
      <button type="button" onClick={() => wallet.connect()}>
        Connect
      </button>
    );
  const error = parse.error ?? send.error;
  return (
    <main>
      <p data-testid="sol">{portfolio ? `${formatUnits(portfolio.solBalance, 9)} SOL` : "…"}</p>
      <button type="button" onClick={() => parse.mutate({ walletAddress, command: "swap 0.5 SOL for USDC" })}>
        Quote
      </button>
      {intent?.action === "swap" && (
        <button type="button" onClick={() => send.mutate(intent)}>
          {`Pay ${formatUnits(intent.parameters.amount, 9)} SOL for ${formatUnits(intent.route.outAmount, 6)} USDC`}
        </button>
      )}
      <output>{error ? error.message : send.data?.confirmationStatus}</output>
    </main>
  );
}

export function App({ client, endpoint, config, wallets }: AppProps) {
  const [cache] = useState(() => new QueryClient());
  return (
    <ConnectionProvider endpoint={endpoint} config={config}>
      <WalletProvider wallets={wallets} autoConnect localStorageKey="wallet">
        <QueryClientProvider client={cache}>
          <Swap client={client} />
        </QueryClientProvider>
      </WalletProvider>
    </ConnectionProvider>
  );
}
