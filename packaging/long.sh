#!/usr/bin/env bash
# Passes the tests that take minutes (marker "long"), one after the other, then those that live on chance with new random
# examples and many of them; arguments are passed on to pytest. Every test is told as it ends:
#   nohup bash packaging/long.sh tests/unit/context >long.log 2>&1 &
#   tail long.log
set -uo pipefail
cd "$(dirname "$0")/.." || exit

bash packaging/setup.sh test || exit
export QT_QPA_PLATFORM=offscreen TALESPAN_EXAMPLES=chance PYTHONUNBUFFERED=1
failed=0

pass() { # pass MARKERS [ARGUMENT…]
    "${TALESPAN_VENV:-.venv}/bin/python" -m pytest -v -m "$1" --durations=20 -o faulthandler_timeout=3600 "${@:2}"
    local code=$?
    [ "$code" = 0 ] || [ "$code" = 5 ] || failed=$code # 5: there is none where the arguments point to
}

pass long "$@"
pass "(hypothesis or kills) and not long" "$@"
exit "$failed"
