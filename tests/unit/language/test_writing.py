"""In which language a chat is, told by the script of its texts."""

from __future__ import annotations

import pytest

from desktop_app.language.writing import LOOKED_AT, prompt_language

RUSSIAN = "Зачем вы пришли к маяку в такую бурю? Входите, здесь тепло."
CHINESE = "暴风雨的夜里，你为什么来灯塔？进来吧，这里很暖和。"


@pytest.mark.parametrize(
    ("texts", "language"),
    [
        ([RUSSIAN], "ru"),
        ([CHINESE], "zh"),
        (["Why did you come?"], "en"),
        (["Warum bist du gekommen?", "Était-ce la mer ?"], "en"),
        ([RUSSIAN, "Mira smiles."], "ru"),
        (["OK", "Да, запусти pip install requests и потом открой main.py"], "ru"),
        ([CHINESE, "我用 Python 写了一个 parser，它读取 JSON"], "zh"),
        (["Запусти так:", "pip install requests"], "ru"),
        (["She said «да» and left the lighthouse."], "en"),
        (["She read the sign 灯塔 and left."], "en"),
        (["Навіщо ви прийшли до маяка в таку бурю? Заходьте, тут тепло, їжа й чай є."], "en"),
        (["Зашто сте дошли до светионика по оваквој олуји? Уђите, овде је топло."], "en"),
        (["こんな嵐の夜に、なぜ灯台へ来たのですか。どうぞ入って。"], "en"),
        (["폭풍우 치는 밤에 왜 등대에 왔나요?"], "en"),
        (["Γιατί ήρθες στον φάρο;"], "en"),
        (["لماذا أتيت إلى المنارة؟"], "en"),
    ],
)
def test_the_script_of_most_letters_decides(texts: list[str], language: str) -> None:
    assert prompt_language(texts, "ru") == language
    assert prompt_language(reversed(texts), "zh") == language


@pytest.mark.parametrize(("otherwise", "language"), [("ru", "ru"), ("zh", "zh"), ("", "en"), ("de", "en")])
def test_without_a_letter_it_is_that_of_the_window(otherwise: str, language: str) -> None:
    assert prompt_language([], otherwise) == language
    assert prompt_language(["12:30 …", "🙂"], otherwise) == language


def test_one_long_text_says_no_more_than_its_beginning() -> None:
    assert prompt_language(["x" * LOOKED_AT + RUSSIAN * 100]) == "en"
    assert prompt_language(["x" * LOOKED_AT * 9, "д" * LOOKED_AT]) == "ru"
