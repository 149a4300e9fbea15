#!/usr/bin/env bash
# Installs the browser that the deep gate uses where it finds one.
set -uo pipefail
cd "$(dirname "$0")/.."
if ! command -v chromium chromium-browser google-chrome >/dev/null 2>&1; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    (apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium) >/dev/null 2>&1 ||
      echo "Chromium could not be installed with apt-get; the browser's tests need it."
  else
    echo "Chromium is not on the PATH and this is no root with apt-get; the browser's tests need it."
  fi
fi
exit 0
