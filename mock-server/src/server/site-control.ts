import type { ControlCommand } from "../control/control-command.js";
import { ControlPlane } from "../control/control-plane.js";
import { faultCommands } from "../control/fault-commands.js";
import type { Guard } from "../control/guard.js";
import { logCommands } from "../control/log-commands.js";
import { type MetricsHost, metricsCommands } from "../control/metrics-commands.js";
import type { RequestLog } from "../control/request-log.js";
import { type OtherSessions, type SessionHost, sessionCommands } from "../control/session-commands.js";
import type { TrafficLog } from "../control/traffic-log.js";
import { viewCommands } from "../control/view-commands.js";
import { clockCommands, worldCommands } from "../control/world-commands.js";
import type { Addresses } from "./public-addresses.js";
import type { World } from "./world.js";
import type { WorldControl } from "./world-control.js";
import { ShownWorld } from "./world-views.js";

/** Parts of the server that the calls about it as a whole ask; a session has none of them. */
export interface ServerHosts {
  readonly sessions: SessionHost;
  /** The sessions that other processes of the server have. */
  readonly others?: OtherSessions | undefined;
  readonly metrics: MetricsHost;
}

/** The parts of a site that its control plane shows and turns. */
interface Controlled {
  readonly world: World;
  readonly subject: WorldControl;
  readonly log: RequestLog;
  readonly traffic: TrafficLog;
  readonly addresses: () => Addresses;
  readonly guard: () => Guard;
  readonly hosts: ServerHosts | undefined;
}

/** The control plane of a site. This file is loaded by the first request to it. */
export function siteControl(site: Controlled): ControlPlane {
  const { world, subject, log, traffic, addresses, guard, hosts } = site;
  const { clock, faults, random } = world.parts;
  const commands: ControlCommand[] = [
    ...worldCommands(subject),
    ...clockCommands(subject),
    ...faultCommands(faults),
    ...logCommands(log),
    ...viewCommands(new ShownWorld(world, addresses), traffic),
    ...(hosts ? [...sessionCommands(hosts.sessions, hosts.others), ...metricsCommands(hosts.metrics)] : []),
  ];
  return new ControlPlane({ commands, guard, now: () => clock.now(), random });
}
