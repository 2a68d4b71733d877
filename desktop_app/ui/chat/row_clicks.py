"""What a click on a part of a message means. Used by ``chat_view`` only."""

from __future__ import annotations

from typing import Protocol

from desktop_app.domain.chat import BranchRow
from desktop_app.services.marks_service import MessageMark
from desktop_app.ui.chat.row_actions import RowActions
from desktop_app.ui.chat.row_looks import is_out
from desktop_app.ui.chat.row_mouse import Hit, Target
from desktop_app.ui.chat.row_pictures import RowPictures


class ClickedView(Protocol):
    """What clicks need of the view."""

    row_actions: RowActions
    pictures: RowPictures

    def toggle_reasoning(self, message_id: str) -> None:
        """Opens or folds the thoughts of a message."""
        ...

    def show_all(self, message_id: str) -> None:
        """Shows a cut message whole."""
        ...

    def follow(self, address: str) -> None:
        """Tells that a link was pressed."""
        ...


def act_on(view: ClickedView, row: BranchRow, hit: Hit) -> None:
    """Does what was clicked in a message."""
    marks = view.row_actions.marks
    match hit.target:
        case Target.LINK:
            view.follow(hit.address)
        case Target.PICTURE:
            view.pictures.open_one(hit.row, hit.address)
        case Target.THOUGHT:
            view.toggle_reasoning(row.id)
        case Target.SHOW_ALL:
            view.show_all(row.id)
        case Target.RESTORE:
            view.row_actions.restore_requested.emit(row.id)
        case Target.MARK:
            marks.place_requested.emit(row.id)
        case Target.SWITCH:
            marks.mark_requested.emit([row.id], MessageMark.RESTORE if is_out(row) else MessageMark.EXCLUDE)
        case Target.NOTHING | Target.TEXT:
            return
