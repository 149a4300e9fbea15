import { isAddress } from "intent-tx/contract";
import { useRoute } from "preact-iso";
import { Back } from "../../parts/back.js";
import { Empty } from "../../parts/empty.js";
import { loadPools } from "../../server/pools.js";
import { useResource } from "../../server/resource.js";
import { href } from "../../server/routes.js";
import { network, prefix } from "../../server/site.js";
import { AddressPage } from "./address.js";
import "./chain.css";
import { Recent } from "./recent.js";
import { Search } from "./search.js";
import { Slot } from "./slot.js";
import { Transaction } from "./transaction.js";

function View({ kind, id }: { readonly kind: string | undefined; readonly id: string | undefined }) {
  if (kind === undefined) return <Recent />;
  if (kind === "tx" && id !== undefined) return <Transaction key={id} signature={id} />;
  if (kind === "address" && id !== undefined && isAddress(id)) return <AddressPage key={id} address={id} />;
  if (kind === "slot" && id !== undefined && /^\d{1,15}$/.test(id)) return <Slot slot={Number(id)} />;
  return (
    <Empty title="Page not found.">
      <a href={href("chain")}>See recent transactions</a>, or search above.
    </Empty>
  );
}

export function Chain() {
  const { params } = useRoute();
  // Loads the names of pools and vaults, so that the page can show names instead of addresses.
  useResource((abort) => loadPools(abort), [network.value, prefix.value]);
  return (
    <>
      <div class="room-head">
        <h1>Chain</h1>
        {params["kind"] !== undefined && <Back to="chain">All transactions</Back>}
        <Search />
      </div>
      <View kind={params["kind"]} id={params["id"]} />
    </>
  );
}
