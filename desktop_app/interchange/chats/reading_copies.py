"""Writes the open branch of a chat for reading: Markdown, one HTML page, plain text. Called by ``writers``.

In HTML every word is escaped and the page may load and run nothing: what a card or a model wrote is never markup or script.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from datetime import UTC, datetime

from desktop_app.domain.exporting import ChatMaterial
from desktop_app.domain.message import ImagePart, Message, Role
from desktop_app.domain.pictures import pictures_of
from desktop_app.interchange.chats.pictures_out import Beside, Embedded
from desktop_app.interchange.chats.tavern_writing import plain_text

# Where a text has a picture.
PICTURE = "[image]"

_STYLE = """
:root { color-scheme: light dark; --back: #fbfaf8; --text: #1f2328; --muted: #5c6370; --card: #eef3f1; --line: #dedad2; }
@media (prefers-color-scheme: dark) {
  :root { --back: #17191c; --text: #e6e3dd; --muted: #a3a9b2; --card: #1f2b2b; --line: #363b42; }
}
body { background: var(--back); color: var(--text); font: 16px/1.6 system-ui, sans-serif; margin: 0; }
main { max-width: 720px; margin: 0 auto; padding: 32px 16px; }
h1 { font-size: 24px; line-height: 1.3; }
article { margin: 24px 0; padding: 12px 16px; border-radius: 12px; overflow-wrap: anywhere; }
article.user { background: var(--card); }
article.out { opacity: .65; border: 1px dashed var(--line); }
h2 { font-size: 14px; margin: 0 0 4px; }
time { color: var(--muted); font-weight: normal; font-size: 12px; margin-inline-start: 8px; }
p { margin: 0; white-space: pre-wrap; }
img { display: block; max-width: 100%; height: auto; margin: 8px 0 0; border-radius: 8px; }
"""


def write_markdown(material: ChatMaterial, pictures: Beside) -> str:
    """A heading, then each message under its speaker; the words as they are, since people and models write Markdown.

    Pictures are links to where they lie beside the text.
    """
    blocks = [f"# {_one_line(material.tree.chat.title)}"]
    for name, text, message in _said(material):
        shown = [f"![]({address})" for part in pictures_of(message.parts) if (address := pictures.address(part))]
        blocks.append("\n\n".join([f"**{_escaped(name)}**", *([text] if text or not shown else []), *shown]))
    return "\n\n".join(blocks) + "\n"


def write_text(material: ChatMaterial) -> str:
    """``Name: text`` in blocks; of a picture it is said that there is one."""
    blocks: list[str] = []
    for name, text, message in _said(material):
        lines = [*([text] if text else []), *(PICTURE for _ in pictures_of(message.parts))]
        blocks.append(f"{name}: " + "\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def write_html(material: ChatMaterial, pictures: Embedded) -> str:
    """One page that needs nothing else: pictures are in it."""
    title = html.escape(_one_line(material.tree.chat.title))
    rows = "\n".join(_row(name, text, message, pictures) for name, text, message in _said(material))
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    return (
        '<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n{rows}\n</main>\n"
        "</body>\n</html>\n"
    )


def _row(name: str, text: str, message: Message, pictures: Embedded) -> str:
    classes = [message.role.value, *(["out"] if not message.flags.sendable else [])]
    when = _when(message.created_at)
    time = f'<time datetime="{when}Z">{when.replace("T", " ")}</time>' if when else ""
    heading = f"<h2>{html.escape(name)}{time}</h2>"
    shown = "".join(_picture(part, pictures) for part in pictures_of(message.parts))
    said = f'<p dir="auto">{html.escape(text)}</p>' if text or not shown else ""
    return f'<article class="{" ".join(classes)}" dir="auto">{heading}{said}{shown}</article>'


def _picture(part: ImagePart, pictures: Embedded) -> str:
    address = pictures.address(part)
    size = f' width="{part.width}" height="{part.height}"' if part.width > 0 and part.height > 0 else ""
    return f'<img src="{address}" alt=""{size}>' if address else ""


def _said(material: ChatMaterial) -> Iterator[tuple[str, str, Message]]:
    for message in material.tree.branch():
        if not message.flags.deleted:
            yield _one_line(_name(message, material)), plain_text(message), message


def _name(message: Message, material: ChatMaterial) -> str:
    if message.speaker.name:
        return message.speaker.name
    if message.role is Role.USER:
        return material.user_name or "You"
    return next(iter(material.character_names), "Assistant")


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _escaped(name: str) -> str:
    return "".join(f"\\{letter}" if letter in "*_\\`[]<>" else letter for letter in name)


def _when(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%dT%H:%M") if milliseconds else ""
