"""What the import window says over its tree: what would come, what came, what was taken out again."""

from __future__ import annotations

from PySide6.QtCore import QObject

from desktop_app.services.import_plan import ImportOutcome, ImportPreview, Outcome, UndoOutcome
from desktop_app.ui.imports.words import ImportCounts
from desktop_app.ui.text import sentences


class ImportSentences(QObject):
    """The sentences, in the language of now."""

    def summary(self, preview: ImportPreview, outcome: ImportOutcome | None, wanted: int) -> str:
        """Before (``wanted`` objects are chosen) or after an import."""
        counts = ImportCounts()
        bad = sum(file.error is not None for file in preview.files)
        if not preview.files:
            parts = [self.tr("There is nothing here that could be imported.")]
        elif outcome is not None:
            parts = self._came(outcome)
        else:
            parts = [self.tr("To be imported: {objects}.").format(objects=counts.objects(wanted))]
            parts += [self.tr("If there is anything to lose, a backup is made first.")] if wanted else []
        parts += [self.tr("Not usable: {files}.").format(files=counts.files(bad))] if bad else []
        parts += [self.tr("There are more files than are looked at in one import.")] if preview.more else []
        return sentences(*parts)

    def undone(self, outcome: UndoOutcome) -> str:
        """After an import was taken back."""
        counts = ImportCounts()
        words = self.tr("Taken out again: {objects}.").format(objects=counts.objects(outcome.taken))
        if not outcome.stays:
            return words
        stay = self.tr("What was changed since, or is in use, stays: {objects}.")
        return sentences(words, stay.format(objects=counts.objects(outcome.stays)))

    def _came(self, outcome: ImportOutcome) -> list[str]:
        counts = ImportCounts()
        came = outcome.count(Outcome.ADDED, Outcome.UPDATED, Outcome.COPIED)
        failed = outcome.count(Outcome.FAILED)
        parts = [self.tr("Imported: {objects}.").format(objects=counts.objects(came))]
        parts += [self.tr("Failed: {objects}.").format(objects=counts.objects(failed))] if failed else []
        parts += [self.tr("It was cancelled; what had come in by then is there.")] if outcome.cancelled else []
        return parts
