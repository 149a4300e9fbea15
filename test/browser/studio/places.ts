import { control, fund, type Served } from "./setup.js";

/** Places of the studio, each with text that is visible after the place has loaded. */
export async function placesOf(served: Served): Promise<readonly (readonly [path: string, text: string])[]> {
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
    ["live/1", "Copy as curl"],
    ["say?say=swap+1+SOL+for+USDC", "understood"],
    [`wallets/${alice}`, "NFTs and stakes"],
    ["chain", "newest first"],
    [`chain/tx/${signature}`, "Balance changes"],
    [`chain/address/${pool}`, "% of the input"],
    ["market", "jitoSOL-USDC"],
    [`market/${pool}?amount=1000`, "fee included"],
    [`keys/${pro}`, "Requests this minute"],
    ["world", "+ 1 day"],
    ["faults", "No faults."],
    ["world/sessions", "Open a session"],
    ["world/state", "Snapshot to a file"],
  ];
}
