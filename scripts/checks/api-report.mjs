// Compares each entry's public types with its report in etc/, so that no API change goes unnoticed. It reads the built
// declarations. `npm run api:update` writes the reports; commit them with the API change.
import { mkdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { CompilerState, Extractor, ExtractorConfig } from "@microsoft/api-extractor";

const update = process.argv.includes("--update");
const QUIET = { default: { logLevel: "none" } };

/** Paths of a package's entry declarations, by report name. */
function entriesOf(folder) {
  const { name, exports } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  return Object.entries(exports).flatMap(([path, target]) => {
    const types = target.import?.types ?? target.types;
    const file = (name + path.slice(1)).replace("@", "").replaceAll("/", "-");
    return types === undefined ? [] : [{ file, folder, types: resolve(folder, types) }];
  });
}

const configOf = ({ file, folder, types }) =>
  ExtractorConfig.prepare({
    configObject: {
      mainEntryPointFilePath: types,
      projectFolder: process.cwd(),
      newlineKind: "lf",
      compiler: { tsconfigFilePath: resolve("scripts/checks/api-report.tsconfig.json") },
      apiReport: {
        enabled: true,
        reportFileName: `${file}.api.md`,
        reportFolder: resolve("etc"),
        reportTempFolder: resolve("node_modules/.cache/intent-tx/api"),
        includeForgottenExports: false,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: QUIET,
        extractorMessageReporting: QUIET,
        tsdocMessageReporting: QUIET,
      },
    },
    configObjectFullPath: resolve("etc/api-extractor.json"),
    packageJsonFullPath: resolve(folder, "package.json"),
  });

/** True if an entry's types differ from its report. One compiler program serves all entries. */
function hasChanged(config, compilerState) {
  const { apiReportChanged } = Extractor.invoke(config, {
    compilerState,
    localBuild: update,
    messageCallback: (message) => {
      message.handled = true;
    },
  });
  return apiReportChanged;
}

mkdirSync("etc", { recursive: true });
const entries = [".", "mock-server"].flatMap(entriesOf);
const configs = entries.map(configOf);
const program = CompilerState.create(configs[0], {
  additionalEntryPoints: entries.map(({ types }) => types),
});
const changed = entries
  .filter((_, index) => hasChanged(configs[index], program))
  .map(({ file }) => `etc/${file}.api.md`);
if (update) console.log(changed.length === 0 ? "the API has not changed" : `wrote ${changed.join(", ")}`);
else if (changed.length > 0) {
  console.error(`The public API differs from ${changed.join(", ")}.`);
  console.error(
    "If this is intended: npm run build && npm run api:update, a changeset, and commit the reports.",
  );
  process.exit(1);
} else console.log(`the public API of ${entries.length} entries matches its reports`);
