"""What was saved and what is lost, in sentences. For the dialog about a damaged database."""

from __future__ import annotations

from PySide6.QtCore import QObject

from desktop_app.domain.rescue import Rescued
from desktop_app.ui.settings_dialog.backup_words import contents_phrase


class RescueWords(QObject):
    """The class is there for ``lupdate``, which finds plural forms only in ``self.tr``."""

    def title_of_found(self) -> str:
        """Of a chat or lorebook for what has lost its own."""
        return self.tr("Rescued")

    def saved(self, rescued: Rescued) -> str:
        """What there is."""
        figures = contents_phrase(rescued.contents)
        if rescued.characters:
            cards = self.tr("%Ln character card(s)", "", rescued.characters)
            figures = f"{cards}, {figures}"
        return self.tr("Saved: {figures}.").format(figures=figures)

    def losses(self, rescued: Rescued) -> list[str]:
        """What is not as it was, each in a sentence."""
        told = (
            (rescued.lost_messages, self.tr("%Ln message(s) known to be lost.", "", rescued.lost_messages)),
            (
                rescued.homeless_messages,
                self.tr(
                    "%Ln message(s) without their chat: look for chats called “{title}”.", "", rescued.homeless_messages
                ).format(title=self.title_of_found()),
            ),
            (rescued.damaged_texts, self.tr("%Ln message(s) with a changed text.", "", rescued.damaged_texts)),
            (rescued.damaged_files, self.tr("%Ln picture(s) damaged and left out.", "", rescued.damaged_files)),
            (rescued.unreadable, self.tr("%Ln place(s) in the file could not be read.", "", rescued.unreadable)),
            (rescued.strayed, self.tr("Some of it was found outside its table: what was deleted may be back.")),
        )
        return [sentence for count, sentence in told if count] or [self.tr("Nothing is known to be lost.")]
