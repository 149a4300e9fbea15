#!/usr/bin/env bash
# The whole gate: style, types, build, tests, the packages as users will install them, docs.
set -euo pipefail
cd "$(dirname "$0")/.."
step() {
  printf '\n== %s\n' "$1"
  shift
  "$@"
}
step "lint (Biome)" npx biome check .
step "types" npx tsc -p tsconfig.json --noEmit
step "promises (ESLint)" npx eslint .
step "imports point one way" node scripts/boundaries.mjs
step "build" npm run --silent build
step "tests" npx vitest run
step "corpus" npm run --silent corpus
step "packages" bash scripts/packages.sh
step "unused code (knip)" npx knip
step "docs" npm run --silent docs
