import { isAddress, isSignature } from "intent-tx/contract";
import { useEffect, useState } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import { Back } from "../../parts/back.js";
import { Form } from "../../parts/form.js";
import { Empty } from "../../parts/panel.js";
import type { Page } from "../../rooms.js";
import { useResource } from "../../server/resource.js";
import { href, network } from "../../server/url.js";
import { loadPools, world } from "../../server/world.js";
import { AddressPage } from "./address.js";
import "./chain.css";
import { Recent } from "./recent.js";
import { Slot } from "./slot.js";
import { Transaction } from "./transaction.js";

/** Returns the page for a search term: a slot, signature or address, or the name of a wallet or token in the world. */
function pageOf(text: string): Page | undefined {
  if (/^\d{1,15}$/.test(text)) return `chain/slot/${Number(text)}`;
  if (isAddress(text)) return `chain/address/${text}`;
  if (isSignature(text)) return `chain/tx/${text}`;
  const { wallets = {}, tokens = [] } = world.value ?? {};
  const name = text.toLowerCase();
  const wallet = Object.entries(wallets).find(([known]) => known.toLowerCase() === name)?.[1].address;
  const token = tokens.find(({ symbol }) => symbol.toLowerCase() === name)?.mint;
  const address = wallet ?? token;
  return address === undefined ? undefined : `chain/address/${address}`;
}

function Search({ fail }: { readonly fail: (text: string | undefined) => void }) {
  const { route } = useLocation();
  const [text, setText] = useState("");
  const open = () => {
    const page = pageOf(text.trim());
    fail(page === undefined ? text.trim() : undefined);
    if (page === undefined) return;
    setText("");
    route(href(page));
  };
  return (
    <Form class="row search" submit={open}>
      <input
        type="search"
        aria-label="Search the chain"
        placeholder="Address, signature, slot, name …"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          fail(undefined);
        }}
      />
      <button type="submit" disabled={text.trim() === ""}>
        Search
      </button>
    </Form>
  );
}

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
  const [failed, setFailed] = useState<string | undefined>(undefined);
  useEffect(() => setFailed(undefined), [params["kind"], params["id"]]);
  // Loads the names of pools and vaults, so that the page can show names instead of addresses.
  useResource(loadPools, [network.value]);
  return (
    <>
      <div class="room-head">
        <h1>Chain</h1>
        {params["kind"] !== undefined && <Back to="chain">All transactions</Back>}
        <Search fail={setFailed} />
      </div>
      {failed === undefined ? (
        <View kind={params["kind"]} id={params["id"]} />
      ) : (
        <div role="alert">
          <Empty title={`Nothing here is called “${failed}”.`}>
            Enter an address, a signature, a slot, or the name of a wallet or token.
          </Empty>
        </div>
      )}
    </>
  );
}
