// A page with a wallet adapter: shows the wallet's balance and swaps after the
// user's approval.
import type { Adapter } from "@solana/wallet-adapter-base";
import {
  ConnectionProvider,
  useConnection,
  useWallet,
  WalletProvider,
} from "@solana/wallet-adapter-react";
import type { ConnectionConfig } from "@solana/web3.js";
import {
  QueryClient,
  QueryClientProvider,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { formatUnits, type IntentTxClient } from "intent-tx";
import { intentTxQueries } from "intent-tx/react";
import { type Effects, execute, type PaymentJournal } from "intent-tx/solana";
import { useState } from "react";

interface AppProps {
  /**
   * The client: in a page, `new IntentTx({ baseUrl: "/api" })`. Your server adds
   * the key.
   */
  readonly client: IntentTxClient;
  /** URL of the cluster's JSON-RPC endpoint. */
  readonly endpoint: string;
  readonly config?: ConnectionConfig;
  readonly wallets: Adapter[];
  /**
   * Stores payments across reloads and tabs, for example `new IndexedDbJournal()`.
   */
  readonly journal: PaymentJournal;
  /**
   * The order's ID from your server. The ID survives a reload, so that the order is
   * paid only once.
   */
  readonly paymentId: string;
}

/** A transaction's worst case, and a function that receives the user's decision. */
interface Question {
  readonly effects: Effects;
  readonly answer: (approved: boolean) => void;
}

function Swap({
  client,
  journal,
  paymentId,
}: Pick<AppProps, "client" | "journal" | "paymentId">) {
  const queries = intentTxQueries(client);
  const cache = useQueryClient();
  const wallet = useWallet();
  const { connection } = useConnection();
  const [question, setQuestion] = useState<Question>();
  const walletAddress = wallet.publicKey?.toBase58() ?? "";
  const { data: portfolio } = useQuery({
    ...queries.portfolio(walletAddress),
    enabled: walletAddress !== "",
  });
  const pay = useMutation({
    // The wallet prompts only after the transaction is verified and the user has
    // approved its worst case.
    mutationFn: (command: string) =>
      execute({
        client,
        connection,
        signer: wallet,
        command,
        journal,
        paymentId,
        approve: ({ effects }) =>
          new Promise((answer) => setQuestion({ effects, answer })),
      }),
    onSuccess: () =>
      cache.invalidateQueries({
        queryKey: queries.portfolio(walletAddress).queryKey,
      }),
  });
  if (!wallet.publicKey)
    return (
      <button type="button" onClick={() => wallet.connect()}>
        Connect
      </button>
    );
  const answer = (approved: boolean) => {
    setQuestion(undefined);
    question?.answer(approved);
  };
  const [spend] = question?.effects.spendAtMost ?? [];
  const [receive] = question?.effects.receiveAtLeast ?? [];
  return (
    <main>
      <p data-testid="sol">
        {portfolio ? `${formatUnits(portfolio.solBalance, 9)} SOL` : "…"}
      </p>
      <button
        type="button"
        disabled={pay.isPending}
        onClick={() => pay.mutate("swap 0.5 SOL for USDC")}
      >
        Swap 0.5 SOL
      </button>
      {spend && receive && (
        <dialog open>
          <p>
            {`Pay at most ${formatUnits(spend.amount, 9)} SOL, receive at least ` +
              `${formatUnits(receive.amount, 6)} USDC?`}
          </p>
          <button type="button" onClick={() => answer(true)}>
            Pay
          </button>
          <button type="button" onClick={() => answer(false)}>
            Cancel
          </button>
        </dialog>
      )}
      <output>{pay.error ? pay.error.message : pay.data && "paid"}</output>
    </main>
  );
}

export function App({
  client,
  endpoint,
  config,
  wallets,
  journal,
  paymentId,
}: AppProps) {
  const [cache] = useState(() => new QueryClient());
  return (
    <ConnectionProvider endpoint={endpoint} config={config}>
      <WalletProvider wallets={wallets} autoConnect localStorageKey="wallet">
        <QueryClientProvider client={cache}>
          <Swap client={client} journal={journal} paymentId={paymentId} />
        </QueryClientProvider>
      </WalletProvider>
    </ConnectionProvider>
  );
}
