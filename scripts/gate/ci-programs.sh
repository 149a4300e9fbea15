#!/usr/bin/env bash
# Installs the programs that the deep gate uses. In CI, a missing program fails the tests that need it.
set -uo pipefail
cd "$(dirname "$0")/../.."
PATH="$PATH:/usr/sbin"
updated=

# Waits for the lock of another apt-get, and tries a mirror again that fails for a moment.
apt() {
  DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=5 -o DPkg::Lock::Timeout=300 "$@"
}

# need PACKAGE WHO [COMMAND…]: installs a Debian package unless a command exists. WHO describes the tests that need it.
need() {
  local package=$1 who=$2
  shift 2
  [ $# -gt 0 ] && command -v "$@" >/dev/null 2>&1 && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    updated=${updated:-"apt-get update: $(apt update 2>&1)"}
    local log
    log=$(apt install -y --no-install-recommends "$package" 2>&1) ||
      printf '%s could not be installed with apt-get; %s need it.\n%s\n%s\n' "$package" "$who" "$updated" "$log"
  else
    echo "$package is not on the PATH, and only root can install it with apt-get; $who need it."
  fi
}

need chromium "the browser's tests" chromium chromium-browser google-chrome
need nginx "the fleet's tests" nginx
need haproxy "the fleet's tests" haproxy
python3 -c "import ensurepip" 2>/dev/null || need python3-venv "the fleet's tests"
need redis-server "the tests of intent-tx/redis" redis-server
need postgresql "the tests of intent-tx/postgres" pg_ctlcluster
exit 0
