#!/usr/bin/env bash
# The first step of run.sh, test.sh and the CI; does nothing when everything is there.
#
#   bash packaging/setup.sh run         what the program needs
#   bash packaging/setup.sh test        that, and what its tests and linters need
#   bash packaging/setup.sh no-window   a second environment without Qt, for the tests of everything below the window
#   bash packaging/setup.sh freeze      a third one, for packaging/freeze.sh: what the program needs, and PyInstaller
#
# Installs system libraries (Debian, Ubuntu and kin; as root or through sudo, otherwise it prints the command), makes a
# virtual environment in .venv or where TALESPAN_VENV says, and puts the locked packages, the demo model and the program
# itself into it. PYTHON names the interpreter to use. Interrupted? Call it again.
#
# Exit codes: 0 everything is there, 3 only system packages are missing (the command is printed), 1 it did not work.
set -euo pipefail
cd "$(dirname "$0")/.."

KIND=${1:?run, test, no-window or freeze}
VENV=${TALESPAN_VENV:-.venv}
case $KIND in no-window | freeze) VENV=$VENV-$KIND ;; esac

# Qt 6.11 in a window on X11 and Wayland, tried on a minimal Debian. Qt blames "xcb-cursor0" for any missing xcb part.
WINDOW=(libbrotli1 libdbus-1-3 libegl1 libfontconfig1 libfreetype6 libgl1 libglib2.0-0 libgssapi-krb5-2 libwayland-client0
    libwayland-cursor0 libwayland-egl1 libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libxcb-xkb1 libxkbcommon-x11-0 libxkbcommon0)
MODEL=(libgomp1) # llama.cpp
SCREEN=(imagemagick xdotool xvfb)
FREEZER=(binutils)

say() { printf '%s\n' "talespan set-up: $*" >&2; }
stop() { say "$*"; exit 1; }

# ---- Python

usable() { "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null; }
can_make_venv() { "$1" -c 'import ensurepip, venv' 2>/dev/null; }

find_python() { # prints the best interpreter, one that can make environments before one that cannot
    local candidate second=""
    for candidate in ${PYTHON:-python3.13 python3.12 python3.11 python3}; do
        if ! command -v "$candidate" >/dev/null || ! usable "$candidate"; then continue; fi
        if can_make_venv "$candidate"; then echo "$candidate"; return; fi
        second=${second:-$candidate}
    done
    echo "$second"
}

python_packages() { # the system packages without which there is no environment
    local python
    python=$(find_python)
    if [ -z "$python" ]; then
        [ -n "${PYTHON:-}" ] || echo python3 python3-venv
    elif ! can_make_venv "$python"; then
        "$python" -c 'import sys; print("python3-venv python%d.%d-venv" % sys.version_info[:2])'
    fi
}

# ---- System packages

font_packages() { # only for scripts that no font here can write
    command -v fc-list >/dev/null || echo fontconfig
    has_font ru || echo fonts-dejavu-core
    has_font zh-cn || echo fonts-noto-cjk
    has_font und-zsye || echo fonts-noto-color-emoji
}

has_font() { command -v fc-list >/dev/null && [ -n "$(fc-list ":lang=$1" family)" ]; }

wanted_packages() {
    python_packages
    echo "${MODEL[@]}"
    [ "$KIND" != no-window ] || return 0
    echo "${WINDOW[@]}"
    font_packages
    [ "$KIND" != test ] || echo "${SCREEN[@]}"
    [ "$KIND" != freeze ] || echo "${FREEZER[@]}"
}

missing_packages() { # of the wanted ones; newer releases call some of them NAMEt64
    local package installed newer
    newer=" $(apt-cache pkgnames lib 2>/dev/null | grep 't64$' | tr '\n' ' ')"
    installed=" $(dpkg-query -W -f '${db:Status-Status}:${Package} ' 2>/dev/null)"
    for package in $(wanted_packages); do
        case $installed in *" installed:$package "* | *" installed:${package}t64 "*) continue ;; esac
        case $newer in *" ${package}t64 "*) echo "${package}t64" ;; *) echo "$package" ;; esac
    done
}

install_packages() { # as root, or through sudo when it asks nothing or a person can answer
    local as_root=() log
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || return 1
        if ! sudo -n true 2>/dev/null; then
            [ -t 0 ] || return 1
            say "sudo may ask for your password."
        fi
        as_root=(sudo)
    fi
    say "installing system packages:" "$@"
    log=$(mktemp)
    if "${as_root[@]}" apt-get update -qq >"$log" 2>&1 &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >>"$log" 2>&1; then
        rm "$log"
    else
        tail -n 20 "$log" >&2
        rm "$log"
        return 1
    fi
}

system_packages() {
    if ! command -v apt-get >/dev/null; then
        say "this is no Debian or Ubuntu. If the window does not open, install what these packages of Debian hold:" \
            "$(wanted_packages | tr '\n' ' ')"
        return 0
    fi
    local missing
    missing=$(missing_packages | tr '\n' ' ')
    # shellcheck disable=SC2086 # a list of words
    if [ -n "$missing" ] && ! install_packages $missing; then
        say "system packages are missing, and this account cannot install them. Whoever administers this machine can, with:"
        printf '    sudo apt-get update && sudo apt-get install --no-install-recommends %s\n' "${missing% }" >&2
        return 1
    fi
}

# ---- The environment

make_environment() {
    local python unfinished=$VENV/.talespan-unfinished
    if [ ! -e "$unfinished" ] && usable "$VENV/bin/python" && "$VENV/bin/python" -m pip --version >/dev/null 2>&1; then return; fi
    if [ -n "$(ls -A "$VENV" 2>/dev/null)" ] && [ ! -e "$VENV/pyvenv.cfg" ] && [ ! -e "$unfinished" ]; then
        stop "$VENV is a folder with other things in it; name another one in TALESPAN_VENV."
    fi
    python=$(find_python)
    [ -n "$python" ] || stop "no Python 3.11, 3.12 or 3.13 was found. Install one, or name it: PYTHON=/path/to/python3.13 bash packaging/run.sh"
    can_make_venv "$python" || stop "$python cannot make virtual environments: its venv module is missing (Debian: python3-venv)."
    say "making the environment $VENV with $("$python" --version)"
    rm -rf "$VENV"
    mkdir -p "$VENV"
    touch "$unfinished"
    "$python" -m venv "$VENV" || stop "the environment $VENV could not be made."
    rm "$unfinished"
}

pip_install() {
    local quiet=-q
    [ ! -t 1 ] || quiet=""
    "$VENV/bin/python" -m pip install $quiet --disable-pip-version-check "$@" ||
        stop "the packages could not be installed. Is there a connection to the internet? Call the same command again."
}

install_locked() {
    say "installing the locked packages and the demo model (about 300 MB, once)"
    case $KIND in
        run) pip_install --require-hashes -r packaging/requirements.txt ;;
        test) pip_install --require-hashes -r packaging/requirements-dev.txt ;;
        no-window)
            awk '/^[a-z]/ { keep = !/^(pyside6|shiboken6|qasync|pytest-qt)/ } keep' packaging/requirements-dev.txt >"$VENV/locked.txt"
            pip_install --require-hashes --no-deps -r "$VENV/locked.txt"
            ;;
        freeze) pip_install --require-hashes -r packaging/requirements.txt -r packaging/requirements-build.txt ;;
    esac
    pip_install --require-hashes --no-deps -r packaging/requirements-demo.txt
    pip_install --no-deps --no-build-isolation --editable .
}

# ---- Each once, until the lock files, the project file or this script change

STATE="$PWD $(cat packaging/requirements*.txt packaging/setup.sh pyproject.toml | cksum)"

is_done() { [ -x "$VENV/bin/python" ] && [ "$(cat "$VENV/.talespan-$1-$KIND" 2>/dev/null)" = "$STATE" ]; }
remember() { # what is enough for the tests is enough for the program
    echo "$STATE" >"$VENV/.talespan-$1-$KIND"
    [ "$KIND" != test ] || echo "$STATE" >"$VENV/.talespan-$1-run"
}

if command -v flock >/dev/null; then # a second start waits for the first one's set-up
    exec 9<packaging/setup.sh
    flock -n 9 || { say "another set-up is running here; waiting for its end"; flock 9; }
fi

complete=0
is_done system || system_packages || complete=3
if ! is_done packages; then
    make_environment
    install_locked
    remember packages
fi
[ "$complete" != 0 ] || remember system
exit "$complete"
