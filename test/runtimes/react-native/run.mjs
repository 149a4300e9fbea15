// Runs the walk in Hermes, bundled by Metro with React Native's configuration, and the same walk in Node.
import { execFile } from "node:child_process";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { walk } from "./walk.mjs";

const OWN = ["test/runtimes/react-native", "examples/react-native/payment.mjs"];
const THEIRS =
  "react-native abort-controller event-target-shim whatwg-fetch invariant metro-runtime @babel/runtime nullthrows";
const PACKAGES = ["bs58", "base-x", "@noble/curves", "@noble/hashes"];

/** Runs the walk in Node; returns its lines, and the service's responses by request. */
async function recorded(service) {
  const answers = {};
  const lines = await walk(service, async (url, init = {}) => {
    const response = await fetch(url, init);
    const text = await response.text();
    const { status } = response;
    const headers = Object.fromEntries(response.headers);
    const key = `${init.method ?? "GET"} ${url} ${init.body ?? ""}`;
    answers[key] = [...(answers[key] ?? []), { status, headers, text }];
    return new Response(text, { status, headers });
  });
  return { lines, answers };
}

/**
 * Returns the lines of Hermes and of Node.
 *
 * @param {string} installed The folder whose node_modules has react-native, its Metro configuration and hermes-engine-cli.
 */
export async function inHermes(installed, program, service) {
  const { lines, answers } = await recorded(service);
  const root = resolve(installed, "react-native-app");
  await rm(root, { recursive: true, force: true });
  for (const path of OWN) await cp(path, join(root, path), { recursive: true });
  for (const name of PACKAGES)
    await cp(join("node_modules", name), join(root, "node_modules", name), { recursive: true });
  await mkdir(join(root, "node_modules/intent-tx"), { recursive: true });
  for (const path of ["package.json", "dist"])
    await cp(path, join(root, "node_modules/intent-tx", path), { recursive: true });
  const entry = join(root, OWN[0], "hermes.js");
  await writeFile(join(root, OWN[0], "answers.json"), JSON.stringify({ service, answers }));
  await writeFile(join(root, "package.json"), '{ "private": true }');
  await writeFile(
    join(root, "babel.config.js"),
    `module.exports = { presets: [${JSON.stringify(resolve(installed, "node_modules/@react-native/babel-preset"))}] };`,
  );

  const require = createRequire(resolve(installed, "package.json"));
  const { getDefaultConfig } = require("@react-native/metro-config");
  const { loadConfig, mergeConfig, runBuild } = createRequire(require.resolve("@react-native/metro-config"))(
    "metro",
  );
  const config = mergeConfig(await loadConfig({}, getDefaultConfig(root)), {
    projectRoot: root,
    // Only the needed packages, because Metro reads every file below these folders.
    watchFolders: [root, ...THEIRS.split(" ").map((name) => resolve(installed, "node_modules", name))],
    resolver: { nodeModulesPaths: [resolve(installed, "node_modules")] },
    serializer: { getPolyfills: () => [], getModulesRunBeforeMainModule: () => [] },
    reporter: { update() {} },
    maxWorkers: 1,
    resetCache: true,
    cacheStores: [],
  });
  const out = join(root, "bundle.js");
  await runBuild(config, { entry, out, dev: false, minify: false, platform: "android" });
  const { stdout } = await promisify(execFile)(program, ["-w", "-Xmicrotask-queue", out], {
    timeout: 1_800_000,
    maxBuffer: 64 << 20,
  });
  return [JSON.parse(stdout), lines];
}
