#!/usr/bin/env bash
# Sets up everything that is not there yet and passes the tests, without a screen; arguments are passed on to pytest.
#   bash packaging/test.sh                          all but the long ones, on every core
#   bash packaging/test.sh tests/unit/context -x    what you say
set -euo pipefail
cd "$(dirname "$0")/.."

bash packaging/setup.sh test
[ $# -gt 0 ] || set -- --numprocesses auto --dist worksteal
QT_QPA_PLATFORM=offscreen exec "${TALESPAN_VENV:-.venv}/bin/python" -m pytest -q "$@"
