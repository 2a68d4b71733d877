"""The Qt application: name, icon, languages, Qt's own messages into the log. Made once by ``run``."""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, QMessageLogContext, Qt, QtMsgType, QTranslator, qInstallMessageHandler
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication

from desktop_app import __version__
from desktop_app.ui.fonts import with_han

_log = logging.getLogger("talespan.qt")

LANGUAGES = ("en", "ru", "zh")
"""The languages that the program speaks; English is the source."""

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def make_application(arguments: Sequence[str], icon: Path) -> QApplication:
    """The one application object, ready for windows."""
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    qInstallMessageHandler(_log_message)
    application = QApplication([sys.argv[0], *arguments])
    application.setApplicationName("talespan")
    application.setApplicationDisplayName("Talespan")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("talespan")
    font = application.font()
    font.setFamilies(with_han(font))
    application.setFont(font)
    application.setWindowIcon(QIcon(str(icon)))
    return application


class Languages:
    """Puts a language on the application. Widgets made afterwards speak it."""

    def __init__(self, application: QApplication, folder: Path) -> None:
        """``folder`` is ``resources/translations``."""
        self._application = application
        self._folder = folder
        self._installed: list[_Translator] = []
        self.code = ""

    def choose(self, wanted: str) -> None:
        """``wanted`` is a code of ``LANGUAGES``, or empty for the system's language (English where that is not spoken)."""
        self.code = wanted if wanted in LANGUAGES else _system_language()
        for translator in self._installed:
            self._application.removeTranslator(translator)
            translator.deleteLater()
        self._installed = []
        system = QLocale.system()
        as_system = not wanted and system.language() is not QLocale.Language.C
        QLocale.setDefault(system if as_system else QLocale(self.code))
        qt_folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        self._install(qt_folder / f"qtbase_{_QT_NAMES.get(self.code, self.code)}.qm")
        self._install(self._folder / f"talespan_{self.code}.qm")

    def _install(self, file: Path) -> None:
        translator = _Translator(self._application)
        if file.is_file() and translator.take(file):
            self._application.installTranslator(translator)
            self._installed.append(translator)


class _Translator(QTranslator):
    """Holds the bytes that it reads from: Qt does not copy them, and the application may outlive its ``Languages``.

    Qt's own loading maps the file into memory: an update of the program that writes it anew under a running window
    would end that window with a segmentation fault.
    """

    _data = b""

    def take(self, file: Path) -> bool:
        """Whether there are translations in the file; call it once."""
        self._data = file.read_bytes()
        return self.load(self._data, str(file.parent))


_QT_NAMES = {"zh": "zh_CN"}


def _system_language() -> str:
    for name in QLocale.system().uiLanguages():
        code = name.replace("_", "-").split("-")[0]
        if code in LANGUAGES:
            return code
    return "en"


def _log_message(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    _log.log(_LEVELS.get(kind, logging.WARNING), "%s", text)
