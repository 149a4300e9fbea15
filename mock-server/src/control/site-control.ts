import type { Environment } from "intent-tx/contract";
import type { Addresses } from "../http/addresses.js";
import { invalidField, ServiceError } from "../kernel/errors.js";
import { DAY_MS } from "../kernel/time.js";
import type { World } from "../world/world.js";
import type { ControlCommand } from "./commands/command.js";
import { faultCommands } from "./commands/faults.js";
import { logCommands } from "./commands/log.js";
import { type MetricsHost, metricsCommands, type SessionHost, sessionCommands } from "./commands/sessions.js";
import { viewCommands } from "./commands/views.js";
import { clockCommands, worldCommands } from "./commands/world.js";
import { ControlPlane } from "./control-plane.js";
import type { Guard } from "./guard.js";
import type { RequestLog } from "./log/request-log.js";
import type { AccountView, DayView, PoolView, PriceHistoryView, WorldView, WorldViews } from "./subject.js";
import type { WorldControl } from "./world-control.js";

/** The server's parts for calls about the whole server. A session does not have them. */
export interface ServerHosts {
  readonly sessions: SessionHost;
  readonly metrics: MetricsHost;
}

/** The parts of a site that its control plane shows and changes. */
interface Controlled {
  readonly world: World;
  readonly subject: WorldControl;
  readonly log: RequestLog;
  readonly addresses: () => Addresses;
  readonly guard: Guard;
  readonly hosts: ServerHosts | undefined;
}

/** A site's control plane. The first request to the control plane loads this file. */
export function siteControl(site: Controlled): ControlPlane {
  const { world, subject, log, addresses, guard, hosts } = site;
  const { clock, faults, random } = world.parts;
  const commands: ControlCommand[] = [
    ...worldCommands(subject),
    ...clockCommands(subject),
    ...faultCommands(faults),
    ...logCommands(log),
    ...viewCommands(new ShownWorld(world, addresses)),
    ...(hosts ? [...sessionCommands(hosts.sessions), ...metricsCommands(hosts.metrics)] : []),
  ];
  return new ControlPlane({ commands, guard, now: () => clock.now(), random });
}

/** Read-only views of a World, for the control plane. */
export class ShownWorld implements WorldViews {
  constructor(
    private readonly shown: World,
    private readonly addresses: () => Addresses,
  ) {}

  world(): WorldView {
    const { wallets, parts } = this.shown;
    const { seed, secrets: keys, keyIds, data } = parts;
    const tokens = data.tokens.map(({ symbol, name, mint, decimals }) => ({ symbol, name, mint, decimals }));
    return { seed, ...this.addresses(), keys, keyIds, wallets, tokens };
  }

  async accounts(): Promise<readonly AccountView[]> {
    const { keys, limits, services } = this.shown.parts;
    return keys.accounts().map(({ account, tier, keys: records }) => {
      const { requests, transactions } = services.usage.usage({ account, tier, environment: "live" });
      return {
        account,
        tier,
        windows: limits.windows(account, tier),
        usage: { requests: requests.used, transactions: transactions.used },
        keys: records,
      };
    });
  }

  async days(account: string, days: number): Promise<readonly DayView[]> {
    const { clock, keys, services } = this.shown.parts;
    if (!keys.accounts().some((one) => one.account === account)) {
      throw new ServiceError(
        "not_found",
        `No account has the ID ${account}; GET /_mock/accounts lists them.`,
        {
          details: { resource: "account", id: account },
        },
      );
    }
    const end = Math.floor(clock.now() / DAY_MS) * DAY_MS + DAY_MS;
    return Array.from({ length: days }, (_, index) => {
      const start = end - (days - index) * DAY_MS;
      const [startDate, endDate] = [start, start + DAY_MS].map((at) => new Date(at).toISOString());
      const { transactions, intents, volume } = services.metrics.metrics(
        { account },
        { startDate: startDate ?? "", endDate: endDate ?? "" },
      );
      return {
        day: startDate ?? "",
        swaps: transactions.swaps,
        transfers: transactions.transfers,
        parseErrors: intents.parseErrors,
        volumeUsd: volume.totalUSD,
      };
    });
  }

  async pools(environment: Environment): Promise<readonly PoolView[]> {
    const pools = await this.shown.parts.markets.get(environment).pools();
    return pools.map(({ address, label, feeBps, mintA, mintB, vaultA, vaultB, reserveA, reserveB }) => ({
      address,
      label,
      feeBps,
      mintA,
      mintB,
      vaultA,
      vaultB,
      reserveA: reserveA.toString(),
      reserveB: reserveB.toString(),
    }));
  }

  prices({
    token: name,
    environment,
    from,
    to,
    points,
  }: Parameters<WorldViews["prices"]>[0]): PriceHistoryView {
    const market = this.shown.parts.markets.get(environment);
    const token = market.listed(name);
    const end = to ?? this.shown.parts.clock.now();
    const start = from ?? end - DAY_MS;
    if (start >= end) throw invalidField("from", 'must be earlier than "to"');
    const { mint, symbol } = token;
    return { environment, mint, symbol, data: market.priceHistory(token, start, end, points) };
  }
}
