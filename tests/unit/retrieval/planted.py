"""A long chat as strangers would write it, in three languages, with twenty decisions in it: each has a name and a number.

Written before anything was tuned to it. The small talk around them has names and numbers too, questions, wishes and stories;
some of the decisions use no word of deciding at all.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from desktop_app.domain.summary import ToldMessage


@dataclass(frozen=True, slots=True)
class Language:
    """What is said: ``decisions`` with the name and the number by which each is known again; ``talk`` with gaps."""

    decisions: tuple[tuple[str, str, str], ...]
    talk: tuple[str, ...]
    gaps: dict[str, tuple[str, ...]]


ENGLISH = Language(
    decisions=(
        ("We decided that Oksana gets 1200 crowns for the roof.", "Oksana", "1200"),
        ("All right, I promise to bring Tobias his 45 books before the holidays.", "Tobias", "45"),
        ("It's settled then: Mr Lindqvist sells us the boat for 8300 euros.", "Lindqvist", "8300"),
        ("Let's go with Priya's offer, the one at 560 a month.", "Priya", "560"),
        ("From now on Helga keeps the key to room 17.", "Helga", "17"),
        ("I agreed with Dr. Mbeki to take 3 tablets every evening.", "Mbeki", "3 tablets"),
        ("Deal! Casimir will deliver 24 barrels on the ninth.", "Casimir", "24"),
        ("The meeting with Aurelia moves to 16:30 in the small library.", "Aurelia", "16:30"),
        ("We hire Jonas as a cook, 14 hours a week.", "Jonas", "14"),
        ("I've made up my mind. I will marry Beatrix on 21 June.", "Beatrix", "21"),
        ("The council approved the bridge, and Fenwick leads the 62 workers.", "Fenwick", "62"),
        ("You must never open the gate without Isolde and the 2 lanterns, that is the rule.", "Isolde", "2 lanterns"),
        ("So the final answer is flat 9, and we tell Nadezhda tomorrow.", "Nadezhda", "9"),
        ("I swear I will pay Osric back the 700 shillings.", "Osric", "700"),
        ("We chose the blue tent from Marek, it holds 6.", "Marek", "6"),
        ("Table for Yuki is booked, 11 people, under my name.", "Yuki", "11"),
        ("Gwendolyn and I signed the lease for 5 years.", "Gwendolyn", "5 years"),
        ("Then we call it off: no trip with Rashid on the 28th.", "Rashid", "28"),
        ("The password for Dmitri's safe is 90417, remember it.", "Dmitri", "90417"),
        ("Ingrid takes over the accounts with a budget of 3400.", "Ingrid", "3400"),
    ),
    talk=(
        "Good morning! How are you today?",
        "I slept {badly}. The {animal} kept making noise until {hour}.",
        "Hm, what do you think about the {thing}?",
        "It was {weather} again, so we stayed inside and listened to the {thing}.",
        "Haha, that is so funny. {name} told me the same joke once.",
        "My {relative} used to say that a {thing} is better than nothing at all, and I never understood why.",
        "She looked at the {thing} for a long time. Then she smiled and said nothing.",
        "Could you describe the {thing} a little more?",
        "The {animal} ran across the yard and disappeared behind the {thing}. Nobody followed it.",
        "I counted {small} of them this morning, maybe more. They were everywhere!",
        "Yesterday {name} went to the market and came back with a {thing}. It smelled of {weather} days.",
        "Thanks, that helps a lot.",
        "Maybe we could go there some day, when it is less {weather}.",
        "You know, when I was a child we had {small} of these at home and my {relative} hated every single one.",
        "The road goes past the {thing}, over the hill and down to the river, where the {animal} drinks.",
        "Okay. Tell me more?",
        "In the story the old {animal} speaks to the {thing}, and the {thing} answers with a song about the sea.",
        "I don't know. It feels {badly} somehow, like a {thing} nobody wants.",
        'He laughed and poured another cup of tea. "You are as stubborn as a {animal}," he said.',
        "Did {name} ever show you that picture of the {thing}? It must be {small} years old.",
    ),
    gaps={
        "badly": ("badly", "well enough", "strangely", "like a stone"),
        "animal": ("dog", "crow", "old goat", "fox", "neighbour's cat"),
        "hour": ("two in the morning", "half past 3", "dawn", "4:15"),
        "thing": ("lamp", "radio", "garden wall", "piano", "red door", "broken clock", "kettle", "painting"),
        "weather": ("rainy", "foggy", "hot", "windy", "grey"),
        "name": ("Peter", "Sarah", "Old Tom", "Lucy", "Mrs Hill"),
        "relative": ("grandmother", "uncle", "sister", "father"),
        "small": ("seven", "12", "3", "twenty", "40"),
    },
)

RUSSIAN = Language(
    decisions=(
        ("Мы решили, что Оксана получит 1200 крон за крышу.", "Оксана", "1200"),
        ("Ладно, обещаю привезти Тобиасу его 45 книг до праздников.", "Тобиас", "45"),
        ("Значит, договорились: Линдквист продаёт нам лодку за 8300 евро.", "Линдквист", "8300"),
        ("Берём вариант Прии, тот, что за 560 в месяц.", "Прии", "560"),
        ("С этого дня ключ от комнаты 17 хранится у Хельги.", "Хельги", "17"),
        ("Я согласилась с доктором Мбеки принимать по 3 таблетки каждый вечер.", "Мбеки", "3 таблетки"),
        ("По рукам! Казимир привезёт 24 бочки девятого числа.", "Казимир", "24"),
        ("Встреча с Аурелией переносится на 16:30 в малую библиотеку.", "Аурелией", "16:30"),
        ("Нанимаем Йонаса поваром, 14 часов в неделю.", "Йонаса", "14"),
        ("Всё, я выбрала. Выхожу за Богдана 21 июня.", "Богдана", "21"),
        ("Совет утвердил мост, и 62 рабочими руководит Фёдор.", "Фёдор", "62"),
        ("Ворота нельзя открывать без Изольды и 2 фонарей, такое правило.", "Изольды", "2 фонарей"),
        ("Итак, окончательно: квартира 9, завтра скажем Надежде.", "Надежде", "9"),
        ("Клянусь, я верну Осипу все 700 рублей.", "Осипу", "700"),
        ("Мы выбрали синюю палатку у Марека, она на 6 человек.", "Марека", "6"),
        ("Столик для Юки забронирован, 11 человек, на моё имя.", "Юки", "11"),
        ("Мы с Гульнарой подписали договор аренды на 5 лет.", "Гульнарой", "5 лет"),
        ("Тогда отменяем: 28-го с Рашидом никуда не едем.", "Рашидом", "28"),
        ("Пароль от сейфа Дмитрия — 90417, запомни его.", "Дмитрия", "90417"),
        ("Бухгалтерию теперь ведёт Ингрид, бюджет 3400.", "Ингрид", "3400"),
    ),
    talk=(
        "Доброе утро! Как ты сегодня?",
        "Спала {badly}. {animal} шумел до {hour}.",
        "Хм, а что ты думаешь про {thing}?",
        "Опять было {weather}, мы сидели дома и слушали {thing}.",
        "Ха-ха, как смешно. {name} рассказывал мне тот же анекдот.",
        "{relative} говорила, что лучше {thing}, чем совсем ничего, и я никогда не понимала почему.",
        "Она долго смотрела на {thing}. Потом улыбнулась и ничего не сказала.",
        "Можешь описать {thing} чуть подробнее?",
        "{animal} пробежал через двор и пропал. Никто за ним не пошёл.",
        "Сегодня утром я насчитала их {small}, может, и больше. Они были повсюду!",
        "Вчера {name} ходил на рынок и принёс {thing}. Пахло дождём и яблоками.",
        "Спасибо, это очень помогло.",
        "Может быть, съездим туда когда-нибудь, когда будет не так {weather}.",
        "Знаешь, в детстве у нас дома их было {small}, и {relative} терпеть не могла ни одного.",
        "Дорога идёт мимо холма, через мост и вниз к реке, где пьёт {animal}.",
        "Хорошо. Расскажи ещё?",
        "В сказке старый {animal} говорит с камнем, и камень отвечает песней о море.",
        "Не знаю. Как-то {badly}, будто {thing} никому не нужно.",
        "Он засмеялся и налил ещё чаю. «Ты упрямый, как {animal}», — сказал он.",
        "{name} показывал тебе ту картину? Ей, наверное, лет {small}.",
    ),
    gaps={
        "badly": ("плохо", "неплохо", "странно", "как убитая"),
        "animal": ("Пёс", "ворон", "старый козёл", "лис", "соседский кот"),
        "hour": ("двух ночи", "половины 4-го", "рассвета", "4:15"),
        "thing": ("радио", "лампу", "пианино", "красную дверь", "часы", "чайник", "забор"),
        "weather": ("дождливо", "туманно", "жарко", "ветрено", "серо"),
        "name": ("Пётр", "Саша", "дядя Коля", "Миша", "Иван Петрович"),
        "relative": ("Бабушка", "Тётя", "Сестра", "Мама"),
        "small": ("семь", "12", "3", "двадцать", "40"),
    },
)

CHINESE = Language(
    decisions=(
        ("我们决定把修屋顶的1200元给欧阳雪。", "欧阳雪", "1200"),
        ("好吧,我答应在放假前把那45本书带给托比。", "托比", "45"),
        ("那就说定了：林先生把船卖给我们，8300欧元。", "林先生", "8300"),
        ("就选普丽雅的方案吧，每月560那个。", "普丽雅", "560"),
        ("从今以后，17号房间的钥匙由何花保管。", "何花", "17"),
        ("我和穆医生商量好了,每天晚上吃3片药。", "穆医生", "3片"),
        ("成交！卡西米尔九号送24桶过来。", "卡西米尔", "24"),
        ("和奥蕾莉的见面改到16:30，在小图书馆。", "奥蕾莉", "16:30"),
        ("我们雇乔纳斯当厨师，每周14小时。", "乔纳斯", "14"),
        ("我想好了,6月21日嫁给白展堂。", "白展堂", "21"),
        ("议会批准了那座桥，由冯威带领62名工人。", "冯威", "62"),
        ("没有伊索尔德和2盏灯笼，绝对不能开门，这是规矩。", "伊索尔德", "2盏"),
        ("最后的答案是9号公寓，明天告诉娜佳。", "娜佳", "9"),
        ("我发誓一定把700块钱还给奥斯里。", "奥斯里", "700"),
        ("我们选了马雷克家的蓝帐篷，能住6个人。", "马雷克", "6"),
        ("由纪的桌子订好了，11个人，用我的名字。", "由纪", "11"),
        ("我和关月签了5年的租约。", "关月", "5年"),
        ("那就取消吧,28号不跟拉希德出去了。", "拉希德", "28"),
        ("德米特里保险箱的密码是90417，记住。", "德米特里", "90417"),
        ("账目以后归英格丽管，预算3400。", "英格丽", "3400"),
    ),
    talk=(
        "早上好！你今天怎么样？",
        "我睡得{badly}。{animal}一直闹到{hour}。",
        "嗯，你觉得那个{thing}怎么样？",
        "今天又是{weather},我们待在家里听{thing}。",
        "哈哈，太好笑了。{name}也给我讲过这个笑话。",
        "我{relative}常说，有个{thing}总比什么都没有强，我一直不明白为什么。",
        "她看了那个{thing}很久。然后笑了笑，什么也没说。",
        "你能再描述一下那个{thing}吗?",
        "{animal}跑过院子，消失在{thing}后面。没有人跟过去。",
        "今天早上我数了数，有{small}个，可能更多。到处都是！",
        "昨天{name}去了市场，带回来一个{thing}。闻起来像下雨天。",
        "谢谢,帮了大忙。",
        "也许哪天我们可以去那里，等不这么{weather}的时候。",
        "你知道吗，小时候我家有{small}个这样的东西，我{relative}一个都不喜欢。",
        "路从{thing}旁边经过，翻过山，一直到河边，{animal}在那里喝水。",
        "好的。再多说一点?",
        "故事里老{animal}对石头说话，石头用一首大海的歌回答。",
        "不知道。感觉{badly}，像一个没人要的{thing}。",
        "他笑了，又倒了一杯茶。“你跟{animal}一样倔，”他说。",
        "{name}给你看过那幅画吗?大概有{small}年了。",
    ),
    gaps={
        "badly": ("不好", "还行", "怪怪的", "很沉"),
        "animal": ("狗", "乌鸦", "老山羊", "狐狸", "邻居的猫"),
        "hour": ("半夜两点", "3点半", "天亮", "4:15"),
        "thing": ("台灯", "收音机", "院墙", "钢琴", "红门", "旧钟", "水壶", "油画"),
        "weather": ("下雨", "大雾", "闷热", "刮风", "阴天"),
        "name": ("小王", "莎拉", "老李", "陈姐", "张叔"),
        "relative": ("奶奶", "叔叔", "姐姐", "爸爸"),
        "small": ("七", "12", "3", "二十", "40"),
    },
)

# Others, in other words: most of these name no decision at all, so it is their being new in the chat that tells them.
PLAIN_ENGLISH = Language(
    decisions=(
        ("Fine, Torvald can have the corner office if he brings in 3 new clients.", "Torvald", "3"),
        ("We'll go ahead with vendor Kestrel and the 48-month plan.", "Kestrel", "48"),
        ("Samira gets the last word on the menu, and we keep it under 15 dishes.", "Samira", "15"),
        ("I'm giving Pavel my grandfather's watch and 250 in cash.", "Pavel", "250"),
        ("The ship leaves with Captain Orlova on the 14th, no matter what.", "Orlova", "14"),
        ("It was unanimous: Hector becomes treasurer with 7 votes.", "Hector", "7"),
        ("Our agreement with Delphine stands: 35 percent for her.", "Delphine", "35"),
        ("I told Mireille she can count on me for 4 evenings a week.", "Mireille", "4"),
        ("Okay so we're naming the puppy Waffles and paying the breeder 900.", "Waffles", "900"),
        ("Bring Anselm exactly 13 silver coins at midnight.", "Anselm", "13"),
        ("Nobody enters the east wing before Ravi has checked all 27 locks.", "Ravi", "27"),
        ("After long talks Zoltan lowered the rent to 610.", "Zoltan", "610"),
        ("My wedding with Elif will be on 3 October.", "Elif", "3 October"),
        ("Version 2.4 ships under Nakamura's name.", "Nakamura", "2.4"),
        ("I'll call Bertram at 7:45 every morning, you have my word.", "Bertram", "7:45"),
        ("Chiara's allergy means we drop dish 8 for good.", "Chiara", "8"),
        ("The judge gave Lowell 18 months.", "Lowell", "18"),
        ("Room 305 goes to Petra.", "Petra", "305"),
        ("Let us meet Winifred at pier 22 next Thursday.", "Winifred", "22"),
        ("Quentin has until Friday to return the 1500 he borrowed.", "Quentin", "1500"),
    ),
    talk=(
        '*Elena leans back against the {thing} and looks at you.* "You are {badly} today," she says softly.',
        "The tavern was full. Marcus carried {small} mugs at once and still found time to sing about the {thing}.",
        "I have a question about the {thing}: how does it work when it is {badly}?",
        "Sure! Here are some ideas for the {thing}. First, look at what you have. Second, ask {name} for help. Third, take your time and enjoy it.",
        "{name} walked into the room with a {thing} under the arm, sighed, and sat down by the window where the light was {badly}.",
        "The night was dark and full of stars, and somewhere beyond the {thing} a bell rang {small} times.",
        "lol ok",
        "That sounds {badly}. What happened then?",
        "I think {name} is the funniest character in the whole book, especially in chapter {small}.",
        '"Do you remember the {thing}?" Elena asked, and Marcus nodded slowly, his eyes fixed on the floor.',
        "It took us {small} hours to get there because the {thing} was broken and {name} did not want to walk.",
        "As an example, imagine a {thing} that weighs {small} kilos and rolls down a hill.",
        "She wanted to say something about the {thing}, but the words would not come.",
        "Here is the recipe again: mix the flour, add {small} eggs, stir until it feels {badly}, then wait.",
    ),
    gaps={
        "badly": ("strange", "quiet", "heavy", "warm"),
        "thing": ("fireplace", "engine", "old map", "garden", "script", "mirror"),
        "name": ("Elena", "Marcus", "Tom", "Aunt Rose"),
        "small": ("five", "8", "two", "30"),
    },
)
PLAIN_RUSSIAN = Language(
    decisions=(
        ("Хорошо, Торвальд займёт угловой кабинет, если приведёт 3 новых клиентов.", "Торвальд", "3"),
        ("Идём с поставщиком «Кречет», план на 48 месяцев.", "Кречет", "48"),
        ("Последнее слово по меню за Самирой, и блюд будет не больше 15.", "Самирой", "15"),
        ("Отдаю Павлу дедушкины часы и 250 наличными.", "Павлу", "250"),
        ("Корабль уходит с капитаном Орловой 14-го, что бы ни случилось.", "Орловой", "14"),
        ("Единогласно: казначеем станет Гектор, 7 голосов.", "Гектор", "7"),
        ("Уговор с Дельфиной в силе: ей 35 процентов.", "Дельфиной", "35"),
        ("Я сказала Мирей, что она может рассчитывать на меня 4 вечера в неделю.", "Мирей", "4"),
        ("Щенка назовём Вафля, заводчику платим 900.", "Вафля", "900"),
        ("Принеси Ансельму ровно 13 серебряных монет в полночь.", "Ансельму", "13"),
        ("Никто не входит в восточное крыло, пока Рави не проверит все 27 замков.", "Рави", "27"),
        ("После долгих разговоров Золтан снизил аренду до 610.", "Золтан", "610"),
        ("Свадьба с Элиф будет 3 октября.", "Элиф", "3 октября"),
        ("Версия 2.4 выходит под именем Накамуры.", "Накамуры", "2.4"),
        ("Буду звонить Бертраму в 7:45 каждое утро, даю слово.", "Бертраму", "7:45"),
        ("Из-за аллергии Кьяры блюдо 8 убираем насовсем.", "Кьяры", "8"),
        ("Судья дал Лоуэллу 18 месяцев.", "Лоуэллу", "18"),
        ("Комната 305 достаётся Петре.", "Петре", "305"),
        ("Встречаемся с Уинифред у причала 22 в следующий четверг.", "Уинифред", "22"),
        ("У Квентина время до пятницы, чтобы вернуть 1500.", "Квентина", "1500"),
    ),
    talk=(
        "*Елена откидывается на спинку и смотрит на тебя.* «Ты сегодня {badly}», — тихо говорит она.",
        "В таверне было людно. Маркус нёс {small} кружек сразу и ещё успевал петь.",
        "У меня вопрос про {thing}: как это работает, если там {badly}?",
        "Конечно! Вот несколько идей. Во-первых, посмотри, что у тебя есть. Во-вторых, спроси, поможет ли {name}. И не торопись.",
        "{name} вошёл в комнату, вздохнул и сел у окна, где было {badly}.",
        "Ночь была тёмной и звёздной, и где-то далеко колокол ударил {small} раз.",
        "ахах ок",
        "Звучит {badly}. И что было потом?",
        "По-моему, {name} — самый смешной герой во всей книге, особенно в главе {small}.",
        "«Помнишь {thing}?» — спросила Елена, и Маркус медленно кивнул, не поднимая глаз.",
        "Мы добирались туда {small} часов, потому что {thing} сломали, а {name} не хотел идти пешком.",
        "Например, представь себе {thing}, который весит {small} килограммов и катится с горы.",
        "Она хотела что-то сказать про {thing}, но слова не шли.",
        "Вот ещё раз рецепт: смешай муку, добавь {small} яиц, мешай и жди.",
    ),
    gaps={
        "badly": ("странно", "тихо", "тяжело", "тепло"),
        "thing": ("камин", "мотор", "карту", "сад", "сценарий", "зеркало"),
        "name": ("Маркус", "Том", "дядя Игорь", "Лёва"),
        "small": ("пять", "8", "два", "30"),
    },
)
PLAIN_CHINESE = Language(
    decisions=(
        ("行，托瓦尔能拿下3个新客户的话，角落那间办公室归他。", "托瓦尔", "3"),
        ("我们就跟红隼公司合作，用48个月的方案。", "红隼", "48"),
        ("菜单由萨米拉说了算，最多15道菜。", "萨米拉", "15"),
        ("我把爷爷的手表和250块现金给帕维尔。", "帕维尔", "250"),
        ("不管怎样，船14号跟奥尔洛娃船长出发。", "奥尔洛娃", "14"),
        ("全票通过，赫克托当财务，7票。", "赫克托", "7"),
        ("跟黛芬的协议照旧，她拿35%。", "黛芬", "35"),
        ("我跟米蕾说了，每周4个晚上她都可以找我。", "米蕾", "4"),
        ("小狗就叫华夫，付给卖家900。", "华夫", "900"),
        ("半夜给安塞姆带去正好13枚银币。", "安塞姆", "13"),
        ("拉维检查完27把锁之前，谁也不许进东翼。", "拉维", "27"),
        ("谈了很久，佐尔坦把房租降到610。", "佐尔坦", "610"),
        ("我和艾丽芙的婚礼在10月3日。", "艾丽芙", "10月3日"),
        ("2.4版本用中村的名字发布。", "中村", "2.4"),
        ("我每天早上7:45给贝特朗打电话，说到做到。", "贝特朗", "7:45"),
        ("因为基娅拉过敏，8号菜以后不做了。", "基娅拉", "8"),
        ("法官判了洛厄尔18个月。", "洛厄尔", "18"),
        ("305房间给佩特拉。", "佩特拉", "305"),
        ("下周四在22号码头跟薇妮见面。", "薇妮", "22"),
        ("昆廷最晚周五要还那1500。", "昆廷", "1500"),
    ),
    talk=(
        "*艾琳娜靠在{thing}旁看着你。*“你今天{badly}，”她轻声说。",
        "酒馆里坐满了人。马库斯一次端{small}杯酒，还有空唱歌。",
        "我有个关于{thing}的问题：如果它{badly}，该怎么办？",
        "当然！这里有几个想法。首先看看你有什么。其次问问{name}。最后慢慢来。",
        "{name}夹着一个{thing}走进房间，叹了口气，坐在窗边。",
        "夜很黑，满天星星，{thing}那边的钟敲了{small}下。",
        "哈哈好",
        "听起来{badly}。后来呢？",
        "我觉得{name}是整本书里最好笑的人物，特别是第{small}章。",
        "“你还记得那个{thing}吗？”艾琳娜问，马库斯慢慢点头，眼睛看着地板。",
        "我们走了{small}个小时才到，因为{thing}坏了，{name}又不想走路。",
        "比如，想象一个{small}公斤重的{thing}从山上滚下来。",
        "她想说点关于{thing}的话，可是说不出口。",
        "再说一遍做法：把面粉拌匀，加{small}个鸡蛋，搅一搅，然后等。",
    ),
    gaps={
        "badly": ("有点怪", "很安静", "沉沉的", "暖暖的"),
        "thing": ("壁炉", "发动机", "旧地图", "花园", "剧本", "镜子"),
        "name": ("艾琳娜", "马库斯", "小汤", "罗斯阿姨"),
        "small": ("五", "8", "两", "30"),
    },
)

PLAIN = {"plain-en": PLAIN_ENGLISH, "plain-ru": PLAIN_RUSSIAN, "plain-zh": PLAIN_CHINESE}
LANGUAGES = {"en": ENGLISH, "ru": RUSSIAN, "zh": CHINESE}


def told(language: Language, count: int = 1_000, seed: int = 7) -> list[ToldMessage]:
    """So many messages; each decision stands in one of them, among small talk, in a place of its own twentieth."""
    chance = random.Random(seed)
    step = count // len(language.decisions)
    order = list(language.decisions)
    chance.shuffle(order)
    at = {number * step + chance.randrange(step): decision for number, (decision, *_) in enumerate(order)}
    return [ToldMessage(f"m{n + 1}", 1, _message(language, chance, at.get(n, ""))) for n in range(count)]


def _message(language: Language, chance: random.Random, decision: str) -> str:
    pieces = [_filled(chance.choice(language.talk), language, chance) for _ in range(chance.randint(1, 4))]
    if decision:
        pieces.insert(chance.randint(0, len(pieces)), decision)
    return (" " if " " in language.talk[0] else "").join(pieces)  # Chinese puts nothing between sentences


def _filled(text: str, language: Language, chance: random.Random) -> str:
    filled = text.format_map({name: chance.choice(words) for name, words in language.gaps.items()})
    return filled[:1].upper() + filled[1:]


def known_again(texts: list[str], language: Language) -> int:
    """How many of the decisions are among these sentences, by name and number both."""
    return sum(any(name in text and number in text for text in texts) for _, name, number in language.decisions)
