#!/usr/bin/env bash
# Makes the program that needs no Python, in dist/talespan/, and tries it. Takes some minutes.
#   bash packaging/freeze.sh
#
# Always from a new environment with the locked packages and nothing else, and the same commit gives the same files.
# It runs on systems whose C library is at least as new as this one's (ldd --version).
set -euo pipefail
cd "$(dirname "$0")/.."

venv=${TALESPAN_VENV:-.venv}-freeze
# The order in sets, and the times in archives.
export PYTHONHASHSEED=1
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

rm -rf "$venv" build/freeze dist/talespan
status=0
bash packaging/setup.sh freeze || status=$?
case $status in 0 | 3) ;; *) exit "$status" ;; esac # 3: missing system packages are told; the tries below need them

"$venv/bin/python" -m PyInstaller --noconfirm --clean --log-level WARN --workpath build/freeze --distpath dist packaging/frozen/talespan.spec
# Debugging symbols are two thirds of it. Nothing else is stripped: see the spec.
find dist/talespan -name 'libpython*.so*' -exec strip --strip-unneeded {} +

# Away from the checkout and from a person's own folders: what the program needs it must have with it.
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
program=$PWD/dist/talespan/talespan
tried() { (cd "$home" && env -u PYTHONPATH -u VIRTUAL_ENV TALESPAN_HOME="$home" QT_QPA_PLATFORM=offscreen "$program" "$@"); }

tried self-test
# What version 1 left on the disk is backed up, brought up to date, and used.
mkdir -p "$home/old"
"$venv/bin/python" - "$home/old/talespan.db" tests/migrations/data/version-1.sql <<'PYTHON'
import pathlib, sqlite3, sys
sqlite3.connect(sys.argv[1]).executescript(pathlib.Path(sys.argv[2]).read_text("utf-8"))
PYTHON
tried --data-dir "$home/old" self-test
tried doctor >"$home/report" || { cat "$home/report"; exit 1; }
tried bench --only window | grep -F "start to first paint"
echo "$(du -sm dist/talespan | cut -f1) MB in $(find dist/talespan -type f | wc -l) files, made in $SECONDS s: $program"
