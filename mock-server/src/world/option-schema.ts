import { ENVIRONMENTS, TIERS } from "intent-tx/contract";
import * as z from "zod/mini";
import type { ChainAccount } from "../chain/accounts.js";
import {
  address,
  byName,
  choice,
  filled,
  flag,
  humanUnits,
  integer,
  list,
  maybe,
  named,
  numberThat,
  part,
  someTime,
  text,
  textThat,
} from "../kernel/schema-kit.js";
import { type Duration, durationMs } from "../kernel/time.js";
import { AccountFileSchema } from "./account-file.js";
import { METADATA_TEXT } from "./nft-accounts.js";
import type { WalletOption, WorldOption } from "./option.js";
import { isSolName } from "./world.js";

const DECIMAL = /^\d{1,30}(\.\d{1,18})?$/;
/** Maximum number of past transactions per wallet. Each is a row of State. */
const MAX_HISTORY = 100_000;
/** The error message for `upgradeable`. */
export const UPGRADEABLE =
  "must be true, false, or the authority (an address, or the name of a wallet in the world)";
/** Names of the API keys that every world has. */
const RESERVED_KEYS = ["free", "pro", "enterprise", "test"];

const metadata = (bytes: number) =>
  textThat(
    (value) => value !== "" && Buffer.byteLength(value) <= bytes,
    `must be a string of 1 to ${bytes} bytes (the metadata program's limit)`,
  );
const name = () =>
  text.check(z.regex(/^[a-zA-Z0-9][\w-]{0,63}$/, "must have a name of letters, digits, - and _"));

const nft = () =>
  part({
    mint: maybe(address),
    name: metadata(METADATA_TEXT.name),
    symbol: metadata(METADATA_TEXT.symbol),
    collection: maybe(address),
    uri: maybe(metadata(METADATA_TEXT.uri)),
  });

const stake = () =>
  part({
    SOL: humanUnits,
    validator: maybe(address),
    stakeAccount: maybe(address),
    status: maybe(choice(["active", "inactive"])),
  });

/** Schema of a wallet's fields other than balances. */
export const walletParts = () =>
  z.object(
    {
      history: maybe(integer(0, MAX_HISTORY)),
      nfts: maybe(list(nft())),
      staked: maybe(list(stake())),
    },
    "must be an object of balances",
  );

// `WalletOption` has an index signature for balances, which a schema cannot express, so the type is cast.
const wallet = () =>
  named(z.catchall(walletParts(), humanUnits)) as z.ZodMiniType as z.ZodMiniType<WalletOption, WalletOption>;

const account = () =>
  part({
    tier: maybe(choice(TIERS)),
    environment: maybe(choice(ENVIRONMENTS)),
    requestsUsed: maybe(integer(0)),
  });

const accountName = () =>
  name().check(
    z.refine(
      (value) => !RESERVED_KEYS.includes(value),
      `must not be ${RESERVED_KEYS.join(" or ")}, which the world uses`,
    ),
  );

const token = () =>
  part({
    symbol: textThat((value) => /^[A-Za-z0-9]{1,12}$/.test(value), "must be 1 to 12 letters and digits"),
    name: maybe(filled),
    mint: maybe(address),
    decimals: integer(0, 18),
    program: maybe(choice(["spl-token", "token-2022"])),
    priceUsd: textThat(
      (value) => DECIMAL.test(value) && Number(value) !== 0,
      'must be a decimal string above 0, such as "1.25"',
    ),
    supply: maybe(
      textThat(
        (value) => DECIMAL.test(value),
        'must be a decimal string in tokens, not base units, such as "1.5"',
      ),
    ),
  });

const pool = () =>
  part({
    pair: z.tuple([z.string(), z.string()], "must name two tokens of the world"),
    sideUsd: maybe(integer(1, undefined, "must be a positive integer of US dollars")),
    feeBps: maybe(integer(0, 9_999)),
  });

export const usdPrice = () =>
  numberThat((usd) => usd >= 1e-12 && usd <= 1e12, "must be a price in USD, from 1e-12 to 1e12");
const percent = (least: number) =>
  numberThat(
    (value) => value >= least && value <= 1000,
    `must be a percentage per day, from ${least} to 1000`,
  );
const isAfter = (one: Duration, other: Duration | undefined) => durationMs(one) > durationMs(other ?? 0);

const market = () =>
  part({
    path: maybe(
      list(part({ at: someTime, usd: usdPrice() })).check(
        z.minLength(1, "must have at least one point"),
        z.refine(
          (path) => path.every(({ at }, index) => isAfter(at, path[index - 1]?.at)),
          "must be in chronological order: each at must be later than the one before it",
        ),
      ),
    ),
    volatility: maybe(percent(0)),
    drift: maybe(percent(-99)),
    every: maybe(someTime.check(z.refine((every) => isAfter(every, 999), 'must be at least a second, "1s"'))),
  }).check(
    z.refine(
      ({ path, volatility, drift }) => (path === undefined) === ((volatility ?? drift) !== undefined),
      "must have either path, or volatility and drift",
    ),
  );

const program = () =>
  part({
    address,
    file: maybe(textThat((path) => path !== "", "must be the path of a file")),
    bytes: maybe(z.custom<Uint8Array>((value) => value instanceof Uint8Array, "must be a Uint8Array")),
    upgradeable: maybe(z.union([z.boolean(), z.string()], UPGRADEABLE)),
  }).check(
    z.refine(
      ({ file, bytes }) => (file === undefined) !== (bytes === undefined),
      "must have either file or bytes",
    ),
  );

/** Schema of the `world` option. Whether its parts fit together is checked when the World is built. */
export const WorldSchema = z.lazy(() =>
  part({
    wallets: maybe(byName(wallet(), name())),
    accounts: maybe(byName(account(), accountName())),
    names: maybe(
      byName(
        z.string("must be an address or the name of a wallet of the world"),
        text.check(z.refine(isSolName, "must be a lower-case name that ends in .sol")),
      ),
    ),
    tokens: maybe(list(token())),
    pools: maybe(list(pool())),
    programs: maybe(list(program())),
    chainAccounts: maybe(
      list(z.union([filled, AccountFileSchema], "must be the path of an account file, or its content")),
    ),
    features: maybe(part({ activate: maybe(list(address)), deactivate: maybe(list(address)) })),
    arbitrage: maybe(flag),
    market: maybe(byName(market())),
  }),
);

/** A checked `world` option, with the content of its account files. */
export interface CheckedWorld extends Omit<WorldOption, "chainAccounts"> {
  readonly chainAccounts?: readonly (string | ChainAccount)[];
}
