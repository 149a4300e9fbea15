#!/usr/bin/env bash
# Installs the programs that the deep gate uses: where CI runs, a missing one fails the tests that need it.
set -uo pipefail
cd "$(dirname "$0")/.."
PATH="$PATH:/usr/sbin"
updated=

# need PACKAGE WHAT COMMAND…: installs Debian's PACKAGE unless one of the commands is there; WHAT needs it.
need() {
  local package=$1 what=$2
  shift 2
  command -v "$@" >/dev/null 2>&1 && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    [ -n "$updated" ] || apt-get update -qq >/dev/null 2>&1
    updated=1
    apt-get install -y -qq --no-install-recommends "$package" >/dev/null 2>&1 ||
      echo "$package could not be installed with apt-get; $what need it."
  else
    echo "$package is not on the PATH and this is no root with apt-get; $what need it."
  fi
}

need chromium "the browser's tests" chromium chromium-browser google-chrome
need nginx "the fleet's tests" nginx
need haproxy "the fleet's tests" haproxy
exit 0
