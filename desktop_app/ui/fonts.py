"""Which fonts draw Han characters. Without a word from us, Qt takes Japanese shapes for them on many systems.

Used by ``application`` for the interface and the messages, and wherever a font of fixed width is chosen.
"""

from __future__ import annotations

from PySide6.QtCore import QLocale
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo

HAN_FAMILIES = (
    "Microsoft YaHei UI",
    "PingFang SC",
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "WenQuanYi Micro Hei",
)
"""Simplified Chinese sans-serif of Windows, macOS and Linux; names that are not there are passed over."""

_OWN_SHAPES = (QLocale.Language.Japanese, QLocale.Language.Korean)


def with_han(font: QFont, system: QLocale | None = None) -> list[str]:
    """The families for ``font``: its own first; Han characters that this lacks come in the shapes used in China.

    Where the system (for tests: ``system``) writes them in other shapes, its own choice stands. The first family is the one
    that ``font`` is really drawn with: an alias ("Sans Serif") in a list is passed over by Qt, and then Latin and
    Cyrillic would come from the Chinese font too.
    """
    families = [QFontInfo(font).family()]
    system = system if system is not None else QLocale.system()
    other = system.language() in _OWN_SHAPES or system.script() is QLocale.Script.TraditionalHanScript
    return families if other else [*families, *HAN_FAMILIES]


def fixed_font() -> QFont:
    """The system's font of fixed width, for code and prompts."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setFamilies(with_han(font))
    return font
