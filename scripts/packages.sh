#!/usr/bin/env bash
# The two tarballs as a user gets them: their shape, their types, their CommonJS builds, their size, what is in them.
set -euo pipefail
cd "$(dirname "$0")/.."
npx publint --strict
npx publint --strict mock-server
for package in . mock-server; do
  (cd "$package" && npx attw --pack . --profile node16 --quiet)
done
node scripts/cjs-entries.mjs
npx size-limit
node scripts/tarballs.mjs
