"""The words of imports: kinds of objects, whether the library has them, what happens with them. Used by the import window."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject

from desktop_app.domain.transfer import ObjectKind
from desktop_app.services.import_plan import Choice, Imported, Known, Outcome, PreviewItem
from desktop_app.ui.counts import messages_phrase
from desktop_app.ui.messages import error_sentence


class ImportCounts(QObject):
    """The phrases with plural forms."""

    def entries(self, count: int) -> str:
        """So many entries of a lorebook."""
        return self.tr("%Ln entry(s)", "", count)

    def variants(self, count: int) -> str:
        """So many variants beside the open branch."""
        return self.tr("%Ln variant(s)", "", count)

    def objects(self, count: int) -> str:
        """So many objects that came in."""
        return self.tr("%Ln object(s)", "", count)

    def remarks(self, count: int) -> str:
        """So many things to be said about a file."""
        return self.tr("%Ln remark(s)", "", count)

    def files(self, count: int) -> str:
        """So many files."""
        return self.tr("%Ln file(s)", "", count)


def kind_word(kind: ObjectKind) -> str:
    """What it is."""
    translate = QCoreApplication.translate
    return {
        ObjectKind.CHARACTER: translate("ImportWords", "Character"),
        ObjectKind.PERSONA: translate("ImportWords", "Persona"),
        ObjectKind.LOREBOOK: translate("ImportWords", "Lorebook"),
        ObjectKind.MEMORY: translate("ImportWords", "Memory entry"),
        ObjectKind.CHAT: translate("ImportWords", "Chat"),
        ObjectKind.SCRIPTS: translate("ImportWords", "Scripts"),
        ObjectKind.PRESET: translate("ImportWords", "Preset"),
    }[kind]


def size_phrase(item: PreviewItem) -> str:
    """What it is and how much is in it."""
    counts = ImportCounts()
    parts = [
        kind_word(item.kind),
        counts.entries(item.entries) if item.entries else "",
        messages_phrase(item.messages) if item.messages else "",
        counts.variants(item.variants) if item.variants else "",
    ]
    return " · ".join(part for part in parts if part)


def known_phrase(known: Known) -> str:
    """Whether the library has it."""
    translate = QCoreApplication.translate
    return {
        Known.NEW: translate("ImportWords", "new"),
        Known.SAME: translate("ImportWords", "there already, the same"),
        Known.NEWER: translate("ImportWords", "there already in another version"),
        Known.EDITED: translate("ImportWords", "there already, changed by you since"),
    }[known]


def choice_word(choice: Choice) -> str:
    """What would happen with it."""
    translate = QCoreApplication.translate
    return {
        Choice.ADD: translate("ImportWords", "Add"),
        Choice.UPDATE: translate("ImportWords", "Update"),
        Choice.COPY: translate("ImportWords", "Add a copy"),
        Choice.SKIP: translate("ImportWords", "Leave out"),
    }[choice]


def choice_phrase(choice: Choice, known: Known) -> str:
    """What would happen with it, and what the library has of it."""
    word = choice_word(choice)
    if known is Known.NEW:
        return word
    return QCoreApplication.translate("ImportWords", "{what} ({why})").format(what=word, why=known_phrase(known))


def outcome_phrase(imported: Imported) -> str:
    """What happened with it."""
    if imported.error is not None:
        return error_sentence(imported.error)
    translate = QCoreApplication.translate
    return {
        Outcome.ADDED: translate("ImportWords", "added"),
        Outcome.UPDATED: translate("ImportWords", "updated"),
        Outcome.COPIED: translate("ImportWords", "added as a copy"),
        Outcome.UNCHANGED: translate("ImportWords", "unchanged"),
        Outcome.SKIPPED: translate("ImportWords", "left out"),
        Outcome.FAILED: translate("ImportWords", "failed"),
        Outcome.STOPPED: translate("ImportWords", "cancelled"),
    }[imported.outcome]
