#!/usr/bin/env bash
# The two tarballs as a user gets them: their shape, their types, their size, what is in them.
set -euo pipefail
cd "$(dirname "$0")/.."
npx publint --strict
npx publint --strict mock-server
for package in . mock-server; do
  (cd "$package" && npx attw --pack . --profile node16 --quiet)
done
npx size-limit
node scripts/tarballs.mjs
