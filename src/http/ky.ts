// In a file of its own, so that a bundler can omit it: see `entry` in tsup.config.ts.
export { default as ky } from "ky";
