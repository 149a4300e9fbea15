// Writes the files that a release's tags carry to .cache/release: both tarballs, their SHA-256 hashes (a clean build of
// the tag reproduces them), and an SBOM (CycloneDX) of what `npm install` of both packages brings. With the published
// packages in PACKAGES, as changesets/action lists them, `gh` uploads the files to each tag.
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import process from "node:process";
import { run } from "../gate/programs.mjs";

const target = resolve(".cache/release");
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
await run("npm", ["pack", "--ignore-scripts", "--pack-destination", target, ".", "./mock-server"]);
const tarballs = readdirSync(target).sort();
const hashOf = (name) =>
  createHash("sha256")
    .update(readFileSync(join(target, name)))
    .digest("hex");
writeFileSync(join(target, "SHA256SUMS"), tarballs.map((name) => `${hashOf(name)}  ${name}\n`).join(""));

const folder = mkdtempSync(join(tmpdir(), "intent-tx-sbom-"));
try {
  const dependencies = Object.fromEntries(
    tarballs.map((file) => [
      file.includes("mock-server") ? "@intent-tx/mock-server" : "intent-tx",
      `file:${join(target, file)}`,
    ]),
  );
  // The mock server's own dependency on the client is the packed one, too.
  const overrides = { "intent-tx": "$intent-tx" };
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "release", version: "0.0.0", private: true, dependencies, overrides }),
  );
  await run("npm", ["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
  });
  const words = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"];
  const { stdout } = await run("npm", words, { cwd: folder, maxBuffer: 1 << 26 });
  // The tarballs are beside the SBOM, and the folder's name is random.
  const text = stdout.replaceAll(`file:${target}/`, "").replaceAll(basename(folder), "intent-tx-release");
  writeFileSync(join(target, "intent-tx.cdx.json"), text);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(readFileSync(join(target, "SHA256SUMS"), "utf8"));
const files = readdirSync(target).map((name) => join(target, name));
for (const { name, version } of JSON.parse(process.env.PACKAGES || "[]"))
  await run("gh", ["release", "upload", `${name}@${version}`, ...files]);
