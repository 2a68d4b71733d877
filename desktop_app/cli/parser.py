"""The command line as one parser. Kept apart from the commands so that ``--help`` loads nothing."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Coroutine, Sequence
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

from desktop_app import __version__

# A command that opens the window has its own event loop; all others are coroutines.
Command: TypeAlias = Callable[[argparse.Namespace], int | Coroutine[Any, Any, int]]

# Exit codes beside 0; the sentence is on standard error. argparse itself uses 2 for wrong words.
FAILED = 1
NOT_FOUND = 2
IN_USE = 4

# ``None`` is no command at all: the window itself.
NEED_A_WINDOW = (None, "self-test")


def parse(words: Sequence[str] | None = None) -> argparse.Namespace:
    """The words of the command line. ``command`` is empty for the window; ``windowless`` names the commands without one."""
    return _parser().parse_args(words)


def command_of(arguments: argparse.Namespace) -> Command:
    """The function that carries out a command."""
    module, function = arguments.run.split(":")
    return getattr(import_module(f"desktop_app.cli.{module}"), function)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="talespan",
        description="A chat program for very long conversations with language models. Without a command the window opens.",
    )
    parser.add_argument("--version", action="version", version=f"talespan {__version__}")
    parser.add_argument("--data-dir", type=_folder, metavar="FOLDER", help="where the chats are kept")
    parser.add_argument("--debug", action="store_true", help="write more into the log (never texts or keys)")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    _add_send(commands)
    _add_chat(commands)
    _add_search(commands)
    _add_plan(commands)
    _add_recall(commands)
    _add_summarize(commands)
    _add_servers(commands)
    _add_models(commands)
    _add_backup(commands)
    _add_restore(commands)
    _add_import(commands)
    _add_export(commands)
    _add_doctor(commands)
    _add_bench(commands)
    _add_self_test(commands)
    parser.set_defaults(windowless=[name for name in commands.choices if name not in NEED_A_WINDOW])
    return parser


# argparse has no public names for what ``add_subparsers`` and ``add_mutually_exclusive_group`` return (python/cpython#85427).
_Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
_Choice: TypeAlias = "argparse._MutuallyExclusiveGroup"  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]


def _add_send(commands: _Commands) -> None:
    parser = commands.add_parser("send", help="write to a chat and print the answer as it comes")
    _add_chat_choice(parser)
    parser.add_argument("--connection", metavar="NAME", help="who answers, by name or id (the chat keeps it)")
    parser.add_argument("--as", dest="speaker", metavar="NAME", help="which character of a group answers")
    parser.add_argument("text", help="what you say; - reads it from standard input")
    parser.set_defaults(run="send:send")


def _add_chat(commands: _Commands) -> None:
    parser = commands.add_parser("chat", help="list and show chats")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="all chats, the last changed first")
    listing.add_argument("--json", action="store_true", help="as JSON")
    listing.set_defaults(run="chat:list_chats")
    show = actions.add_parser("show", help="the messages of a chat")
    show.add_argument("id", help="the chat's id, as 'chat list' prints it")
    show.add_argument("--last", type=_positive, metavar="N", help="only the newest N messages")
    show.add_argument("--json", action="store_true", help="as JSON")
    show.set_defaults(run="chat:show_chat")


def _add_search(commands: _Commands) -> None:
    parser = commands.add_parser("search", help="find messages in all chats by their words, the newest first")
    parser.add_argument("text", help='all of these words must be there; a "phrase in quotes" as a whole')
    parser.add_argument("--chat", metavar="NAME", help="only in the chat of this name or id")
    parser.add_argument("--character", metavar="NAME", help="only in chats with this character")
    parser.add_argument("--role", choices=("user", "assistant", "system", "tool"), help="only what these have said")
    parser.add_argument("--since", type=_day, metavar="DAY", help="from this day on (2026-01-31)")
    parser.add_argument("--until", type=_day, metavar="DAY", help="up to this day, which is in")
    parser.add_argument("--limit", type=_positive, default=30, metavar="N", help="so many messages (30)")
    parser.add_argument(
        "--all-variants", action="store_true", help="also answers whose place another variant has taken"
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run="search:search")


def _add_plan(commands: _Commands) -> None:
    parser = commands.add_parser("plan", help="show exactly what the model would see, and why")
    choice = _add_chat_choice(parser)
    choice.add_argument(
        "--request",
        type=Path,
        metavar="FILE.json",
        help="instead of a chat, a request in a file (schema: resources/schemas/request.schema.json)",
    )
    parser.add_argument("--draft", default="", metavar="TEXT", help="as if you were about to send this")
    parser.add_argument(
        "--strategy", metavar="NAME", help="as if this strategy counted: truncate, summarize, vector-recall, manual"
    )
    parser.add_argument("--limit", type=_positive, metavar="TOKENS", help="as if the context were this large")
    parser.add_argument("--reserve", type=_positive, metavar="TOKENS", help="as if this were kept for the reply")
    parser.add_argument("--json", action="store_true", help="as JSON (schema: resources/schemas/plan.schema.json)")
    parser.add_argument("--save-request", type=Path, metavar="FILE.json", help="also write what the plan was made of")
    parser.add_argument(
        "--filler",
        action="store_true",
        help="with --save-request: other words of the same length in the place of all texts",
    )
    parser.set_defaults(run="plan:plan")


def _add_recall(commands: _Commands) -> None:
    parser = commands.add_parser(
        "recall", help="measure how well questions find the texts that answer them: by words, by meaning, by both"
    )
    parser.add_argument(
        "file",
        type=Path,
        metavar="FILE.jsonl",
        help='lines {"id", "text"} (with "order" where they stand in time) and {"query", "relevant": [ids]}',
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run="recall:recall")


def _add_summarize(commands: _Commands) -> None:
    parser = commands.add_parser(
        "summarize", help="tell a chat in so many tokens, each sentence with where it comes from"
    )
    parser.add_argument(
        "chat",
        metavar="CHAT_OR_FILE",
        help='a chat by its id or title; or a file with lines {"role", "text"}, or a chat of another program',
    )
    parser.add_argument("--tokens", type=_positive, required=True, metavar="N", help="how long it may be")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run="summarize:summarize")


def _add_servers(commands: _Commands) -> None:
    parser = commands.add_parser("servers", help="find model servers on this machine: Ollama, LM Studio and others")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run="models:servers")


def _add_models(commands: _Commands) -> None:
    parser = commands.add_parser("models", help="list and download model files")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="the model files that can be downloaded")
    listing.set_defaults(run="models:list_models")
    download = actions.add_parser("download", help="get one of them, or go on where it stopped")
    download.add_argument("name", help="its name, as 'models list' prints it")
    download.set_defaults(run="models:download")


def _add_backup(commands: _Commands) -> None:
    parser = commands.add_parser("backup", help="make a checked copy of all chats")
    parser.add_argument("--list", action="store_true", help="only show the backups there are, the newest first")
    parser.set_defaults(run="backup:backup")


def _add_restore(commands: _Commands) -> None:
    parser = commands.add_parser("restore", help="put a backup in the place of the chats, which are kept beside it")
    parser.add_argument("--dry-run", action="store_true", help="only show what is in it and what is there now")
    parser.add_argument(
        "backup", metavar="FILE_OR_DATE", help="a file, or the day (2026-01-31) as 'backup --list' shows it"
    )
    parser.set_defaults(run="backup:restore")


def _add_import(commands: _Commands) -> None:
    parser = commands.add_parser(
        "import", help="bring in cards, lorebooks, personas, chats and whole folders of other programs"
    )
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="files or folders (as of SillyTavern)")
    parser.add_argument("--dry-run", action="store_true", help="only show what would come in")
    parser.add_argument("--json", action="store_true", help="the report as JSON")
    parser.add_argument(
        "--as",
        dest="existing",
        choices=("update", "copy", "skip"),
        help="what to do with what is there already (without it: what the report proposes)",
    )
    parser.add_argument("--kind", default="", metavar="KIND", help="what a file is, where two kinds fit")
    parser.set_defaults(run="import_files:import_files")


def _add_export(commands: _Commands) -> None:
    parser = commands.add_parser("export", help="write characters, lorebooks, chats or everything into files")
    things = parser.add_subparsers(dest="thing", metavar="WHAT", required=True)
    for thing, formats, help_text in (
        ("character", ("png", "charx", "json", "json-v2"), "a character card"),
        ("lorebook", ("lorebook", "world-info"), "a lorebook"),
        ("chat", ("archive", "jsonl", "markdown", "html", "text"), "a chat; only 'archive' loses nothing"),
    ):
        one = things.add_parser(thing, help=help_text)
        one.add_argument("object", metavar="NAME_OR_ID", help="its name, or its id")
        one.add_argument("--format", choices=formats, default=formats[0], help=f"without it: {formats[0]}")
        one.set_defaults(run=f"export:export_{thing}")
        _add_output(one)
    everything = things.add_parser("all", help="everything as an archive, to be put together with others by 'import'")
    everything.set_defaults(run="export:export_all")
    _add_output(everything)


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--output", type=Path, metavar="PATH", help="a file or a folder (without it: this folder); - is standard output"
    )


def _add_doctor(commands: _Commands) -> None:
    parser = commands.add_parser(
        "doctor", help="check the installation: versions, folders, database, key ring, connections"
    )
    parser.add_argument("--online", action="store_true", help="test the connections beyond this machine too")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="as JSON")
    output.add_argument(
        "--repair",
        action="store_true",
        help="make whole what can be, after a copy of everything; of a database that cannot be read, save what can be "
        "(close the window first)",
    )
    parser.set_defaults(run="doctor:doctor")


def _add_bench(commands: _Commands) -> None:
    parser = commands.add_parser("bench", help="measure this machine: figures and ratios")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--only", metavar="PART", help="one part, by the beginning of its name")
    parser.add_argument("--size", type=_positive, metavar="N", help="with 'search': of so many messages (100,000)")
    # How the bench starts itself inside the window: when that was, in Unix milliseconds.
    parser.add_argument("--window-started", type=float, help=argparse.SUPPRESS)
    parser.set_defaults(run="bench:bench")


def _add_self_test(commands: _Commands) -> None:
    parser = commands.add_parser(
        "self-test", help="open the real window, talk to the built-in model, check the database"
    )
    parser.add_argument(
        "--screenshot", type=Path, metavar="FILE", help="write a picture of the window to this PNG file"
    )
    parser.set_defaults(run="self_test:self_test")


def _add_chat_choice(parser: argparse.ArgumentParser) -> _Choice:
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--chat", metavar="NAME", help="the chat of this name (without it: the last changed chat)")
    choice.add_argument("--chat-id", metavar="ID", help="the chat with this id")
    return choice


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("must be a number of at least 1")
    return int(text)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError("must be a day such as 2026-01-31") from None


def _folder(text: str) -> Path:
    """An empty word, as of a variable that is not set, would be the folder in which one happens to be."""
    if not text.strip():
        raise argparse.ArgumentTypeError("must name a folder")
    return Path(text)
