"""The set-up and run scripts on machines that lack something: other programs' answers are played by small fakes on PATH."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[3]
BASICS = "awk bash cat cksum cut dirname env flock grep ls mkdir mktemp rm tail touch tr".split()


def _everything() -> str:
    """What ``dpkg-query`` says where all packages of program and window are installed, and the font that is looked for."""
    script = (REPOSITORY / "packaging" / "setup.sh").read_text(encoding="utf-8")
    model, window = (re.search(rf"^{name}=\(([^)]+)\)", script, re.MULTILINE) for name in ("MODEL", "WINDOW"))
    assert model
    assert window
    return "".join(f"installed:{package} " for package in [*model[1].split(), *window[1].split(), "fonts-noto-cjk"])


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the scripts are for Linux and macOS")


class Machine:
    """A machine with the usual tools and nothing else; ``foreign`` is a folder that must not become an environment."""

    def __init__(self, folder: Path) -> None:
        self.bin = folder / "bin"
        self.bin.mkdir()
        self.log = folder / "log"
        self.foreign = folder / "foreign"
        self.foreign.mkdir()
        self.checkout = folder / "checkout"
        shutil.copytree(REPOSITORY / "packaging", self.checkout / "packaging")
        shutil.copy(REPOSITORY / "pyproject.toml", self.checkout)
        (self.foreign / "letter.txt").touch()
        for name in BASICS:
            found = shutil.which(name)
            if found:
                (self.bin / name).symlink_to(found)

    def has(self, name: str, script: str) -> None:
        """Adds the program ``name``: a shell script that may use ``$LOG``."""
        program = self.bin / name
        program.write_text(f"#!{shutil.which('bash')}\nLOG={self.log}\n{script}\n", encoding="utf-8")
        program.chmod(0o755)

    def debian(self, *, user: int, installed: str = "") -> None:
        """Debian's tools, for the account with this number."""
        self.has("id", f"echo {user}")
        self.has("dpkg-query", f"printf '{installed}'")
        self.has("apt-cache", "echo libglib2.0-0t64")
        self.has("apt-get", 'echo "$@" >>$LOG')
        self.has("fc-list", "case $1 in *zh-cn) ;; *) echo Some Font ;; esac")

    def python(self) -> None:
        """Adds a Python whose environments are empty and whose pip only notes what it is asked."""
        self.has(
            "python3",
            f"""case "$1 $2" in
                "-m venv") {shutil.which("mkdir")} -p $3/bin && echo >$3/pyvenv.cfg && {shutil.which("cp")} $0 $3/bin/python ;;
                "-m pip") [ "$3" != install ] || echo "pip ${{*: -1}}" >>$LOG ;;
                *) exec {sys.executable} "$@" ;;
            esac""",
        )

    def asked(self) -> list[str]:
        """What was noted until now, oldest first; it is forgotten."""
        lines = self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return lines

    def set_up(self, **environment: str) -> subprocess.CompletedProcess[str]:
        """Runs the set-up, by default into the foreign folder, where it ends before anything is downloaded."""
        return subprocess.run(
            [self.bin / "bash", self.checkout / "packaging" / "setup.sh", "run"],
            env={"PATH": str(self.bin), "TALESPAN_VENV": str(self.foreign), "PYTHON": sys.executable, **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A bare machine."""
    return Machine(tmp_path)


def test_without_rights_the_exact_command_is_printed(machine: Machine) -> None:
    machine.debian(user=1000)

    said = machine.set_up().stderr

    command = next(line for line in said.splitlines() if "apt-get install" in line)
    assert "sudo apt-get update && sudo apt-get install --no-install-recommends " in command
    assert " libxcb-cursor0 " in command
    assert command.rstrip().endswith("fonts-noto-cjk"), "only the font for the script that has none"
    assert not machine.log.exists()


def test_newer_releases_have_their_own_names(machine: Machine) -> None:
    machine.debian(user=1000, installed="installed:libgl1 not-installed:libegl1 ")

    said = machine.set_up().stderr

    assert " libglib2.0-0t64 " in said
    assert " libegl1 " in said
    assert " libgl1 " not in said


def test_root_installs_what_is_missing(machine: Machine) -> None:
    machine.debian(user=0)

    machine.set_up()

    update, install = machine.log.read_text(encoding="utf-8").splitlines()
    assert update == "update -qq"
    assert install.startswith("install -y -qq --no-install-recommends ")
    assert " libxcb-cursor0 " in install


def test_sudo_is_used_where_it_asks_nothing(machine: Machine) -> None:
    machine.debian(user=1000)
    machine.has("sudo", 'echo "sudo $*" >>$LOG; [ "$1" = -n ] || exec "$@"')

    machine.set_up()

    log = machine.log.read_text(encoding="utf-8")
    assert "sudo apt-get update -qq" in log
    assert "install -y" in log


def test_a_folder_with_other_things_is_left_alone(machine: Machine) -> None:
    machine.debian(user=0)

    done = machine.set_up()

    assert done.returncode == 1
    assert "is a folder with other things in it" in done.stderr
    assert [path.name for path in machine.foreign.iterdir()] == ["letter.txt"]


def test_another_system_is_told_what_it_needs(machine: Machine) -> None:
    said = machine.set_up().stderr

    assert "no Debian or Ubuntu" in said
    assert "libxcb-cursor0" in said


@pytest.mark.parametrize("version", ["(3, 10)", "(3, 14)"])
def test_an_unfit_python_is_told(machine: Machine, tmp_path: Path, version: str) -> None:
    machine.debian(user=0)
    pretender = f'exec {sys.executable} -c "import sys; sys.version_info = {version}; exec(sys.argv[2])" "$@"'
    machine.has("python3", pretender)
    (machine.foreign / "letter.txt").unlink()

    done = machine.set_up(PYTHON="python3")

    assert done.returncode == 1
    assert "no Python 3.11, 3.12 or 3.13 was found" in done.stderr


ALL_PACKAGES = ["pip packaging/requirements.txt", "pip packaging/requirements-demo.txt", "pip ."]


def test_a_second_set_up_does_nothing(machine: Machine, tmp_path: Path) -> None:
    machine.debian(user=0, installed=_everything())
    machine.python()
    fresh = {"TALESPAN_VENV": str(tmp_path / "fresh"), "PYTHON": "python3"}

    assert machine.set_up(**fresh).returncode == 0
    assert machine.asked() == ALL_PACKAGES

    again = machine.set_up(**fresh)
    assert (again.returncode, again.stderr) == (0, "")
    assert machine.asked() == []


def test_a_changed_lock_file_is_installed(machine: Machine, tmp_path: Path) -> None:
    machine.debian(user=0, installed=_everything())
    machine.python()
    fresh = {"TALESPAN_VENV": str(tmp_path / "fresh"), "PYTHON": "python3"}
    machine.set_up(**fresh)
    machine.asked()

    with (machine.checkout / "packaging" / "requirements.txt").open("a", encoding="utf-8") as lock:
        lock.write("# changed\n")
    said = machine.set_up(**fresh).stderr

    assert "making the environment" not in said
    assert machine.asked() == ALL_PACKAGES


def test_an_interrupted_environment_is_made_anew(machine: Machine, tmp_path: Path) -> None:
    machine.debian(user=0, installed=_everything())
    machine.python()
    fresh = tmp_path / "fresh"
    machine.set_up(TALESPAN_VENV=str(fresh), PYTHON="python3")
    machine.asked()

    (fresh / ".talespan-unfinished").touch()
    (fresh / ".talespan-packages-run").unlink()
    (fresh / "half").touch()
    done = machine.set_up(TALESPAN_VENV=str(fresh), PYTHON="python3")

    assert done.returncode == 0
    assert machine.asked() == ALL_PACKAGES
    assert not (fresh / "half").exists()


def test_missing_libraries_do_not_keep_the_commands_from_running(machine: Machine, tmp_path: Path) -> None:
    machine.debian(user=1000)
    machine.python()

    done = machine.set_up(TALESPAN_VENV=str(tmp_path / "fresh"), PYTHON="python3")

    assert done.returncode == 3
    assert machine.asked() == ALL_PACKAGES


Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """``run.sh`` beside a set-up that ends as wanted, with a program that prints its arguments."""
    packaging = tmp_path / "a place" / "packaging"
    packaging.mkdir(parents=True)
    shutil.copy(REPOSITORY / "packaging" / "run.sh", packaging)
    program = packaging.parent / ".venv" / "bin" / "talespan"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\nprintf "[%s]" "$@"\nexit 7\n', encoding="utf-8")
    program.chmod(0o755)

    def run(*arguments: str, set_up: int = 0) -> subprocess.CompletedProcess[str]:
        (packaging / "setup.sh").write_text(f"exit {set_up}\n", encoding="utf-8")
        environment = {name: value for name, value in os.environ.items() if name != "TALESPAN_VENV"}
        return subprocess.run(
            ["bash", packaging / "run.sh", *arguments],
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    return run


def test_arguments_and_the_exit_code_are_passed_on(run: Run) -> None:
    done = run("send", "--chat", "My chat", "two words")

    assert (done.stdout, done.returncode) == ("[send][--chat][My chat][two words]", 7)


def test_commands_without_a_window_need_no_system_packages(run: Run) -> None:
    assert run("chat", "list", set_up=3).stdout == "[chat][list]"


def test_setup_only_stops_there_and_says_how_it_went(run: Run) -> None:
    assert (run("--setup-only").stdout, run("--setup-only").returncode) == ("", 0)
    assert run("--setup-only", set_up=3).returncode == 3
    assert run("send", "x", set_up=1).stdout == ""
