import bs58 from "bs58";
import type { InstructionWords } from "./associated-token-instruction.js";
import { uiAmount } from "./ui-amount.js";

/** Kinds of authority that `setAuthority` changes, by number. */
const AUTHORITIES = ["mintTokens", "freezeAccount", "accountOwner", "closeAccount"] as const;

class Words {
  readonly view: DataView;

  constructor(
    readonly accounts: readonly string[],
    readonly data: Uint8Array,
  ) {
    this.view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  }

  /** The authority at a place, or the multisig there with those who signed for it. */
  signer(at: number, name: string): Readonly<Record<string, unknown>> {
    const capital = name.charAt(0).toUpperCase() + name.slice(1);
    const signers = this.accounts.slice(at + 1);
    if (signers.length === 0) return { [name]: this.accounts[at] };
    return { [`multisig${capital}`]: this.accounts[at], signers };
  }

  get amount(): { amount: string } {
    return { amount: this.view.getBigUint64(1, true).toString() };
  }

  get tokenAmount(): { tokenAmount: unknown } {
    return { tokenAmount: uiAmount(this.view.getBigUint64(1, true), this.view.getUint8(9)) };
  }

  key(at: number): string {
    return bs58.encode(this.data.subarray(at, at + 32));
  }
}

interface Form {
  readonly type: string;
  /** Fewest accounts and bytes that the instruction has. */
  readonly accounts: number;
  readonly bytes: number;
  readonly info: (words: Words) => Readonly<Record<string, unknown>>;
}

const initializeMint = (rent: boolean, type: string): Form => ({
  type,
  accounts: rent ? 2 : 1,
  bytes: 35,
  info: (words) => ({
    decimals: words.view.getUint8(1),
    ...(words.data[34] === 1 && { freezeAuthority: words.key(35) }),
    mint: words.accounts[0],
    mintAuthority: words.key(2),
    ...(rent && { rentSysvar: words.accounts[1] }),
  }),
});

const moving = (type: string, from: string, to: string, who: string, checked: boolean): Form => ({
  type,
  accounts: checked && from !== "mint" && to !== "mint" ? 4 : 3,
  bytes: checked ? 10 : 9,
  info: (words) => {
    const { accounts } = words;
    const withMint = checked && from !== "mint" && to !== "mint";
    return {
      [from]: accounts[0],
      ...(withMint && { mint: accounts[1] }),
      [to]: accounts[withMint ? 2 : 1],
      ...words.signer(withMint ? 3 : 2, who),
      ...(checked ? words.tokenAmount : words.amount),
    };
  },
});

const onAccount = (type: string, second: string | undefined, who: string): Form => ({
  type,
  accounts: second === undefined ? 2 : 3,
  bytes: 1,
  info: (words) => ({
    account: words.accounts[0],
    ...(second !== undefined && { [second]: words.accounts[1] }),
    ...words.signer(second === undefined ? 1 : 2, who),
  }),
});

const initializeAccount = (type: string, rentAt: number | undefined): Form => ({
  type,
  accounts: rentAt === undefined ? 2 : rentAt + 1,
  bytes: type === "initializeAccount" ? 1 : 33,
  info: (words) => ({
    account: words.accounts[0],
    mint: words.accounts[1],
    owner: type === "initializeAccount" ? words.accounts[2] : words.key(1),
    ...(rentAt !== undefined && { rentSysvar: words.accounts[rentAt] }),
  }),
});

const setAuthority: Form = {
  type: "setAuthority",
  accounts: 2,
  bytes: 3,
  info: (words) => {
    const kind = AUTHORITIES[words.view.getUint8(1)] ?? "unknown";
    const owned = kind === "mintTokens" || kind === "freezeAccount" ? "mint" : "account";
    return {
      authorityType: kind,
      [owned]: words.accounts[0],
      newAuthority: words.data[2] === 1 ? words.key(3) : null,
      ...words.signer(1, "authority"),
    };
  },
};

const FORMS: ReadonlyMap<number, Form> = new Map<number, Form>([
  [0, initializeMint(true, "initializeMint")],
  [1, initializeAccount("initializeAccount", 3)],
  [3, moving("transfer", "source", "destination", "authority", false)],
  [4, moving("approve", "source", "delegate", "owner", false)],
  [
    5,
    {
      type: "revoke",
      accounts: 2,
      bytes: 1,
      info: (words) => ({ source: words.accounts[0], ...words.signer(1, "owner") }),
    },
  ],
  [6, setAuthority],
  [7, moving("mintTo", "mint", "account", "mintAuthority", false)],
  [8, moving("burn", "account", "mint", "authority", false)],
  [9, onAccount("closeAccount", "destination", "owner")],
  [10, onAccount("freezeAccount", "mint", "freezeAuthority")],
  [11, onAccount("thawAccount", "mint", "freezeAuthority")],
  [12, moving("transferChecked", "source", "destination", "authority", true)],
  [13, moving("approveChecked", "source", "delegate", "owner", true)],
  [14, moving("mintToChecked", "mint", "account", "mintAuthority", true)],
  [15, moving("burnChecked", "account", "mint", "authority", true)],
  [16, initializeAccount("initializeAccount2", 2)],
  [17, { type: "syncNative", accounts: 1, bytes: 1, info: ({ accounts }) => ({ account: accounts[0] }) }],
  [18, initializeAccount("initializeAccount3", undefined)],
  [20, initializeMint(false, "initializeMint2")],
  [
    21,
    {
      type: "getAccountDataSize",
      accounts: 1,
      bytes: 1,
      info: ({ accounts, data }) => ({
        ...(data.length > 1 && {
          extensionTypes: data.length === 3 && data[1] === 7 && data[2] === 0 ? ["immutableOwner"] : [],
        }),
        mint: accounts[0],
      }),
    },
  ],
  [
    22,
    {
      type: "initializeImmutableOwner",
      accounts: 1,
      bytes: 1,
      info: ({ accounts }) => ({ account: accounts[0] }),
    },
  ],
]);

/** An instruction of either token program; those of Token-2022's extensions stay in bytes. */
export function parseToken(accounts: readonly string[], data: Uint8Array): InstructionWords | undefined {
  const form = FORMS.get(data[0] ?? -1);
  if (!form || accounts.length < form.accounts || data.length < form.bytes) return undefined;
  return { type: form.type, info: form.info(new Words(accounts, data)) };
}
