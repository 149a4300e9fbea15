import { stringifyJson } from "intent-tx";
import { isAddress } from "intent-tx/contract";
import { PROGRAMS, SYSVARS } from "../../../../mock-server/src/formats/programs.js";
import { Short } from "../../parts/copy.js";
import { pools, tokenOf, world } from "../../server/world.js";

const PROGRAM_NAMES: ReadonlyMap<string, string> = new Map([
  [PROGRAMS.system, "System program"],
  [PROGRAMS.computeBudget, "Compute budget program"],
  [PROGRAMS.token, "Token program"],
  [PROGRAMS.token2022, "Token-2022 program"],
  [PROGRAMS.associatedToken, "Associated token program"],
  [PROGRAMS.swap, "Swap program"],
  [PROGRAMS.memo, "Memo program"],
  [PROGRAMS.memoV1, "Memo program v1"],
  [PROGRAMS.addressLookupTable, "Address lookup table program"],
  [PROGRAMS.stake, "Stake program"],
  [PROGRAMS.vote, "Vote program"],
  [PROGRAMS.config, "Config program"],
  [PROGRAMS.nativeLoader, "Native loader"],
  [PROGRAMS.loaderV2, "Loader v2"],
  [PROGRAMS.loaderV3, "Upgradeable loader"],
  [PROGRAMS.loaderV4, "Loader v4"],
  [PROGRAMS.tokenMetadata, "Token metadata program"],
]);

/** Programs that the service's transactions call. */
export const LISTED_PROGRAMS = [
  PROGRAMS.swap,
  PROGRAMS.system,
  PROGRAMS.token,
  PROGRAMS.token2022,
  PROGRAMS.associatedToken,
  PROGRAMS.computeBudget,
  PROGRAMS.memo,
  PROGRAMS.stake,
  PROGRAMS.addressLookupTable,
] as const;

/** The name of a program, sysvar, wallet, token, pool or vault of the world; undefined for other addresses. */
export function nameOf(address: string): string | undefined {
  const program = PROGRAM_NAMES.get(address);
  if (program !== undefined) return program;
  const sysvar = Object.entries(SYSVARS).find(([, one]) => one === address);
  if (sysvar) return `Sysvar ${sysvar[0]}`;
  const { wallets = {} } = world.value ?? {};
  const wallet = Object.entries(wallets).find(([, one]) => one.address === address);
  if (wallet) return wallet[0];
  const token = tokenOf(address);
  if (token) return `${token.symbol} mint`;
  for (const pool of pools.value) {
    if (pool.address === address) return `${pool.label} pool`;
    if (pool.vaultA === address || pool.vaultB === address) {
      const mint = pool.vaultA === address ? pool.mintA : pool.mintB;
      return `${pool.label} vault of ${symbolOf(mint) ?? "a token"}`;
    }
  }
  return undefined;
}

export const symbolOf = (mint: string): string | undefined => tokenOf(mint)?.symbol;

/** An address with its name, linked to its account. */
export function Address({ address, name }: { readonly address: string; readonly name?: string | undefined }) {
  const shown = name ?? nameOf(address);
  return (
    <span class="address">
      {shown !== undefined && <span class="name">{shown}</span>}
      <Short text={address} what="the address" to={`chain/address/${address}`} />
    </span>
  );
}

/** A value of an account or instruction: addresses are linked, objects are shown as JSON. */
export function ShownValue(props: { readonly value: unknown; readonly names?: ReadonlyMap<string, string> }) {
  const { value, names } = props;
  if (typeof value === "string" && isAddress(value))
    return <Address address={value} name={names?.get(value)} />;
  if (Array.isArray(value))
    return value.map((one, index) => (
      <div key={index}>{<ShownValue value={one} {...(names && { names })} />}</div>
    ));
  const text = value !== null && typeof value === "object" ? stringifyJson(value) : String(value);
  return <span class={/\s/.test(text) ? undefined : "mono"}>{text}</span>;
}
