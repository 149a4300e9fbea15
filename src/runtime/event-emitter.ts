// In a file of its own, so that a bundler can omit it: see `entry` in tsup.config.ts.
export { EventEmitter } from "eventemitter3";
