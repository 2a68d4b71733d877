"""What a sentence looks like that must not be forgotten: who, how many, when, and that something was settled.

Called by the ``SentenceMaker``. Tuned for English, Russian and Chinese; numbers, dates in figures, capitals and marks of
questions speak in any language. Words are compared in their basic forms, Chinese ones as they are.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from desktop_app.language.content_words import is_small_word
from desktop_app.language.fold import fold_text
from desktop_app.language.languages import DEFAULT
from desktop_app.language.lemmas import Lemmas
from desktop_app.language.words import tokens

# What is settled when one of these is said.
_SETTLES = (
    "decide decision agree agreed agreement promise swear swore sworn vow settle settled choose chose chosen approve confirm appoint sign guarantee "
    "pledge commit resolve conclude deal vote elect oath finalize finalise accept cancel postpone reschedule "
    "решить порешить решение договориться договор условиться согласиться обещать пообещать клясться поклясться утвердить "
    "одобрить подтвердить назначить подписать гарантировать постановить выбрать избрать окончательно обязаться отменить "
    "отменять перенести переносить переноситься принять отложить уговор"
)  # fmt: skip
# What is owed, ordered, handed over or ruled: less sure, and as much to be remembered.
_BINDS = (
    "must shall will never always rule owe pay buy sell rent hire book reserve order deliver lend borrow deadline due budget "
    "schedule move lead appointment marry wedding password code secret key own inherit adopt name call allergic birthday "
    "должен обязан нельзя запретить запрещать правило долг вернуть заплатить платить купить покупать продать продавать "
    "снять арендовать аренда нанять нанимать забронировать бронь заказать доставить привезти срок бюджет встреча "
    "запомнить жениться замуж свадьба пароль код секрет тайна брать взять руководить вести получить передать отвечать "
    "наследство усыновить звать аллергия рождение"
)  # fmt: skip
_SETTLES_PHRASES = (
    "from now on|it's settled|let's go with|made up my mind|we have a deal|it is final|final answer|so be it|going with|"
    "remember it|remember that|remember this|have my word|unanimous|called it off|count me in|on my honour|on my word|takes over|in charge of|"
    "с этого дня|отныне|по рукам|на том и|дело решенное|так тому и быть|теперь ведет|с этого момента|остановились на|"
    "даю слово|честное слово"
)
_SETTLES_PIECES = (
    "决定 決定 说好 說好 说定 說定 约定 約定 约好 約好 答应 答應 同意 商定 商量好 定下 定好 订好 訂好 敲定 确定 確定 承诺 承諾 保证 保證 选定 "
    "選定 就选 就選 选了 選了 签 簽 批准 通过了 通過了 讲定 拍板 就这么定 就這麼定 发誓 發誓 成交 一言为定 想好了 从今以后 從今以後 从现在起 "
    "從現在起 取消 推迟 改到 改成 最后的答案 最终 最終 确认 確認 任命"
).split()
_BINDS_PIECES = (
    "必须 必須 绝对不 絕對不 不许 不許 不准 规矩 規矩 规定 規定 欠 还给 還給 付 买下 買下 卖给 賣給 租 雇 僱 聘 预订 預訂 预约 預約 交给 交給 "
    "归 歸 由 负责 負責 保管 带领 帶領 期限 截止 预算 預算 密码 密碼 记住 記住 嫁 娶 结婚 結婚 婚礼 婚禮 会议 會議 见面 見面 秘密 生日 过敏 過敏 "
    "以后 以後 一定 送来 送來 接手 接管"
).split()
# What takes the force out of it: perhaps, if, not yet.
_DOUBTS = frozenset(
    "maybe perhaps might would could should if whether someday yet wonder imagine suppose used "
    "может наверное возможно пожалуй если бы вдруг когда-нибудь еще представь".split()
)
_DOUBTS_PIECES = ("也许", "也許", "可能", "如果", "要是", "大概", "还没", "還沒", "哪天", "会不会", "要不要")

_NUMBER = re.compile(r"\d")
_LIST_MARK = re.compile(r"\s*(?:[-*+•]\s+|\(?\d{1,3}[.)]\s+)")
_NUMBER_WORDS = frozenset(
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen "
    "twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million dozen half twice "
    "два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать "
    "шестнадцать семнадцать восемнадцать девятнадцать двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят "
    "девяносто сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот тысяча миллион полтора дюжина двое "
    "трое четверо".split()
)
_HAN_NUMBER = re.compile(
    "[一二三四五六七八九十百千万萬亿億两兩〇零]*[二三四五六七八九十百千万萬亿億两兩〇零]"
    "(?=[元块塊个個天月年点點号號斤里人次岁歲周件本只支张張条條两兩匹艘把座层層米克吨噸分秒页頁章])|[一二三四五六七八九][十百千万萬]"
)
_DATE = re.compile(
    r"\b\d{1,2}:\d{2}\b|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?\b|\d{1,2}[月号號日]|[周週星期礼禮拜][一二三四五六日天]|"
    r"明天|后天|後天|下周|下週|下个月|下個月|明年|"
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:january|february|april|june|july|august|september|october|november|"
    r"december)\b|\b\d+(?:st|nd|rd|th)\b|\b(?:tomorrow|tonight)\b|"
    r"\b(?:января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря)\b|"
    r"\b(?:понедельник|вторник|сред[ау]|четверг|пятниц[ау]|суббот[ау]|воскресенье)\b|\b\d{1,2}-?го\b|\bзавтра\b|\bпослезавтра\b",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"[?？؟][\"'”’»」』)\]*_\s]*$|[吗嗎呢][。！!\s]*$")

_SURNAMES = (
    "欧阳|歐陽|司马|司馬|上官|诸葛|諸葛|[王李张張刘劉陈陳杨楊赵趙吴吳徐孙孫胡朱郭罗羅郑鄭梁谢謝宋唐韩韓曹邓鄧冯馮彭曾肖蕭田董潘袁蔡蒋蔣余杜叶葉程魏苏蘇吕呂"
    "丁沈姚卢盧傅钟鍾姜崔谭譚廖范汪陆陸贾賈邹鄒熊孟秦阎閻薛侯雷龙龍黎史陶贺賀顾顧毛郝龚龔邵钱錢莫孔汤湯穆关關何白林江]"
)
_HAN_NAME = re.compile(
    f"(?:{_SURNAMES})(?:先生|女士|小姐|老师|老師|医生|醫生|师傅|師傅|经理|經理|教授|太太|[\u4e00-\u9fff]{{1,2}})|[小老阿][\u4e00-\u9fff](?=[\u4e00-\u9fff])"
)
# Names of more than two characters that are none of China's: 卡西米尔.
_HAN_SOUNDS = frozenset(
    "阿埃艾安昂奥巴邦贝本比彼波伯博布查茨达戴丹德登迪蒂丁东多恩尔法菲费芬弗福夫盖甘格戈古哈海汉赫亨霍基吉加贾杰金卡凯坎康考科克肯库奎拉莱兰朗劳勒雷里莉丽利"
    "连列林琳龙卢鲁路伦罗洛马玛麦曼梅门蒙米密明莫默姆穆纳娜奈南内尼妮诺欧帕潘佩彭皮普奇乔切琴琼让热日荣瑞若萨塞赛桑森莎沙申圣施什史舒斯丝苏索塔泰坦汤特提廷图"
    "托瓦万威维韦温文沃乌伍武西希夏香谢休雪雅亚扬耶伊因英尤约赞泽扎詹兹佐佳蕾娅妲黛蒂"
)
_SOUND_RUN = 3


@dataclass(frozen=True, slots=True)
class Signs:
    """What is to be seen of one sentence. ``names``: how many, a likely one counts half; the rest from 0 to 1."""

    settles: float
    binds: float
    names: float
    number: bool
    date: bool
    doubt: bool
    question: bool


class SignReader:
    """Reads signs. ``lemmas`` may be shared; safe to use from several threads."""

    def __init__(self, lemmas: Lemmas) -> None:
        self._lemmas = lemmas
        self._settles = self._forms(_SETTLES)
        self._binds = self._forms(_BINDS)
        self._counts = self._forms(" ".join(_NUMBER_WORDS))
        self._kind = lru_cache(20_000)(self._kind_anew)

    def signs(self, text: str, known_small: Collection[str] = ()) -> Signs:
        """The signs of a sentence. ``known_small``: words (folded) that were seen without a capital: they are no names."""
        text = text[mark.end() :] if (mark := _LIST_MARK.match(text)) else text
        folded = fold_text(text)
        words = [folded[start:end] for start, end in tokens(folded)]
        kinds = {self._kind(word) for word in words}
        has_han = not folded.isascii()
        pieces = has_han and any(piece in folded for piece in _SETTLES_PIECES)
        bound = has_han and any(piece in folded for piece in _BINDS_PIECES)
        doubt = not _DOUBTS.isdisjoint(words) or (has_han and any(piece in folded for piece in _DOUBTS_PIECES))
        return Signs(
            settles=float("settles" in kinds or pieces or _has_phrase(folded)),
            binds=float("binds" in kinds or bound),
            names=_names(text, known_small),
            number=_NUMBER.search(text) is not None or "counts" in kinds or _HAN_NUMBER.search(text) is not None,
            date=_DATE.search(text) is not None,
            doubt=doubt,
            question=_QUESTION.search(text) is not None,
        )

    def _forms(self, words: str) -> frozenset[str]:
        folded = [fold_text(word) for word in words.split()]
        return frozenset(form for word in folded for form in self._lemmas.of_key(word, DEFAULT) or (word,))

    def _kind_anew(self, word: str) -> str:
        forms = self._lemmas.of_text(word, DEFAULT) or frozenset([word])
        if forms & self._settles:
            return "settles"
        if forms & self._counts:
            return "counts"
        return "binds" if forms & self._binds else ""


def small_words_of(texts: Collection[str]) -> set[str]:
    """The words (folded) that stand somewhere without a capital."""
    words = {text[start:end] for text in texts for start, end in tokens(text)}
    return {fold_text(word) for word in words if word[:1].islower()}


def _has_phrase(folded: str) -> bool:
    return any(phrase in folded for phrase in _PHRASES)


_PHRASES = tuple(fold_text(phrase) for phrase in _SETTLES_PHRASES.split("|"))


def _names(text: str, known_small: Collection[str]) -> float:
    names = 0.0
    begins = True
    for start, end in tokens(text):
        word = text[start:end]
        begins = begins or text[max(0, start - 2) : start].strip() in _OPENERS
        if word[:1].isupper() and (len(word) > 1 or not word.isascii()):
            small = fold_text(word)
            if not begins:
                names += 1.0
            elif small not in known_small and not is_small_word(small):
                names += 0.5
        begins = False
    if not text.isascii():
        names += len(_HAN_NAME.findall(text)) * 0.7 + _foreign_names(text)
    return names


_OPENERS = frozenset({'"', "“", "«", "„", "—", "–", "-", "(", ":", "*", "「", "『", "."})


def _foreign_names(text: str) -> float:
    """Names written by sound: three characters in a row that such names are made of."""
    run = found = 0
    for character in text:
        run = run + 1 if character in _HAN_SOUNDS else 0
        found += run == _SOUND_RUN
    return float(found)
