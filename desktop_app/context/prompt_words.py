"""All words that the program itself puts into a prompt, in the languages that it can put them in. Nowhere else are any.

Called by the makers of a prompt, and by ``request_maker`` for the person's prompts that are as they came. The texts are for the
model; what the window says of a prompt is the window's. A language that is not known here is English.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from desktop_app.context.request import RecallCandidate, RecalledKind
from desktop_app.domain.settings import ContextSettings

ENGLISH, RUSSIAN, CHINESE = "en", "ru", "zh"

# Minutes of each unit of age, and from how many of it on the next larger one is told: "13 days ago", "two weeks ago".
# A month is the twelfth part of a year, so that "23 months ago" is followed by "two years ago".
_UNITS = ((1, 60), (60, 48), (24 * 60, 14), (7 * 24 * 60, 9), (365 * 2 * 60, 24), (365 * 24 * 60, None))

_EN_UNITS = ("minute", "hour", "day", "week", "month", "year")
_EN_NUMBERS = tuple("no one two three four five six seven eight nine ten eleven twelve".split())

# One of them, two to four of them, five and more of them; one stands without its number: «неделю назад».
_RU_UNITS = (
    ("минуту", "минуты", "минут"),
    ("час", "часа", "часов"),
    ("день", "дня", "дней"),
    ("неделю", "недели", "недель"),
    ("месяц", "месяца", "месяцев"),
    ("год", "года", "лет"),
)
_RU_NUMBERS = tuple("ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать".split())
_RU_FEMININE = frozenset({"минуту", "неделю"})

_ZH_UNITS = ("分钟", "小时", "天", "周", "个月", "年")
_ZH_NUMBERS = tuple("零 一 两 三 四 五 六 七 八 九 十 十一 十二".split())


@dataclass(frozen=True, slots=True)
class PromptWords:
    """The words of one language.

    ``character_prompt`` and ``assistant_prompt``: the system prompts of who has set none. ``nobody``: who answers where no
    character does. ``example_heading`` tells the model that what follows was never said, ``summary_heading`` what the sentences
    are. ``opening``: the user's first words where a server wants the user to begin. ``nudge`` asks the model to go on with its
    last message; ``speak_as`` asks for the words of ``name`` alone, where several characters speak. Of a recalled passage's label: ``message`` and ``from_message`` with their ``number``, ``chat`` with its
    ``title``, ``in_short``, ``earlier`` where nothing is known of it, and ``joint`` between them. ``ago``: an age in words.
    ``picture`` stands in the place of one that is not sent.
    """

    character_prompt: str
    assistant_prompt: str
    nobody: str
    example_heading: str
    summary_heading: str
    opening: str
    nudge: str
    speak_as: str
    message: str
    from_message: str
    chat: str
    in_short: str
    earlier: str
    joint: str
    ago: Callable[[int], str]
    picture: str


def words_of(language: str) -> PromptWords:
    """The words of a language (``en``, ``ru``, ``zh``)."""
    return _WORDS.get(language, _WORDS[ENGLISH])


def label(candidate: RecallCandidate, words: PromptWords) -> str:
    """What stands before a passage in the prompt: ``[Message 412, three weeks ago]``."""
    is_block = candidate.kind is RecalledKind.BLOCK
    said = [words.chat.format(title=candidate.chat_title)] if candidate.chat_title else []
    if candidate.place > 0:
        said.append((words.from_message if is_block else words.message).format(number=candidate.place))
    if candidate.minutes_ago > 0:
        said.append(words.ago(candidate.minutes_ago))
    if is_block:
        said.append(words.in_short)
    whole = words.joint.join(said) or words.earlier
    return f"[{whole[:1].upper()}{whole[1:]}]"


def in_language(prompt: str, language: str) -> str:
    """A system prompt of the settings: a person's own as it is, one that is as it came in this language."""
    words, came = words_of(language), ContextSettings()
    return {came.character_prompt: words.character_prompt, came.assistant_prompt: words.assistant_prompt}.get(
        prompt, prompt
    )


def _counted(minutes: int) -> tuple[int, int]:
    """The place of the unit in which an age is told, and how many of it, rounded down."""
    for place, (size, limit) in enumerate(_UNITS):
        number = minutes // size
        if limit is None or number < limit:
            return place, number
    raise AssertionError(minutes)


def _spelled(number: int, numbers: Sequence[str]) -> str:
    return numbers[number] if number < len(numbers) else str(number)


def _ago_english(minutes: int) -> str:
    place, number = _counted(minutes)
    return f"{_spelled(number, _EN_NUMBERS)} {_EN_UNITS[place]}{'' if number == 1 else 's'} ago"


def _ago_russian(minutes: int) -> str:
    place, number = _counted(minutes)
    one, few, many = _RU_UNITS[place]
    if number == 1:
        return f"{one} назад"
    told = "две" if number == 2 and one in _RU_FEMININE else _spelled(number, _RU_NUMBERS)
    return f"{told} {_russian_form(number, one, few, many)} назад"


def _russian_form(number: int, one: str, few: str, many: str) -> str:
    if 10 < number % 100 < 20:
        return many
    return {1: one, 2: few, 3: few, 4: few}.get(number % 10, many)


def _ago_chinese(minutes: int) -> str:
    place, number = _counted(minutes)
    unit = _ZH_UNITS[place]
    return f"{_ZH_NUMBERS[number]}{unit}前" if number < len(_ZH_NUMBERS) else f"{number} {unit}前"


_WORDS: Mapping[str, PromptWords] = MappingProxyType(
    {
        ENGLISH: PromptWords(
            character_prompt=ContextSettings().character_prompt,
            assistant_prompt=ContextSettings().assistant_prompt,
            nobody="Assistant",
            example_heading="[Example dialogue]",
            summary_heading="[What happened before, in short]",
            opening="[Start]",
            nudge="[Continue your last message from where it ends, without repeating any of it.]",
            speak_as="[Write the next reply as {name} and as nobody else.]",
            message="message {number}",
            from_message="from message {number}",
            chat="chat “{title}”",
            in_short="in short",
            earlier="earlier",
            joint=", ",
            ago=_ago_english,
            picture="[picture]",
        ),
        RUSSIAN: PromptWords(
            character_prompt="Напиши следующую реплику персонажа {{char}} в чате, где общаются {{char}} и {{user}}.",
            assistant_prompt="Ты полезный помощник.",
            nobody="Ассистент",
            example_heading="[Пример диалога]",
            summary_heading="[Что было раньше, вкратце]",
            opening="[Начало]",
            nudge="[Продолжи своё последнее сообщение с того места, где оно обрывается, ничего не повторяя.]",
            speak_as="[Напиши следующую реплику только за персонажа {name} и больше ни за кого.]",
            message="сообщение {number}",
            from_message="начиная с сообщения {number}",
            chat="чат «{title}»",
            in_short="вкратце",
            earlier="ранее",
            joint=", ",
            ago=_ago_russian,
            picture="[изображение]",
        ),
        CHINESE: PromptWords(
            character_prompt="写出 {{char}} 在与 {{user}} 的聊天中的下一条回复。",
            assistant_prompt="你是一个乐于助人的助手。",
            nobody="助手",
            example_heading="[对话示例]",
            summary_heading="[前情提要]",
            opening="[开始]",
            nudge="[从你上一条消息中断的地方接着写，不要重复已经写过的内容。]",
            speak_as="[只以 {name} 的身份写下一条回复，不要替其他人说话。]",
            message="第 {number} 条消息",
            from_message="自第 {number} 条消息起",
            chat="聊天“{title}”",
            in_short="概要",
            earlier="此前",
            joint="，",
            ago=_ago_chinese,
            picture="[图片]",
        ),
    }
)
