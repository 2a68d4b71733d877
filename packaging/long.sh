#!/usr/bin/env bash
# Passes the tests that take minutes (marker "long"), one after the other; arguments are passed on to pytest.
set -euo pipefail
cd "$(dirname "$0")/.."

bash packaging/setup.sh test
QT_QPA_PLATFORM=offscreen exec "${TALESPAN_VENV:-.venv}/bin/python" -m pytest -v -m long --durations=0 -o faulthandler_timeout=3600 "$@"
