/**
 * Tries every fault at every request of an app, and crashes it at every moment.
 *
 * @module @intent-tx/mock-server/explore
 */

export type { Disk } from "./disk.js";
export { type ExploreOptions, explore } from "./explore.js";
export {
  type DrivenApp,
  type ExploreProcessOptions,
  exploreProcess,
  type ProcessEnding,
} from "./explore-process.js";
export type { ExploredFaults, OutageKind } from "./faults.js";
export type { Life } from "./life.js";
export { ExplorationError, type ExplorationFailure, Report, type SkippedSchedule } from "./report.js";
export type { Ended, Ending, ExploredApp } from "./run.js";
