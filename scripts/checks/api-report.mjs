// Compares each entry's public types with its report in etc/, so that no API change goes unnoticed. It reads the built
// declarations. `npm run api:update` writes the reports; commit them with the API change.
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { CompilerState, Extractor, ExtractorConfig } from "@microsoft/api-extractor";
import { ENTRIES } from "./entries.mjs";

const update = process.argv.includes("--update");

/** The name of an entry's report. */
const reportOf = ({ name }) => name.replace("@", "").replaceAll("/", "-");

const configOf = ({ name, folder, types }) =>
  ExtractorConfig.prepare({
    configObject: {
      mainEntryPointFilePath: types,
      projectFolder: process.cwd(),
      newlineKind: "lf",
      compiler: { tsconfigFilePath: resolve("scripts/checks/api-report.tsconfig.json") },
      apiReport: {
        enabled: true,
        reportFileName: `${reportOf({ name })}.api.md`,
        reportFolder: resolve("etc"),
        reportTempFolder: resolve("node_modules/.cache/intent-tx/api"),
        includeForgottenExports: false,
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
const configs = ENTRIES.map(configOf);
const program = CompilerState.create(configs[0], {
  additionalEntryPoints: ENTRIES.map(({ types }) => types),
});
const changed = ENTRIES.filter((_, index) => hasChanged(configs[index], program)).map(
  (entry) => `etc/${reportOf(entry)}.api.md`,
);
if (update) console.log(changed.length === 0 ? "the API has not changed" : `wrote ${changed.join(", ")}`);
else if (changed.length > 0) {
  console.error(`The public API differs from ${changed.join(", ")}.`);
  console.error(
    "If this is intended: npm run build && npm run api:update, a changeset, and commit the reports.",
  );
  process.exit(1);
} else console.log(`the public API of ${ENTRIES.length} entries matches its reports`);
