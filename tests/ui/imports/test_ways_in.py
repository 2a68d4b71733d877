"""The ways in of the real main window: its menu, the clipboard beside and in a box of text, files that fall on it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from desktop_app.ui.icons import Icons
from desktop_app.ui.imports.dialog import Stage
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.theme import AppTheme
from tests.fakes.program import make_program
from tests.ui.conftest import until
from tests.ui.rig import Window
from tests.unit.interchange.files import as_json, card

pytestmark = pytest.mark.usefixtures("english")


async def test_ctrl_v_imports_where_no_box_of_text_has_the_keyboard(theme: AppTheme, icons: Icons) -> None:
    program = make_program()
    window = MainWindow(Window(program).services, theme, icons, program.bugs.append, dict)
    window.show()
    window.activateWindow()
    await window.start()
    await until(window.composer.isEnabled)
    given = QMimeData()
    given.setText(as_json(card()).decode())
    QGuiApplication.clipboard().setMimeData(given)
    imports = window._imports

    window.composer.setFocus()
    QTest.keyClick(window.composer.editor, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert window.composer.editor.toPlainText().startswith('{"spec"')
    assert imports.dialog is None
    window.composer.editor.clear()

    window._list_panel.view.setFocus()
    QTest.keyClick(window._list_panel.view, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    await until(lambda: imports.dialog is not None and imports.dialog.stage is Stage.PREVIEW)
    assert imports.dialog is not None
    assert imports.dialog.model.top[0].title == "Clipboard"
    imports.dialog.import_all()
    await until(lambda: imports.dialog is not None and imports.dialog.stage is Stage.REPORT)
    assert [one.name for one in await program.library.characters()] == ["Mira"]
    imports.dialog.accept()
    await window.put_away()
    window.leave()
    await program.tasks.close()
    assert program.bugs == []
