import bs58 from "bs58";
import { isAddress } from "intent-tx/contract";
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { href } from "../../server/routes.js";
import { world } from "../../server/world.js";
import { showToast } from "../../toast.js";

const SIGNATURE_BYTES = 64;

function isSignature(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text) && bs58.decode(text).length === SIGNATURE_BYTES;
}

/** Returns the page for a search term: a slot, signature or address, or the name of a wallet or token in the world. */
export function pageOf(text: string): string | undefined {
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

export function Search() {
  const { route } = useLocation();
  const [text, setText] = useState("");
  const open = () => {
    const page = pageOf(text.trim());
    if (page === undefined)
      showToast("Enter an address, a signature, a slot, or the name of a wallet or token.", "bad");
    else {
      setText("");
      route(href(page));
    }
  };
  return (
    <form
      class="row search"
      onSubmit={(event) => {
        event.preventDefault();
        open();
      }}
    >
      <input
        type="search"
        aria-label="Search the chain"
        placeholder="Address, signature, slot, name …"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" disabled={text.trim() === ""}>
        Search
      </button>
    </form>
  );
}
