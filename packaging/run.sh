#!/usr/bin/env bash
# Sets up everything that is not there yet and starts Talespan; arguments are passed on to it.
#   bash packaging/run.sh                   the window
#   bash packaging/run.sh send "Hello"      any other command of the program
#   bash packaging/run.sh --setup-only      stops after the set-up
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

status=0
bash "$here/setup.sh" run || status=$?
case $status in 0 | 3) ;; *) exit "$status" ;; esac # 3: commands without a window work all the same
[ "${1:-}" != --setup-only ] || exit "$status"

venv=${TALESPAN_VENV:-.venv}
case $venv in /*) ;; *) venv=$here/../$venv ;; esac
exec "$venv/bin/talespan" "$@"
