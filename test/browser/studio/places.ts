import { control, fund, type Served } from "./setup.js";

/** A place of the studio, text that is visible after it has loaded, and the name of its picture in the guide. */
type Place = readonly [path: string, text: string, picture?: string];

export async function placesOf(served: Served): Promise<readonly Place[]> {
  const alice = served.wallets["alice"]!.address;
  const signature = await fund(served, alice, { SOL: "2" });
  const { data: pools } = await control<{ data: { address: string; label: string }[] }>(served, "/pools");
  const pool = pools.find(({ label }) => label === "SOL-USDC")!.address;
  const { data: accounts } = await control<{ data: { account: string; tier: string }[] }>(
    served,
    "/accounts",
  );
  const pro = accounts.find(({ tier }) => tier === "pro")!.account;
  return [
    ["live", "shown"],
    ["live/3?status=errors", "Copy as curl", "live"],
    ["say?say=swap+1+SOL+for+USDC", "understood", "say"],
    [`wallets/${alice}`, "NFTs and stakes", "wallets"],
    ["chain", "newest first"],
    [`chain/tx/${signature}`, "Balance changes", "chain"],
    [`chain/address/${pool}`, "% of the input"],
    ["market", "jitoSOL-USDC"],
    [`market/${pool}?amount=1000`, "fee included", "market"],
    [`keys/${pro}`, "Requests this minute", "keys"],
    ["world", "+ 1 day", "clock"],
    ["faults", "No faults."],
    ["explore", "No report is open."],
    ["world/sessions", "Open a session"],
    ["world/state", "Snapshot to a file"],
  ];
}
