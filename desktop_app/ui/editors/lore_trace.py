"""The lore trace: a text, and live beside it what of the library fires in it and why, and why the rest does not.

Opened beside the window. Asks the context service a moment after the last key; the engine runs in its worker thread.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QItemSelectionModel, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListView,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from desktop_app.context.plan import EntryTrace
from desktop_app.domain.errors import AppError
from desktop_app.services.context_service import TRACED_TEXT_ID
from desktop_app.services.events import (
    BranchChanged,
    ChatChanged,
    LibraryChanged,
    MessageAdded,
    MessageChanged,
    TurnFinished,
)
from desktop_app.ui.async_bridge import Launcher
from desktop_app.ui.context_preview.prompt_page import utf16_length
from desktop_app.ui.editors.found import Found, found_in, where_name
from desktop_app.ui.editors.inputs import Tick
from desktop_app.ui.editors.trace_model import TRACE_ROLE, TraceDelegate, TraceModel
from desktop_app.ui.icons import Icons
from desktop_app.ui.messages import error_sentence, reason_sentence
from desktop_app.ui.services import UiServices
from desktop_app.ui.text import plain_label, quoted
from desktop_app.ui.text_input import LineEdit
from desktop_app.ui.theme import SPACE_8, SPACE_12, SPACE_16, SPACE_24, AppTheme

DELAY_MS = 150

TASK, PLACES_TASK = "lore trace", "places of a trace"

FIRST_SIZE = (980, 640)

MESSAGES_TAKEN = 10
"""So many of the newest messages are taken from the chat."""


class LoreTraceDialog(QDialog):
    """The text at the left, the entries at the right.

    Signals:
        entry_activated: (kind, book id, entry id) open it; ``lore`` or ``memory``.
    """

    entry_activated = Signal(str, str, str)

    def __init__(
        self,
        services: UiServices,
        launch: Launcher,
        look: tuple[AppTheme, Icons],
        parent: QWidget | None = None,
    ) -> None:
        self._chat_id = ""
        self._asked = 0
        self._traced = ""
        self._chosen = ""
        super().__init__(parent)
        self._services = services
        self._launch = launch
        self._theme, self._icons = look
        self.setWindowTitle(self.tr("Lore trace"))
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.resize(*FIRST_SIZE)
        self._text = QPlainTextEdit()
        self._take = QPushButton(self.tr("Take the chat's last messages"))
        self._clear = QPushButton(self.tr("Clear"))
        self._search = LineEdit()
        self._only = Tick(self.tr("Only what fires"))
        self._model = TraceModel(self)
        self._view = QListView()
        self._count = plain_label(look="secondary", wrap=True)
        self._detail = plain_label(look="secondary", wrap=True)
        self._open = QPushButton(self.tr("Open"))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._lay_out()
        self._connect()
        self._unsubscribe = self._subscribe()

    def open_chat(self, chat_id: str) -> None:
        """Whose entries are asked; an empty id: none."""
        if chat_id != self._chat_id:
            self._chat_id = chat_id
            self._take.setEnabled(bool(chat_id))
            self._model.set_traces(())
            self.ask()

    def ask(self) -> None:
        """Something is otherwise: in a moment it is traced anew."""
        self._timer.start()

    def _lay_out(self) -> None:
        left, right = QWidget(), QWidget()
        self._lay_out_left(QVBoxLayout(left))
        self._lay_out_right(QVBoxLayout(right))
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        split.addWidget(left)
        split.addWidget(right)
        split.setStretchFactor(0, 1)
        split.setStretchFactor(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_24, SPACE_24, SPACE_16)
        layout.addWidget(split)
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)

    def _lay_out_left(self, column: QVBoxLayout) -> None:
        self._text.setTabChangesFocus(True)
        self._text.setAccessibleName(self.tr("Text to trace"))
        self._text.setPlaceholderText(
            self.tr("Write or paste a text to see what fires in it. Empty: what fires in the chat as it is.")
        )
        row = QHBoxLayout()
        row.setSpacing(SPACE_8)
        row.addWidget(self._take)
        row.addWidget(self._clear)
        row.addStretch(1)
        column.setContentsMargins(0, 0, SPACE_12, 0)
        column.setSpacing(SPACE_8)
        column.addWidget(self._text, 1)
        column.addLayout(row)

    def _lay_out_right(self, column: QVBoxLayout) -> None:
        find = self.tr("Find an entry or a reason")
        self._search.setPlaceholderText(find)
        self._search.setAccessibleName(find)
        self._search.setClearButtonEnabled(True)
        self._view.setModel(self._model)
        self._view.setItemDelegate(TraceDelegate(self._theme, self))
        self._view.setUniformItemSizes(True)
        self._view.setMouseTracking(True)
        self._view.setAccessibleName(self.tr("Entries"))
        self._view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self._icons.bind(self._open, "square-arrow-out-up-right")
        head = QHBoxLayout()
        head.setSpacing(SPACE_12)
        head.addWidget(self._search, 1)
        head.addWidget(self._only)
        foot = QHBoxLayout()
        foot.setSpacing(SPACE_12)
        foot.addWidget(self._detail, 1)
        foot.addWidget(self._open, 0, Qt.AlignmentFlag.AlignTop)
        column.setContentsMargins(SPACE_12, 0, 0, 0)
        column.setSpacing(SPACE_8)
        column.addLayout(head)
        column.addWidget(self._count)
        column.addWidget(self._view, 1)
        column.addLayout(foot)
        self._open.hide()

    def _connect(self) -> None:
        self._timer.timeout.connect(self._ask)
        self._text.textChanged.connect(self.ask)
        self._take.clicked.connect(lambda: self._launch(TASK, self._take_messages(self._chat_id)))
        self._clear.clicked.connect(self._on_clear)
        self._search.textChanged.connect(self._on_filter)
        self._only.edited.connect(self._on_filter)
        self._view.selectionModel().currentChanged.connect(self._on_chosen)
        self._view.activated.connect(self._open_chosen)
        self._open.clicked.connect(self._open_chosen)
        self._theme.changed.connect(self._highlight)
        self.finished.connect(self._end)

    def _subscribe(self) -> list[Callable[[], None]]:
        bus = self._services.bus
        kinds = (LibraryChanged, ChatChanged, MessageAdded, MessageChanged, BranchChanged, TurnFinished)
        return [bus.subscribe(kind, lambda _event: self.ask()) for kind in kinds]

    def _end(self) -> None:
        self._timer.stop()
        self._asked += 1
        self._chosen = ""
        self._launch.cancel(TASK)
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        self._unsubscribe = []

    def _ask(self) -> None:
        self._asked += 1
        self._launch.cancel(TASK)
        if self._chat_id:
            self._launch(TASK, self._trace(self._asked, self._text.toPlainText()))
        else:
            self._count.setText(self.tr("Open a chat: its characters and lorebooks are asked."))

    async def _trace(self, asked: int, text: str) -> None:
        try:
            traces = await self._services.context.trace(self._chat_id, text)
        except AppError as error:
            if asked == self._asked:
                self._model.set_traces(())
                self._count.setText(error_sentence(error))
            return
        if asked == self._asked:
            self._traced = text
            self._model.set_traces(traces)
            self._show_found()

    async def _take_messages(self, chat_id: str) -> None:
        messages = await self._services.chat.tail(chat_id, MESSAGES_TAKEN)
        self._text.setPlainText("\n\n".join(message.text for message in messages if message.text.strip()))
        self._text.moveCursor(QTextCursor.MoveOperation.End)
        self._text.setFocus()

    def _on_clear(self) -> None:
        self._text.clear()
        self._text.setFocus()

    def _on_filter(self) -> None:
        self._model.set_filter(self._search.text(), only_firing=self._only.isChecked())
        self._show_found()

    def _show_found(self) -> None:
        """Counts what is there, and shows what was chosen before."""
        firing = sum(trace.included for trace in self._model.traces)
        if not self._model.traces:
            self._count.setText(self.tr("No lorebook and no memory entry counts in this chat."))
        else:
            template = self.tr("{firing} of {all} entries fire")
            self._count.setText(template.format(firing=firing, all=len(self._model.traces)))
        row = self._model.row_of(self._chosen)
        if row >= 0:
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self._view.selectionModel().setCurrentIndex(self._model.index(row), flags)
        else:
            self._on_chosen()
        self._highlight()

    def _on_chosen(self) -> None:
        trace = self._current()
        self._open.setVisible(trace is not None)
        self._detail.clear()
        if trace is not None:
            self._chosen = trace.entry_id
            self._launch.cancel(PLACES_TASK)
            self._launch(PLACES_TASK, self._show_detail(trace))
        self._highlight()

    def _current(self) -> EntryTrace | None:
        trace = self._view.currentIndex().data(TRACE_ROLE)
        return trace if isinstance(trace, EntryTrace) else None

    async def _show_detail(self, trace: EntryTrace) -> None:
        """Why, where its keys are, and what pulled it."""
        lines = [reason_sentence(trace.reason)]
        inside = [hit for hit in trace.hits if hit.where == TRACED_TEXT_ID]
        others = [hit for hit in trace.hits if hit.where != TRACED_TEXT_ID]
        if inside:
            keys = ", ".join(dict.fromkeys(quoted(hit.key) for hit in inside))
            lines.append(self.tr("Marked in the text: {keys}").format(keys=keys))
        named = [Found(hit.key, name) for hit in others if (name := where_name(hit, self._model.traces))]
        places = [*named] if named else await found_in(self._services, self._chat_id, trace) if others else ()
        lines.extend(f"{quoted(place.key)} · {place.where}{place.around and ': '}{place.around}" for place in places)
        if trace.passed:
            lines.append(self.tr("Found in pass {number} of recursion").format(number=trace.passed))
        puller = next((other.title for other in self._model.traces if other.entry_id == trace.pulled_by), "")
        if puller:
            lines.append(self.tr("Pulled in by “{entry}”").format(entry=puller))
        if trace.entry_id == self._chosen:
            self._detail.setText("\n".join(lines))

    def _open_chosen(self) -> None:
        trace = self._current()
        if trace is not None:
            self.entry_activated.emit(trace.kind.value, trace.book_id, trace.entry_id)

    def _highlight(self) -> None:
        """Every place in the text, and those of the chosen entry stronger."""
        marks: list[QTextEdit.ExtraSelection] = []
        chosen = self._current()
        text = self._text.toPlainText()
        if text == self._traced:
            strong = [trace for trace in self._model.traces if chosen is not None and trace.entry_id == chosen.entry_id]
            weak = [trace for trace in self._model.traces if trace.included and trace not in strong]
            for traces, look in ((weak, self._look(strong=False)), (strong, self._look(strong=True))):
                marks.extend(self._mark(start, end, look) for start, end in _spans(traces, text))
        self._text.setExtraSelections(marks)

    def _look(self, *, strong: bool) -> QTextCharFormat:
        tokens = self._theme.tokens
        look = QTextCharFormat()
        look.setBackground(QColor(tokens.accent if strong else tokens.selection))
        look.setForeground(QColor(tokens.on_accent if strong else tokens.text))
        look.setFontUnderline(True)
        return look

    def _mark(self, start: int, end: int, look: QTextCharFormat) -> QTextEdit.ExtraSelection:
        mark = QTextEdit.ExtraSelection()
        mark.format = look  # pyright: ignore[reportAttributeAccessIssue] - the stub has a method of this name
        cursor = QTextCursor(self._text.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        mark.cursor = cursor  # pyright: ignore[reportAttributeAccessIssue] - as above
        return mark

    def changeEvent(self, event: QEvent, /) -> None:
        """Whoever comes back from the chat may have typed there."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.ActivationChange and self.isActiveWindow():
            self.ask()


def _spans(traces: list[EntryTrace], text: str) -> list[tuple[int, int]]:
    """The places of these entries' keys in the traced text, in Qt's units of UTF-16."""
    spans = [(hit.start, hit.end) for trace in traces for hit in trace.hits if hit.where == TRACED_TEXT_ID]
    return [(utf16_length(text[:start]), utf16_length(text[:end])) for start, end in dict.fromkeys(spans)]
