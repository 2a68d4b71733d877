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
        self._installed: list[QTranslator] = []
        self.code = ""

    def choose(self, wanted: str) -> None:
        """``wanted`` is a code of ``LANGUAGES``, or empty for the system's language (English where that is not spoken)."""
        self.code = wanted if wanted in LANGUAGES else _system_language()
        for translator in self._installed:
            self._application.removeTranslator(translator)
        self._installed = []
        system = QLocale.system()
        as_system = not wanted and system.language() is not QLocale.Language.C
        QLocale.setDefault(system if as_system else QLocale(self.code))
        qt_folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        self._install(f"qtbase_{_QT_NAMES.get(self.code, self.code)}", qt_folder)
        self._install(f"talespan_{self.code}", str(self._folder))

    def _install(self, name: str, folder: str) -> None:
        translator = QTranslator(self._application)
        if translator.load(name, folder):
            self._application.installTranslator(translator)
            self._installed.append(translator)


_QT_NAMES = {"zh": "zh_CN"}


def _system_language() -> str:
    for name in QLocale.system().uiLanguages():
        code = name.replace("_", "-").split("-")[0]
        if code in LANGUAGES:
            return code
    return "en"


def _log_message(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    _log.log(_LEVELS.get(kind, logging.WARNING), "%s", text)
