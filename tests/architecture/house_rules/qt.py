"""House rules for the window: no nested loops, no text that poses as rich text, no names that hide Qt's, every word can be translated."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.architecture.house_rules.rule import Check, Rule, Source, called, calls, functions, last_name, owner_name

_WINDOW = ("desktop_app/ui/*.py", "desktop_app/app.py", "tests/ui/*.py")
_UI = ("desktop_app/ui/*.py",)
_LOOP_OWNERS = ("desktop_app/ui/async_bridge.py", "tests/ui/conftest.py")

_STATIC_QUESTIONS = {
    "QMessageBox": {"question", "information", "warning", "critical", "about", "aboutQt"},
    "QInputDialog": {"getText", "getInt", "getDouble", "getItem", "getMultiLineText"},
    "QColorDialog": {"getColor"},
    "QFontDialog": {"getFont"},
}
_HIDDEN_QT_NAMES = {"connect", "disconnect", "event", "parent", "update", "show"}
_SHOWN = {
    "setText", "setWindowTitle", "setToolTip", "setPlaceholderText", "setAccessibleName", "setAccessibleDescription", "setStatusTip",
    "setWhatsThis", "setTitle", "addAction", "addMenu", "addTab", "QPushButton", "QToolButton", "QAction", "QGroupBox", "QCheckBox",
    "QRadioButton", "QDockWidget", "plain_label", "set_plain_tooltip",
}  # fmt: skip
_TRANSLATORS = {"tr", "translate"}
_NAMES = {"Talespan"}


def _static_questions(source: Source) -> Iterator[int]:
    for call, name in calls(source):
        owner = owner_name(call)
        if name in _STATIC_QUESTIONS.get(owner, ()) or (owner == "QFileDialog" and name.startswith("get")):
            yield call.lineno


def _message_boxes(source: Source) -> Iterator[int]:
    for function in functions(source.tree):
        made = [call for call, name in _calls_in(function) if name == "QMessageBox"]
        if made and not any(name == "setTextFormat" for _, name in _calls_in(function)):
            yield made[0].lineno


def _calls_in(node: ast.AST) -> list[tuple[ast.Call, str]]:
    return [(child, last_name(child.func)) for child in ast.walk(node) if isinstance(child, ast.Call)]


def _made_or_inherited(*names: str) -> Check:
    def check(source: Source) -> Iterator[int]:
        for call, name in calls(source):
            if name in names:
                yield call.lineno
        for node in ast.walk(source.tree):
            if isinstance(node, ast.ClassDef) and any(last_name(base) in names for base in node.bases):
                yield node.lineno

    return check


def _foreign_tooltips(source: Source) -> Iterator[int]:
    for call, name in calls(source):
        if name in {"setToolTip", "setWhatsThis"} and call.args and not _is_own_text(call.args[0]):
            yield call.lineno


def _is_own_text(node: ast.expr) -> bool:
    """Whether the text is ours: a literal, a translated literal, or made plain by ``ui/text.py``."""
    if isinstance(node, ast.Constant):
        return True
    if not isinstance(node, ast.Call):
        return False
    if last_name(node.func) == "plain_tooltip":
        return True
    return last_name(node.func) in _TRANSLATORS and all(isinstance(argument, ast.Constant) for argument in node.args)


def _hidden_names(source: Source) -> Iterator[int]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef) and _hides(member):
                    yield member.lineno


def _hides(method: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return method.name in _HIDDEN_QT_NAMES and not _overrides(method)


def _overrides(method: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """``event(self, event: QEvent)`` and a model's ``parent(...) -> QModelIndex`` are Qt's own, not a new meaning."""
    arguments = [*method.args.posonlyargs, *method.args.args][1:]
    kinds = [last_name(argument.annotation) for argument in arguments if argument.annotation]
    result = last_name(method.returns) if method.returns else ""
    return (method.name, kinds) == ("event", ["QEvent"]) or (method.name, result) == ("parent", "QModelIndex")


def _untranslated(source: Source) -> Iterator[int]:
    for call, name in calls(source):
        if name in _SHOWN:
            yield from (argument.lineno for argument in call.args if _has_words(argument))


def _has_words(argument: ast.expr) -> bool:
    """Whether it is a literal with letters; names and addresses are the same in every language."""
    if isinstance(argument, ast.JoinedStr):
        return any(_has_words(part) for part in argument.values)
    if not isinstance(argument, ast.Constant) or not isinstance(argument.value, str):
        return False
    if argument.value in _NAMES or argument.value.startswith(("http://", "https://")):
        return False
    return any(letter.isalpha() for letter in argument.value)


RULES: tuple[Rule, ...] = (
    Rule(
        "no modal loop: .exec()",
        "`await show_dialog(dialog)` for dialogs, `.popup()` for menus",
        _WINDOW,
        called("exec", "exec_"),
        example="desktop_app/ui/example.py",
        wrong="dialog.exec()\n",
        right="menu.popup(place)\n",
    ),
    Rule(
        "no static questions",
        "make the dialog and `await show_dialog(dialog)`",
        _WINDOW,
        _static_questions,
        example="desktop_app/ui/example.py",
        wrong="path, _ = QFileDialog.getOpenFileName(self)\n",
        right="dialog = QFileDialog(self)\n",
    ),
    Rule(
        "no nested event loop",
        "await what you wait for (in tests: `await until(condition)`)",
        _WINDOW,
        called("processEvents", "qWait", "qWaitFor", "QEventLoop", "wait_for_window_shown"),
        example="tests/ui/test_example.py",
        wrong="QApplication.processEvents()\n",
        right="await until(lambda: done)\n",
        exempt=_LOOP_OWNERS,
    ),
    Rule(
        "a label shows plain text",
        "`plain_label()` of ui/text.py: Qt takes foreign text for rich text, and that opens local files (H6)",
        _UI,
        _made_or_inherited("QLabel"),
        example="desktop_app/ui/example.py",
        wrong="label = QLabel(title)\n",
        right="label = plain_label(title)\n",
        exempt=("desktop_app/ui/text.py",),
    ),
    Rule(
        "a tooltip shows plain text",
        "`set_plain_tooltip()` of ui/text.py (H6)",
        _UI,
        _foreign_tooltips,
        example="desktop_app/ui/example.py",
        wrong='button.setToolTip(self.tr("Open {}").format(title))\n',
        right='button.setToolTip(self.tr("Open"))\n',
        exempt=("desktop_app/ui/text.py",),
    ),
    Rule(
        "a message box shows plain text",
        "call `setTextFormat(Qt.TextFormat.PlainText)` in the function that makes it (H6)",
        _UI,
        _message_boxes,
        example="desktop_app/ui/example.py",
        wrong="def ask():\n    box = QMessageBox()\n    box.setText(error)\n",
        right="def ask():\n    box = QMessageBox()\n    box.setTextFormat(Qt.TextFormat.PlainText)\n    box.setText(error)\n",
    ),
    Rule(
        "rich text is made in one place",
        "ui/markdown.py makes documents that load nothing; for plain text QPlainTextEdit (H6, H8)",
        _UI,
        called("setHtml", "insertHtml", "setMarkdown", "insertMarkdown"),
        example="desktop_app/ui/chat/example.py",
        wrong="view.setHtml(text)\n",
        right="view.setPlainText(text)\n",
        exempt=("desktop_app/ui/markdown.py",),
    ),
    Rule(
        "no widget that accepts rich text",
        "QPlainTextEdit, or a document of ui/markdown.py (H6)",
        _UI,
        _made_or_inherited("QTextEdit", "QTextBrowser"),
        example="desktop_app/ui/example.py",
        wrong="class Composer(QTextEdit):\n    pass\n",
        right="class Composer(QPlainTextEdit):\n    pass\n",
        exempt=(
            "desktop_app/ui/help/dialog.py",
            "desktop_app/ui/gallery/greetings.py",
        ),  # show nothing but documents of ui/markdown.py, which load nothing, and cannot be written in
    ),
    Rule(
        "no method hides one of QObject's",
        "another verb: connect, disconnect, event, parent, update and show are Qt's",
        _UI,
        _hidden_names,
        example="desktop_app/ui/example.py",
        wrong="class Dock(QWidget):\n    def update(self, plan):\n        pass\n",
        right="class Dock(QWidget):\n    def event(self, event: QEvent) -> bool:\n        return True\n",
    ),
    Rule(
        "what a person reads can be translated",
        '`self.tr("…")`, with `.format()` after it',
        _UI,
        _untranslated,
        example="desktop_app/ui/example.py",
        wrong='button.setText(f"Send {name}")\n',
        right='button.setText(self.tr("Send"))\nnumber.setText(f"{row}/{rows}")\nwindow.setWindowTitle("Talespan")\n',
    ),
)
