"""What kind of file a file is, in the person's language. Used by the rows of the import window.

The readers call the kinds by English words around the name of a program (``interchange.detect.FileKind``); a name alone is
the same in every language and is not here.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def file_kind_word(kind: str) -> str:
    """The kind as it is called in the person's language; as it is where it is only a name."""
    translate = QCoreApplication.translate
    return {
        "Character Card": translate("FileKinds", "Character Card"),
        "Character Book": translate("FileKinds", "Character Book"),
        "Agnai character": translate("FileKinds", "Agnai character"),
        "SillyTavern World Info": translate("FileKinds", "SillyTavern World Info"),
        "SillyTavern World Info entry": translate("FileKinds", "SillyTavern World Info entry"),
        "NovelAI lorebook": translate("FileKinds", "NovelAI lorebook"),
        "NovelAI scenario": translate("FileKinds", "NovelAI scenario"),
        "NovelAI story": translate("FileKinds", "NovelAI story"),
        "NovelAI preset": translate("FileKinds", "NovelAI preset"),
        "Agnai memory book": translate("FileKinds", "Agnai memory book"),
        "RisuAI lorebook": translate("FileKinds", "RisuAI lorebook"),
        "SillyTavern personas": translate("FileKinds", "SillyTavern personas"),
        "SillyTavern chat": translate("FileKinds", "SillyTavern chat"),
        "RisuAI chat": translate("FileKinds", "RisuAI chat"),
        "Agnai chat": translate("FileKinds", "Agnai chat"),
        "OpenAI messages": translate("FileKinds", "OpenAI messages"),
        "text-generation-webui chat": translate("FileKinds", "text-generation-webui chat"),
        "Character.AI chat": translate("FileKinds", "Character.AI chat"),
        "coding agent log": translate("FileKinds", "coding agent log"),
        "SillyTavern preset": translate("FileKinds", "SillyTavern preset"),
        "SillyTavern text completion preset": translate("FileKinds", "SillyTavern text completion preset"),
        "SillyTavern instruct template": translate("FileKinds", "SillyTavern instruct template"),
        "SillyTavern context template": translate("FileKinds", "SillyTavern context template"),
        "SillyTavern theme": translate("FileKinds", "SillyTavern theme"),
        "SillyTavern regex script": translate("FileKinds", "SillyTavern regex script"),
    }.get(kind, kind)
