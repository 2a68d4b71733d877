"""The head of the dock: the bar, what is used of what, who counted, what the cache keeps, and what must be told."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.context.plan import ContextPlan
from desktop_app.services.events import EventBus
from desktop_app.ui.context_preview.banner import Banner
from desktop_app.ui.context_preview.budget_bar import BudgetBar
from desktop_app.ui.context_preview.lanes import lane_sentences
from desktop_app.ui.context_preview.parts import tabular
from desktop_app.ui.context_preview.summary import (
    cache_line,
    group_lines,
    header_line,
    kept_free_line,
    speaker_line,
    strategy_line,
    warnings_text,
)
from desktop_app.ui.icons import Icons
from desktop_app.ui.notice_bar import NoticeBar
from desktop_app.ui.recall_status import RecallControl, RecallStatus
from desktop_app.ui.text import plain_label, set_plain_tooltip
from desktop_app.ui.theme import SPACE_4, SPACE_8, SPACE_12, AppTheme


class PreviewHead(QWidget):
    """Shows a plan in a few lines, or the sentence why there is none.

    Attributes:
        banner: says when it is not what would be sent now.
        recall: says when old messages cannot be found by meaning.
    """

    def __init__(self, theme: AppTheme, icons: Icons, parent: QWidget) -> None:
        self._is_candidate = False
        self.recall: RecallStatus | None = None
        super().__init__(parent)
        self.banner = Banner(icons, self)
        self.bar = BudgetBar(theme, self)
        self.used = plain_label(wrap=True)
        self.used.setFont(tabular(self.used.font()))
        self.speaker = plain_label(wrap=True)
        self.group = plain_label(look="secondary", wrap=True)
        self.kept_free = plain_label(look="secondary", wrap=True)
        self.strategy = plain_label(look="secondary", wrap=True)
        self.cache = plain_label(look="secondary", wrap=True)
        self.problem = NoticeBar(icons, closable=False, parent=self)
        self.nothing = plain_label(
            self.tr("Here you see what the model will see, before you send it."), look="muted", wrap=True
        )
        self.warnings = plain_label(look="secondary", wrap=True)
        self._lines = layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_12, SPACE_4, SPACE_12, SPACE_8)
        layout.setSpacing(SPACE_8)
        below = (
            self.speaker,
            self.group,
            self.used,
            self.kept_free,
            self.strategy,
            self.cache,
            self.problem,
            self.warnings,
            self.nothing,
        )
        for widget in (self.banner, self.bar, *below):
            layout.addWidget(widget)
        self.show_nothing()

    def show_recall(self, control: RecallControl, bus: EventBus) -> None:
        """From now on it says, too, when old messages cannot be found by meaning, and what can be done."""
        self.recall = RecallStatus(control, bus, self, discreet=True)
        self._lines.addWidget(self.recall)

    def show_plan(self, plan: ContextPlan) -> None:
        """Another plan."""
        self.problem.hide()
        self.nothing.hide()
        self.bar.show_plan(plan)
        self.strategy.setText(strategy_line(plan, is_candidate=self._is_candidate))
        self.used.setText(header_line(plan))
        set_plain_tooltip(self.used, lane_sentences(plan.lanes))
        self.speaker.setText(speaker_line(plan))
        self.group.setText(group_lines(plan))
        self.kept_free.setText(kept_free_line(plan))
        self.cache.setText(cache_line(plan))
        self.warnings.setText(warnings_text(plan))
        for part in (self.bar, self.strategy, self.used):
            part.show()
        for label in (self.speaker, self.group, self.kept_free, self.cache, self.warnings):
            label.setVisible(bool(label.text()))

    def mark_candidate(self, is_candidate: bool) -> None:
        """Whether the strategy is one that nobody has chosen yet."""
        self._is_candidate = is_candidate

    def show_problem(self, sentence: str) -> None:
        """Why there is no plan."""
        self.show_nothing()
        self.nothing.hide()
        self.problem.show_notice(sentence)

    def show_nothing(self) -> None:
        """There is no plan."""
        for part in (
            self.bar, self.strategy, self.speaker, self.group, self.used, self.kept_free, self.cache, self.problem, self.warnings,
        ):  # fmt: skip
            part.hide()
        self.nothing.show()
