#!/usr/bin/env bash
# The two tarballs as a user gets them: their shape, their types, their CommonJS builds, their size, what is in them.
set -euo pipefail
cd "$(dirname "$0")/.."
npx publint --strict
npx publint --strict mock-server
npx attw --pack . --profile strict --quiet
# Vitest refuses to be required, so its fixture is for import alone.
npx attw --pack mock-server --profile node16 --exclude-entrypoints ./vitest --quiet
npx attw --pack mock-server --profile esm-only --entrypoints ./vitest --quiet
node scripts/cjs-entries.mjs
node scripts/notices.mjs --check
npx size-limit
node scripts/bundles.mjs
node scripts/tarballs.mjs
