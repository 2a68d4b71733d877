<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru" sourcelanguage="en">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Talespan</source>
        <translation>О программе Talespan</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>Лицензии</translation>
    </message>
    <message>
        <source>You see exactly what the model will see, and why.</source>
        <translation>Вы видите ровно то, что увидит модель, и знаете почему.</translation>
    </message>
    <message>
        <source>Version {version} · Python {python} · Qt {qt}</source>
        <translation>Версия {version} · Python {python} · Qt {qt}</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>New chat</source>
        <translation>Новый чат</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Переименовать</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Закрепить</translation>
    </message>
    <message>
        <source>Memory settings of this chat …</source>
        <translation>Настройки памяти чата …</translation>
    </message>
    <message>
        <source>What this chat remembers …</source>
        <translation>Что помнит этот чат …</translation>
    </message>
    <message>
        <source>Review memory …</source>
        <translation>Обзор памяти …</translation>
    </message>
    <message>
        <source>Delete chat</source>
        <translation>Удалить чат</translation>
    </message>
    <message>
        <source>Undo delete</source>
        <translation>Отменить удаление</translation>
    </message>
    <message>
        <source>Next chat</source>
        <translation>Следующий чат</translation>
    </message>
    <message>
        <source>Previous chat</source>
        <translation>Предыдущий чат</translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation>Поиск чатов</translation>
    </message>
    <message>
        <source>Search in all messages …</source>
        <translation>Поиск по всем сообщениям …</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>Написать сообщение</translation>
    </message>
    <message>
        <source>Context strategy</source>
        <translation>Стратегия контекста</translation>
    </message>
    <message>
        <source>Context strategy: Trim</source>
        <translation>Стратегия контекста: обрезка</translation>
    </message>
    <message>
        <source>Context strategy: Summarize</source>
        <translation>Стратегия контекста: сводка</translation>
    </message>
    <message>
        <source>Context strategy: Recall</source>
        <translation>Стратегия контекста: по смыслу</translation>
    </message>
    <message>
        <source>Context strategy: Manual</source>
        <translation>Стратегия контекста: вручную</translation>
    </message>
    <message>
        <source>Context strategy: what is inherited</source>
        <translation>Стратегия контекста: как унаследовано</translation>
    </message>
    <message>
        <source>Characters of this chat …</source>
        <translation>Персонажи этого чата …</translation>
    </message>
    <message>
        <source>Go on without a message</source>
        <translation>Продолжить без сообщения</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>Остановить ответ</translation>
    </message>
    <message>
        <source>Chat list</source>
        <translation>Список чатов</translation>
    </message>
    <message>
        <source>Context preview</source>
        <translation>Предпросмотр контекста</translation>
    </message>
    <message>
        <source>Map of the chat</source>
        <translation>Карта чата</translation>
    </message>
    <message>
        <source>Find in this chat</source>
        <translation>Найти в этом чате</translation>
    </message>
    <message>
        <source>Find and replace …</source>
        <translation>Найти и заменить …</translation>
    </message>
    <message>
        <source>Find in the context</source>
        <translation>Найти в контексте</translation>
    </message>
    <message>
        <source>Compare strategies …</source>
        <translation>Сравнить стратегии …</translation>
    </message>
    <message>
        <source>What if …</source>
        <translation>Что, если …</translation>
    </message>
    <message>
        <source>Order of the prompt …</source>
        <translation>Порядок промпта …</translation>
    </message>
    <message>
        <source>Copy prompt</source>
        <translation>Копировать промпт</translation>
    </message>
    <message>
        <source>Characters …</source>
        <translation>Персонажи …</translation>
    </message>
    <message>
        <source>Library …</source>
        <translation>Библиотека …</translation>
    </message>
    <message>
        <source>New memory entry …</source>
        <translation>Новая запись памяти …</translation>
    </message>
    <message>
        <source>Lore trace …</source>
        <translation>Трассировка лора …</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Крупнее</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Мельче</translation>
    </message>
    <message>
        <source>Normal text size</source>
        <translation>Обычный размер</translation>
    </message>
    <message>
        <source>Import …</source>
        <translation>Импорт …</translation>
    </message>
    <message>
        <source>Import a folder …</source>
        <translation>Импорт папки …</translation>
    </message>
    <message>
        <source>Import from clipboard</source>
        <translation>Импорт из буфера обмена</translation>
    </message>
    <message>
        <source>Export …</source>
        <translation>Экспорт …</translation>
    </message>
    <message>
        <source>Settings …</source>
        <translation>Настройки …</translation>
    </message>
    <message>
        <source>Connections …</source>
        <translation>Подключения …</translation>
    </message>
    <message>
        <source>Main menu</source>
        <translation>Главное меню</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Справка</translation>
    </message>
    <message>
        <source>About Talespan</source>
        <translation>О программе Talespan</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Выйти</translation>
    </message>
</context>
<context>
    <name>AppearancePage</name>
    <message>
        <source>Appearance</source>
        <translation>Внешний вид</translation>
    </message>
    <message>
        <source>look, view, display</source>
        <translation>вид, оформление, экран</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>Меньше движения</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>Как в системе</translation>
    </message>
    <message>
        <source> pixels</source>
        <translation> пикс.</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Тема</translation>
    </message>
    <message>
        <source>dark, light, high contrast, colours</source>
        <translation>тёмная, светлая, контраст, цвета</translation>
    </message>
    <message>
        <source>Size of messages</source>
        <translation>Размер сообщений</translation>
    </message>
    <message>
        <source>font, text size, zoom</source>
        <translation>шрифт, кегль, размер текста, масштаб</translation>
    </message>
    <message>
        <source>Changes when you close the settings.</source>
        <translation>Изменится, когда вы закроете настройки.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Язык</translation>
    </message>
    <message>
        <source>Menus and tooltips appear at once, and the cursor does not blink.</source>
        <translation>Меню и подсказки появляются сразу, курсор не мигает.</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Движение</translation>
    </message>
    <message>
        <source>animation, blinking</source>
        <translation>анимация, мигание</translation>
    </message>
</context>
<context>
    <name>AssetModel</name>
    <message>
        <source>Icon</source>
        <translation>Значок</translation>
    </message>
    <message>
        <source>Background</source>
        <translation>Фон</translation>
    </message>
    <message>
        <source>Emotion</source>
        <translation>Эмоция</translation>
    </message>
    <message>
        <source>Your icon</source>
        <translation>Ваш значок</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Другое</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Название</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Вид</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Формат</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Размер</translation>
    </message>
    <message>
        <source>{size}, the portrait</source>
        <translation>{size}, портрет</translation>
    </message>
    <message>
        <source>the portrait: there is none</source>
        <translation>портрет: его нет</translation>
    </message>
    <message>
        <source>in the card itself</source>
        <translation>в самой карточке</translation>
    </message>
    <message>
        <source>on the internet, never fetched: {address}</source>
        <translation>в интернете, не загружается: {address}</translation>
    </message>
    <message>
        <source>did not come with the card: {address}</source>
        <translation>файла в карточке не было: {address}</translation>
    </message>
</context>
<context>
    <name>AssetsInput</name>
    <message>
        <source>The card speaks of no files.</source>
        <translation>В карточке нет файлов.</translation>
    </message>
    <message>
        <source>Add files …</source>
        <translation>Добавить файлы…</translation>
    </message>
    <message>
        <source>Take out</source>
        <translation>Убрать</translation>
    </message>
    <message>
        <source>Name of the file</source>
        <translation>Название файла</translation>
    </message>
    <message>
        <source>Kind of the file</source>
        <translation>Вид файла</translation>
    </message>
    <message>
        <source>Add files</source>
        <translation>Добавить файлы</translation>
    </message>
    <message>
        <source>several files</source>
        <translation>несколько файлов</translation>
    </message>
</context>
<context>
    <name>Attaching</name>
    <message>
        <source>The picture</source>
        <translation>Изображение</translation>
    </message>
    <message>
        <source>Attach pictures</source>
        <translation>Прикрепить изображения</translation>
    </message>
    <message>
        <source>Pictures ({patterns})</source>
        <translation>Изображения ({patterns})</translation>
    </message>
</context>
<context>
    <name>BackupWords</name>
    <message>
        <source>last changed {moment}</source>
        <translation>последнее изменение {moment}</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>вручную</translation>
    </message>
    <message>
        <source>daily</source>
        <translation>ежедневная</translation>
    </message>
    <message>
        <source>before a restore</source>
        <translation>перед восстановлением</translation>
    </message>
    <message>
        <source>before an import</source>
        <translation>перед импортом</translation>
    </message>
    <message>
        <source>before a repair</source>
        <translation>перед починкой</translation>
    </message>
    <message>
        <source>before deleting</source>
        <translation>перед удалением</translation>
    </message>
    <message>
        <source>before find and replace</source>
        <translation>перед заменой</translation>
    </message>
    <message>
        <source>before an upgrade</source>
        <translation>перед обновлением</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Compare with now</source>
        <translation>Сравнить с текущим</translation>
    </message>
</context>
<context>
    <name>BlockDetail</name>
    <message>
        <source>Show in the chat</source>
        <translation>Показать в чате</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Открыть</translation>
    </message>
    <message>
        <source>Show the change</source>
        <translation>Показать изменения</translation>
    </message>
    <message>
        <source>Text of the block</source>
        <translation>Текст блока</translation>
    </message>
    <message>
        <source>Show as it is sent</source>
        <translation>Показать, как уйдёт модели</translation>
    </message>
</context>
<context>
    <name>BlockTitles</name>
    <message>
        <source>You</source>
        <translation>Вы</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>Ассистент</translation>
    </message>
    <message>
        <source>Picture {size}</source>
        <translation>Изображение {size}</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Системный промпт</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Описание</translation>
    </message>
    <message>
        <source>Personality</source>
        <translation>Характер</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>Сценарий</translation>
    </message>
    <message>
        <source>Persona</source>
        <translation>Персона</translation>
    </message>
    <message>
        <source>Example dialogue</source>
        <translation>Пример диалога</translation>
    </message>
    <message>
        <source>Author&apos;s note</source>
        <translation>Заметка автора</translation>
    </message>
    <message>
        <source>Recalled passage</source>
        <translation>Найденный отрывок</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Сводка</translation>
    </message>
    <message>
        <source>Post-history instructions</source>
        <translation>Указания после истории</translation>
    </message>
    <message>
        <source>Who speaks</source>
        <translation>Кто говорит</translation>
    </message>
    <message>
        <source>Message {number}</source>
        <translation>Сообщение {number}</translation>
    </message>
</context>
<context>
    <name>BlockToggle</name>
    <message>
        <source>always</source>
        <translation>всегда</translation>
    </message>
    <message>
        <source>never</source>
        <translation>никогда</translation>
    </message>
    <message>
        <source>as the strategy says, yes</source>
        <translation>как велит стратегия: да</translation>
    </message>
    <message>
        <source>as the strategy says, no</source>
        <translation>как велит стратегия: нет</translation>
    </message>
</context>
<context>
    <name>BookDesk</name>
    <message>
        <source>A lorebook tells the model what it needs to know, when it is spoken of.</source>
        <translation>Лорбук подсказывает модели нужные сведения, когда о них заходит речь.</translation>
    </message>
    <message>
        <source>“{name}” was changed.</source>
        <translation>«{name}»: изменено.</translation>
    </message>
    <message>
        <source>“{name}” was made.</source>
        <translation>«{name}»: создано.</translation>
    </message>
</context>
<context>
    <name>BookForm</name>
    <message>
        <source>Name of the lorebook</source>
        <translation>Название лорбука</translation>
    </message>
    <message>
        <source>In chats that are in none of these the book is not read.</source>
        <translation>В чатах, которых здесь нет, лорбук не читается.</translation>
    </message>
    <message>
        <source>Where it counts</source>
        <translation>Где действует</translation>
    </message>
    <message>
        <source>Keys are looked for in these and in what you write. Entries may have their own.</source>
        <translation>Ключи ищутся в них и в том, что вы пишете. У записей может быть своё число.</translation>
    </message>
    <message>
        <source>Newest messages that are read</source>
        <translation>Сколько последних сообщений читать</translation>
    </message>
    <message>
        <source>At most (tokens)</source>
        <translation>Не больше (токенов)</translation>
    </message>
    <message>
        <source>For entries by keyword; what is always on counts apart.</source>
        <translation>Для записей по ключам; записи «всегда» считаются отдельно.</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Бюджет</translation>
    </message>
    <message>
        <source>Recursion: active entries may pull others in</source>
        <translation>Рекурсия: активные записи могут вызывать другие</translation>
    </message>
    <message>
        <source>Switched on</source>
        <translation>Включено</translation>
    </message>
    <message>
        <source>How keys are compared</source>
        <translation>Как сравниваются ключи</translation>
    </message>
    <message>
        <source>Whole words only</source>
        <translation>Только целые слова</translation>
    </message>
    <message>
        <source>Other forms of the words too</source>
        <translation>И другие формы слов</translation>
    </message>
    <message>
        <source>Capitals matter</source>
        <translation>Учитывать регистр</translation>
    </message>
    <message>
        <source>Names may have a typing error</source>
        <translation>Допускать опечатку в именах</translation>
    </message>
    <message>
        <source>ё and е are one letter</source>
        <translation>ё и е — одна буква</translation>
    </message>
    <message>
        <source>The names of those who speak are read too</source>
        <translation>Читать и имена говорящих</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Ещё</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Описание</translation>
    </message>
    <message>
        <source>For you only.</source>
        <translation>Только для вас.</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>Не больше</translation>
    </message>
    <message>
        <source>The smaller of both budgets counts.</source>
        <translation>Действует меньший из двух бюджетов.</translation>
    </message>
    <message>
        <source>Budget as a share of the context</source>
        <translation>Бюджет как доля контекста</translation>
    </message>
    <message>
        <source>0: no limit.</source>
        <translation>0: без ограничения.</translation>
    </message>
    <message>
        <source>Passes of recursion</source>
        <translation>Проходы рекурсии</translation>
    </message>
    <message>
        <source>Older messages are read until so many entries are active.</source>
        <translation>Более старые сообщения читаются, пока не станет активно столько записей.</translation>
    </message>
    <message>
        <source>Least active entries</source>
        <translation>Минимум активных записей</translation>
    </message>
    <message>
        <source>But not further than</source>
        <translation>Но не дальше чем</translation>
    </message>
    <message>
        <source>In groups the entry with the most keys found wins</source>
        <translation>В группах побеждает запись с наибольшим числом найденных ключей</translation>
    </message>
    <message>
        <source>Entries by keyword stand behind the history, so that the beginning stays the same</source>
        <translation>Записи по ключам стоят после истории, чтобы начало не менялось</translation>
    </message>
    <message>
        <source>A name is needed.</source>
        <translation>Нужно название.</translation>
    </message>
</context>
<context>
    <name>BudgetBar</name>
    <message>
        <source>Context budget</source>
        <translation>Бюджет контекста</translation>
    </message>
    <message>
        <source>{name}: {tokens}, {share} % of the limit</source>
        <translation>{name}: {tokens}, {share} % предела</translation>
    </message>
</context>
<context>
    <name>BulkPanel</name>
    <message>
        <source>What is changed here is changed in all of them. Ctrl+Z takes it back in one step.</source>
        <translation>Изменения здесь применяются ко всем выбранным. Ctrl+Z отменяет их одним шагом.</translation>
    </message>
    <message>
        <source>different</source>
        <translation>разное</translation>
    </message>
</context>
<context>
    <name>CardFiles</name>
    <message>
        <source>Added: {names}.</source>
        <translation>Добавлено: {names}.</translation>
    </message>
    <message>
        <source>Taken out: {names}.</source>
        <translation>Убрано: {names}.</translation>
    </message>
    <message>
        <source>“{before}” is called “{after}” now.</source>
        <translation>«{before}» теперь называется «{after}».</translation>
    </message>
    <message>
        <source>Of another kind now: {names}.</source>
        <translation>Вид изменён: {names}.</translation>
    </message>
    <message>
        <source>“{name}”</source>
        <translation>«{name}»</translation>
    </message>
</context>
<context>
    <name>CardScriptsButton</name>
    <message>
        <source>Scripts: {on} of {count} run</source>
        <translation>Скрипты: включено {on} из {count}</translation>
    </message>
    <message>
        <source>Scripts: {count}, not run</source>
        <translation>Скрипты: {count}, не выполняются</translation>
    </message>
</context>
<context>
    <name>CardScriptsDialog</name>
    <message>
        <source>Scripts of {name}</source>
        <translation>Скрипты персонажа {name}</translation>
    </message>
    <message>
        <source>This card contains scripts. None runs until you tick it. A script changes what is shown or sent, never what is stored; the context preview tells of each change.</source>
        <translation>В карточке есть скрипты. Ни один не выполняется, пока вы его не отметите. Скрипт меняет то, что показано или отправлено, но не то, что сохранено; о каждом изменении говорит просмотр контекста.</translation>
    </message>
    <message>
        <source>This card contains no scripts.</source>
        <translation>В карточке нет скриптов.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Закрыть</translation>
    </message>
</context>
<context>
    <name>CharacterForm</name>
    <message>
        <source>{{char}} stands for the character&apos;s name, {{user}} for yours.</source>
        <translation>{{char}} — имя персонажа, {{user}} — ваше.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Имя</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Описание</translation>
    </message>
    <message>
        <source>Personality</source>
        <translation>Характер</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>Сценарий</translation>
    </message>
    <message>
        <source>Example dialogue</source>
        <translation>Пример диалога</translation>
    </message>
    <message>
        <source>Begin each example with a line &lt;START&gt;. They leave first when room gets short.</source>
        <translation>Начинайте каждый пример строкой &lt;START&gt;. При нехватке места они уходят первыми.</translation>
    </message>
    <message>
        <source>In place of your own; {{original}} stands for it.</source>
        <translation>Вместо вашего; {{original}} обозначает его.</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Системный промпт</translation>
    </message>
    <message>
        <source>Instructions after the history</source>
        <translation>Инструкции после истории</translation>
    </message>
    <message>
        <source>Stand behind your message: what the model must not forget.</source>
        <translation>Стоят после вашего сообщения: то, чего модель не должна забыть.</translation>
    </message>
    <message>
        <source>First messages</source>
        <translation>Первые сообщения</translation>
    </message>
    <message>
        <source>First</source>
        <translation>Первое</translation>
    </message>
    <message>
        <source>The first opens every new chat; the others can be chosen in its place.</source>
        <translation>Первым начинается каждый новый чат; вместо него можно выбрать другое.</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>Инструкции</translation>
    </message>
    <message>
        <source>Said among the last messages</source>
        <translation>Вставка среди последних сообщений</translation>
    </message>
    <message>
        <source>Is put in again and again, so many messages before the end.</source>
        <translation>Вставляется в каждый запрос на столько сообщений раньше конца.</translation>
    </message>
    <message>
        <source>First messages for groups only</source>
        <translation>Первые сообщения только для групп</translation>
    </message>
    <message>
        <source>What {{char}} stands for, if not for the name.</source>
        <translation>На что заменяется {{char}}, если не на имя.</translation>
    </message>
    <message>
        <source>Nickname</source>
        <translation>Прозвище</translation>
    </message>
    <message>
        <source>About the card</source>
        <translation>О карточке</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Теги</translation>
    </message>
    <message>
        <source>Parted by commas.</source>
        <translation>Через запятую.</translation>
    </message>
    <message>
        <source>For people; never sent, unless a lorebook entry looks for keys in it.</source>
        <translation>Для людей; не отправляются, только запись лорбука может искать в них ключи.</translation>
    </message>
    <message>
        <source>Creator&apos;s notes</source>
        <translation>Заметки автора</translation>
    </message>
    <message>
        <source>Language (en, ru, zh …)</source>
        <translation>Язык (en, ru, zh …)</translation>
    </message>
    <message>
        <source>Creator&apos;s notes in other languages</source>
        <translation>Заметки автора на других языках</translation>
    </message>
    <message>
        <source>Creator</source>
        <translation>Автор</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Версия</translation>
    </message>
    <message>
        <source>Where the card comes from, one a line.</source>
        <translation>Откуда карточка, по одному источнику в строке.</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Источник</translation>
    </message>
    <message>
        <source>Dates</source>
        <translation>Даты</translation>
    </message>
    <message>
        <source>Files and other programs</source>
        <translation>Файлы и другие программы</translation>
    </message>
    <message>
        <source>Files can be dropped here too. The icon called “main” is the portrait. Nothing is fetched from the internet.</source>
        <translation>Файлы можно и перетащить сюда. Значок с названием «main» — это портрет. Из интернета ничего не загружается.</translation>
    </message>
    <message>
        <source>Files of the card</source>
        <translation>Файлы карточки</translation>
    </message>
    <message>
        <source>To look at; it goes out again as it came in.</source>
        <translation>Только для просмотра; при экспорте сохраняется как есть.</translation>
    </message>
    <message>
        <source>What other programs keep in it</source>
        <translation>Данные других программ</translation>
    </message>
    <message>
        <source>A name is needed.</source>
        <translation>Нужно имя.</translation>
    </message>
    <message>
        <source>First message</source>
        <translation>Первое сообщение</translation>
    </message>
    <message>
        <source>Other first messages</source>
        <translation>Другие первые сообщения</translation>
    </message>
</context>
<context>
    <name>Characters</name>
    <message>
        <source>New character</source>
        <translation>Новый персонаж</translation>
    </message>
</context>
<context>
    <name>CharactersInput</name>
    <message>
        <source>There are no characters yet.</source>
        <translation>Персонажей пока нет.</translation>
    </message>
</context>
<context>
    <name>CharactersPage</name>
    <message>
        <source>Characters</source>
        <translation>Персонажи</translation>
    </message>
    <message>
        <source>Find a character</source>
        <translation>Найти персонажа</translation>
    </message>
    <message>
        <source>New character</source>
        <translation>Новый персонаж</translation>
    </message>
    <message>
        <source>A character is who the model plays.</source>
        <translation>Персонаж — тот, кого играет модель.</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Start a chat</source>
        <translation>Начать чат</translation>
    </message>
</context>
<context>
    <name>ChatHeader</name>
    <message>
        <source>Show or hide the chat list</source>
        <translation>Показать или скрыть список чатов</translation>
    </message>
    <message>
        <source>Show or hide the context preview</source>
        <translation>Показать или скрыть предпросмотр контекста</translation>
    </message>
    <message>
        <source>Proposed memory entries: {count}</source>
        <translation>Предложено записей памяти: {count}</translation>
    </message>
    <message>
        <source>Characters of this chat: {names}</source>
        <translation>Персонажи этого чата: {names}</translation>
    </message>
    <message>
        <source>More about this chat</source>
        <translation>Другие действия с чатом</translation>
    </message>
</context>
<context>
    <name>ChatListDelegate</name>
    <message>
        <source>Name of the chat</source>
        <translation>Название чата</translation>
    </message>
</context>
<context>
    <name>ChatListModel</name>
    <message>
        <source>New chat</source>
        <translation>Новый чат</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Закреплённые</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Чаты</translation>
    </message>
</context>
<context>
    <name>ChatListPanel</name>
    <message>
        <source>Search in all messages</source>
        <translation>Искать во всех сообщениях</translation>
    </message>
    <message>
        <source>No chat has this in its name.</source>
        <translation>Нет чатов с таким названием.</translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation>Поиск чатов</translation>
    </message>
    <message>
        <source>Looks for it in what was said, in every chat (Enter)</source>
        <translation>Ищет это в сообщениях всех чатов (Enter)</translation>
    </message>
    <message>
        <source>Main menu</source>
        <translation>Главное меню</translation>
    </message>
    <message>
        <source>Main menu (F10)</source>
        <translation>Главное меню (F10)</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Новый чат</translation>
    </message>
    <message>
        <source>New chat with a character</source>
        <translation>Новый чат с персонажем</translation>
    </message>
    <message>
        <source>New chat with a character (Ctrl+G)</source>
        <translation>Новый чат с персонажем (Ctrl+G)</translation>
    </message>
</context>
<context>
    <name>ChatListPresenter</name>
    <message>
        <source>Chat deleted</source>
        <translation>Чат удалён</translation>
    </message>
</context>
<context>
    <name>ChatListView</name>
    <message>
        <source>Chats</source>
        <translation>Чаты</translation>
    </message>
</context>
<context>
    <name>ChatMemoryDialog</name>
    <message>
        <source>As for all chats</source>
        <translation>Как для всех чатов</translation>
    </message>
    <message>
        <source>By a model too</source>
        <translation>Ещё и модель</translation>
    </message>
    <message>
        <source>By the program alone</source>
        <translation>Только программа</translation>
    </message>
    <message>
        <source>This chat is a code review</source>
        <translation>Этот чат — ревью кода</translation>
    </message>
    <message>
        <source>Recall old messages by meaning</source>
        <translation>Находить старые сообщения по смыслу</translation>
    </message>
    <message>
        <source>The same for all chats in the folder “{name}”</source>
        <translation>То же для всех чатов папки «{name}»</translation>
    </message>
    <message>
        <source>Its messages are long, so the summary is advised to be made more often.</source>
        <translation>Сообщения в нём длинные, поэтому советуем сжимать чаще.</translation>
    </message>
    <message>
        <source>Memory settings of this chat</source>
        <translation>Настройки памяти чата</translation>
    </message>
    <message>
        <source>Off: this chat is not read for finding by meaning.</source>
        <translation>Если выключить, этот чат для поиска по смыслу не читается.</translation>
    </message>
    <message>
        <source>Recall is off for all chats, in the settings.</source>
        <translation>Поиск в прошлом выключен для всех чатов в настройках.</translation>
    </message>
    <message>
        <source>Kind of chat</source>
        <translation>Вид чата</translation>
    </message>
    <message>
        <source>Who writes the summary</source>
        <translation>Кто пишет сводку</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Поиск в прошлом</translation>
    </message>
    <message>
        <source>As in the folder: {number}</source>
        <translation>Как в папке: {number}</translation>
    </message>
    <message>
        <source>As for all chats: {number}</source>
        <translation>Как для всех чатов: {number}</translation>
    </message>
    <message>
        <source>Automatic (as advised): {number}</source>
        <translation>Автоматически (как советуем): {number}</translation>
    </message>
    <message>
        <source>Automatic (as advised): none yet</source>
        <translation>Автоматически (как советуем): пока не нужна</translation>
    </message>
    <message numerus="yes">
        <source>You have written %Ln message(s) in it.</source>
        <translation>
            <numerusform>Вы написали в нём %Ln сообщение.</numerusform>
            <numerusform>Вы написали в нём %Ln сообщения.</numerusform>
            <numerusform>Вы написали в нём %Ln сообщений.</numerusform>
        </translation>
    </message>
    <message>
        <source>All of a chat this short fits: no summary is needed yet.</source>
        <translation>Такой короткий чат помещается целиком: сводка пока не нужна.</translation>
    </message>
    <message>
        <source>Advised: {number}.</source>
        <translation>Советуем: {number}.</translation>
    </message>
</context>
<context>
    <name>ChatMenu</name>
    <message>
        <source>Rename</source>
        <translation>Переименовать</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Открепить</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Закрепить</translation>
    </message>
    <message>
        <source>Delete chat</source>
        <translation>Удалить чат</translation>
    </message>
</context>
<context>
    <name>ChatModel</name>
    <message>
        <source>You</source>
        <translation>Вы</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>Ассистент</translation>
    </message>
    <message>
        <source>Deleted message</source>
        <translation>Удалённое сообщение</translation>
    </message>
    <message>
        <source>{name}: not loaded yet</source>
        <translation>{name}: ещё не загружено</translation>
    </message>
    <message>
        <source>always in context</source>
        <translation>всегда в контексте</translation>
    </message>
    <message>
        <source>never sent</source>
        <translation>никогда не отправляется</translation>
    </message>
    <message>
        <source>excluded</source>
        <translation>исключено</translation>
    </message>
</context>
<context>
    <name>ChatPage</name>
    <message>
        <source>No chat is open.</source>
        <translation>Чат не открыт.</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Новый чат</translation>
    </message>
</context>
<context>
    <name>ChatPresenter</name>
    <message>
        <source>Nothing has been said yet. Write the first message below.</source>
        <translation>Пока ничего не сказано. Напишите первое сообщение ниже.</translation>
    </message>
</context>
<context>
    <name>ChatView</name>
    <message>
        <source>Messages</source>
        <translation>Сообщения</translation>
    </message>
</context>
<context>
    <name>CompareDialog</name>
    <message>
        <source>Compare contexts</source>
        <translation>Сравнение контекстов</translation>
    </message>
</context>
<context>
    <name>Comparisons</name>
    <message>
        <source>What would be sent now</source>
        <translation>Что ушло бы сейчас</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Write to {name} …</source>
        <translation>Напишите: {name} …</translation>
    </message>
    <message>
        <source>Write a message …</source>
        <translation>Напишите сообщение …</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Сообщение</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Остановить</translation>
    </message>
    <message>
        <source>Stop (Esc)</source>
        <translation>Остановить (Esc)</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Отправить</translation>
    </message>
    <message>
        <source>Send ({key})</source>
        <translation>Отправить ({key})</translation>
    </message>
    <message>
        <source>Attach pictures</source>
        <translation>Прикрепить изображения</translation>
    </message>
    <message>
        <source>Attach pictures (or paste or drop them here)</source>
        <translation>Прикрепить изображения (или вставьте либо перетащите их сюда)</translation>
    </message>
</context>
<context>
    <name>ConnectionButton</name>
    <message>
        <source>Connection</source>
        <translation>Подключение</translation>
    </message>
    <message>
        <source>Answered by {name}</source>
        <translation>Отвечает {name}</translation>
    </message>
    <message>
        <source>Connections …</source>
        <translation>Подключения …</translation>
    </message>
    <message>
        <source>tiny demo model, English</source>
        <translation>крошечная демо-модель, английский</translation>
    </message>
    <message>
        <source>Built-in</source>
        <translation>Встроенная</translation>
    </message>
</context>
<context>
    <name>ConnectionChecks</name>
    <message>
        <source>The connection needs a name.</source>
        <translation>Подключению нужно название.</translation>
    </message>
    <message>
        <source>The address begins with http:// or https://.</source>
        <translation>Адрес начинается с http:// или https://.</translation>
    </message>
    <message>
        <source>At least {count} tokens are needed.</source>
        <translation>Нужно не меньше {count} токенов.</translation>
    </message>
    <message>
        <source>More than nothing, and less than the context size.</source>
        <translation>Больше нуля и меньше размера контекста.</translation>
    </message>
    <message>
        <source>The address of the proxy begins with {scheme}.</source>
        <translation>Адрес прокси начинается с {scheme}.</translation>
    </message>
</context>
<context>
    <name>ConnectionForm</name>
    <message>
        <source>More</source>
        <translation>Ещё</translation>
    </message>
    <message>
        <source>Model server (OpenAI-compatible)</source>
        <translation>Сервер моделей (как OpenAI)</translation>
    </message>
    <message>
        <source>Built-in: a model file on this computer</source>
        <translation>Встроенная: файл модели на этом компьютере</translation>
    </message>
    <message>
        <source>Load list</source>
        <translation>Загрузить список</translation>
    </message>
    <message>
        <source>Choose file …</source>
        <translation>Выбрать файл …</translation>
    </message>
    <message>
        <source>Set the temperature</source>
        <translation>Задать температуру</translation>
    </message>
    <message>
        <source>Allow the key to travel unencrypted (http)</source>
        <translation>Разрешить передачу ключа без шифрования (http)</translation>
    </message>
    <message>
        <source>As the system says</source>
        <translation>Как в системе</translation>
    </message>
    <message>
        <source>No proxy</source>
        <translation>Без прокси</translation>
    </message>
    <message>
        <source>HTTP proxy</source>
        <translation>HTTP-прокси</translation>
    </message>
    <message>
        <source>SOCKS5 proxy</source>
        <translation>SOCKS5-прокси</translation>
    </message>
    <message>
        <source>Ask the server</source>
        <translation>Спросить сервер</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Да</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Нет</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Название</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Вид</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Адрес</translation>
    </message>
    <message>
        <source>The model sees pictures</source>
        <translation>Модель видит изображения</translation>
    </message>
    <message>
        <source>Where the server does not say, the model&apos;s name tells.</source>
        <translation>Если сервер не сообщает, решает имя модели.</translation>
    </message>
    <message>
        <source>Usually ends with /v1.</source>
        <translation>Обычно оканчивается на /v1.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Модель</translation>
    </message>
    <message>
        <source>Context size (tokens)</source>
        <translation>Размер контекста (токены)</translation>
    </message>
    <message>
        <source>Reserved for the reply (tokens)</source>
        <translation>Резерв под ответ (токены)</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Температура</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>Прокси</translation>
    </message>
    <message>
        <source>Never used for this computer and the local network.</source>
        <translation>Не используется для этого компьютера и локальной сети.</translation>
    </message>
    <message>
        <source>Address of the proxy</source>
        <translation>Адрес прокси</translation>
    </message>
    <message>
        <source>File with your own certificate authority</source>
        <translation>Файл собственного центра сертификации</translation>
    </message>
    <message>
        <source>Empty: the tiny demo model, English.</source>
        <translation>Пусто: крошечная демо-модель, английский.</translation>
    </message>
</context>
<context>
    <name>ConnectionsDialog</name>
    <message>
        <source>Connections</source>
        <translation>Подключения</translation>
    </message>
    <message>
        <source>Find servers</source>
        <translation>Найти серверы</translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation>Для новых чатов</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Удалить</translation>
    </message>
    <message>
        <source>Test connection</source>
        <translation>Проверить</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Сохранить</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Закрыть</translation>
    </message>
    <message>
        <source>Add connection</source>
        <translation>Добавить</translation>
    </message>
    <message>
        <source>Asking the server</source>
        <translation>Запрос к серверу</translation>
    </message>
    <message>
        <source>Discard changes</source>
        <translation>Не сохранять</translation>
    </message>
    <message>
        <source>New connection</source>
        <translation>Новое подключение</translation>
    </message>
    <message>
        <source>Looking for model servers on this computer …</source>
        <translation>Поиск серверов моделей на этом компьютере …</translation>
    </message>
    <message>
        <source>Several servers were found.</source>
        <translation>Найдено несколько серверов.</translation>
    </message>
    <message>
        <source>Every server that was found is in the list already.</source>
        <translation>Все найденные серверы уже есть в списке.</translation>
    </message>
    <message>
        <source>No model server is running on this computer.</source>
        <translation>На этом компьютере не запущен ни один сервер моделей.</translation>
    </message>
    <message>
        <source>{server} was found. Choose a model and save.</source>
        <translation>Найден сервер {server}. Выберите модель и сохраните.</translation>
    </message>
    <message>
        <source>Asking the server …</source>
        <translation>Запрос к серверу …</translation>
    </message>
    <message>
        <source>The model answers.</source>
        <translation>Модель отвечает.</translation>
    </message>
    <message>
        <source>The server answers. Choose one of its models.</source>
        <translation>Сервер отвечает. Выберите одну из его моделей.</translation>
    </message>
    <message>
        <source>The server lists no models.</source>
        <translation>Сервер не перечисляет моделей.</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>Сохранено.</translation>
    </message>
</context>
<context>
    <name>ConnectionsPage</name>
    <message>
        <source>Connections</source>
        <translation>Подключения</translation>
    </message>
    <message>
        <source>model, server, provider, Ollama, OpenAI</source>
        <translation>модель, сервер, сервис, Ollama, OpenAI</translation>
    </message>
    <message>
        <source>Connections …</source>
        <translation>Подключения …</translation>
    </message>
    <message>
        <source>A chat can have another one: the button over the conversation chooses it.</source>
        <translation>У чата может быть и другое: его выбирает кнопка над беседой.</translation>
    </message>
    <message>
        <source>Answers new chats</source>
        <translation>Отвечает в новых чатах</translation>
    </message>
    <message>
        <source>default</source>
        <translation>по умолчанию</translation>
    </message>
    <message>
        <source>Add, change, test and remove connections; addresses, keys and proxies.</source>
        <translation>Добавить, изменить, проверить и удалить подключения; адреса, ключи и прокси.</translation>
    </message>
    <message>
        <source>All connections</source>
        <translation>Все подключения</translation>
    </message>
    <message>
        <source>API key, proxy, context size</source>
        <translation>ключ API, прокси, размер контекста</translation>
    </message>
</context>
<context>
    <name>ContextChanges</name>
    <message>
        <source>No larger context would let it in.</source>
        <translation>Никакой больший контекст её не вместит.</translation>
    </message>
    <message>
        <source>The newest of them would be in if the context were {tokens} larger.</source>
        <translation>Новейшее из них вошло бы, будь контекст больше на {tokens}.</translation>
    </message>
    <message>
        <source>It would be in if the context were {tokens} larger.</source>
        <translation>Вошло бы, будь контекст больше на {tokens}.</translation>
    </message>
    <message>
        <source>Marked as always in context it would be in as well.</source>
        <translation>Вошло бы и с отметкой «всегда в контексте».</translation>
    </message>
    <message>
        <source>It would be in if you restored it.</source>
        <translation>Вошло бы, если вы это вернёте.</translation>
    </message>
    <message>
        <source>It would be in if you restored the message.</source>
        <translation>Вошло бы, если вы восстановите сообщение.</translation>
    </message>
    <message>
        <source>It would be in if its partner were restored.</source>
        <translation>Вошло бы, если вернуть парное сообщение.</translation>
    </message>
    <message>
        <source>It would be in if example dialogue were switched on.</source>
        <translation>Вошло бы, будь включены примеры диалога.</translation>
    </message>
    <message>
        <source>It would be in if the prompt had a place for its outlet “{outlet}”.</source>
        <translation>Вошло бы, будь в промпте место для её вывода «{outlet}».</translation>
    </message>
    <message>
        <source>It could be in if recall were on for this chat.</source>
        <translation>Могло бы войти, будь в этом чате включён поиск в прошлом.</translation>
    </message>
    <message>
        <source>It would be in if one of its keys were said, or if it were always on.</source>
        <translation>Вошла бы, будь назван один из её ключей или будь она включена всегда.</translation>
    </message>
    <message>
        <source>It would be in with a key that is said, or if it were always on.</source>
        <translation>Вошла бы с ключом, который назван, или будь она включена всегда.</translation>
    </message>
    <message>
        <source>It could be in if its pattern were right.</source>
        <translation>Могла бы войти, будь её шаблон верен.</translation>
    </message>
    <message>
        <source>It could be in with a simpler pattern.</source>
        <translation>Могла бы войти с более простым шаблоном.</translation>
    </message>
    <message>
        <source>It could be in if the slow patterns were simpler.</source>
        <translation>Могла бы войти, будь медленные шаблоны проще.</translation>
    </message>
    <message>
        <source>It would be in if its secondary keys allowed it.</source>
        <translation>Вошла бы, если бы это допускали её вторичные ключи.</translation>
    </message>
    <message>
        <source>It would be in if one of these were said too: {keys}.</source>
        <translation>Вошла бы, будь назван ещё и один из этих ключей: {keys}.</translation>
    </message>
    <message>
        <source>It would be in if “{key}” were not said.</source>
        <translation>Вошла бы, не будь сказано «{key}».</translation>
    </message>
    <message>
        <source>It would be in if not all of these were said: {keys}.</source>
        <translation>Вошла бы, будь сказано не всё из этого: {keys}.</translation>
    </message>
    <message>
        <source>It would be in with a score of {threshold}, or with a key that is said.</source>
        <translation>Вошла бы с оценкой {threshold} или с названным ключом.</translation>
    </message>
    <message>
        <source>It could be in if recall were on for this chat, or with a keyword that is said.</source>
        <translation>Могла бы войти, будь в этом чате включён поиск в прошлом, или с названным ключом.</translation>
    </message>
    <message>
        <source>It would be in if “{key}” were said in a message, or if recursion might pull it.</source>
        <translation>Вошла бы, будь «{key}» сказано в сообщении или разреши вы вызывать её рекурсией.</translation>
    </message>
    <message>
        <source>It could be in if the book&apos;s recursion went to pass {level}.</source>
        <translation>Могла бы войти, доходи рекурсия лорбука до прохода {level}.</translation>
    </message>
    <message>
        <source>It can be in from message {message} on.</source>
        <translation>Может войти начиная с сообщения {message}.</translation>
    </message>
    <message>
        <source>It can be in again from message {message} on.</source>
        <translation>Может войти снова начиная с сообщения {message}.</translation>
    </message>
    <message>
        <source>It can be in after {least} answers.</source>
        <translation>Может войти после ответов числом {least}.</translation>
    </message>
    <message>
        <source>It can be in when the number of answers is a multiple of {every}.</source>
        <translation>Может войти, когда число ответов кратно {every}.</translation>
    </message>
    <message>
        <source>It would be in with a probability of {roll} % or more, or if chance were asked anew.</source>
        <translation>Вошла бы с вероятностью от {roll} % или при новом броске.</translation>
    </message>
    <message>
        <source>It would be in if “{title}” were not.</source>
        <translation>Вошла бы, не будь там «{title}».</translation>
    </message>
    <message>
        <source>It would be in if the budget of “{book}” were {more} tokens larger.</source>
        <translation>Вошла бы, будь бюджет «{book}» больше на {more} (в токенах).</translation>
    </message>
    <message>
        <source>It would be in if {needs} tokens of it were allowed.</source>
        <translation>Вошла бы, будь ей разрешено {needs} (в токенах).</translation>
    </message>
    <message>
        <source>It would be in if it had a text.</source>
        <translation>Вошла бы, будь у неё текст.</translation>
    </message>
    <message>
        <source>It could be in on the branch of its message, or if its scope were wider than this chat.</source>
        <translation>Вошла бы в ветке своего сообщения или с более широкой областью, чем этот чат.</translation>
    </message>
    <message>
        <source>It could be in without @@dont_activate.</source>
        <translation>Могла бы войти без @@dont_activate.</translation>
    </message>
    <message>
        <source>It could be in if it were switched on.</source>
        <translation>Могла бы войти, будь она включена.</translation>
    </message>
    <message>
        <source>It could be in if its filter let this character and answer pass.</source>
        <translation>Могла бы войти, пропусти её фильтр этого персонажа и этот ответ.</translation>
    </message>
</context>
<context>
    <name>ContextComparison</name>
    <message>
        <source>Leaves</source>
        <translation>Уходит</translation>
    </message>
    <message>
        <source>Comes</source>
        <translation>Приходит</translation>
    </message>
    <message>
        <source>Other text</source>
        <translation>Другой текст</translation>
    </message>
</context>
<context>
    <name>ContextLanes</name>
    <message>
        <source>Always in context</source>
        <translation>Всегда в контексте</translation>
    </message>
    <message>
        <source>Lore, always on</source>
        <translation>Лор, всегда</translation>
    </message>
    <message>
        <source>Lore, by keyword</source>
        <translation>Лор, по ключам</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Память</translation>
    </message>
    <message>
        <source>Recalled</source>
        <translation>Найденное</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Сводка</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Примеры</translation>
    </message>
    <message>
        <source>History</source>
        <translation>История</translation>
    </message>
    <message>
        <source>{name}: {used} of {room} used</source>
        <translation>{name}: занято {used} из {room}</translation>
    </message>
</context>
<context>
    <name>ContextNodes</name>
    <message>
        <source>{name} ({count} of {total})</source>
        <translation>{name} ({count} из {total})</translation>
    </message>
    <message>
        <source>In context</source>
        <translation>В контексте</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Не вошло</translation>
    </message>
    <message>
        <source>In the summary</source>
        <translation>Вошло в сводку</translation>
    </message>
    <message>
        <source>Your message as {name}</source>
        <translation>Ваше сообщение ({name})</translation>
    </message>
    <message>
        <source>What the marks between messages cost.</source>
        <translation>Столько занимают отметки между сообщениями.</translation>
    </message>
    <message>
        <source>{name} ({count})</source>
        <translation>{name} ({count})</translation>
    </message>
    <message>
        <source>No key hit</source>
        <translation>Ключ не найден</translation>
    </message>
    <message>
        <source>Not relevant enough</source>
        <translation>Недостаточно близко по смыслу</translation>
    </message>
    <message>
        <source>Meaning not measured yet</source>
        <translation>Смысл ещё не измерен</translation>
    </message>
    <message>
        <source>Found by meaning only</source>
        <translation>Только по смыслу</translation>
    </message>
    <message>
        <source>Without keys</source>
        <translation>Без ключей</translation>
    </message>
    <message>
        <source>Not for this answer</source>
        <translation>Не для этого ответа</translation>
    </message>
    <message>
        <source>Of another branch</source>
        <translation>Из другой ветки</translation>
    </message>
    <message>
        <source>No longer true</source>
        <translation>Больше не верно</translation>
    </message>
    <message>
        <source>Switched off</source>
        <translation>Выключено</translation>
    </message>
</context>
<context>
    <name>ContextParts</name>
    <message>
        <source>System</source>
        <translation>Система</translation>
    </message>
    <message>
        <source>Character</source>
        <translation>Персонаж</translation>
    </message>
    <message>
        <source>Lore</source>
        <translation>Лор</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Примеры</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Память</translation>
    </message>
    <message>
        <source>History</source>
        <translation>История</translation>
    </message>
    <message>
        <source>Recalled</source>
        <translation>Найдено в прошлом</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Сводка</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>Ваше сообщение</translation>
    </message>
    <message>
        <source>After the history</source>
        <translation>После истории</translation>
    </message>
    <message>
        <source>Role markers</source>
        <translation>Отметки ролей</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Свободно</translation>
    </message>
    <message>
        <source>Reserved for the reply</source>
        <translation>Резерв под ответ</translation>
    </message>
    <message>
        <source>Margin for estimates</source>
        <translation>Запас на неточность</translation>
    </message>
</context>
<context>
    <name>ContextPreview</name>
    <message>
        <source>Nothing in the context has this.</source>
        <translation>В контексте этого нет.</translation>
    </message>
    <message>
        <source>Back to now</source>
        <translation>К текущему</translation>
    </message>
    <message>
        <source>What if — nothing is changed</source>
        <translation>Что, если — ничего не меняется</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Сбросить</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Блоки</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Промпт</translation>
    </message>
    <message>
        <source>Show in the chat</source>
        <translation>Показать в чате</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Открыть</translation>
    </message>
    <message>
        <source>Copy row</source>
        <translation>Копировать строку</translation>
    </message>
</context>
<context>
    <name>ContextPreviewPresenter</name>
    <message>
        <source>Nothing is kept of what a model saw for this message.</source>
        <translation>Для этого сообщения не сохранено, что видела модель.</translation>
    </message>
    <message>
        <source>No difference for this message: there is nothing in the rows that were moved.</source>
        <translation>Для этого сообщения разницы нет: в перемещённых строках ничего нет.</translation>
    </message>
    <message>
        <source>The same content in another order.</source>
        <translation>Содержимое то же, порядок другой.</translation>
    </message>
</context>
<context>
    <name>ContextSummary</name>
    <message>
        <source>{used} used of {limit} · {reserve} reserved</source>
        <translation>Занято {used} из {limit} · резерв {reserve}</translation>
    </message>
    <message>
        <source>{strategy}, not chosen yet</source>
        <translation>{strategy}, ещё не выбрано</translation>
    </message>
    <message>
        <source>ranked by words</source>
        <translation>по словам</translation>
    </message>
    <message>
        <source>messages ranked by age</source>
        <translation>сообщения по возрасту</translation>
    </message>
    <message>
        <source>still too much: the oldest left as in Trim</source>
        <translation>всё ещё много: старейшее ушло, как при обрезке</translation>
    </message>
    <message>
        <source>The cache keeps {tokens} of {used} ({share} %)</source>
        <translation>В кэше остаётся {tokens} из {used} ({share} %)</translation>
    </message>
    <message>
        <source>estimated</source>
        <translation>приблизительный подсчёт</translation>
    </message>
    <message>
        <source>the model&apos;s own tokenizer</source>
        <translation>собственный токенизатор модели</translation>
    </message>
    <message>
        <source>{tokens} are kept free, so that the beginning of the prompt stays the same for the next turns</source>
        <translation>Намеренно свободно: {tokens}, чтобы начало промпта не менялось в ближайших ходах</translation>
    </message>
</context>
<context>
    <name>ContextWhy</name>
    <message>
        <source>and {count} more places</source>
        <translation>и ещё места: {count}</translation>
    </message>
    <message>
        <source>Pulled in by “{entry}”</source>
        <translation>Вызвана записью «{entry}»</translation>
    </message>
    <message>
        <source>Found in pass {number} of recursion</source>
        <translation>Найдена в проходе рекурсии {number}</translation>
    </message>
    <message>
        <source>Relevance: {score}</source>
        <translation>Близость: {score}</translation>
    </message>
    <message>
        <source>From: {message}</source>
        <translation>Откуда: {message}</translation>
    </message>
    <message>
        <source>and {count} more messages</source>
        <translation>и ещё сообщения: {count}</translation>
    </message>
    <message>
        <source>your message</source>
        <translation>ваше сообщение</translation>
    </message>
    <message>
        <source>“{key}” in {where}, {start}–{end}</source>
        <translation>«{key}»: {where}, {start}–{end}</translation>
    </message>
    <message>
        <source>Changed by the script “{name}”</source>
        <translation>Изменено скриптом «{name}»</translation>
    </message>
    <message>
        <source>“{key}” in the entry “{where}”, {start}–{end}</source>
        <translation>«{key}» в записи «{where}», {start}–{end}</translation>
    </message>
    <message>
        <source>{where}, {start}–{end}: {around}</source>
        <translation>{where}, {start}–{end}: {around}</translation>
    </message>
    <message>
        <source>a message that is left out</source>
        <translation>сообщение, которое не вошло</translation>
    </message>
    <message>
        <source>the character&apos;s description</source>
        <translation>описание персонажа</translation>
    </message>
    <message>
        <source>the character&apos;s personality</source>
        <translation>характер персонажа</translation>
    </message>
    <message>
        <source>the scenario</source>
        <translation>сценарий</translation>
    </message>
    <message>
        <source>the persona</source>
        <translation>персона</translation>
    </message>
    <message>
        <source>the creator&apos;s notes</source>
        <translation>заметки автора карточки</translation>
    </message>
    <message>
        <source>the author&apos;s note</source>
        <translation>заметка автора</translation>
    </message>
    <message>
        <source>the summary</source>
        <translation>сводка</translation>
    </message>
</context>
<context>
    <name>Cost</name>
    <message>
        <source>Permanent: in every prompt. Temporary: the first message and the examples, which leave when room gets short.</source>
        <translation>Всегда: в каждом запросе. На время: первое сообщение и примеры, которые уходят, когда места мало.</translation>
    </message>
    <message>
        <source>{permanent} tokens permanent, {temporary} temporary</source>
        <translation>{permanent} ток. всегда, {temporary} на время</translation>
    </message>
    <message>
        <source>{permanent} tokens in every prompt</source>
        <translation>{permanent} ток. в каждом запросе</translation>
    </message>
</context>
<context>
    <name>Counts</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln токен</numerusform>
            <numerusform>%Ln токена</numerusform>
            <numerusform>%Ln токенов</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s)</source>
        <translation>
            <numerusform>%Ln сообщение</numerusform>
            <numerusform>%Ln сообщения</numerusform>
            <numerusform>%Ln сообщений</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln chat(s)</source>
        <translation>
            <numerusform>%Ln чат</numerusform>
            <numerusform>%Ln чата</numerusform>
            <numerusform>%Ln чатов</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln character(s)</source>
        <translation>
            <numerusform>%Ln символ</numerusform>
            <numerusform>%Ln символа</numerusform>
            <numerusform>%Ln символов</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lorebook(s)</source>
        <translation>
            <numerusform>%Ln лорбук</numerusform>
            <numerusform>%Ln лорбука</numerusform>
            <numerusform>%Ln лорбуков</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln memory entry(s)</source>
        <translation>
            <numerusform>%Ln запись памяти</numerusform>
            <numerusform>%Ln записи памяти</numerusform>
            <numerusform>%Ln записей памяти</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln summary segment(s)</source>
        <translation>
            <numerusform>%Ln фрагмент сводки</numerusform>
            <numerusform>%Ln фрагмента сводки</numerusform>
            <numerusform>%Ln фрагментов сводки</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DataPage</name>
    <message>
        <source>Data folder</source>
        <translation>Папка данных</translation>
    </message>
    <message>
        <source>files, storage, export, copy</source>
        <translation>файлы, хранение, экспорт, копия</translation>
    </message>
    <message>
        <source>Back up now</source>
        <translation>Создать резервную копию</translation>
    </message>
    <message>
        <source>Everything is kept in this folder</source>
        <translation>Всё хранится в этой папке</translation>
    </message>
    <message>
        <source>Backup</source>
        <translation>Резервная копия</translation>
    </message>
    <message>
        <source>A checked copy of all chats. One is made every day by itself.</source>
        <translation>Проверенная копия всех чатов. Раз в день она создаётся сама.</translation>
    </message>
    <message>
        <source>save, copy, safety</source>
        <translation>сохранить, копия, бэкап</translation>
    </message>
    <message>
        <source>Restore a backup</source>
        <translation>Восстановление из копии</translation>
    </message>
    <message>
        <source>get back, undo, lost, import</source>
        <translation>вернуть, отменить, потеряно</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Корзина</translation>
    </message>
    <message>
        <source>deleted chats, remove, empty, privacy</source>
        <translation>удалённые чаты, удалить, очистить, приватность</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Открыть папку</translation>
    </message>
    <message>
        <source>Copying and checking all chats …</source>
        <translation>Копирование и проверка всех чатов …</translation>
    </message>
    <message>
        <source>Backed up: {backup}</source>
        <translation>Копия создана: {backup}</translation>
    </message>
</context>
<context>
    <name>DatesView</name>
    <message>
        <source>Here since {date}</source>
        <translation>Здесь с {date}</translation>
    </message>
    <message>
        <source>Last changed here {date}</source>
        <translation>Изменено здесь: {date}</translation>
    </message>
    <message>
        <source>Made by its author {date}</source>
        <translation>Создано автором: {date}</translation>
    </message>
    <message>
        <source>Changed by its author {date}</source>
        <translation>Изменено автором: {date}</translation>
    </message>
</context>
<context>
    <name>DepthPromptInput</name>
    <message>
        <source>as the system</source>
        <translation>от системы</translation>
    </message>
    <message>
        <source>as you</source>
        <translation>от вас</translation>
    </message>
    <message>
        <source>as the character</source>
        <translation>от персонажа</translation>
    </message>
    <message>
        <source>Said as</source>
        <translation>От чьего имени</translation>
    </message>
    <message>
        <source>Messages from the end</source>
        <translation>Сообщений от конца</translation>
    </message>
</context>
<context>
    <name>Desk</name>
    <message>
        <source>Save</source>
        <translation>Сохранить</translation>
    </message>
    <message>
        <source>Discard changes</source>
        <translation>Отменить изменения</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Удалить</translation>
    </message>
</context>
<context>
    <name>Docks</name>
    <message>
        <source>Chats</source>
        <translation>Чаты</translation>
    </message>
    <message>
        <source>Context preview</source>
        <translation>Предпросмотр контекста</translation>
    </message>
    <message>
        <source>More about the context</source>
        <translation>Ещё о контексте</translation>
    </message>
    <message>
        <source>Close the context preview</source>
        <translation>Закрыть предпросмотр контекста</translation>
    </message>
    <message>
        <source>Close (Ctrl+Shift+P)</source>
        <translation>Закрыть (Ctrl+Shift+P)</translation>
    </message>
</context>
<context>
    <name>EditorPage</name>
    <message>
        <source>Delete</source>
        <translation>Удалить</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Отменить</translation>
    </message>
    <message>
        <source>This was changed elsewhere too: that is shown now. Ctrl+Z brings yours back.</source>
        <translation>Это изменили и в другом месте: теперь показан новый вариант. Ctrl+Z вернёт ваш.</translation>
    </message>
    <message>
        <source>Something is missing; see above.</source>
        <translation>Чего-то не хватает, см. выше.</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>Сохранено.</translation>
    </message>
</context>
<context>
    <name>EmbedderChoice</name>
    <message>
        <source>Built-in (offline, no set-up)</source>
        <translation>Встроенное (без интернета и настройки)</translation>
    </message>
    <message>
        <source>Load list</source>
        <translation>Загрузить список</translation>
    </message>
    <message>
        <source>Choose file …</source>
        <translation>Выбрать файл …</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Проверить</translation>
    </message>
    <message>
        <source>What finds by meaning</source>
        <translation>Чем искать по смыслу</translation>
    </message>
    <message>
        <source>Model that makes vectors</source>
        <translation>Модель, которая строит векторы</translation>
    </message>
    <message>
        <source>What is longer than it reads is read in pieces.</source>
        <translation>Что длиннее её предела, читается по частям.</translation>
    </message>
    <message>
        <source>A GGUF file. Empty: the connection&apos;s own.</source>
        <translation>Файл GGUF. Пусто: файл самого подключения.</translation>
    </message>
    <message>
        <source>A GGUF file on this computer</source>
        <translation>Файл GGUF на этом компьютере</translation>
    </message>
    <message>
        <source>Type it or load the list.</source>
        <translation>Введите название или загрузите список.</translation>
    </message>
    <message>
        <source>Choose a GGUF file.</source>
        <translation>Выберите файл GGUF.</translation>
    </message>
    <message>
        <source>Reads English, Russian, Chinese and many more.</source>
        <translation>Понимает английский, русский, китайский и многие другие языки.</translation>
    </message>
    <message>
        <source>No text leaves this computer.</source>
        <translation>Тексты не покидают этот компьютер.</translation>
    </message>
    <message>
        <source>The texts of your chats are sent to {host} to be read there. Messages marked “never send” are not.</source>
        <translation>Тексты ваших чатов отправляются на {host} и читаются там. Сообщения с пометкой «никогда не отправлять» не отправляются.</translation>
    </message>
    <message>
        <source>Choose a model file</source>
        <translation>Выберите файл модели</translation>
    </message>
    <message>
        <source>Model files (*.gguf)</source>
        <translation>Файлы моделей (*.gguf)</translation>
    </message>
    <message>
        <source>One moment …</source>
        <translation>Минуту …</translation>
    </message>
    <message>
        <source>It names no model that makes vectors. Type the name of one.</source>
        <translation>Сервер не назвал ни одной модели, которая строит векторы. Введите название сами.</translation>
    </message>
    <message numerus="yes">
        <source>It works: %Ln number(s) for each text, {time} ms a text.</source>
        <translation>
            <numerusform>Работает: %Ln число на текст, {time} мс на текст.</numerusform>
            <numerusform>Работает: %Ln числа на текст, {time} мс на текст.</numerusform>
            <numerusform>Работает: %Ln чисел на текст, {time} мс на текст.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EntriesBulk</name>
    <message>
        <source>Yes</source>
        <translation>Да</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Нет</translation>
    </message>
    <message>
        <source>By keyword</source>
        <translation>По ключам</translation>
    </message>
    <message>
        <source>Always on</source>
        <translation>Всегда</translation>
    </message>
    <message>
        <source>As the book</source>
        <translation>Как в лорбуке</translation>
    </message>
    <message>
        <source>Switched on</source>
        <translation>Включено</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Когда</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Место</translation>
    </message>
    <message>
        <source>Newest messages that are read</source>
        <translation>Сколько последних сообщений просматривать</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Порядок</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Приоритет</translation>
    </message>
    <message>
        <source>Probability (percent)</source>
        <translation>Вероятность (в процентах)</translation>
    </message>
    <message>
        <source>Capitals matter</source>
        <translation>Учитывать регистр</translation>
    </message>
    <message>
        <source>Whole words only</source>
        <translation>Только целые слова</translation>
    </message>
    <message>
        <source>Other forms of the words too</source>
        <translation>Учитывать формы слов</translation>
    </message>
</context>
<context>
    <name>EntryCommands</name>
    <message numerus="yes">
        <source>%n entries were changed.</source>
        <translation>
            <numerusform>Изменена %n запись.</numerusform>
            <numerusform>Изменены %n записи.</numerusform>
            <numerusform>Изменено %n записей.</numerusform>
        </translation>
    </message>
    <message>
        <source>New entry</source>
        <translation>Новая запись</translation>
    </message>
    <message>
        <source>Switch on or off</source>
        <translation>Включить или выключить</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Дублировать</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Переместить вверх</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Переместить вниз</translation>
    </message>
    <message>
        <source>Copy to</source>
        <translation>Копировать в</translation>
    </message>
    <message>
        <source>Move to</source>
        <translation>Переместить в</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Удалить</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Отменить</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Повторить</translation>
    </message>
    <message>
        <source>Copy to …</source>
        <translation>Копировать в …</translation>
    </message>
    <message>
        <source>Move to …</source>
        <translation>Переместить в …</translation>
    </message>
    <message>
        <source>There is no other lorebook</source>
        <translation>Других лорбуков нет</translation>
    </message>
    <message numerus="yes">
        <source>%n entries were moved.</source>
        <translation>
            <numerusform>Перемещена %n запись.</numerusform>
            <numerusform>Перемещены %n записи.</numerusform>
            <numerusform>Перемещено %n записей.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EntryForm</name>
    <message>
        <source>Name</source>
        <translation>Название</translation>
    </message>
    <message>
        <source>For you only; the model never sees it.</source>
        <translation>Только для вас; модель этого не видит.</translation>
    </message>
    <message>
        <source>By keyword</source>
        <translation>По ключам</translation>
    </message>
    <message>
        <source>Always on</source>
        <translation>Всегда</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Когда</translation>
    </message>
    <message>
        <source>One on a line; any of them is enough. /…/i is a pattern. A comma is a part of the key.</source>
        <translation>По одному в строке; хватит любого. /…/i — шаблон. Запятые ничего не разделяют.</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Ключи</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>Содержание</translation>
    </message>
    <message>
        <source>What the model is told.</source>
        <translation>Что сообщается модели.</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Место</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Порядок</translation>
    </message>
    <message>
        <source>Lower is higher up.</source>
        <translation>Меньше — выше.</translation>
    </message>
    <message>
        <source>Messages from the end: 0 is behind yours.</source>
        <translation>Сообщений от конца: 0 — после вашего.</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Глубина</translation>
    </message>
    <message>
        <source>Said by</source>
        <translation>От чьего имени</translation>
    </message>
    <message>
        <source>It stands where {{outlet::this name}} is written.</source>
        <translation>Стоит там, где написано {{outlet::это имя}}.</translation>
    </message>
    <message>
        <source>Name of the outlet</source>
        <translation>Имя вставки</translation>
    </message>
    <message>
        <source>Switched on</source>
        <translation>Включено</translation>
    </message>
    <message>
        <source>A name is needed.</source>
        <translation>Нужно название.</translation>
    </message>
    <message>
        <source>An entry says something.</source>
        <translation>В записи должно что-то быть.</translation>
    </message>
    <message>
        <source>Decorators at its beginning: {decorators}</source>
        <translation>Декораторы в начале текста: {decorators}</translation>
    </message>
</context>
<context>
    <name>EntryModel</name>
    <message>
        <source>as the book</source>
        <translation>как в лорбуке</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Вкл.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Название</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Ключи</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Всегда</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Порядок</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Приоритет</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Токены</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>Вероятность</translation>
    </message>
    <message>
        <source>Messages read</source>
        <translation>Сообщений</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Группы</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>Текст</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Место</translation>
    </message>
</context>
<context>
    <name>EntryMore</name>
    <message>
        <source>More keys</source>
        <translation>Ещё ключи</translation>
    </message>
    <message>
        <source>One on a line.</source>
        <translation>По одному в строке.</translation>
    </message>
    <message>
        <source>Secondary keys</source>
        <translation>Вторичные ключи</translation>
    </message>
    <message>
        <source>A key counts only if</source>
        <translation>Ключ действует, только если</translation>
    </message>
    <message>
        <source>Any of them keeps the entry out. One on a line.</source>
        <translation>Любой из них не даёт записи сработать. По одному в строке.</translation>
    </message>
    <message>
        <source>Anti-keys</source>
        <translation>Анти-ключи</translation>
    </message>
    <message>
        <source>By meaning an entry is found also where none of its words is used.</source>
        <translation>По смыслу запись находится и там, где нет ни одного её слова.</translation>
    </message>
    <message>
        <source>Found by</source>
        <translation>Чем находится</translation>
    </message>
    <message>
        <source>How keys are compared</source>
        <translation>Как сравниваются ключи</translation>
    </message>
    <message>
        <source>Whole words only</source>
        <translation>Только целые слова</translation>
    </message>
    <message>
        <source>Off: a key also counts inside a longer word.</source>
        <translation>Выключено: ключ действует и внутри более длинного слова.</translation>
    </message>
    <message>
        <source>Other forms of the words too</source>
        <translation>И другие формы слов</translation>
    </message>
    <message>
        <source>“cats” for “cat”, «кота» for «кот».</source>
        <translation>«кота» для «кот», “cats” для “cat”.</translation>
    </message>
    <message>
        <source>Capitals matter</source>
        <translation>Учитывать регистр</translation>
    </message>
    <message>
        <source>Names may have a typing error</source>
        <translation>Допускать опечатку в именах</translation>
    </message>
    <message>
        <source>One letter, in names of five letters and more.</source>
        <translation>Одна буква в именах от пяти букв.</translation>
    </message>
    <message>
        <source>Where keys are looked for</source>
        <translation>Где ищутся ключи</translation>
    </message>
    <message>
        <source>Its own</source>
        <translation>Своё</translation>
    </message>
    <message>
        <source>Without its own the book&apos;s counts. 0: not in the chat.</source>
        <translation>Без своего действует число лорбука. 0: не в чате.</translation>
    </message>
    <message>
        <source>In so many of the newest messages</source>
        <translation>В скольких последних сообщениях</translation>
    </message>
    <message>
        <source>And also in</source>
        <translation>А также в</translation>
    </message>
    <message>
        <source>Chance and groups</source>
        <translation>Случай и группы</translation>
    </message>
    <message>
        <source>Rolled once for a message: 100 is always.</source>
        <translation>Бросок один раз на сообщение: 100 — всегда.</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>Вероятность</translation>
    </message>
    <message>
        <source>Parted by commas. Of a group only one entry is active at a time.</source>
        <translation>Через запятую. Из группы активна только одна запись.</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Группы</translation>
    </message>
    <message>
        <source>Twice the weight is chosen twice as often.</source>
        <translation>Вдвое больший вес выбирается вдвое чаще.</translation>
    </message>
    <message>
        <source>Weight in its groups</source>
        <translation>Вес в группах</translation>
    </message>
    <message>
        <source>The highest order wins the group</source>
        <translation>В группе побеждает наибольший порядок</translation>
    </message>
    <message>
        <source>The most keys found win the group</source>
        <translation>В группе побеждает больше найденных ключей</translation>
    </message>
    <message>
        <source>Recursion</source>
        <translation>Рекурсия</translation>
    </message>
    <message>
        <source>Other entries cannot pull it in</source>
        <translation>Другие записи не могут её вызвать</translation>
    </message>
    <message>
        <source>It cannot pull other entries in</source>
        <translation>Она не может вызвать другие записи</translation>
    </message>
    <message>
        <source>0: at once.</source>
        <translation>0: сразу.</translation>
    </message>
    <message>
        <source>Only from this pass on</source>
        <translation>Только начиная с прохода</translation>
    </message>
    <message>
        <source>Timers</source>
        <translation>Таймеры</translation>
    </message>
    <message>
        <source>Stays for</source>
        <translation>Остаётся на</translation>
    </message>
    <message>
        <source>Messages after it became active.</source>
        <translation>Сообщений после активации.</translation>
    </message>
    <message>
        <source>Then rests for</source>
        <translation>Затем отдыхает</translation>
    </message>
    <message>
        <source>Messages.</source>
        <translation>Сообщений.</translation>
    </message>
    <message>
        <source>Not before message</source>
        <translation>Не раньше сообщения</translation>
    </message>
    <message>
        <source>0: from the beginning.</source>
        <translation>0: с самого начала.</translation>
    </message>
    <message>
        <source>Room</source>
        <translation>Место в контексте</translation>
    </message>
    <message>
        <source>When room gets short the higher stays.</source>
        <translation>При нехватке места остаётся больший.</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Приоритет</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>Не больше</translation>
    </message>
    <message>
        <source>Largest size (tokens)</source>
        <translation>Наибольший размер (токенов)</translation>
    </message>
    <message>
        <source>If it is longer</source>
        <translation>Если длиннее</translation>
    </message>
    <message>
        <source>The book&apos;s budget does not count for it</source>
        <translation>Бюджет лорбука на неё не действует</translation>
    </message>
    <message>
        <source>For whom</source>
        <translation>Для кого</translation>
    </message>
    <message>
        <source>Names, one on a line; empty: for all.</source>
        <translation>Имена, по одному в строке; пусто — для всех.</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>Персонажи</translation>
    </message>
    <message>
        <source>Of the character&apos;s card, parted by commas.</source>
        <translation>Из карточки персонажа, через запятую.</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Теги</translation>
    </message>
    <message>
        <source>For all but these</source>
        <translation>Для всех, кроме этих</translation>
    </message>
    <message>
        <source>None ticked: in all.</source>
        <translation>Ничего не отмечено — во всех.</translation>
    </message>
    <message>
        <source>In which requests</source>
        <translation>В каких запросах</translation>
    </message>
</context>
<context>
    <name>ErrorDialog</name>
    <message>
        <source>Copy details</source>
        <translation>Копировать подробности</translation>
    </message>
    <message>
        <source>What you wrote is stored. You can go on; if something looks wrong, start the program again. The details help to mend it: they hold no texts and no keys, and nothing is sent by itself.</source>
        <translation>Написанное сохранено. Можно продолжать; если что-то выглядит не так, перезапустите программу. Подробности помогут исправить ошибку: в них нет ни текстов, ни ключей, и сами по себе они никуда не отправляются.</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Скопировано</translation>
    </message>
</context>
<context>
    <name>EveryInput</name>
    <message>
        <source>New segment of the summary every N messages</source>
        <translation>Новый фрагмент сводки каждые N сообщений</translation>
    </message>
    <message>
        <source>A number of its own</source>
        <translation>Своё число</translation>
    </message>
    <message>
        <source>Smaller: more often, dearer, denser context. Larger: cheaper, more risk of overflow.</source>
        <translation>Меньше — чаще сжатие: дороже, но контекст плотнее. Больше — дешевле, но выше риск переполнения.</translation>
    </message>
</context>
<context>
    <name>ExamplePreview</name>
    <message>
        <source>… and {count} more examples</source>
        <translation>… и ещё примеров: {count}</translation>
    </message>
    <message>
        <source>Example {number}: {lines}</source>
        <translation>Пример {number}: {lines}</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>Экспорт</translation>
    </message>
    <message>
        <source>Which one</source>
        <translation>Что именно</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Формат</translation>
    </message>
    <message>
        <source>Export …</source>
        <translation>Экспортировать …</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Закрыть</translation>
    </message>
    <message>
        <source>Writing …</source>
        <translation>Запись …</translation>
    </message>
    <message>
        <source>Written: {files}</source>
        <translation>Записано: {files}</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Новый чат</translation>
    </message>
    <message>
        <source>Talespan archive</source>
        <translation>Архив Talespan</translation>
    </message>
    <message>
        <source>Loses nothing: variants, branches, earlier texts, what the model saw, summary.</source>
        <translation>Без потерь: варианты, ветки, прежние тексты, то, что видела модель, сводка.</translation>
    </message>
    <message>
        <source>The open branch without any form.</source>
        <translation>Открытая ветка без оформления.</translation>
    </message>
    <message>
        <source>For SillyTavern and its relatives: the open branch with its variants and pictures.</source>
        <translation>Для SillyTavern и родственных программ: открытая ветка с вариантами и изображениями.</translation>
    </message>
    <message>
        <source>The open branch, for reading and for other editors; pictures lie in a folder beside it.</source>
        <translation>Открытая ветка для чтения и для других редакторов; изображения лежат рядом в папке.</translation>
    </message>
    <message>
        <source>The open branch with its pictures as one page for any browser; it loads and runs nothing.</source>
        <translation>Открытая ветка с изображениями одной страницей для любого браузера; она ничего не загружает и не запускает.</translation>
    </message>
    <message>
        <source>A picture that every program of this kind reads, with the lorebook and the files in it.</source>
        <translation>Картинка, которую читают все программы этого рода; лорбук и файлы внутри неё.</translation>
    </message>
    <message>
        <source>The card with all its pictures and files.</source>
        <translation>Карточка со всеми картинками и файлами.</translation>
    </message>
    <message>
        <source>The card without its picture, as the newest specification has it.</source>
        <translation>Карточка без картинки, по новейшей спецификации.</translation>
    </message>
    <message>
        <source>The card without its picture, for older programs.</source>
        <translation>Карточка без картинки, для старых программ.</translation>
    </message>
    <message>
        <source>Loses nothing; other programs read what they know of it.</source>
        <translation>Без потерь; другие программы прочтут то, что им знакомо.</translation>
    </message>
    <message>
        <source>For SillyTavern and its relatives.</source>
        <translation>Для SillyTavern и родственных программ.</translation>
    </message>
    <message>
        <source>A chat</source>
        <translation>Чат</translation>
    </message>
    <message>
        <source>A character</source>
        <translation>Персонаж</translation>
    </message>
    <message>
        <source>A lorebook</source>
        <translation>Лорбук</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Всё</translation>
    </message>
    <message>
        <source>SillyTavern chat (JSONL)</source>
        <translation>Чат SillyTavern (JSONL)</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Web page (HTML)</source>
        <translation>Веб-страница (HTML)</translation>
    </message>
    <message>
        <source>Plain text</source>
        <translation>Простой текст</translation>
    </message>
    <message>
        <source>Picture card (PNG)</source>
        <translation>Карточка-картинка (PNG)</translation>
    </message>
    <message>
        <source>CHARX</source>
        <translation>CHARX</translation>
    </message>
    <message>
        <source>Character Card V3 (JSON)</source>
        <translation>Карточка персонажа V3 (JSON)</translation>
    </message>
    <message>
        <source>Character Card V2 (JSON)</source>
        <translation>Карточка персонажа V2 (JSON)</translation>
    </message>
    <message>
        <source>Lorebook (JSON)</source>
        <translation>Лорбук (JSON)</translation>
    </message>
    <message>
        <source>SillyTavern World Info (JSON)</source>
        <translation>World Info для SillyTavern (JSON)</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Что экспортировать</translation>
    </message>
</context>
<context>
    <name>ExtensionsView</name>
    <message>
        <source>Name</source>
        <translation>Название</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Значение</translation>
    </message>
    <message>
        <source>Nothing.</source>
        <translation>Ничего.</translation>
    </message>
</context>
<context>
    <name>FileKinds</name>
    <message>
        <source>Character Card</source>
        <translation>Карточка персонажа</translation>
    </message>
    <message>
        <source>Character Book</source>
        <translation>Лорбук персонажа</translation>
    </message>
    <message>
        <source>Agnai character</source>
        <translation>Персонаж Agnai</translation>
    </message>
    <message>
        <source>SillyTavern World Info</source>
        <translation>Лорбук SillyTavern (World Info)</translation>
    </message>
    <message>
        <source>SillyTavern World Info entry</source>
        <translation>Запись лорбука SillyTavern</translation>
    </message>
    <message>
        <source>NovelAI lorebook</source>
        <translation>Лорбук NovelAI</translation>
    </message>
    <message>
        <source>NovelAI scenario</source>
        <translation>Сценарий NovelAI</translation>
    </message>
    <message>
        <source>NovelAI story</source>
        <translation>История NovelAI</translation>
    </message>
    <message>
        <source>NovelAI preset</source>
        <translation>Пресет NovelAI</translation>
    </message>
    <message>
        <source>Agnai memory book</source>
        <translation>Лорбук Agnai</translation>
    </message>
    <message>
        <source>RisuAI lorebook</source>
        <translation>Лорбук RisuAI</translation>
    </message>
    <message>
        <source>SillyTavern personas</source>
        <translation>Персоны SillyTavern</translation>
    </message>
    <message>
        <source>SillyTavern chat</source>
        <translation>Чат SillyTavern</translation>
    </message>
    <message>
        <source>RisuAI chat</source>
        <translation>Чат RisuAI</translation>
    </message>
    <message>
        <source>Agnai chat</source>
        <translation>Чат Agnai</translation>
    </message>
    <message>
        <source>OpenAI messages</source>
        <translation>Сообщения в формате OpenAI</translation>
    </message>
    <message>
        <source>text-generation-webui chat</source>
        <translation>Чат text-generation-webui</translation>
    </message>
    <message>
        <source>Character.AI chat</source>
        <translation>Чат Character.AI</translation>
    </message>
    <message>
        <source>coding agent log</source>
        <translation>Журнал программы-разработчика</translation>
    </message>
    <message>
        <source>SillyTavern preset</source>
        <translation>Пресет SillyTavern</translation>
    </message>
    <message>
        <source>SillyTavern text completion preset</source>
        <translation>Пресет SillyTavern для дополнения текста</translation>
    </message>
    <message>
        <source>SillyTavern instruct template</source>
        <translation>Шаблон инструкций SillyTavern</translation>
    </message>
    <message>
        <source>SillyTavern context template</source>
        <translation>Шаблон контекста SillyTavern</translation>
    </message>
    <message>
        <source>SillyTavern theme</source>
        <translation>Тема оформления SillyTavern</translation>
    </message>
    <message>
        <source>SillyTavern regex script</source>
        <translation>Regex-скрипт SillyTavern</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this chat</source>
        <translation>Найти в этом чате</translation>
    </message>
    <message>
        <source>Previous (Shift+Enter)</source>
        <translation>Назад (Shift+Enter)</translation>
    </message>
    <message>
        <source>Next (Enter)</source>
        <translation>Дальше (Enter)</translation>
    </message>
    <message>
        <source>Exclude all found</source>
        <translation>Исключить всё найденное</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Закрыть (Esc)</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>{number} из {count}</translation>
    </message>
</context>
<context>
    <name>FirstRunPage</name>
    <message>
        <source>Choose file …</source>
        <translation>Выбрать файл …</translation>
    </message>
    <message>
        <source>Use the demo model</source>
        <translation>Взять демо-модель</translation>
    </message>
    <message>
        <source>Start with a sample chat: the lighthouse keeper Mira</source>
        <translation>Начать с примера: смотрительница маяка Мира</translation>
    </message>
    <message>
        <source>Who shall answer you?</source>
        <translation>Кто будет вам отвечать?</translation>
    </message>
    <message>
        <source>Choose what you have. Everything stays on this computer but what you send to a server.</source>
        <translation>Выберите то, что у вас есть. Всё остаётся на этом компьютере, кроме того, что вы отправляете на сервер.</translation>
    </message>
    <message>
        <source>A model server on this computer</source>
        <translation>Сервер моделей на этом компьютере</translation>
    </message>
    <message>
        <source>Another provider</source>
        <translation>Другой сервис</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>Сервис</translation>
    </message>
    <message>
        <source>Enter the key …</source>
        <translation>Ввести ключ …</translation>
    </message>
    <message>
        <source>I have a key</source>
        <translation>У меня есть ключ</translation>
    </message>
    <message>
        <source>Your messages go to the provider, who may charge for them.</source>
        <translation>Сообщения уходят на сервер сервиса; это может быть платно.</translation>
    </message>
    <message>
        <source>Download one …</source>
        <translation>Загрузить …</translation>
    </message>
    <message>
        <source>A model file on this computer (GGUF)</source>
        <translation>Файл модели на этом компьютере (GGUF)</translation>
    </message>
    <message>
        <source>Answers without internet. It must be a chat model and fit into memory.</source>
        <translation>Отвечает без интернета. Нужна чат-модель, которая помещается в память.</translation>
    </message>
    <message>
        <source>Nothing yet: the built-in demo model</source>
        <translation>Пока ничего: встроенная демо-модель</translation>
    </message>
    <message>
        <source>Answers at once, without internet and without a key. It is tiny and knows only English.</source>
        <translation>Отвечает сразу, без интернета и ключа. Она крошечная и знает только английский.</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Пропустить</translation>
    </message>
</context>
<context>
    <name>FirstRunPresenter</name>
    <message>
        <source>New connection</source>
        <translation>Новое подключение</translation>
    </message>
    <message>
        <source>Model file</source>
        <translation>Файл модели</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Вы</translation>
    </message>
    <message>
        <source>en</source>
        <comment>the code of the language that you translate into: en, ru, zh</comment>
        <translation>ru</translation>
    </message>
</context>
<context>
    <name>FormsTable</name>
    <message>
        <source>Inflected forms</source>
        <translation>Формы слова</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>Форма</translation>
    </message>
    <message>
        <source>In its place</source>
        <translation>На что заменить</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>Мест</translation>
    </message>
</context>
<context>
    <name>Found</name>
    <message>
        <source>Entry “{title}”</source>
        <translation>Запись «{title}»</translation>
    </message>
    <message>
        <source>a message</source>
        <translation>сообщение</translation>
    </message>
    <message>
        <source>your message</source>
        <translation>ваше сообщение</translation>
    </message>
</context>
<context>
    <name>GalleryDialog</name>
    <message>
        <source>Characters</source>
        <translation>Персонажи</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Порядок</translation>
    </message>
    <message>
        <source>Favourites only</source>
        <translation>Только избранные</translation>
    </message>
    <message>
        <source>New character</source>
        <translation>Новый персонаж</translation>
    </message>
    <message>
        <source>Import characters</source>
        <translation>Импортировать персонажей</translation>
    </message>
    <message>
        <source>More about this character</source>
        <translation>Ещё об этом персонаже</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Изменить</translation>
    </message>
    <message>
        <source>Start a chat</source>
        <translation>Начать чат</translation>
    </message>
    <message>
        <source>Import …</source>
        <translation>Импортировать …</translation>
    </message>
    <message numerus="yes">
        <source>%Ln character(s)</source>
        <comment>cards</comment>
        <translation>
            <numerusform>%Ln персонаж</numerusform>
            <numerusform>%Ln персонажа</numerusform>
            <numerusform>%Ln персонажей</numerusform>
        </translation>
    </message>
    <message>
        <source>{shown} of {all}</source>
        <translation>Показано: {shown}, всего: {all}</translation>
    </message>
    <message>
        <source>Nobody is found by that.</source>
        <translation>Никого не найдено.</translation>
    </message>
    <message>
        <source>No characters yet. Drop a card on this window, or import one.</source>
        <translation>Персонажей пока нет. Перетащите карточку в это окно или импортируйте её.</translation>
    </message>
    <message>
        <source>Reading the characters …</source>
        <translation>Персонажи загружаются …</translation>
    </message>
    <message>
        <source>Name, tag:…, author:…, “a phrase”, -without</source>
        <translation>Имя, тег:…, автор:…, «фраза», -кроме</translation>
    </message>
    <message>
        <source>Find a character</source>
        <translation>Найти персонажа</translation>
    </message>
    <message>
        <source>Recent first</source>
        <translation>Сначала недавние</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>По имени</translation>
    </message>
    <message>
        <source>Most used first</source>
        <translation>Сначала частые</translation>
    </message>
</context>
<context>
    <name>GalleryMenu</name>
    <message>
        <source>Its chats</source>
        <translation>Чаты с персонажем</translation>
    </message>
    <message>
        <source>Start a chat</source>
        <translation>Начать чат</translation>
    </message>
    <message>
        <source>Not a favourite any more</source>
        <translation>Убрать из избранного</translation>
    </message>
    <message>
        <source>Mark as a favourite</source>
        <translation>В избранное</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Изменить</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Сделать копию</translation>
    </message>
    <message>
        <source>Export …</source>
        <translation>Экспортировать …</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Удалить</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Новый чат</translation>
    </message>
</context>
<context>
    <name>GalleryModel</name>
    <message>
        <source>favourite</source>
        <translation>избранное</translation>
    </message>
    <message>
        <source>No chats yet</source>
        <translation>Чатов пока нет</translation>
    </message>
    <message>
        <source>{chats} · {date}</source>
        <translation>{chats} · {date}</translation>
    </message>
</context>
<context>
    <name>GalleryPresenter</name>
    <message>
        <source>{name} (copy {number})</source>
        <translation>{name} (копия {number})</translation>
    </message>
    <message>
        <source>{name} (copy)</source>
        <translation>{name} (копия)</translation>
    </message>
    <message>
        <source>{name} is deleted</source>
        <translation>Удалено: {name}</translation>
    </message>
</context>
<context>
    <name>GalleryView</name>
    <message>
        <source>Characters</source>
        <translation>Персонажи</translation>
    </message>
</context>
<context>
    <name>GenerationPage</name>
    <message>
        <source>Generation</source>
        <translation>Генерация</translation>
    </message>
    <message>
        <source>sampling, sampler, answer, reply</source>
        <translation>сэмплинг, сэмплер, ответ</translation>
    </message>
    <message>
        <source>The longest answer, and the space kept free for it in the context.</source>
        <translation>Самый длинный ответ и место, которое для него оставлено в контексте.</translation>
    </message>
    <message>
        <source>Reserved for the reply (tokens)</source>
        <translation>Резерв под ответ (токенов)</translation>
    </message>
    <message>
        <source>max tokens, length, limit</source>
        <translation>макс. токенов, длина, предел, max tokens</translation>
    </message>
    <message>
        <source>Context strategy</source>
        <translation>Стратегия контекста</translation>
    </message>
    <message>
        <source>context, memory, forgetting, full</source>
        <translation>контекст, память, забывание, переполнение</translation>
    </message>
    <message>
        <source>All that fit</source>
        <translation>Все, что помещаются</translation>
    </message>
    <message>
        <source>Older ones are only mentioned. They leave with their messages in any case.</source>
        <translation>Более старые лишь упоминаются. В любом случае они уходят вместе со своими сообщениями.</translation>
    </message>
    <message>
        <source>Newest pictures that are sent</source>
        <translation>Сколько новейших изображений отправлять</translation>
    </message>
    <message>
        <source>images, photos, vision, tokens</source>
        <translation>картинки, фото, зрение, токены</translation>
    </message>
    <message>
        <source>For {connection}, which answers new chats.</source>
        <translation>Для подключения «{connection}», которое отвечает в новых чатах.</translation>
    </message>
    <message>
        <source>For every chat that decides nothing itself.</source>
        <translation>Для всех чатов, которые сами ничего не решают.</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Температура</translation>
    </message>
    <message>
        <source>Low: predictable. High: surprising.</source>
        <translation>Низкая: предсказуемо. Высокая: неожиданно.</translation>
    </message>
    <message>
        <source>creativity, chance</source>
        <translation>творчество, случайность, temperature</translation>
    </message>
    <message>
        <source>Top P</source>
        <translation>Top P</translation>
    </message>
    <message>
        <source>Leaves out the unlikely words; 1 leaves none out.</source>
        <translation>Отбрасывает маловероятные слова; 1 — не отбрасывает ничего.</translation>
    </message>
    <message>
        <source>nucleus, sampling</source>
        <translation>ядро, сэмплинг</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>Штраф за частоту</translation>
    </message>
    <message>
        <source>Against repeating the same words over and over.</source>
        <translation>Против повторения одних и тех же слов.</translation>
    </message>
    <message>
        <source>repetition</source>
        <translation>повторы, frequency penalty</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>Штраф за присутствие</translation>
    </message>
    <message>
        <source>Towards something not mentioned yet.</source>
        <translation>В сторону того, о чём ещё не говорилось.</translation>
    </message>
    <message>
        <source>repetition, new topics</source>
        <translation>повторы, новые темы, presence penalty</translation>
    </message>
</context>
<context>
    <name>GreetingDialog</name>
    <message>
        <source>Choose a greeting</source>
        <translation>Выбор приветствия</translation>
    </message>
    <message>
        <source>Greetings</source>
        <translation>Приветствия</translation>
    </message>
    <message>
        <source>The whole greeting</source>
        <translation>Приветствие целиком</translation>
    </message>
    <message>
        <source>Start the chat</source>
        <translation>Начать чат</translation>
    </message>
    <message>
        <source>How does {name} begin?</source>
        <translation>С чего начнёт {name}?</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>The others stay beside it: ‹ › over the message shows them.</source>
        <translation>Остальные сохранятся рядом: их показывают стрелки ‹ › над сообщением.</translation>
    </message>
</context>
<context>
    <name>GroupDialog</name>
    <message>
        <source>Characters of this chat</source>
        <translation>Персонажи этого чата</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Добавить</translation>
    </message>
    <message>
        <source>Take out</source>
        <translation>Убрать</translation>
    </message>
    <message>
        <source>Let them greet</source>
        <translation>Пусть поздороваются</translation>
    </message>
    <message>
        <source>As many as the order says</source>
        <translation>Сколько положено по порядку</translation>
    </message>
    <message>
        <source>Characters of the library</source>
        <translation>Персонажи библиотеки</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>Участники</translation>
    </message>
    <message>
        <source>Ticked: takes turns. Unticked: muted, speaks only when you say so.</source>
        <translation>С галочкой — говорит в свой черёд. Без галочки — молчит, пока вы не дадите слово.</translation>
    </message>
    <message>
        <source>Who speaks after a message</source>
        <translation>Кто отвечает на сообщение</translation>
    </message>
    <message>
        <source>Answers to one message, at most</source>
        <translation>Ответов на одно сообщение, не больше</translation>
    </message>
    <message>
        <source>Whose cards are sent</source>
        <translation>Чьи карточки отправляются</translation>
    </message>
</context>
<context>
    <name>GroupWords</name>
    <message>
        <source>Natural</source>
        <translation>Естественный</translation>
    </message>
    <message>
        <source>In the order of the list</source>
        <translation>По списку</translation>
    </message>
    <message>
        <source>Everyone once</source>
        <translation>Каждый по разу</translation>
    </message>
    <message>
        <source>I choose</source>
        <translation>Выбираю я</translation>
    </message>
    <message>
        <source>Whoever is named in the last message answers, then whoever feels like it, by the talkativeness of the card.</source>
        <translation>Отвечает тот, кто назван в последнем сообщении, затем те, кому есть что сказать, — по разговорчивости из карточки.</translation>
    </message>
    <message>
        <source>After each message all answer, from top to bottom.</source>
        <translation>На каждое сообщение отвечают все, сверху вниз.</translation>
    </message>
    <message>
        <source>One answers, by lot, and nobody again before everyone had a turn.</source>
        <translation>Отвечает кто-то один, по жребию; второй раз — только после того, как выскажутся все.</translation>
    </message>
    <message>
        <source>Whoever you pick above the text box answers.</source>
        <translation>Отвечает тот, кого вы выберете над полем ввода.</translation>
    </message>
    <message>
        <source>Of who speaks</source>
        <translation>Того, кто говорит</translation>
    </message>
    <message>
        <source>Of all</source>
        <translation>Всех</translation>
    </message>
    <message>
        <source>The card, lore and memory of who speaks are sent; the others are known by what they say.</source>
        <translation>Отправляются карточка, лор и память того, кто говорит; остальные известны по их репликам.</translation>
    </message>
    <message>
        <source>All know all: the cards, lore and memory of all are sent, which takes more room.</source>
        <translation>Все знают всё: отправляются карточки, лор и память всех, и это занимает больше места.</translation>
    </message>
</context>
<context>
    <name>HelpDialog</name>
    <message>
        <source>Help</source>
        <translation>Справка</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Разделы</translation>
    </message>
    <message>
        <source>Text of the page</source>
        <translation>Текст страницы</translation>
    </message>
</context>
<context>
    <name>HelpPages</name>
    <message>
        <source>en</source>
        <translation>ru</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Сочетания клавиш</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Клавиши</translation>
    </message>
    <message>
        <source>What they do</source>
        <translation>Что они делают</translation>
    </message>
</context>
<context>
    <name>HitModel</name>
    <message>
        <source>Where</source>
        <translation>Где</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Сейчас</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>Станет</translation>
    </message>
</context>
<context>
    <name>ImportCounts</name>
    <message numerus="yes">
        <source>%Ln entry(s)</source>
        <translation>
            <numerusform>%Ln запись</numerusform>
            <numerusform>%Ln записи</numerusform>
            <numerusform>%Ln записей</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln variant(s)</source>
        <translation>
            <numerusform>%Ln вариант</numerusform>
            <numerusform>%Ln варианта</numerusform>
            <numerusform>%Ln вариантов</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln object(s)</source>
        <translation>
            <numerusform>%Ln объект</numerusform>
            <numerusform>%Ln объекта</numerusform>
            <numerusform>%Ln объектов</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln remark(s)</source>
        <translation>
            <numerusform>%Ln замечание</numerusform>
            <numerusform>%Ln замечания</numerusform>
            <numerusform>%Ln замечаний</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln файл</numerusform>
            <numerusform>%Ln файла</numerusform>
            <numerusform>%Ln файлов</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Import</source>
        <translation>Импорт</translation>
    </message>
    <message>
        <source>What to do with the selected:</source>
        <translation>Что сделать с выбранным:</translation>
    </message>
    <message>
        <source>Reading …</source>
        <translation>Чтение …</translation>
    </message>
    <message>
        <source>Importing …</source>
        <translation>Импорт …</translation>
    </message>
    <message>
        <source>Looking at the files</source>
        <translation>Просмотр файлов</translation>
    </message>
    <message>
        <source>This would come in</source>
        <translation>Что будет импортировано</translation>
    </message>
    <message>
        <source>Importing</source>
        <translation>Идёт импорт</translation>
    </message>
    <message>
        <source>This came in</source>
        <translation>Итог импорта</translation>
    </message>
    <message>
        <source>These cards contain scripts. They are kept and not run.</source>
        <translation>В этих карточках есть скрипты. Они сохраняются и не запускаются.</translation>
    </message>
    <message>
        <source>Read this file as:</source>
        <translation>Прочитать этот файл как:</translation>
    </message>
    <message>
        <source>Files and what is in them</source>
        <translation>Файлы и их содержимое</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Закрыть</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Открыть</translation>
    </message>
    <message>
        <source>Start a chat</source>
        <translation>Начать чат</translation>
    </message>
    <message>
        <source>Undo import</source>
        <translation>Отменить импорт</translation>
    </message>
</context>
<context>
    <name>ImportRows</name>
    <message>
        <source>Not usable</source>
        <translation>Нельзя использовать</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Пропущено</translation>
    </message>
    <message>
        <source>There are more remarks of this kind: {count}.</source>
        <translation>Есть ещё такие замечания: {count}.</translation>
    </message>
    <message>
        <source>{path}: {was} was read as {now}.</source>
        <translation>{path}: {was} прочитано как {now}.</translation>
    </message>
</context>
<context>
    <name>ImportSentences</name>
    <message>
        <source>There is nothing here that could be imported.</source>
        <translation>Здесь нет ничего, что можно импортировать.</translation>
    </message>
    <message>
        <source>To be imported: {objects}.</source>
        <translation>К импорту: {objects}.</translation>
    </message>
    <message>
        <source>If there is anything to lose, a backup is made first.</source>
        <translation>Если есть что терять, сначала делается резервная копия.</translation>
    </message>
    <message>
        <source>Not usable: {files}.</source>
        <translation>Нельзя использовать: {files}.</translation>
    </message>
    <message>
        <source>There are more files than are looked at in one import.</source>
        <translation>Файлов больше, чем просматривается за один импорт.</translation>
    </message>
    <message>
        <source>Taken out again: {objects}.</source>
        <translation>Убрано обратно: {objects}.</translation>
    </message>
    <message>
        <source>What was changed since, or is in use, stays: {objects}.</source>
        <translation>Осталось изменённое с тех пор или используемое: {objects}.</translation>
    </message>
    <message>
        <source>Imported: {objects}.</source>
        <translation>Импортировано: {objects}.</translation>
    </message>
    <message>
        <source>Failed: {objects}.</source>
        <translation>Не удалось: {objects}.</translation>
    </message>
    <message>
        <source>It was cancelled; what had come in by then is there.</source>
        <translation>Импорт прерван; то, что уже было импортировано, на месте.</translation>
    </message>
</context>
<context>
    <name>ImportTreeModel</name>
    <message>
        <source>What happened</source>
        <translation>Что произошло</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Имя</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>Что это</translation>
    </message>
    <message>
        <source>What happens</source>
        <translation>Что будет</translation>
    </message>
</context>
<context>
    <name>ImportWindows</name>
    <message>
        <source>Clipboard</source>
        <translation>Буфер обмена</translation>
    </message>
    <message>
        <source>Choose a folder to import</source>
        <translation>Выберите папку для импорта</translation>
    </message>
    <message>
        <source>Choose files to import</source>
        <translation>Выберите файлы для импорта</translation>
    </message>
    <message>
        <source>Cards, lorebooks, chats ({patterns})</source>
        <translation>Карточки, лорбуки, чаты ({patterns})</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Все файлы (*)</translation>
    </message>
</context>
<context>
    <name>ImportWords</name>
    <message>
        <source>Character</source>
        <translation>Персонаж</translation>
    </message>
    <message>
        <source>Persona</source>
        <translation>Персона</translation>
    </message>
    <message>
        <source>Lorebook</source>
        <translation>Лорбук</translation>
    </message>
    <message>
        <source>Memory entry</source>
        <translation>Запись памяти</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Чат</translation>
    </message>
    <message>
        <source>Scripts</source>
        <translation>Скрипты</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Пресет</translation>
    </message>
    <message>
        <source>new</source>
        <translation>новое</translation>
    </message>
    <message>
        <source>there already, the same</source>
        <translation>уже есть такое же</translation>
    </message>
    <message>
        <source>there already in another version</source>
        <translation>уже есть в другой версии</translation>
    </message>
    <message>
        <source>there already, changed by you since</source>
        <translation>уже есть, вы это изменяли</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Добавить</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>Обновить</translation>
    </message>
    <message>
        <source>Add a copy</source>
        <translation>Добавить копию</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>Пропустить</translation>
    </message>
    <message>
        <source>{what} ({why})</source>
        <translation>{what} ({why})</translation>
    </message>
    <message>
        <source>added</source>
        <translation>добавлено</translation>
    </message>
    <message>
        <source>updated</source>
        <translation>обновлено</translation>
    </message>
    <message>
        <source>added as a copy</source>
        <translation>добавлено как копия</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>без изменений</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>пропущено</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>не удалось</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>отменено</translation>
    </message>
</context>
<context>
    <name>InboxPage</name>
    <message>
        <source>Proposed memory entries</source>
        <translation>Предложенные записи памяти</translation>
    </message>
    <message>
        <source>Remember</source>
        <translation>Запомнить</translation>
    </message>
    <message>
        <source>Edit …</source>
        <translation>Изменить …</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Отклонить</translation>
    </message>
    <message>
        <source>Not like this again</source>
        <translation>Больше таких не предлагать</translation>
    </message>
</context>
<context>
    <name>InboxPresenter</name>
    <message>
        <source>Nothing is proposed. Facts and decisions from the chat appear here.</source>
        <translation>Предложений нет. Здесь появляются факты и решения из чата.</translation>
    </message>
    <message>
        <source>replaces an entry</source>
        <translation>заменяет запись</translation>
    </message>
    <message>
        <source>fact</source>
        <translation>факт</translation>
    </message>
    <message>
        <source>name</source>
        <translation>имя</translation>
    </message>
    <message>
        <source>decision</source>
        <translation>решение</translation>
    </message>
    <message>
        <source>Keywords: {keywords}</source>
        <translation>Ключевые слова: {keywords}</translation>
    </message>
    <message>
        <source>Counts in this chat.</source>
        <translation>Действует в этом чате.</translation>
    </message>
    <message>
        <source>Replaces, what was true until now: {entry}</source>
        <translation>Заменяет то, что было верно до сих пор: {entry}</translation>
    </message>
    <message>
        <source>Nearly the same is remembered: {entry}</source>
        <translation>Почти то же уже есть в памяти: {entry}</translation>
    </message>
    <message>
        <source>It is remembered.</source>
        <translation>Сохранено в памяти.</translation>
    </message>
    <message>
        <source>Refused.</source>
        <translation>Отклонено.</translation>
    </message>
    <message>
        <source>Nothing like it is proposed again.</source>
        <translation>Подобное больше не будет предлагаться.</translation>
    </message>
</context>
<context>
    <name>ItemList</name>
    <message>
        <source>Nothing is called that.</source>
        <translation>Ничего с таким названием.</translation>
    </message>
</context>
<context>
    <name>ItemPage</name>
    <message>
        <source>“{name}” was deleted.</source>
        <translation>«{name}» удалено.</translation>
    </message>
</context>
<context>
    <name>JsonPanel</name>
    <message>
        <source>The card as JSON</source>
        <translation>Карточка в виде JSON</translation>
    </message>
    <message>
        <source>Version {number}</source>
        <translation>Версия {number}</translation>
    </message>
    <message>
        <source>Version of the specification</source>
        <translation>Версия спецификации</translation>
    </message>
    <message>
        <source>The card as other programs read it. What you change here is changed in the form.</source>
        <translation>Карточка в том виде, в каком её читают другие программы. Что измените здесь, изменится и в форме.</translation>
    </message>
    <message>
        <source>What version 2 has no room for stays in the form.</source>
        <translation>Чему нет места в версии 2, остаётся в форме.</translation>
    </message>
    <message>
        <source>A card of more than {count} characters cannot be shown as text here. Export it, change the file, and import it.</source>
        <translation>Карточка длиннее {count} символов здесь текстом не показывается. Экспортируйте её, измените файл и импортируйте снова.</translation>
    </message>
</context>
<context>
    <name>KeepQuestion</name>
    <message>
        <source>Delete chat</source>
        <translation>Удалить чат</translation>
    </message>
    <message>
        <source>Delete character</source>
        <translation>Удалить персонажа</translation>
    </message>
    <message>
        <source>Kept for {name}: {entries}. They can stay in the library.</source>
        <translation>Сохранено для персонажа {name}: {entries}. Их можно оставить в библиотеке.</translation>
    </message>
    <message>
        <source>Kept for this chat: {entries}. They can stay in the library.</source>
        <translation>К этому чату относятся: {entries}. Их можно оставить в библиотеке.</translation>
    </message>
    <message>
        <source>Keep them</source>
        <translation>Сохранить их</translation>
    </message>
    <message>
        <source>Delete them too</source>
        <translation>Удалить и их</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
</context>
<context>
    <name>KeyField</name>
    <message>
        <source>API key</source>
        <translation>Ключ API</translation>
    </message>
    <message>
        <source>Kept in the system&apos;s key ring.</source>
        <translation>Хранится в связке ключей системы.</translation>
    </message>
    <message>
        <source>Remove the stored key</source>
        <translation>Удалить сохранённый ключ</translation>
    </message>
    <message>
        <source>Hide the key</source>
        <translation>Скрыть ключ</translation>
    </message>
    <message>
        <source>Show the key</source>
        <translation>Показать ключ</translation>
    </message>
    <message>
        <source>A key is stored</source>
        <translation>Ключ сохранён</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Нет</translation>
    </message>
</context>
<context>
    <name>KeyTest</name>
    <message>
        <source>Fires in this chat now.</source>
        <translation>Сейчас срабатывает в этом чате.</translation>
    </message>
    <message>
        <source>Does not fire in this chat now.</source>
        <translation>Сейчас не срабатывает в этом чате.</translation>
    </message>
    <message>
        <source>Also inside of longer words it would be found: {place}</source>
        <translation>Внутри более длинных слов нашлось бы ещё: {place}</translation>
    </message>
    <message>
        <source>Some of these are inside of longer words; whole words would leave them out.</source>
        <translation>Часть найдена внутри более длинных слов; при целых словах они отпадут.</translation>
    </message>
    <message>
        <source>All of these are inside of longer words; with whole words it would not fire.</source>
        <translation>Всё найдено внутри более длинных слов; при целых словах запись не сработает.</translation>
    </message>
    <message>
        <source>In the whole prompt: {reason}</source>
        <translation>Во всём промпте: {reason}</translation>
    </message>
    <message>
        <source>Yet it is not in the prompt: {reason}</source>
        <translation>Но в промпт не входит: {reason}</translation>
    </message>
    <message>
        <source>It is switched off.</source>
        <translation>Она выключена.</translation>
    </message>
    <message>
        <source>Its lorebook is switched off.</source>
        <translation>Её лорбук выключен.</translation>
    </message>
    <message>
        <source>It does not count in this chat: see where it counts.</source>
        <translation>Она не действует в этом чате: см. «Где действует».</translation>
    </message>
</context>
<context>
    <name>LeaveBar</name>
    <message>
        <source>Save</source>
        <translation>Сохранить</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Не сохранять</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>Продолжить правку</translation>
    </message>
    <message>
        <source>“{name}” has changes that are not saved.</source>
        <translation>В «{name}» есть несохранённые изменения.</translation>
    </message>
    <message>
        <source>Changes are not saved.</source>
        <translation>Изменения не сохранены.</translation>
    </message>
</context>
<context>
    <name>LibraryDialog</name>
    <message>
        <source>Library</source>
        <translation>Библиотека</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>Персонажи</translation>
    </message>
    <message>
        <source>Personas</source>
        <translation>Персоны</translation>
    </message>
    <message>
        <source>Lorebooks</source>
        <translation>Лорбуки</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Память</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Привязки</translation>
    </message>
</context>
<context>
    <name>LineEdit</name>
    <message>
        <source>Clear</source>
        <translation>Очистить</translation>
    </message>
</context>
<context>
    <name>LinkDialog</name>
    <message>
        <source>Open this address in your browser?</source>
        <translation>Открыть этот адрес в браузере?</translation>
    </message>
</context>
<context>
    <name>LinksPage</name>
    <message>
        <source>By lorebook</source>
        <translation>По лорбукам</translation>
    </message>
    <message>
        <source>By place</source>
        <translation>По местам</translation>
    </message>
    <message>
        <source>Lorebooks and places</source>
        <translation>Лорбуки и места</translation>
    </message>
    <message>
        <source>Counts in</source>
        <translation>Где действует</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>Действует</translation>
    </message>
    <message>
        <source>A lorebook is read in the chats of its places. Choose one at the left.</source>
        <translation>Лорбук читается в чатах своих мест. Выберите строку слева.</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Найти</translation>
    </message>
    <message>
        <source>Find a lorebook or a place</source>
        <translation>Найти лорбук или место</translation>
    </message>
    <message>
        <source>Find what is linked</source>
        <translation>Найти привязку</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Отменить</translation>
    </message>
    <message>
        <source>Counts here or not</source>
        <translation>Действует здесь или нет</translation>
    </message>
    <message>
        <source>Where “{name}” counts was changed.</source>
        <translation>Изменено, где действует «{name}».</translation>
    </message>
</context>
<context>
    <name>LoreTraceDialog</name>
    <message>
        <source>Lore trace</source>
        <translation>Трассировка лора</translation>
    </message>
    <message>
        <source>Take the chat&apos;s last messages</source>
        <translation>Взять последние сообщения чата</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Очистить</translation>
    </message>
    <message>
        <source>Only what fires</source>
        <translation>Только сработавшие</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Открыть</translation>
    </message>
    <message>
        <source>Text to trace</source>
        <translation>Текст для трассировки</translation>
    </message>
    <message>
        <source>Write or paste a text to see what fires in it. Empty: what fires in the chat as it is.</source>
        <translation>Напишите или вставьте текст, чтобы увидеть, что в нём сработает. Пусто: что срабатывает в чате сейчас.</translation>
    </message>
    <message>
        <source>Find an entry or a reason</source>
        <translation>Найти запись или причину</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>Записи</translation>
    </message>
    <message>
        <source>Open a chat: its characters and lorebooks are asked.</source>
        <translation>Откройте чат: спрашиваются его персонажи и лорбуки.</translation>
    </message>
    <message>
        <source>No lorebook and no memory entry counts in this chat.</source>
        <translation>В этом чате не действует ни один лорбук и ни одна запись памяти.</translation>
    </message>
    <message>
        <source>{firing} of {all} entries fire</source>
        <translation>Срабатывает записей: {firing} из {all}</translation>
    </message>
    <message>
        <source>Marked in the text: {keys}</source>
        <translation>Отмечено в тексте: {keys}</translation>
    </message>
    <message>
        <source>Found in pass {number} of recursion</source>
        <translation>Найдено на проходе рекурсии {number}</translation>
    </message>
    <message>
        <source>Pulled in by “{entry}”</source>
        <translation>Вызвана записью «{entry}»</translation>
    </message>
</context>
<context>
    <name>LoreWords</name>
    <message>
        <source>Before the character</source>
        <translation>Перед персонажем</translation>
    </message>
    <message>
        <source>After the character</source>
        <translation>После персонажа</translation>
    </message>
    <message>
        <source>Before the examples</source>
        <translation>Перед примерами</translation>
    </message>
    <message>
        <source>After the examples</source>
        <translation>После примеров</translation>
    </message>
    <message>
        <source>Before the history</source>
        <translation>Перед историей</translation>
    </message>
    <message>
        <source>Inside the history, at a depth</source>
        <translation>Внутри истории, на глубине</translation>
    </message>
    <message>
        <source>After the history</source>
        <translation>После истории</translation>
    </message>
    <message>
        <source>Before the summary</source>
        <translation>Перед сводкой</translation>
    </message>
    <message>
        <source>After the summary</source>
        <translation>После сводки</translation>
    </message>
    <message>
        <source>Above the author&apos;s note</source>
        <translation>Над заметкой автора</translation>
    </message>
    <message>
        <source>Below the author&apos;s note</source>
        <translation>Под заметкой автора</translation>
    </message>
    <message>
        <source>At an outlet of your own</source>
        <translation>В своей вставке</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Система</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Пользователь</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Модель</translation>
    </message>
    <message>
        <source>At least one of them is there too</source>
        <translation>есть и хотя бы один из них</translation>
    </message>
    <message>
        <source>All of them are there too</source>
        <translation>есть и все они</translation>
    </message>
    <message>
        <source>None of them is there</source>
        <translation>нет ни одного из них</translation>
    </message>
    <message>
        <source>Not all of them are there</source>
        <translation>есть не все из них</translation>
    </message>
    <message>
        <source>Keys only</source>
        <translation>Только ключи</translation>
    </message>
    <message>
        <source>Meaning only</source>
        <translation>Только смысл</translation>
    </message>
    <message>
        <source>Keys or meaning</source>
        <translation>Ключи или смысл</translation>
    </message>
    <message>
        <source>Keys and meaning together</source>
        <translation>Ключи и смысл вместе</translation>
    </message>
    <message>
        <source>It stays out</source>
        <translation>Не входит</translation>
    </message>
    <message>
        <source>Its end is cut off</source>
        <translation>Обрезается конец</translation>
    </message>
    <message>
        <source>Its beginning is cut off</source>
        <translation>Обрезается начало</translation>
    </message>
    <message>
        <source>Character&apos;s description</source>
        <translation>Описание персонажа</translation>
    </message>
    <message>
        <source>Character&apos;s personality</source>
        <translation>Характер персонажа</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>Сценарий</translation>
    </message>
    <message>
        <source>Persona</source>
        <translation>Персона</translation>
    </message>
    <message>
        <source>Creator&apos;s notes</source>
        <translation>Заметки автора карточки</translation>
    </message>
    <message>
        <source>Author&apos;s note</source>
        <translation>Заметка автора</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Сводка</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Ответы</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Продолжение</translation>
    </message>
    <message>
        <source>Another answer</source>
        <translation>Другой ответ</translation>
    </message>
    <message>
        <source>Write for me</source>
        <translation>Написать за меня</translation>
    </message>
    <message>
        <source>Quiet requests</source>
        <translation>Тихие запросы</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Да</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Нет</translation>
    </message>
    <message>
        <source>As the book: {value}</source>
        <translation>Как лорбук: {value}</translation>
    </message>
    <message>
        <source>The pattern {key} is too long: at most {limit} characters are possible.</source>
        <translation>Шаблон {key} слишком длинный: возможно не больше {limit} символов.</translation>
    </message>
    <message>
        <source>The pattern {key} repeats too much: more than {limit} times.</source>
        <translation>В шаблоне {key} слишком много повторов: больше {limit}.</translation>
    </message>
    <message>
        <source>The pattern {key} cannot be read: {detail}.</source>
        <translation>Шаблон {key} не удаётся прочитать: {detail}.</translation>
    </message>
</context>
<context>
    <name>LorebooksPage</name>
    <message numerus="yes">
        <source>%n entries were duplicated.</source>
        <translation>
            <numerusform>Продублирована %n запись.</numerusform>
            <numerusform>Продублированы %n записи.</numerusform>
            <numerusform>Продублировано %n записей.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{name}” was deleted.</source>
        <translation>«{name}» удалено.</translation>
    </message>
    <message numerus="yes">
        <source>%n entries were deleted.</source>
        <translation>
            <numerusform>Удалена %n запись.</numerusform>
            <numerusform>Удалены %n записи.</numerusform>
            <numerusform>Удалено %n записей.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries were copied to “{name}”.</source>
        <translation>
            <numerusform>%n запись скопирована в «{name}».</numerusform>
            <numerusform>%n записи скопированы в «{name}».</numerusform>
            <numerusform>%n записей скопировано в «{name}».</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries were moved to “{name}”.</source>
        <translation>
            <numerusform>%n запись перемещена в «{name}».</numerusform>
            <numerusform>%n записи перемещены в «{name}».</numerusform>
            <numerusform>%n записей перемещено в «{name}».</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries are chosen</source>
        <translation>
            <numerusform>Выбрана %n запись</numerusform>
            <numerusform>Выбраны %n записи</numerusform>
            <numerusform>Выбрано %n записей</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MainMenu</name>
    <message>
        <source>Theme</source>
        <translation>Тема</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Язык</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>Размер текста</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>Как в системе</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Вид</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Светлая</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Тёмная</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Высокая контрастность</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Unpin</source>
        <translation>Открепить</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Закрепить</translation>
    </message>
</context>
<context>
    <name>MapStrip</name>
    <message>
        <source>Map of the chat</source>
        <translation>Карта чата</translation>
    </message>
</context>
<context>
    <name>MarkActions</name>
    <message>
        <source>Exclude from context</source>
        <translation>Исключить из контекста</translation>
    </message>
    <message>
        <source>Restore to context</source>
        <translation>Вернуть в контекст</translation>
    </message>
    <message>
        <source>Never send</source>
        <translation>Никогда не отправлять</translation>
    </message>
    <message>
        <source>Always in context</source>
        <translation>Всегда в контексте</translation>
    </message>
    <message>
        <source>Not always in context</source>
        <translation>Не всегда в контексте</translation>
    </message>
    <message>
        <source>Exclude from here up</source>
        <translation>Исключить отсюда и выше</translation>
    </message>
    <message>
        <source>Show in the context preview</source>
        <translation>Показать в предпросмотре контекста</translation>
    </message>
    <message>
        <source>{action}: {messages}</source>
        <translation>{action}: {messages}</translation>
    </message>
</context>
<context>
    <name>MarksPresenter</name>
    <message>
        <source>Undo</source>
        <translation>Отменить</translation>
    </message>
    <message>
        <source>Excluded from context: {messages}</source>
        <translation>Исключено из контекста: {messages}</translation>
    </message>
    <message>
        <source>Restored to context: {messages}</source>
        <translation>Возвращено в контекст: {messages}</translation>
    </message>
    <message>
        <source>Never sent from now on: {messages}</source>
        <translation>Больше не отправляется: {messages}</translation>
    </message>
    <message>
        <source>Always in context: {messages}</source>
        <translation>Всегда в контексте: {messages}</translation>
    </message>
    <message>
        <source>No longer always in context: {messages}</source>
        <translation>Больше не всегда в контексте: {messages}</translation>
    </message>
</context>
<context>
    <name>MembersList</name>
    <message>
        <source>Characters of this chat</source>
        <translation>Персонажи этого чата</translation>
    </message>
    <message>
        <source>Alt+Up and Alt+Down move a character, Space mutes it, Delete takes it out</source>
        <translation>Alt+вверх и Alt+вниз перемещают персонажа, пробел заглушает, Delete убирает</translation>
    </message>
</context>
<context>
    <name>Memories</name>
    <message>
        <source>Also inside of longer words</source>
        <translation>И внутри более длинных слов</translation>
    </message>
    <message>
        <source>Whole words only</source>
        <translation>Только целые слова</translation>
    </message>
    <message>
        <source>Less than usual</source>
        <translation>Ниже обычной</translation>
    </message>
    <message>
        <source>Usual</source>
        <translation>Обычная</translation>
    </message>
    <message>
        <source>Important</source>
        <translation>Важно</translation>
    </message>
    <message>
        <source>Very important</source>
        <translation>Очень важно</translation>
    </message>
</context>
<context>
    <name>MemoriesBulk</name>
    <message>
        <source>Yes</source>
        <translation>Да</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Нет</translation>
    </message>
    <message>
        <source>Switched on</source>
        <translation>Включено</translation>
    </message>
    <message>
        <source>Always in context</source>
        <translation>Всегда в контексте</translation>
    </message>
    <message>
        <source>Where it counts</source>
        <translation>Где действует</translation>
    </message>
    <message>
        <source>Importance</source>
        <translation>Важность</translation>
    </message>
    <message>
        <source>Keywords are found</source>
        <translation>Поиск ключевых слов</translation>
    </message>
</context>
<context>
    <name>MemoryForm</name>
    <message>
        <source>None</source>
        <translation>Нет</translation>
    </message>
    <message>
        <source>What is to be remembered</source>
        <translation>Что запомнить</translation>
    </message>
    <message>
        <source>One on a line; any of them is enough. Without keywords it is found by its meaning.</source>
        <translation>По одному в строке; хватит любого. Без ключевых слов находится по смыслу.</translation>
    </message>
    <message>
        <source>Keywords</source>
        <translation>Ключевые слова</translation>
    </message>
    <message>
        <source>Keywords are found</source>
        <translation>Ключевые слова ищутся</translation>
    </message>
    <message>
        <source>Where it counts</source>
        <translation>Где действует</translation>
    </message>
    <message>
        <source>Always in context</source>
        <translation>Всегда в контексте</translation>
    </message>
    <message>
        <source>Switched on</source>
        <translation>Включено</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Ещё</translation>
    </message>
    <message>
        <source>For you only; without one its beginning stands in lists.</source>
        <translation>Только для вас; без названия в списках стоит начало текста.</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Название</translation>
    </message>
    <message>
        <source>Beside other entries that have as much to do with what is said.</source>
        <translation>По сравнению с другими записями, столь же близкими к разговору.</translation>
    </message>
    <message>
        <source>Importance</source>
        <translation>Важность</translation>
    </message>
    <message>
        <source>That one was true until this one, and does not go into the prompt any more.</source>
        <translation>Та запись была верна до появления этой и больше не попадает в промпт.</translation>
    </message>
    <message>
        <source>Takes the place of</source>
        <translation>Заменяет запись</translation>
    </message>
    <message>
        <source>A memory entry says something.</source>
        <translation>В записи памяти должно что-то быть.</translation>
    </message>
</context>
<context>
    <name>MemoryModel</name>
    <message>
        <source>Made</source>
        <translation>Создано</translation>
    </message>
    <message>
        <source>On</source>
        <translation>Вкл.</translation>
    </message>
    <message>
        <source>What is remembered</source>
        <translation>Что запомнено</translation>
    </message>
    <message>
        <source>Keywords</source>
        <translation>Ключи</translation>
    </message>
    <message>
        <source>Where it counts</source>
        <translation>Где действует</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Всегда</translation>
    </message>
    <message>
        <source>Importance</source>
        <translation>Важность</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Токены</translation>
    </message>
</context>
<context>
    <name>MemoryPage</name>
    <message numerus="yes">
        <source>%n memory entries were duplicated.</source>
        <translation>
            <numerusform>Продублирована %n запись памяти.</numerusform>
            <numerusform>Продублированы %n записи памяти.</numerusform>
            <numerusform>Продублировано %n записей памяти.</numerusform>
        </translation>
    </message>
    <message>
        <source>A memory entry was made.</source>
        <translation>Создана запись памяти.</translation>
    </message>
    <message numerus="yes">
        <source>%n memory entries were deleted.</source>
        <translation>
            <numerusform>Удалена %n запись памяти.</numerusform>
            <numerusform>Удалены %n записи памяти.</numerusform>
            <numerusform>Удалено %n записей памяти.</numerusform>
        </translation>
    </message>
    <message>
        <source>“{name}” was deleted.</source>
        <translation>«{name}»: удалено.</translation>
    </message>
    <message numerus="yes">
        <source>%n memory entries were changed.</source>
        <translation>
            <numerusform>Изменена %n запись памяти.</numerusform>
            <numerusform>Изменены %n записи памяти.</numerusform>
            <numerusform>Изменено %n записей памяти.</numerusform>
        </translation>
    </message>
    <message>
        <source>New memory entry</source>
        <translation>Новая запись памяти</translation>
    </message>
    <message>
        <source>Switch on or off</source>
        <translation>Включить или выключить</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Дублировать</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Удалить</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Отменить</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Повторить</translation>
    </message>
    <message numerus="yes">
        <source>%n memory entries are chosen</source>
        <translation>
            <numerusform>Выбрана %n запись памяти</numerusform>
            <numerusform>Выбраны %n записи памяти</numerusform>
            <numerusform>Выбрано %n записей памяти</numerusform>
        </translation>
    </message>
    <message>
        <source>“{name}” was changed.</source>
        <translation>«{name}»: изменено.</translation>
    </message>
    <message>
        <source>The memory keeps what must not be forgotten, whatever else leaves the context.</source>
        <translation>Память хранит то, что нельзя забыть, что бы ни уходило из контекста.</translation>
    </message>
    <message>
        <source>Memory and recall</source>
        <translation>Память и поиск</translation>
    </message>
    <message>
        <source>remember, forget, embedding, vectors, summary</source>
        <translation>помнить, забывать, эмбеддинг, векторы, сводка</translation>
    </message>
    <message>
        <source>Recall old messages by meaning</source>
        <translation>Находить старые сообщения по смыслу</translation>
    </message>
    <message>
        <source>Recall from other chats of the character too</source>
        <translation>Искать и в других чатах персонажа</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Сводка</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Поиск в прошлом</translation>
    </message>
    <message>
        <source>Off: no text of any chat is read for it, and old messages are found by their words only.</source>
        <translation>Если выключить, тексты чатов для этого не читаются, а старые сообщения находятся только по словам.</translation>
    </message>
    <message>
        <source>By meaning</source>
        <translation>По смыслу</translation>
    </message>
    <message>
        <source>embedding, vectors, on, off</source>
        <translation>эмбеддинг, векторы, включить, выключить</translation>
    </message>
    <message>
        <source>rebuild, index, progress</source>
        <translation>перестроить, индекс, ход</translation>
    </message>
    <message>
        <source>embedding, embedder, vectors, model, e5, prefix, test</source>
        <translation>эмбеддинг, эмбеддер, векторы, модель, e5, префикс, проверка</translation>
    </message>
    <message>
        <source>Where from</source>
        <translation>Откуда</translation>
    </message>
    <message>
        <source>character, other chats</source>
        <translation>персонаж, другие чаты</translation>
    </message>
</context>
<context>
    <name>MemoryShelf</name>
    <message>
        <source>Memory entries</source>
        <translation>Записи памяти</translation>
    </message>
    <message>
        <source>New memory entry</source>
        <translation>Новая запись памяти</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Дублировать</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Удалить</translation>
    </message>
    <message>
        <source>Find a memory entry</source>
        <translation>Найти запись памяти</translation>
    </message>
    <message>
        <source>Of which place</source>
        <translation>Где действуют</translation>
    </message>
    <message>
        <source>Choose columns</source>
        <translation>Выбрать столбцы</translation>
    </message>
    <message>
        <source>All memory entries</source>
        <translation>Все записи памяти</translation>
    </message>
    <message>
        <source>No memory entry has these words.</source>
        <translation>Записей памяти с такими словами нет.</translation>
    </message>
    <message>
        <source>No memory entries yet: “New memory entry” makes the first.</source>
        <translation>Записей памяти пока нет: первую создаст «Новая запись памяти».</translation>
    </message>
</context>
<context>
    <name>MemorySources</name>
    <message>
        <source>Comes from</source>
        <translation>Источник</translation>
    </message>
    <message>
        <source>A message that is deleted.</source>
        <translation>Удалённое сообщение.</translation>
    </message>
    <message>
        <source>Show the message in its chat</source>
        <translation>Показать сообщение в чате</translation>
    </message>
</context>
<context>
    <name>MemoryWindows</name>
    <message>
        <source>Show the summary …</source>
        <translation>Показать сводку …</translation>
    </message>
    <message>
        <source>Show in what the chat remembers …</source>
        <translation>Показать в памяти чата …</translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>Something went wrong inside Talespan.</source>
        <translation>В Talespan произошла внутренняя ошибка.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Повторить</translation>
    </message>
    <message>
        <source>Open connection</source>
        <translation>Открыть подключение</translation>
    </message>
    <message>
        <source>Show context</source>
        <translation>Показать контекст</translation>
    </message>
    <message>
        <source>Take them from the backup</source>
        <translation>Взять из резервной копии</translation>
    </message>
    <message>
        <source>The server answered:</source>
        <translation>Ответ сервера:</translation>
    </message>
</context>
<context>
    <name>ModelFile</name>
    <message>
        <source>Choose a model file</source>
        <translation>Выберите файл модели</translation>
    </message>
    <message>
        <source>Model files (*.gguf)</source>
        <translation>Файлы моделей (*.gguf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Все файлы (*)</translation>
    </message>
</context>
<context>
    <name>ModelRow</name>
    <message>
        <source>Download</source>
        <translation>Загрузить</translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation>Для новых чатов</translation>
    </message>
    <message>
        <source>Asking the server …</source>
        <translation>Запрос к серверу …</translation>
    </message>
    <message>
        <source>Checking the file …</source>
        <translation>Проверка файла …</translation>
    </message>
    <message>
        <source>{done}, {speed} a second</source>
        <translation>{done}, {speed} в секунду</translation>
    </message>
    <message>
        <source>{done} of {total}, {speed} a second</source>
        <translation>{done} из {total}, {speed} в секунду</translation>
    </message>
    <message>
        <source>about {size}</source>
        <translation>около {size}</translation>
    </message>
    <message>
        <source>not tried by us yet</source>
        <translation>мы ещё не пробовали</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Model files</source>
        <translation>Файлы моделей</translation>
    </message>
    <message>
        <source>GGUF, download, local, offline, Hugging Face</source>
        <translation>GGUF, загрузка, скачать, локально, без интернета, Hugging Face</translation>
    </message>
    <message>
        <source>Files come from Hugging Face. Where that cannot be reached, enter the address of a mirror.</source>
        <translation>Файлы берутся с Hugging Face. Если он недоступен, укажите адрес зеркала.</translation>
    </message>
    <message>
        <source>Mirror</source>
        <translation>Зеркало</translation>
    </message>
    <message>
        <source>address, proxy, China</source>
        <translation>адрес, прокси</translation>
    </message>
    <message>
        <source>Model file</source>
        <translation>Файл модели</translation>
    </message>
    <message>
        <source>The address begins with http:// or https://.</source>
        <translation>Адрес начинается с http:// или https://.</translation>
    </message>
</context>
<context>
    <name>MovingList</name>
    <message>
        <source>{name}: {place} of {count}</source>
        <translation>{name}: {place} из {count}</translation>
    </message>
</context>
<context>
    <name>NewMemoryDialog</name>
    <message>
        <source>New memory entry</source>
        <translation>Новая запись памяти</translation>
    </message>
    <message>
        <source>Save and next</source>
        <translation>Сохранить и дальше</translation>
    </message>
    <message>
        <source>Save or close this one first, then remember the next.</source>
        <translation>Сначала сохраните или закройте эту запись, затем добавьте следующую.</translation>
    </message>
    <message>
        <source>Saved. The next one can be written.</source>
        <translation>Сохранено. Можно писать следующую.</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Close</source>
        <translation>Закрыть</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>What came so far is kept.</source>
        <translation>Полученная часть сохранена.</translation>
    </message>
    <message>
        <source>Your message is stored.</source>
        <translation>Ваше сообщение сохранено.</translation>
    </message>
</context>
<context>
    <name>OptionalNumber</name>
    <message>
        <source>Set it</source>
        <translation>Задать</translation>
    </message>
</context>
<context>
    <name>OrderDialog</name>
    <message>
        <source>Order of the prompt</source>
        <translation>Порядок промпта</translation>
    </message>
    <message>
        <source>Move up (Alt+Up)</source>
        <translation>Выше (Alt+Вверх)</translation>
    </message>
    <message>
        <source>Move down (Alt+Down)</source>
        <translation>Ниже (Alt+Вниз)</translation>
    </message>
    <message>
        <source>For this chat</source>
        <translation>Для этого чата</translation>
    </message>
    <message>
        <source>For all chats that have no order of their own</source>
        <translation>Для всех чатов без собственного порядка</translation>
    </message>
    <message>
        <source>What changes with every message stands before the history: a prompt cache keeps less.</source>
        <translation>Перед историей стоит то, что меняется с каждым сообщением: кэш промпта сохранит меньше.</translation>
    </message>
    <message>
        <source>Drag the rows, or move them with Alt+Up and Alt+Down.</source>
        <translation>Перетащите строки или перемещайте их клавишами Alt+Вверх и Alt+Вниз.</translation>
    </message>
    <message>
        <source>The muted rows have their place in any order; entries at a depth stay among the messages.</source>
        <translation>У приглушённых строк место постоянное; записи на глубине остаются среди сообщений.</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Сводка</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>Ваше сообщение</translation>
    </message>
    <message>
        <source>Instructions after the history</source>
        <translation>Инструкции после истории</translation>
    </message>
</context>
<context>
    <name>OrderList</name>
    <message>
        <source>Order of the prompt</source>
        <translation>Порядок промпта</translation>
    </message>
    <message>
        <source>Alt+Up and Alt+Down move the chosen row</source>
        <translation>Alt+Вверх и Alt+Вниз перемещают выбранную строку</translation>
    </message>
</context>
<context>
    <name>Overlays</name>
    <message>
        <source>Jump to the newest message</source>
        <translation>К последнему сообщению</translation>
    </message>
    <message>
        <source>Jump to the newest message (End)</source>
        <translation>К последнему сообщению (End)</translation>
    </message>
</context>
<context>
    <name>PersonPage</name>
    <message>
        <source>Form</source>
        <translation>Форма</translation>
    </message>
    <message>
        <source>Earlier versions</source>
        <translation>Прежние версии</translation>
    </message>
    <message>
        <source>This is no picture that can be shown here: PNG, JPEG, WebP and GIF can, up to 36 million pixels.</source>
        <translation>Это изображение показать нельзя. Подходят PNG, JPEG, WebP и GIF до 36 миллионов пикселей.</translation>
    </message>
    <message>
        <source>The portrait of “{name}” is another now.</source>
        <translation>Портрет «{name}» изменён.</translation>
    </message>
    <message>
        <source>“{name}” is as in an earlier version again.</source>
        <translation>«{name}»: восстановлена прежняя версия.</translation>
    </message>
</context>
<context>
    <name>PersonaChoice</name>
    <message>
        <source>As usual</source>
        <translation>Как обычно</translation>
    </message>
    <message>
        <source>Edit personas …</source>
        <translation>Изменить персоны …</translation>
    </message>
    <message>
        <source>You are {name} here.</source>
        <translation>Здесь вы — {name}.</translation>
    </message>
    <message>
        <source>It was chosen for this chat.</source>
        <translation>Персона выбрана для этого чата.</translation>
    </message>
    <message>
        <source>It is the persona for this character.</source>
        <translation>Это персона для этого персонажа.</translation>
    </message>
    <message>
        <source>It is the persona for all chats without another.</source>
        <translation>Это персона для всех чатов, где не выбрана другая.</translation>
    </message>
    <message>
        <source>No persona was chosen.</source>
        <translation>Персона не выбрана.</translation>
    </message>
</context>
<context>
    <name>PersonaForm</name>
    <message>
        <source>Name</source>
        <translation>Имя</translation>
    </message>
    <message>
        <source>Characters call you by it.</source>
        <translation>Так вас называют персонажи.</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Описание</translation>
    </message>
    <message>
        <source>Who you are in the story. {{user}} stands for the name, {{char}} for the character&apos;s.</source>
        <translation>Кто вы в истории. {{user}} — это имя, {{char}} — имя персонажа.</translation>
    </message>
    <message>
        <source>Who you are with these characters</source>
        <translation>Для каких персонажей эта персона</translation>
    </message>
    <message>
        <source>In a chat with one of them you are this persona, unless the chat has its own.</source>
        <translation>В чате с любым из них вы — эта персона, если для чата не выбрана другая.</translation>
    </message>
    <message>
        <source>A name is needed.</source>
        <translation>Нужно имя.</translation>
    </message>
</context>
<context>
    <name>Personas</name>
    <message>
        <source>New persona</source>
        <translation>Новая персона</translation>
    </message>
</context>
<context>
    <name>PersonasPage</name>
    <message>
        <source>Personas</source>
        <translation>Персоны</translation>
    </message>
    <message>
        <source>Find a persona</source>
        <translation>Найти персону</translation>
    </message>
    <message>
        <source>New persona</source>
        <translation>Новая персона</translation>
    </message>
    <message>
        <source>A persona is who you are in a story.</source>
        <translation>Персона — это кто вы в истории.</translation>
    </message>
    <message>
        <source>Who you are in all chats without another persona</source>
        <translation>Использовать во всех чатах, где нет другой персоны</translation>
    </message>
    <message>
        <source>Do not use in this chat</source>
        <translation>Не для этого чата</translation>
    </message>
    <message>
        <source>Use in this chat</source>
        <translation>Для этого чата</translation>
    </message>
</context>
<context>
    <name>PickBar</name>
    <message>
        <source>Choose no messages</source>
        <translation>Снять выбор</translation>
    </message>
    <message>
        <source>Choose no messages (Esc)</source>
        <translation>Снять выбор (Esc)</translation>
    </message>
    <message>
        <source>Chosen: {messages}</source>
        <translation>Выбрано: {messages}</translation>
    </message>
</context>
<context>
    <name>PictureStrip</name>
    <message>
        <source>This model does not see pictures: it is only told that there is one.</source>
        <translation>Эта модель не видит изображений: ей лишь сообщат, что они есть.</translation>
    </message>
</context>
<context>
    <name>PictureViewer</name>
    <message>
        <source>Picture, {width} × {height}</source>
        <translation>Изображение, {width} × {height}</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Копировать</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>Сохранить как …</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Закрыть</translation>
    </message>
    <message>
        <source>Actual size</source>
        <translation>Исходный размер</translation>
    </message>
    <message>
        <source>Fit to window</source>
        <translation>По размеру окна</translation>
    </message>
</context>
<context>
    <name>PictureWindows</name>
    <message>
        <source>The picture is not there any more.</source>
        <translation>Этого изображения больше нет.</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>Сохранить изображение</translation>
    </message>
</context>
<context>
    <name>Pictures</name>
    <message>
        <source>picture, {width} × {height} pixels</source>
        <translation>изображение, {width} × {height} пикселей</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>изображение</translation>
    </message>
</context>
<context>
    <name>Places</name>
    <message>
        <source>deleted</source>
        <translation>удалено</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Этот чат</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>Везде</translation>
    </message>
    <message>
        <source>Folder “{name}”</source>
        <translation>Папка «{name}»</translation>
    </message>
    <message>
        <source>Character “{name}”</source>
        <translation>Персонаж «{name}»</translation>
    </message>
    <message>
        <source>Persona “{name}”</source>
        <translation>Персона «{name}»</translation>
    </message>
    <message>
        <source>Chat “{name}”</source>
        <translation>Чат «{name}»</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Новый чат</translation>
    </message>
</context>
<context>
    <name>PlanMarks</name>
    <message>
        <source>What the model saw for this answer</source>
        <translation>Что видела модель для этого ответа</translation>
    </message>
</context>
<context>
    <name>PlanTree</name>
    <message>
        <source>Blocks of the context</source>
        <translation>Блоки контекста</translation>
    </message>
</context>
<context>
    <name>PortraitBox</name>
    <message>
        <source>Paste</source>
        <translation>Вставить</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Удалить</translation>
    </message>
    <message>
        <source>Portrait</source>
        <translation>Портрет</translation>
    </message>
    <message>
        <source>No portrait</source>
        <translation>Нет портрета</translation>
    </message>
    <message>
        <source>A picture can be dropped here too. It is kept small, without what it tells of its making.</source>
        <translation>Изображение можно и перетащить сюда. Хранится уменьшенная копия без сведений о съёмке.</translation>
    </message>
    <message>
        <source>Give a name first.</source>
        <translation>Сначала укажите имя.</translation>
    </message>
    <message>
        <source>Choose a picture</source>
        <translation>Выбор изображения</translation>
    </message>
    <message>
        <source>Choose …</source>
        <translation>Выбрать …</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Изображения</translation>
    </message>
    <message>
        <source>There is no picture to paste.</source>
        <translation>В буфере обмена нет изображения.</translation>
    </message>
</context>
<context>
    <name>PrefixFields</name>
    <message>
        <source>More</source>
        <translation>Ещё</translation>
    </message>
    <message>
        <source>As e5 models want it</source>
        <translation>Как для моделей e5</translation>
    </message>
    <message>
        <source>Some models want to be told which is which. Leave both empty where its maker says nothing.</source>
        <translation>Некоторым моделям нужно сказать, где что. Если автор модели об этом не пишет, оставьте оба поля пустыми.</translation>
    </message>
    <message>
        <source>Before what is searched for</source>
        <translation>Перед запросом</translation>
    </message>
    <message>
        <source>Before each message</source>
        <translation>Перед каждым сообщением</translation>
    </message>
</context>
<context>
    <name>PresetsPage</name>
    <message>
        <source>Prompts and presets</source>
        <translation>Промпты и пресеты</translation>
    </message>
    <message>
        <source>preset, SillyTavern, NovelAI, system prompt, jailbreak</source>
        <translation>пресет, SillyTavern, NovelAI, системный промпт, jailbreak</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Пресет</translation>
    </message>
    <message>
        <source>No presets. Drop one of SillyTavern or NovelAI onto the window, or import it.</source>
        <translation>Пресетов нет. Перетащите на окно пресет SillyTavern или NovelAI либо импортируйте его.</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Применить</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Убрать</translation>
    </message>
    <message>
        <source>preset, samplers, temperature, apply</source>
        <translation>пресет, сэмплеры, температура, применить</translation>
    </message>
    <message>
        <source>In chats with a character, unless its card has its own. Empty: the program&apos;s.</source>
        <translation>В чатах с персонажем, если в его карточке нет своего. Пусто: промпт программы.</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Системный промпт</translation>
    </message>
    <message>
        <source>instructions</source>
        <translation>указания</translation>
    </message>
    <message>
        <source>Stand behind your message, unless the card has its own.</source>
        <translation>Стоят после вашего сообщения, если в карточке нет своих.</translation>
    </message>
    <message>
        <source>Instructions after the history</source>
        <translation>Указания после истории</translation>
    </message>
    <message>
        <source>post-history, jailbreak</source>
        <translation>после истории, post-history, jailbreak</translation>
    </message>
    <message>
        <source>Save the prompts</source>
        <translation>Сохранить промпты</translation>
    </message>
    <message>
        <source>The preset is applied.</source>
        <translation>Пресет применён.</translation>
    </message>
    <message>
        <source>Left out: {names}.</source>
        <translation>Не вошло: {names}.</translation>
    </message>
    <message>
        <source>Sets for the connection of new chats: {figures}.</source>
        <translation>Задаёт для подключения новых чатов: {figures}.</translation>
    </message>
    <message>
        <source>Sets the system prompt.</source>
        <translation>Задаёт системный промпт.</translation>
    </message>
    <message>
        <source>Sets the instructions after the history.</source>
        <translation>Задаёт указания после истории.</translation>
    </message>
    <message>
        <source>Sets the order of the prompt.</source>
        <translation>Задаёт порядок промпта.</translation>
    </message>
</context>
<context>
    <name>PreviewHead</name>
    <message>
        <source>Here you see what the model will see, before you send it.</source>
        <translation>Здесь видно, что увидит модель, ещё до отправки.</translation>
    </message>
</context>
<context>
    <name>ProgressRow</name>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
</context>
<context>
    <name>PromptPage</name>
    <message>
        <source>Fixed width</source>
        <translation>Моноширинный</translation>
    </message>
    <message>
        <source>Copy prompt</source>
        <translation>Копировать промпт</translation>
    </message>
    <message>
        <source>The rest is not shown here; Copy prompt copies all of it.</source>
        <translation>Остальное здесь не показано; «Копировать промпт» копирует всё.</translation>
    </message>
</context>
<context>
    <name>PromptRows</name>
    <message>
        <source>System prompt</source>
        <translation>Системный промпт</translation>
    </message>
    <message>
        <source>Lore before the character</source>
        <translation>Лор перед персонажем</translation>
    </message>
    <message>
        <source>Character and persona</source>
        <translation>Персонаж и персона</translation>
    </message>
    <message>
        <source>Lore after the character</source>
        <translation>Лор после персонажа</translation>
    </message>
    <message>
        <source>Example dialogue</source>
        <translation>Примеры диалога</translation>
    </message>
    <message>
        <source>Memory that is always in context</source>
        <translation>Память, которая всегда в контексте</translation>
    </message>
    <message>
        <source>History</source>
        <translation>История</translation>
    </message>
    <message>
        <source>Memory found for this message</source>
        <translation>Память, найденная для сообщения</translation>
    </message>
    <message>
        <source>Recalled passages</source>
        <translation>Найденное в прошлом</translation>
    </message>
</context>
<context>
    <name>PromptText</name>
    <message>
        <source>Prompt as it will be sent</source>
        <translation>Промпт, каким он будет отправлен</translation>
    </message>
    <message>
        <source>the cache keeps up to here</source>
        <translation>кэш действует до этого места</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>&amp;Look in:</source>
        <translation>&amp;Папка:</translation>
    </message>
    <message>
        <source>Files of &amp;type:</source>
        <translation>&amp;Тип файлов:</translation>
    </message>
</context>
<context>
    <name>RecallStatus</name>
    <message numerus="yes">
        <source>Reading: {done} of %Ln message(s)</source>
        <translation>
            <numerusform>Читается: {done} из %Ln сообщения</numerusform>
            <numerusform>Читается: {done} из %Ln сообщений</numerusform>
            <numerusform>Читается: {done} из %Ln сообщений</numerusform>
        </translation>
    </message>
    <message>
        <source>Until then old messages are found by their words only.</source>
        <translation>До тех пор старые сообщения находятся только по словам.</translation>
    </message>
    <message>
        <source>Recall by meaning is off.</source>
        <translation>Поиск по смыслу выключен.</translation>
    </message>
    <message>
        <source>What finds by meaning has changed: the messages must be read again.</source>
        <translation>Способ поиска по смыслу изменился: сообщения нужно прочитать заново.</translation>
    </message>
    <message>
        <source>The messages could not be read.</source>
        <translation>Сообщения не удалось прочитать.</translation>
    </message>
    <message>
        <source>All messages can be found by meaning.</source>
        <translation>Все сообщения можно найти по смыслу.</translation>
    </message>
    <message>
        <source>Rebuild now</source>
        <translation>Перестроить сейчас</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Повторить</translation>
    </message>
</context>
<context>
    <name>RememberedDialog</name>
    <message>
        <source>What this chat remembers</source>
        <translation>Что помнит этот чат</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Сводка</translation>
    </message>
    <message>
        <source>Proposals</source>
        <translation>Предложено</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Обзор</translation>
    </message>
    <message>
        <source>Proposals ({count})</source>
        <translation>Предложено ({count})</translation>
    </message>
    <message>
        <source>Review ({count})</source>
        <translation>Обзор ({count})</translation>
    </message>
</context>
<context>
    <name>ReplaceDialog</name>
    <message>
        <source>Find and replace in this chat</source>
        <translation>Найти и заменить в этом чате</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Найти</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>Заменить на</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>С учётом регистра</translation>
    </message>
    <message>
        <source>Whole words</source>
        <translation>Слова целиком</translation>
    </message>
    <message>
        <source>Inflected forms too</source>
        <translation>И другие формы слова</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>Найденные места</translation>
    </message>
    <message>
        <source>Forms of the word. Tick those that are meant; what comes in their place can be changed.</source>
        <translation>Формы слова. Отметьте те, которые имелись в виду; замену можно исправить.</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Все</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Ничего</translation>
    </message>
    <message>
        <source>Undo the last replacement</source>
        <translation>Отменить последнюю замену</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Заменить</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Закрыть</translation>
    </message>
    <message>
        <source>Looking …</source>
        <translation>Идёт поиск…</translation>
    </message>
    <message>
        <source>Every place is shown first; nothing changes before you press Replace.</source>
        <translation>Сначала показываются все места; до нажатия «Заменить» ничего не меняется.</translation>
    </message>
    <message>
        <source>Nothing found that would change.</source>
        <translation>Ничего, что изменилось бы, не найдено.</translation>
    </message>
    <message>
        <source>Ticked: {count} of {all} places.</source>
        <translation>Отмечено мест: {count} из {all}.</translation>
    </message>
    <message>
        <source>Replacing; a backup is made first …</source>
        <translation>Идёт замена; сначала создаётся резервная копия…</translation>
    </message>
    <message>
        <source>Taking it back …</source>
        <translation>Отмена замены…</translation>
    </message>
</context>
<context>
    <name>Replacing</name>
    <message>
        <source>Replaced. Places: {places}, texts: {things}.</source>
        <translation>Заменено мест: {places}, текстов: {things}.</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Сообщения</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Сводка</translation>
    </message>
    <message>
        <source>Lorebooks</source>
        <translation>Лорбуки</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Память</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>Персонажи</translation>
    </message>
</context>
<context>
    <name>RescueDialog</name>
    <message>
        <source>Save what can be read</source>
        <translation>Сохранить то, что читается</translation>
    </message>
    <message>
        <source>Restore a backup</source>
        <translation>Восстановить резервную копию</translation>
    </message>
    <message>
        <source>Open it all the same</source>
        <translation>Всё равно открыть</translation>
    </message>
    <message>
        <source>Quit Talespan</source>
        <translation>Выйти из Talespan</translation>
    </message>
    <message>
        <source>Open Talespan</source>
        <translation>Открыть Talespan</translation>
    </message>
    <message>
        <source>Restore the backup instead</source>
        <translation>Лучше восстановить копию</translation>
    </message>
    <message>
        <source>Looking for backups …</source>
        <translation>Поиск резервных копий…</translation>
    </message>
    <message>
        <source>The chat database is damaged</source>
        <translation>База чатов повреждена</translation>
    </message>
    <message>
        <source>Talespan has not changed it. Both ways below keep the damaged file.</source>
        <translation>Talespan ничего в ней не менял. В обоих случаях повреждённый файл сохранится.</translation>
    </message>
    <message>
        <source>Takes everything that is still whole into a new database, and tells what is lost.</source>
        <translation>Переносит всё уцелевшее в новую базу и сообщает, что потеряно.</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Открыть папку</translation>
    </message>
    <message>
        <source>There is no backup.</source>
        <translation>Резервных копий нет.</translation>
    </message>
    <message>
        <source>Restore the backup of {moment}</source>
        <translation>Восстановить копию от {moment}</translation>
    </message>
    <message>
        <source>In the backup: {figures}.</source>
        <translation>В копии: {figures}.</translation>
    </message>
    <message>
        <source>Reading what can be read …</source>
        <translation>Чтение того, что читается…</translation>
    </message>
    <message>
        <source>This could be saved</source>
        <translation>Вот что удалось сохранить</translation>
    </message>
    <message>
        <source>Copying and checking the backup …</source>
        <translation>Копирование и проверка копии…</translation>
    </message>
</context>
<context>
    <name>RescueWords</name>
    <message>
        <source>Rescued</source>
        <translation>Спасённое</translation>
    </message>
    <message numerus="yes">
        <source>%Ln character card(s)</source>
        <translation>
            <numerusform>%Ln карточка персонажа</numerusform>
            <numerusform>%Ln карточки персонажей</numerusform>
            <numerusform>%Ln карточек персонажей</numerusform>
        </translation>
    </message>
    <message>
        <source>Saved: {figures}.</source>
        <translation>Сохранено: {figures}.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s) known to be lost.</source>
        <translation>
            <numerusform>Потеряно %Ln сообщение.</numerusform>
            <numerusform>Потеряно %Ln сообщения.</numerusform>
            <numerusform>Потеряно %Ln сообщений.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s) without their chat: look for chats called “{title}”.</source>
        <translation>
            <numerusform>%Ln сообщение осталось без чата: ищите чаты «{title}».</numerusform>
            <numerusform>%Ln сообщения остались без чата: ищите чаты «{title}».</numerusform>
            <numerusform>%Ln сообщений остались без чата: ищите чаты «{title}».</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s) with a changed text.</source>
        <translation>
            <numerusform>Текст %Ln сообщения изменён повреждением.</numerusform>
            <numerusform>Тексты %Ln сообщений изменены повреждением.</numerusform>
            <numerusform>Тексты %Ln сообщений изменены повреждением.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s) damaged and left out.</source>
        <translation>
            <numerusform>%Ln изображение повреждено и пропущено.</numerusform>
            <numerusform>%Ln изображения повреждены и пропущены.</numerusform>
            <numerusform>%Ln изображений повреждены и пропущены.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln place(s) in the file could not be read.</source>
        <translation>
            <numerusform>Не удалось прочитать %Ln место в файле.</numerusform>
            <numerusform>Не удалось прочитать %Ln места в файле.</numerusform>
            <numerusform>Не удалось прочитать %Ln мест в файле.</numerusform>
        </translation>
    </message>
    <message>
        <source>Some of it was found outside its table: what was deleted may be back.</source>
        <translation>Часть найдена вне своих таблиц: могло вернуться и удалённое.</translation>
    </message>
    <message>
        <source>Nothing is known to be lost.</source>
        <translation>Потерь не обнаружено.</translation>
    </message>
</context>
<context>
    <name>RestorePanel</name>
    <message>
        <source>There is no backup yet.</source>
        <translation>Резервных копий пока нет.</translation>
    </message>
    <message>
        <source>Restore …</source>
        <translation>Восстановить …</translation>
    </message>
    <message>
        <source>Restore this backup</source>
        <translation>Восстановить эту копию</translation>
    </message>
    <message>
        <source>Choose a backup</source>
        <translation>Выберите резервную копию</translation>
    </message>
    <message>
        <source>Backups (*.db)</source>
        <translation>Резервные копии (*.db)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Все файлы (*)</translation>
    </message>
    <message>
        <source>In the backup: {figures}.</source>
        <translation>В копии: {figures}.</translation>
    </message>
    <message>
        <source>Now: {figures}.</source>
        <translation>Сейчас: {figures}.</translation>
    </message>
    <message>
        <source>What you have now is kept as a backup.</source>
        <translation>То, что есть сейчас, останется в виде копии.</translation>
    </message>
    <message>
        <source>Copying and checking the backup …</source>
        <translation>Копирование и проверка …</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>Резервные копии</translation>
    </message>
    <message>
        <source>From a file …</source>
        <translation>Из файла …</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>The backup is ready and checked. It takes its place when Talespan is started again.</source>
        <translation>Копия готова и проверена. Она встанет на место при следующем запуске Talespan.</translation>
    </message>
    <message>
        <source>Quit Talespan</source>
        <translation>Выйти из Talespan</translation>
    </message>
    <message>
        <source>Do not restore</source>
        <translation>Не восстанавливать</translation>
    </message>
</context>
<context>
    <name>Results</name>
    <message>
        <source>Groups of results</source>
        <translation>Группы результатов</translation>
    </message>
    <message>
        <source>Search everywhere</source>
        <translation>Искать везде</translation>
    </message>
    <message>
        <source>{group} ({count})</source>
        <translation>{group} ({count})</translation>
    </message>
    <message>
        <source>By words</source>
        <translation>По словам</translation>
    </message>
    <message>
        <source>By meaning</source>
        <translation>По смыслу</translation>
    </message>
    <message>
        <source>No message has these words.</source>
        <translation>Ни в одном сообщении нет этих слов.</translation>
    </message>
</context>
<context>
    <name>ReviewCard</name>
    <message>
        <source>Switch off</source>
        <translation>Выключить</translation>
    </message>
</context>
<context>
    <name>ReviewPage</name>
    <message>
        <source>What is listed</source>
        <translation>Что показано</translation>
    </message>
    <message>
        <source>Memory is being looked through</source>
        <translation>Память просматривается</translation>
    </message>
    <message>
        <source>Memory entries under review</source>
        <translation>Записи памяти на обзоре</translation>
    </message>
    <message>
        <source>Keep as it is</source>
        <translation>Оставить как есть</translation>
    </message>
    <message>
        <source>Edit …</source>
        <translation>Изменить …</translation>
    </message>
    <message>
        <source>Switch off</source>
        <translation>Выключить</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Удалить</translation>
    </message>
    <message>
        <source>{list} ({count})</source>
        <translation>{list} ({count})</translation>
    </message>
    <message>
        <source>Keep both</source>
        <translation>Оставить обе</translation>
    </message>
</context>
<context>
    <name>ReviewPresenter</name>
    <message>
        <source>Join into this</source>
        <translation>Объединить в эту</translation>
    </message>
    <message>
        <source>Only this is true now</source>
        <translation>Теперь верна только эта</translation>
    </message>
    <message>
        <source>Both stay.</source>
        <translation>Обе остаются.</translation>
    </message>
    <message>
        <source>It stays as it is.</source>
        <translation>Остаётся как есть.</translation>
    </message>
    <message>
        <source>Two entries became one.</source>
        <translation>Две записи стали одной.</translation>
    </message>
    <message>
        <source>The other one was true until now.</source>
        <translation>Другая была верна до этого момента.</translation>
    </message>
    <message>
        <source>Switched off.</source>
        <translation>Выключено.</translation>
    </message>
    <message>
        <source>Deleted.</source>
        <translation>Удалено.</translation>
    </message>
    <message>
        <source>The entry is changed.</source>
        <translation>Запись изменена.</translation>
    </message>
</context>
<context>
    <name>ReviewWords</name>
    <message>
        <source>To look at</source>
        <translation>Стоит посмотреть</translation>
    </message>
    <message>
        <source>Contradict each other</source>
        <translation>Противоречат друг другу</translation>
    </message>
    <message>
        <source>Nearly the same</source>
        <translation>Почти одинаковые</translation>
    </message>
    <message>
        <source>Their message changed</source>
        <translation>Их сообщение изменилось</translation>
    </message>
    <message>
        <source>Not used</source>
        <translation>Не использовались</translation>
    </message>
    <message>
        <source>In every prompt</source>
        <translation>В каждом промпте</translation>
    </message>
    <message>
        <source>All, by what they cost</source>
        <translation>Все, по стоимости</translation>
    </message>
    <message>
        <source>There are no memory entries that are switched on.</source>
        <translation>Включённых записей памяти нет.</translation>
    </message>
    <message>
        <source>Nothing to look at here.</source>
        <translation>Здесь смотреть не на что.</translation>
    </message>
    <message>
        <source>Counts: {place}</source>
        <translation>Действует: {place}</translation>
    </message>
    <message>
        <source>Always in context</source>
        <translation>Всегда в контексте</translation>
    </message>
    <message>
        <source>Keywords: {keywords}</source>
        <translation>Ключевые слова: {keywords}</translation>
    </message>
    <message>
        <source>Found by meaning</source>
        <translation>Находится по смыслу</translation>
    </message>
    <message>
        <source>{tokens} tokens; {cost} per turn on average</source>
        <translation>Токенов: {tokens}; в среднем за ход: {cost}</translation>
    </message>
    <message>
        <source>No turn in the last {days} days could have used it</source>
        <translation>За последние {days} дн. ей негде было сработать</translation>
    </message>
    <message>
        <source>In {used} of {turns} turns of the last {days} days</source>
        <translation>Ходов с ней за последние {days} дн.: {used} из {turns}</translation>
    </message>
    <message>
        <source>Cannot be true beside {entry}</source>
        <translation>Не может быть верной вместе с записью {entry}</translation>
    </message>
    <message>
        <source>Nearly the same as {entry}</source>
        <translation>Почти то же, что {entry}</translation>
    </message>
    <message>
        <source>Not in any prompt for {days} days</source>
        <translation>Ни в одном промпте за {days} дн.</translation>
    </message>
    <message>
        <source>The message it was made of is deleted</source>
        <translation>Сообщение, из которого она сделана, удалено</translation>
    </message>
    <message>
        <source>The message it was made of is kept back</source>
        <translation>Сообщение, из которого она сделана, не отправляется</translation>
    </message>
    <message>
        <source>The message it was made of was changed</source>
        <translation>Сообщение, из которого она сделана, изменено</translation>
    </message>
</context>
<context>
    <name>RowActions</name>
    <message>
        <source>Copy message</source>
        <translation>Копировать сообщение</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Изменить</translation>
    </message>
    <message>
        <source>Write again</source>
        <translation>Написать заново</translation>
    </message>
    <message>
        <source>Delete message</source>
        <translation>Удалить сообщение</translation>
    </message>
    <message>
        <source>Restore message</source>
        <translation>Вернуть сообщение</translation>
    </message>
    <message>
        <source>Previous variant</source>
        <translation>Предыдущий вариант</translation>
    </message>
    <message>
        <source>Next variant</source>
        <translation>Следующий вариант</translation>
    </message>
    <message>
        <source>Show what it saw</source>
        <translation>Показать, что видела модель</translation>
    </message>
    <message>
        <source>Remember this …</source>
        <translation>Запомнить это …</translation>
    </message>
</context>
<context>
    <name>RowEditor</name>
    <message>
        <source>Save</source>
        <translation>Сохранить</translation>
    </message>
    <message>
        <source>Save and send again</source>
        <translation>Сохранить и отправить снова</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
</context>
<context>
    <name>RowLayout</name>
    <message>
        <source>The answer stops here. What had arrived was kept.</source>
        <translation>Ответ обрывается здесь. Полученное сохранено.</translation>
    </message>
    <message>
        <source>The answer could not be finished.</source>
        <translation>Ответ не удалось закончить.</translation>
    </message>
</context>
<context>
    <name>RowLooks</name>
    <message>
        <source>Reading the conversation…</source>
        <translation>Читаю переписку…</translation>
    </message>
    <message>
        <source>Restore to context</source>
        <translation>Вернуть в контекст</translation>
    </message>
    <message>
        <source>Exclude from context</source>
        <translation>Исключить из контекста</translation>
    </message>
</context>
<context>
    <name>RowPainter</name>
    <message>
        <source>Show all of it</source>
        <translation>Показать целиком</translation>
    </message>
    <message>
        <source>The rest is not shown here; Copy message copies all of it.</source>
        <translation>Остальное здесь не показано; «Копировать сообщение» копирует всё.</translation>
    </message>
    <message>
        <source>Deleted message of {name}</source>
        <translation>Удалённое сообщение: {name}</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Вернуть</translation>
    </message>
    <message>
        <source>Thinking …</source>
        <translation>Размышляет …</translation>
    </message>
    <message>
        <source>Thought for {seconds} s</source>
        <translation>Размышления: {seconds} с</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>Размышления</translation>
    </message>
</context>
<context>
    <name>RowToolbar</name>
    <message>
        <source>Message actions</source>
        <translation>Действия с сообщением</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>Другие действия</translation>
    </message>
</context>
<context>
    <name>SaveRow</name>
    <message>
        <source>Close</source>
        <translation>Закрыть</translation>
    </message>
</context>
<context>
    <name>ScopeMenu</name>
    <message>
        <source>For the next message only</source>
        <translation>Только для следующего сообщения</translation>
    </message>
    <message>
        <source>In this chat</source>
        <translation>В этом чате</translation>
    </message>
    <message>
        <source>In the folder “{name}”</source>
        <translation>В папке «{name}»</translation>
    </message>
    <message>
        <source>As the default for new chats</source>
        <translation>По умолчанию для новых чатов</translation>
    </message>
    <message>
        <source>Reset to what is inherited</source>
        <translation>Вернуть унаследованное</translation>
    </message>
</context>
<context>
    <name>ScopesInput</name>
    <message>
        <source>Somewhere else …</source>
        <translation>Где-то ещё …</translation>
    </message>
</context>
<context>
    <name>ScriptPanel</name>
    <message>
        <source>Scripts</source>
        <translation>Скрипты</translation>
    </message>
    <message>
        <source>Looks for</source>
        <translation>Что ищет</translation>
    </message>
    <message>
        <source>Puts in its place</source>
        <translation>На что заменяет</translation>
    </message>
</context>
<context>
    <name>Scripts</name>
    <message>
        <source>Unnamed</source>
        <translation>Без названия</translation>
    </message>
    <message>
        <source>Changes what is shown and what is sent.</source>
        <translation>Меняет то, что показано, и то, что отправляется.</translation>
    </message>
    <message>
        <source>Changes only what is shown.</source>
        <translation>Меняет только то, что показано.</translation>
    </message>
    <message>
        <source>Changes only what is sent.</source>
        <translation>Меняет только то, что отправляется.</translation>
    </message>
    <message>
        <source>In: {places}.</source>
        <translation>Где: {places}.</translation>
    </message>
    <message>
        <source>{kind}: {count}. Kept, not supported, never run.</source>
        <translation>{kind}: {count}. Сохраняются, не поддерживаются, никогда не выполняются.</translation>
    </message>
    <message>
        <source>Its pattern has {length} characters; at most {limit} are possible.</source>
        <translation>В шаблоне {length} символов, а можно не больше {limit}.</translation>
    </message>
    <message>
        <source>Its pattern repeats too much: more than {limit} times altogether.</source>
        <translation>В шаблоне слишком много повторений: больше {limit} всего.</translation>
    </message>
    <message>
        <source>Its pattern cannot be read: {detail}.</source>
        <translation>Шаблон не удалось прочитать: {detail}.</translation>
    </message>
    <message>
        <source>your messages</source>
        <translation>ваши сообщения</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>ответы</translation>
    </message>
    <message>
        <source>lorebook entries</source>
        <translation>записи лорбуков</translation>
    </message>
    <message>
        <source>thoughts</source>
        <translation>размышления</translation>
    </message>
    <message>
        <source>Messages {first} to {last} from the end.</source>
        <translation>Сообщения с {first}-го по {last}-е с конца.</translation>
    </message>
    <message>
        <source>From message {first} from the end on.</source>
        <translation>Начиная с {first}-го сообщения с конца.</translation>
    </message>
    <message>
        <source>Commands (/…) are not known here; it does nothing for them.</source>
        <translation>Команды (/…) здесь не поддерживаются; для них скрипт ничего не делает.</translation>
    </message>
    <message>
        <source>It starts an action of RisuAI, which is not supported; it is not run.</source>
        <translation>Он запускает действие RisuAI, которое не поддерживается; скрипт не выполняется.</translation>
    </message>
    <message>
        <source>It looks for nothing; it is not run.</source>
        <translation>Он ничего не ищет; скрипт не выполняется.</translation>
    </message>
    <message>
        <source>It is for none of the texts that Talespan knows; it is not run.</source>
        <translation>Он не предназначен ни для каких текстов, известных Talespan; скрипт не выполняется.</translation>
    </message>
</context>
<context>
    <name>ScriptsPage</name>
    <message>
        <source>Scripts</source>
        <translation>Скрипты</translation>
    </message>
    <message>
        <source>regex, regular expression, SillyTavern, RisuAI, preset</source>
        <translation>регулярные выражения, регулярка, regex, SillyTavern, RisuAI, пресет</translation>
    </message>
    <message>
        <source>These may run in every chat; none does until you tick it. Scripts of a card are in its character.</source>
        <translation>Эти скрипты могут работать в любом чате, но ни один не выполняется, пока вы его не отметите. Скрипты карточки находятся у её персонажа.</translation>
    </message>
    <message>
        <source>There are none. Drop a file of regex scripts onto the window, or import it, and they appear here.</source>
        <translation>Скриптов нет. Перетащите файл со скриптами на окно или импортируйте его, и они появятся здесь.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Убрать</translation>
    </message>
    <message>
        <source>regex, script, card, switch, on, off</source>
        <translation>регулярные выражения, скрипт, карточка, включить, выключить</translation>
    </message>
    <message>
        <source>Scripts change what is shown or sent, never what is stored.</source>
        <translation>Скрипты меняют то, что показано или отправлено, но никогда — то, что сохранено.</translation>
    </message>
    <message>
        <source>The script was removed.</source>
        <translation>Скрипт убран.</translation>
    </message>
</context>
<context>
    <name>SearchDialog</name>
    <message>
        <source>Search in all messages</source>
        <translation>Поиск по всем сообщениям</translation>
    </message>
    <message>
        <source>Words, or “a phrase”</source>
        <translation>Слова или «фраза целиком»</translation>
    </message>
</context>
<context>
    <name>SearchFilters</name>
    <message>
        <source>All chats</source>
        <translation>Все чаты</translation>
    </message>
    <message>
        <source>Any character</source>
        <translation>Любой персонаж</translation>
    </message>
    <message>
        <source>Also variants that were not chosen</source>
        <translation>И в невыбранных вариантах</translation>
    </message>
    <message>
        <source>Anyone</source>
        <translation>Кто угодно</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Вы</translation>
    </message>
    <message>
        <source>The model</source>
        <translation>Модель</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Система</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Инструменты</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>Любое время</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Сегодня</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Последние 7 дней</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>Последние 30 дней</translation>
    </message>
    <message>
        <source>Last year</source>
        <translation>Последний год</translation>
    </message>
    <message>
        <source>Between …</source>
        <translation>Выбрать даты …</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Чат</translation>
    </message>
    <message>
        <source>Character</source>
        <translation>Персонаж</translation>
    </message>
    <message>
        <source>Said by</source>
        <translation>Кто сказал</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Время</translation>
    </message>
    <message>
        <source>First day</source>
        <translation>Первый день</translation>
    </message>
    <message>
        <source>Last day</source>
        <translation>Последний день</translation>
    </message>
    <message>
        <source>From</source>
        <translation>С</translation>
    </message>
    <message>
        <source>to</source>
        <translation>по</translation>
    </message>
</context>
<context>
    <name>SearchModel</name>
    <message>
        <source>New chat</source>
        <translation>Новый чат</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Вы</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>Ассистент</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Система</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Инструмент</translation>
    </message>
    <message>
        <source>{chat}, {name}: {text}</source>
        <translation>{chat}, {name}: {text}</translation>
    </message>
    <message>
        <source>{chat}, {name}, {date}: {text}</source>
        <translation>{chat}, {name}, {date}: {text}</translation>
    </message>
</context>
<context>
    <name>SearchPresenter</name>
    <message>
        <source>No message has these words. Looking for what means the same …</source>
        <translation>Этих слов нет ни в одном сообщении. Ищем по смыслу…</translation>
    </message>
    <message>
        <source>Every message of every chat can be found here: by its words, in any spelling, and by what it means.</source>
        <translation>Здесь найдётся любое сообщение из любого чата: по словам, как бы они ни были написаны, и по смыслу.</translation>
    </message>
    <message>
        <source>Signs alone cannot be searched for. Add a word or a letter.</source>
        <translation>Одни знаки искать нельзя. Добавьте слово или букву.</translation>
    </message>
    <message>
        <source>Nothing found here.</source>
        <translation>Здесь ничего не найдено.</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>Ничего не найдено.</translation>
    </message>
    <message>
        <source>Still reading older messages: {count} left.</source>
        <translation>Старые сообщения ещё читаются: осталось {count}.</translation>
    </message>
    <message>
        <source>Not searched for: {signs}.</source>
        <translation>Не искали: {signs}.</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Новый чат</translation>
    </message>
</context>
<context>
    <name>SearchRow</name>
    <message>
        <source>Find in the context</source>
        <translation>Найти в контексте</translation>
    </message>
    <message>
        <source>Only what is left out</source>
        <translation>Только то, что не вошло</translation>
    </message>
</context>
<context>
    <name>SearchWindows</name>
    <message>
        <source>This message is in a variant of the chat that is not shown now.</source>
        <translation>Это сообщение в варианте чата, который сейчас не показан.</translation>
    </message>
    <message>
        <source>Show that variant</source>
        <translation>Показать этот вариант</translation>
    </message>
</context>
<context>
    <name>Section</name>
    <message>
        <source>unfolded</source>
        <translation>развёрнуто</translation>
    </message>
    <message>
        <source>folded away</source>
        <translation>свёрнуто</translation>
    </message>
</context>
<context>
    <name>Seen</name>
    <message>
        <source>the model sees from here</source>
        <translation>модель видит отсюда</translation>
    </message>
    <message>
        <source>left out: {messages}</source>
        <translation>не вошло: {messages}</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>address.invalid</source>
        <extracomment>“{url}” is not the address of a web server.</extracomment>
        <translation>«{url}» — не адрес веб-сервера.</translation>
    </message>
    <message>
        <source>address.no-api</source>
        <extracomment>There is no model API at {url}.</extracomment>
        <translation>По адресу {url} нет API моделей.</translation>
    </message>
    <message>
        <source>address.other-path</source>
        <extracomment>There is no model API at {url}, but there is one at {found}. Use that address.</extracomment>
        <translation>По адресу {url} нет API моделей, но он есть по адресу {found}. Используйте его.</translation>
    </message>
    <message>
        <source>address.redirect</source>
        <extracomment>The server wants to be asked at {location} instead. If you trust that address, enter it.</extracomment>
        <translation>Сервер просит обращаться по адресу {location}. Если вы доверяете этому адресу, укажите его.</translation>
    </message>
    <message>
        <source>answer.compressed</source>
        <extracomment>It was compressed, though the server was asked not to.</extracomment>
        <translation>Он был сжат, хотя сервер просили этого не делать.</translation>
    </message>
    <message>
        <source>answer.no-reply</source>
        <extracomment>It is not the answer of a model server.</extracomment>
        <translation>Это не ответ сервера моделей.</translation>
    </message>
    <message>
        <source>answer.not-json</source>
        <extracomment>It is not JSON.</extracomment>
        <translation>Это не JSON.</translation>
    </message>
    <message>
        <source>answer.too-large</source>
        <extracomment>It was larger than {limit} bytes.</extracomment>
        <translation>Он больше {limit} байт.</translation>
    </message>
    <message>
        <source>answer.web-page</source>
        <extracomment>A web page came instead: perhaps a login page of the network, a proxy, or a wrong address.</extracomment>
        <translation>Вместо ответа пришла веб-страница: возможно, это страница входа в сеть, прокси или неверный адрес.</translation>
    </message>
    <message>
        <source>app.error</source>
        <extracomment>Something went wrong: {detail}</extracomment>
        <translation>Что-то пошло не так: {detail}</translation>
    </message>
    <message>
        <source>asset.too-large</source>
        <extracomment>{file} is larger than {limit} MB: too large for a card.</extracomment>
        <translation>Файл {file} больше {limit} МБ: для карточки он слишком велик.</translation>
    </message>
    <message>
        <source>asset.too-many</source>
        <extracomment>A card holds at most {count} files, of {limit} MB together. Nothing was added.</extracomment>
        <translation>В карточке помещается не более {count} файлов общим объёмом до {limit} МБ. Ничего не добавлено.</translation>
    </message>
    <message>
        <source>asset.unreadable</source>
        <extracomment>{file} cannot be read, or is empty: it was not added.</extracomment>
        <translation>Файл {file} не читается или пуст: он не добавлен.</translation>
    </message>
    <message>
        <source>assets.missing</source>
        <extracomment>The program&apos;s own file {name} is missing. Please install Talespan again.</extracomment>
        <translation>Не найден собственный файл программы {name}. Установите Talespan заново.</translation>
    </message>
    <message>
        <source>card-text.book</source>
        <extracomment>A lorebook is written on the page Lorebooks, not here: take “character_book” out of the text.</extracomment>
        <translation>Лорбук правится на странице «Лорбуки», а не здесь: уберите из текста «character_book».</translation>
    </message>
    <message>
        <source>card-text.no-card</source>
        <extracomment>There is no character in this text. A card has at least a name or a text, in “data” or outside of it.</extracomment>
        <translation>В этом тексте нет персонажа. В карточке есть хотя бы имя или текст — внутри «data» или вне его.</translation>
    </message>
    <message>
        <source>chat.busy</source>
        <extracomment>An answer is still being written in this chat. Stop it first, or wait for its end.</extracomment>
        <translation>В этом чате ещё пишется ответ. Остановите его или дождитесь конца.</translation>
    </message>
    <message>
        <source>chat.empty-message</source>
        <extracomment>There is nothing to send: the message is empty.</extracomment>
        <translation>Отправлять нечего: сообщение пустое.</translation>
    </message>
    <message>
        <source>chat.no-folder</source>
        <extracomment>This chat is in no folder, so no folder can decide anything for it.</extracomment>
        <translation>Этот чат не лежит ни в какой папке.</translation>
    </message>
    <message>
        <source>chat.nobody-speaks</source>
        <extracomment>Everybody in this chat is muted, so nobody answers. Let somebody speak, or take the mute away.</extracomment>
        <translation>В этом чате все заглушены, и никто не отвечает. Дайте кому-нибудь слово или снимите заглушение.</translation>
    </message>
    <message>
        <source>chat.speaker-gone</source>
        <extracomment>{name} is no longer in this chat, so the round ends here.</extracomment>
        <translation>«{name}» больше нет в этом чате, поэтому круг ответов на этом закончен.</translation>
    </message>
    <message>
        <source>context.error</source>
        <extracomment>The context could not be built: {detail}</extracomment>
        <translation>Не удалось составить контекст: {detail}</translation>
    </message>
    <message>
        <source>context.no-room</source>
        <extracomment>Nothing can be sent: of the context of {limit} tokens {kept} are kept free for the answer. Make the context larger or the answer shorter.</extracomment>
        <translation>Ничего нельзя отправить: весь контекст — {limit} токенов, а для ответа оставлено {kept}. Увеличьте контекст или уменьшите длину ответа.</translation>
    </message>
    <message>
        <source>context.request-file</source>
        <extracomment>The file {file} could not be used: {detail}</extracomment>
        <translation>Файл {file} не удалось использовать: {detail}</translation>
    </message>
    <message>
        <source>context.request-unreadable</source>
        <extracomment>The request cannot be read: {where} {problem}.</extracomment>
        <translation>Запрос не удалось прочитать: {where} {problem}.</translation>
    </message>
    <message>
        <source>context.server-window</source>
        <extracomment>The server read only {seen} of {sent} tokens: its context is smaller than this connection says. Set the context size of the connection to what the server really has.</extracomment>
        <translation>Сервер прочитал только {seen} из {sent} токенов: его контекст меньше, чем указано в подключении. Укажите в подключении настоящий размер контекста сервера.</translation>
    </message>
    <message>
        <source>context.too-large</source>
        <extracomment>What must be sent needs {needed} tokens, but only {available} are free. The largest parts: {largest}.</extracomment>
        <translation>Обязательная часть занимает {needed} токенов, а свободно только {available}. Самое крупное: {largest}.</translation>
    </message>
    <message>
        <source>demo-model.missing</source>
        <extracomment>The tiny demo model is not installed. Set the program up again (packaging/run.sh --setup-only), or choose a GGUF file of your own.</extracomment>
        <translation>Крошечная демо-модель не установлена. Повторите установку (packaging/run.sh --setup-only) или выберите свой файл GGUF.</translation>
    </message>
    <message>
        <source>download.busy</source>
        <extracomment>{file} is being downloaded already.</extracomment>
        <translation>{file} уже загружается.</translation>
    </message>
    <message>
        <source>download.checksum</source>
        <extracomment>{file} did not arrive as it should be: its checksum is another one. It was thrown away; download it again.</extracomment>
        <translation>Файл {file} пришёл не таким, каким должен быть: контрольная сумма не сошлась. Он удалён; загрузите его снова.</translation>
    </message>
    <message>
        <source>download.error</source>
        <extracomment>The download of {file} did not succeed: {detail}</extracomment>
        <translation>Загрузка {file} не удалась: {detail}</translation>
    </message>
    <message>
        <source>download.no-space</source>
        <extracomment>There is not enough room for {file}: {needed} MB are needed and {free} MB are free. What has come is kept; free some space and go on.</extracomment>
        <translation>Для {file} не хватает места: нужно {needed} МБ, свободно {free} МБ. Загруженное сохранено; освободите место и продолжите.</translation>
    </message>
    <message>
        <source>download.redirect</source>
        <extracomment>It sent the download on to {location}, which cannot be trusted.</extracomment>
        <translation>Загрузка была перенаправлена на {location}, которому нельзя доверять.</translation>
    </message>
    <message>
        <source>download.refused</source>
        <extracomment>{file} is given only to people who have signed in and accepted its licence. Choose another model, or download it in a browser and choose the file here.</extracomment>
        <translation>{file} дают только тем, кто вошёл в учётную запись и принял лицензию. Выберите другую модель или загрузите файл в браузере и выберите его здесь.</translation>
    </message>
    <message>
        <source>duplicate.in-window</source>
        <extracomment>A duplicate of message {number}, which is in the window.</extracomment>
        <translation>Повторяет сообщение {number}, которое уже в окне.</translation>
    </message>
    <message>
        <source>duplicate.of</source>
        <extracomment>A duplicate of {of}.</extracomment>
        <translation>Повторяет: {of}.</translation>
    </message>
    <message>
        <source>embedding.count</source>
        <extracomment>{wanted} texts were sent, and {found} vectors came back.</extracomment>
        <translation>Отправлено текстов: {wanted}, а векторов пришло: {found}.</translation>
    </message>
    <message>
        <source>embedding.dimension</source>
        <extracomment>Its vectors have {found} numbers now and had {known} before. Perhaps the server has another model by this name.</extracomment>
        <translation>Теперь в векторах {found} чисел, а было {known}. Возможно, под этим именем на сервере уже другая модель.</translation>
    </message>
    <message>
        <source>embedding.empty</source>
        <extracomment>A vector came that is empty or all zeros.</extracomment>
        <translation>Пришёл вектор, который пуст или состоит из одних нулей.</translation>
    </message>
    <message>
        <source>embedding.no-api</source>
        <extracomment>There is no API for vectors at {url}.</extracomment>
        <translation>По адресу {url} нет API для векторов.</translation>
    </message>
    <message>
        <source>embedding.no-model</source>
        <extracomment>No model is chosen for it.</extracomment>
        <translation>Модель для этого не выбрана.</translation>
    </message>
    <message>
        <source>embedding.not-numbers</source>
        <extracomment>A vector came that holds something else than numbers.</extracomment>
        <translation>Пришёл вектор, в котором не только числа.</translation>
    </message>
    <message>
        <source>embedding.unsupported</source>
        <extracomment>“{model}” makes no vectors. Choose an embedding model.</extracomment>
        <translation>«{model}» не строит векторы. Выберите модель для эмбеддингов.</translation>
    </message>
    <message>
        <source>excluded.by-user</source>
        <extracomment>Excluded by you.</extracomment>
        <translation>Исключено вами.</translation>
    </message>
    <message>
        <source>excluded.deleted</source>
        <extracomment>Deleted.</extracomment>
        <translation>Удалено.</translation>
    </message>
    <message>
        <source>excluded.empty</source>
        <extracomment>Empty; servers refuse empty messages.</extracomment>
        <translation>Пусто; серверы не принимают пустые сообщения.</translation>
    </message>
    <message>
        <source>excluded.examples-off</source>
        <extracomment>Example dialogue is switched off.</extracomment>
        <translation>Примеры диалога выключены.</translation>
    </message>
    <message>
        <source>excluded.hidden</source>
        <extracomment>Hidden.</extracomment>
        <translation>Скрыто.</translation>
    </message>
    <message>
        <source>excluded.never-send</source>
        <extracomment>Marked by you as never to be sent.</extracomment>
        <translation>Отмечено вами: никогда не отправлять.</translation>
    </message>
    <message>
        <source>excluded.not-in-branch</source>
        <extracomment>From a message that is not in this branch.</extracomment>
        <translation>Из сообщения, которого нет в этой ветке.</translation>
    </message>
    <message>
        <source>excluded.note</source>
        <extracomment>A note; notes are never sent.</extracomment>
        <translation>Заметка; заметки никогда не отправляются.</translation>
    </message>
    <message>
        <source>excluded.outlet-nowhere</source>
        <extracomment>Its outlet “{outlet}” is nowhere in the prompt.</extracomment>
        <translation>Её вывода «{outlet}» нет нигде в промпте.</translation>
    </message>
    <message>
        <source>excluded.picture-not-seen</source>
        <extracomment>Not sent: this model does not see pictures.</extracomment>
        <translation>Не отправляется: эта модель не видит изображений.</translation>
    </message>
    <message>
        <source>excluded.picture-older</source>
        <extracomment>Not sent: only the newest pictures are, as many as {newest}.</extracomment>
        <translation>Не отправляется: отправляются только новейшие изображения, не больше {newest}.</translation>
    </message>
    <message>
        <source>excluded.stale</source>
        <extracomment>Made of a message that was changed since.</extracomment>
        <translation>Сделано из сообщения, которое с тех пор изменили.</translation>
    </message>
    <message>
        <source>excluded.tool-partner</source>
        <extracomment>Belongs to a tool call of which another part is out.</extracomment>
        <translation>Относится к вызову инструмента, другая часть которого не вошла.</translation>
    </message>
    <message>
        <source>excluded.unmatched-tool</source>
        <extracomment>A tool call without its result, or a result without its call; servers refuse these.</extracomment>
        <translation>Вызов инструмента без результата или результат без вызова; серверы такого не принимают.</translation>
    </message>
    <message>
        <source>export.no-books</source>
        <extracomment>Lorebooks that count here and are not in the card: {count}. One card holds one lorebook.</extracomment>
        <translation>Связанных лорбуков, которых нет в карточке: {count}. В карточке помещается один лорбук.</translation>
    </message>
    <message>
        <source>export.no-branches</source>
        <extracomment>It holds the open branch only; messages beside it that are left out: {count}.</extracomment>
        <translation>Сохраняется только открытая ветка; сообщений в стороне от неё, которые не вошли: {count}.</translation>
    </message>
    <message>
        <source>export.no-files</source>
        <extracomment>It has no room for files; left out: {count}.</extracomment>
        <translation>Файлы карточки сюда не помещаются; не вошло: {count}.</translation>
    </message>
    <message>
        <source>export.no-marks</source>
        <extracomment>Marks that only Talespan knows (excluded, never send, always in context) are not in it; messages that had one: {count}.</extracomment>
        <translation>Пометки, известные только Talespan (исключено, никогда не отправлять, всегда в контексте), не вошли; сообщений с ними: {count}.</translation>
    </message>
    <message>
        <source>export.no-pictures</source>
        <extracomment>Pictures of the chat that are not in it: {count}.</extracomment>
        <translation>Изображения чата, которые не вошли: {count}.</translation>
    </message>
    <message>
        <source>export.no-places</source>
        <extracomment>Entries that stand where only Talespan can put them: {count}. Other programs put them nearby.</extracomment>
        <translation>Записей, которые только Talespan умеет ставить на их место: {count}. Другие программы поставят их рядом.</translation>
    </message>
    <message>
        <source>export.no-revisions</source>
        <extracomment>The earlier texts of edited messages are not in it.</extracomment>
        <translation>Прежние тексты изменённых сообщений не вошли.</translation>
    </message>
    <message>
        <source>export.no-summary</source>
        <extracomment>The summary of the chat is not in it.</extracomment>
        <translation>Сводка чата не вошла.</translation>
    </message>
    <message>
        <source>export.no-tools</source>
        <extracomment>Calls of tools are in it as plain text.</extracomment>
        <translation>Вызовы инструментов вошли простым текстом.</translation>
    </message>
    <message>
        <source>export.no-turns</source>
        <extracomment>What the model was sent for each answer is not in it.</extracomment>
        <translation>То, что отправлялось модели для каждого ответа, не вошло.</translation>
    </message>
    <message>
        <source>export.not-png</source>
        <extracomment>The portrait is {kind}, not PNG: a plain picture bears the card.</extracomment>
        <translation>Портрет — {kind}, а не PNG: карточка записана в простую картинку.</translation>
    </message>
    <message>
        <source>import.after-the-end</source>
        <extracomment>There is something behind the picture&apos;s end; it was not read.</extracomment>
        <translation>За концом изображения что-то есть; это не прочитано.</translation>
    </message>
    <message>
        <source>import.asset-missing</source>
        <extracomment>The file {name} that the card speaks of is not there.</extracomment>
        <translation>Файла {name}, о котором говорит карточка, нет.</translation>
    </message>
    <message>
        <source>import.asset-remote</source>
        <extracomment>The card speaks of a file on the internet; it was not loaded.</extracomment>
        <translation>Карточка ссылается на файл в интернете; он не загружен.</translation>
    </message>
    <message>
        <source>import.bad-bytes</source>
        <extracomment>{count} bytes were no text and were replaced.</extracomment>
        <translation>Байтов, которые не являются текстом: {count}; они заменены.</translation>
    </message>
    <message>
        <source>import.bad-checksum</source>
        <extracomment>A checksum is wrong; the text was readable all the same.</extracomment>
        <translation>Контрольная сумма неверна, но текст удалось прочитать.</translation>
    </message>
    <message>
        <source>import.bad-date</source>
        <extracomment>The date “{date}” was not understood; it was kept as text.</extracomment>
        <translation>Дата «{date}» непонятна; она сохранена как текст.</translation>
    </message>
    <message>
        <source>import.bad-line</source>
        <extracomment>The line could not be read.</extracomment>
        <translation>Строку не удалось прочитать.</translation>
    </message>
    <message>
        <source>import.blank</source>
        <extracomment>There is nothing in it.</extracomment>
        <translation>Внутри ничего нет.</translation>
    </message>
    <message>
        <source>import.book-at-root</source>
        <extracomment>The lorebook stood outside the card&apos;s data.</extracomment>
        <translation>Лорбук стоял вне данных карточки.</translation>
    </message>
    <message>
        <source>import.broken-picture</source>
        <extracomment>The picture itself is broken; the card was read without it.</extracomment>
        <translation>Само изображение повреждено; карточка прочитана без него.</translation>
    </message>
    <message>
        <source>import.broken-tree</source>
        <extracomment>{count} messages hang on nothing that is there; they were put at the beginning.</extracomment>
        <translation>Сообщений, которым не к чему присоединиться: {count}; они поставлены в начало.</translation>
    </message>
    <message>
        <source>import.changed</source>
        <extracomment>The file {file} was changed since it was looked at. Import it again.</extracomment>
        <translation>Файл {file} изменился после просмотра. Импортируйте его заново.</translation>
    </message>
    <message>
        <source>import.copies-differ</source>
        <extracomment>The field {key} is there twice with different texts; the one in the card&apos;s data counts.</extracomment>
        <translation>Поле {key} указано дважды с разными текстами; учтено то, что в данных карточки.</translation>
    </message>
    <message>
        <source>import.duplicate-id</source>
        <extracomment>Its number {id} is there more than once.</extracomment>
        <translation>Номер {id} встречается не один раз.</translation>
    </message>
    <message>
        <source>import.duplicate-key</source>
        <extracomment>The field {key} is there twice with different values; the last one counts.</extracomment>
        <translation>Поле {key} указано дважды с разными значениями; учтено последнее.</translation>
    </message>
    <message>
        <source>import.file-too-large</source>
        <extracomment>The file {file} is larger than {limit} MB and was not read.</extracomment>
        <translation>Файл {file} больше {limit} МБ и не был прочитан.</translation>
    </message>
    <message>
        <source>import.files-left-out</source>
        <extracomment>Files of the archive that the card does not speak of were left out ({count}): {names}.</extracomment>
        <translation>Файлы архива, о которых в карточке ничего нет, не взяты ({count}): {names}.</translation>
    </message>
    <message>
        <source>import.in-characters</source>
        <extracomment>It looks for its keys in {count} characters; Talespan counts messages, and its own depth is used.</extracomment>
        <translation>Ключи ищутся в последних знаках ({count}); Talespan считает сообщения, поэтому взята его собственная глубина.</translation>
    </message>
    <message>
        <source>import.member</source>
        <extracomment>The file {name} in it cannot be used.</extracomment>
        <translation>Файл {name} в нём нельзя использовать.</translation>
    </message>
    <message>
        <source>import.nameless</source>
        <extracomment>It had no name and is called “{name}” now.</extracomment>
        <translation>Имени не было, теперь это «{name}».</translation>
    </message>
    <message>
        <source>import.newer-version</source>
        <extracomment>It is of the version {version}, newer than Talespan knows; what is not known was kept.</extracomment>
        <translation>Это версия {version}, новее, чем знает Talespan; неизвестное сохранено.</translation>
    </message>
    <message>
        <source>import.no-greeting</source>
        <extracomment>The character has no first message.</extracomment>
        <translation>У персонажа нет первого сообщения.</translation>
    </message>
    <message>
        <source>import.no-header</source>
        <extracomment>The first line is no header; names are taken from the messages.</extracomment>
        <translation>Первая строка — не заголовок; имена взяты из сообщений.</translation>
    </message>
    <message>
        <source>import.no-messages</source>
        <extracomment>There are no messages in it.</extracomment>
        <translation>Внутри нет сообщений.</translation>
    </message>
    <message>
        <source>import.no-tip</source>
        <extracomment>It does not say which branch was open; the newest one is.</extracomment>
        <translation>Не указано, какая ветвь была открыта; открыта самая новая.</translation>
    </message>
    <message>
        <source>import.not-a-list</source>
        <extracomment>The list has not the form that it should have.</extracomment>
        <translation>Список не той формы, какой должен быть.</translation>
    </message>
    <message>
        <source>import.not-an-object</source>
        <extracomment>It has not the form that it should have.</extracomment>
        <translation>Оно не той формы, какой должно быть.</translation>
    </message>
    <message>
        <source>import.nul</source>
        <extracomment>Characters that no text may hold were taken out.</extracomment>
        <translation>Символы, недопустимые в тексте, убраны.</translation>
    </message>
    <message>
        <source>import.picture-too-large</source>
        <extracomment>The picture measures {width} × {height}, too much to be shown; the card was read without it.</extracomment>
        <translation>Размер изображения {width} × {height} слишком велик для показа; карточка прочитана без него.</translation>
    </message>
    <message>
        <source>import.placeholder</source>
        <extracomment>An empty placeholder was left out.</extracomment>
        <translation>Пустая заготовка пропущена.</translation>
    </message>
    <message>
        <source>import.preset-left-out</source>
        <extracomment>What has no place here is left out of the preset: {names}.</extracomment>
        <translation>Чему здесь нет места, в пресет не вошло: {names}.</translation>
    </message>
    <message>
        <source>import.programs</source>
        <extracomment>It contains programs ({kind}: {count}); they are kept, not supported and never run.</extracomment>
        <translation>В файле есть программы ({kind}: {count}); они сохраняются, не поддерживаются и никогда не выполняются.</translation>
    </message>
    <message>
        <source>import.reserved-name</source>
        <extracomment>The extension {name} belongs to Talespan itself and was left out.</extracomment>
        <translation>Расширение {name} принадлежит самому Talespan и пропущено.</translation>
    </message>
    <message>
        <source>import.scripts</source>
        <extracomment>It contains scripts ({count}); they are kept and not run until you switch them on.</extracomment>
        <translation>В файле есть скрипты ({count}); они сохраняются и не выполняются, пока вы их не включите.</translation>
    </message>
    <message>
        <source>import.scripts-off</source>
        <extracomment>Scripts ({count}) are added switched off: look at them in the settings before you switch them on.</extracomment>
        <translation>Скрипты ({count}) добавляются выключенными: посмотрите на них в настройках, прежде чем включать.</translation>
    </message>
    <message>
        <source>import.several-cards</source>
        <extracomment>The picture holds the card {count} times; the newest readable one counts.</extracomment>
        <translation>Карточек в изображении: {count}; учтена самая новая из читаемых.</translation>
    </message>
    <message>
        <source>import.surrogates</source>
        <extracomment>Half a letter stood alone and was replaced.</extracomment>
        <translation>Половина буквы стояла отдельно и заменена.</translation>
    </message>
    <message>
        <source>import.trailing-comma</source>
        <extracomment>Commas that JSON does not allow were passed over.</extracomment>
        <translation>Запятые, недопустимые в JSON, пропущены.</translation>
    </message>
    <message>
        <source>import.unreadable</source>
        <extracomment>The file {file} cannot be read: it is not there, is no file, or the system does not allow it.</extracomment>
        <translation>Файл {file} не читается: его нет, это не файл или система не разрешает.</translation>
    </message>
    <message>
        <source>import.without-keys</source>
        <extracomment>It has no list of keys, so nothing can activate it yet.</extracomment>
        <translation>Списка ключей нет, поэтому пока ничто не может её включить.</translation>
    </message>
    <message>
        <source>inactive.anti-key</source>
        <extracomment>Blocked by the key “{key}”.</extracomment>
        <translation>Не пускает ключ «{key}».</translation>
    </message>
    <message>
        <source>inactive.anti-keys-together</source>
        <extracomment>Blocked: all of these were found: {keys}.</extracomment>
        <translation>Не пускает: найдено всё из этого: {keys}.</translation>
    </message>
    <message>
        <source>inactive.bad-pattern</source>
        <extracomment>Its pattern {key} is wrong. {detail}.</extracomment>
        <translation>Её шаблон {key} неверен: {detail}.</translation>
    </message>
    <message>
        <source>inactive.below-threshold</source>
        <extracomment>By meaning it scored {score}; the threshold is {threshold}.</extracomment>
        <translation>По смыслу оценка {score}, порог {threshold}.</translation>
    </message>
    <message>
        <source>inactive.besides-missing</source>
        <extracomment>A key was found, “{key}”, but none of these: {keys}.</extracomment>
        <translation>Ключ найден, «{key}», но ни одного из этих: {keys}.</translation>
    </message>
    <message>
        <source>inactive.cannot-be-pulled</source>
        <extracomment>Key “{key}” stands only in the entry “{title}”, and recursion may not pull it.</extracomment>
        <translation>Ключ «{key}» есть только в записи «{title}», а рекурсией вызывать нельзя.</translation>
    </message>
    <message>
        <source>inactive.cooling-down</source>
        <extracomment>Cooling down until message {message}.</extracomment>
        <translation>Остывает до сообщения {message}.</translation>
    </message>
    <message>
        <source>inactive.delayed</source>
        <extracomment>Not before message {message}.</extracomment>
        <translation>Не раньше сообщения {message}.</translation>
    </message>
    <message>
        <source>inactive.disabled</source>
        <extracomment>Switched off.</extracomment>
        <translation>Выключена.</translation>
    </message>
    <message>
        <source>inactive.empty</source>
        <extracomment>Active, but its text is empty.</extracomment>
        <translation>Активна, но её текст пуст.</translation>
    </message>
    <message>
        <source>inactive.filtered</source>
        <extracomment>Not for this character, or not for this kind of answer.</extracomment>
        <translation>Не для этого персонажа или не для такого ответа.</translation>
    </message>
    <message>
        <source>inactive.level-not-reached</source>
        <extracomment>Only from pass {level} of recursion on, and the book does not go so far.</extracomment>
        <translation>Только с прохода рекурсии {level}, а лорбук так далеко не идёт.</translation>
    </message>
    <message>
        <source>inactive.lost-group</source>
        <extracomment>Lost the group “{group}” to “{title}”.</extracomment>
        <translation>Проиграла в группе «{group}» записи «{title}».</translation>
    </message>
    <message>
        <source>inactive.meaning-off</source>
        <extracomment>It has no keywords, and recall, which would find it by meaning, is off here.</extracomment>
        <translation>У неё нет ключей, а поиск в прошлом, который нашёл бы её по смыслу, здесь выключен.</translation>
    </message>
    <message>
        <source>inactive.never</source>
        <extracomment>Its text begins with @@dont_activate.</extracomment>
        <translation>Её текст начинается с @@dont_activate.</translation>
    </message>
    <message>
        <source>inactive.no-key-hit</source>
        <extracomment>None of its keys was found.</extracomment>
        <translation>Ни один её ключ не найден.</translation>
    </message>
    <message>
        <source>inactive.no-keys</source>
        <extracomment>It has no keys.</extracomment>
        <translation>У неё нет ключей.</translation>
    </message>
    <message>
        <source>inactive.not-measured</source>
        <extracomment>Its meaning is not measured yet.</extracomment>
        <translation>Её смысл ещё не измерен.</translation>
    </message>
    <message>
        <source>inactive.not-this-answer</source>
        <extracomment>Only when the number of answers is a multiple of {every}; there are {answers}.</extracomment>
        <translation>Только когда число ответов кратно {every}; сейчас {answers}.</translation>
    </message>
    <message>
        <source>inactive.only-once</source>
        <extracomment>Was active once, and is so only once.</extracomment>
        <translation>Уже была активна, а бывает такой лишь однажды.</translation>
    </message>
    <message>
        <source>inactive.other-branch</source>
        <extracomment>Made of a message that is not in this branch.</extracomment>
        <translation>Сделана из сообщения, которого нет в этой ветке.</translation>
    </message>
    <message>
        <source>inactive.other-greeting</source>
        <extracomment>Only for a chat that begins with another greeting.</extracomment>
        <translation>Только для чата, который начинается с другого приветствия.</translation>
    </message>
    <message>
        <source>inactive.over-book-budget</source>
        <extracomment>Needs {needs} tokens, the budget of “{book}” had {had} left; {more} more are enough.</extracomment>
        <translation>Нужно {needs} токенов, в бюджете «{book}» оставалось {had}; хватит ещё {more}.</translation>
    </message>
    <message>
        <source>inactive.over-cap</source>
        <extracomment>Has {needs} tokens; at most {cap} are allowed.</extracomment>
        <translation>В ней {needs} токенов, разрешено не больше {cap}.</translation>
    </message>
    <message>
        <source>inactive.pattern-no-time</source>
        <extracomment>There was no time left for its pattern {key}: slow ones came before it.</extracomment>
        <translation>На её шаблон {key} не осталось времени: до него были медленные.</translation>
    </message>
    <message>
        <source>inactive.pattern-too-slow</source>
        <extracomment>Its pattern {key} takes too long; it is off until you change it or try it again.</extracomment>
        <translation>Её шаблон {key} слишком медленный; он выключен, пока вы его не измените или не попробуете снова.</translation>
    </message>
    <message>
        <source>inactive.probability</source>
        <extracomment>Rolled {roll}, with a probability of {limit} %.</extracomment>
        <translation>Выпало {roll} при вероятности {limit} %.</translation>
    </message>
    <message>
        <source>inactive.secondary-logic</source>
        <extracomment>A key was found, “{key}”, but of its {count} secondary keys {found} were ({logic}).</extracomment>
        <translation>Ключ найден, «{key}», но из её вторичных ключей ({count}) найдено {found} ({logic}).</translation>
    </message>
    <message>
        <source>inactive.superseded</source>
        <extracomment>No longer true since “{title}”.</extracomment>
        <translation>Больше не верно с тех пор, как есть «{title}».</translation>
    </message>
    <message>
        <source>inactive.too-few-answers</source>
        <extracomment>Only after {least} answers; there are {answers}.</extracomment>
        <translation>Только после ответов числом {least}; сейчас {answers}.</translation>
    </message>
    <message>
        <source>included.always-in-context</source>
        <extracomment>Marked as always in context.</extracomment>
        <translation>Отмечено: всегда в контексте.</translation>
    </message>
    <message>
        <source>included.by-meaning</source>
        <extracomment>By meaning: scored {score}, the threshold is {threshold}.</extracomment>
        <translation>По смыслу: оценка {score}, порог {threshold}.</translation>
    </message>
    <message>
        <source>included.constant</source>
        <extracomment>Constant: always active.</extracomment>
        <translation>Постоянная: активна всегда.</translation>
    </message>
    <message>
        <source>included.current-input</source>
        <extracomment>Your current input.</extracomment>
        <translation>Ваше текущее сообщение.</translation>
    </message>
    <message>
        <source>included.exchange</source>
        <extracomment>Of an exchange that stays: relevance {relevance}, {ago} exchanges ago.</extracomment>
        <translation>Из обмена, который остаётся: близость {relevance}, давность {ago}.</translation>
    </message>
    <message>
        <source>included.had-room</source>
        <extracomment>There was room for it.</extracomment>
        <translation>Для этого было место.</translation>
    </message>
    <message>
        <source>included.in-window</source>
        <extracomment>One of the newest messages that fit.</extracomment>
        <translation>Одно из последних сообщений, которые поместились.</translation>
    </message>
    <message>
        <source>included.kept-active</source>
        <extracomment>Was active once and stays so.</extracomment>
        <translation>Была активна однажды и остаётся такой.</translation>
    </message>
    <message>
        <source>included.key-hit</source>
        <extracomment>Key “{key}” in message {message}.</extracomment>
        <translation>Ключ «{key}» в сообщении {message}.</translation>
    </message>
    <message>
        <source>included.key-in-input</source>
        <extracomment>Key “{key}” in your input.</extracomment>
        <translation>Ключ «{key}» в вашем сообщении.</translation>
    </message>
    <message>
        <source>included.key-in-text</source>
        <extracomment>Key “{key}” in another text that is scanned: {source}.</extracomment>
        <translation>Ключ «{key}» в другом просматриваемом тексте: {source}.</translation>
    </message>
    <message>
        <source>included.newest-message</source>
        <extracomment>The newest message.</extracomment>
        <translation>Последнее сообщение.</translation>
    </message>
    <message>
        <source>included.part-of-prompt</source>
        <extracomment>Part of every prompt.</extracomment>
        <translation>Часть каждого промпта.</translation>
    </message>
    <message>
        <source>included.pulled</source>
        <extracomment>Key “{key}” in the entry “{title}” (pass {passed}).</extracomment>
        <translation>Ключ «{key}» в записи «{title}» (проход {passed}).</translation>
    </message>
    <message>
        <source>included.recalled</source>
        <extracomment>Recalled: it has to do with your input.</extracomment>
        <translation>Найдено в прошлом: связано с вашим сообщением.</translation>
    </message>
    <message>
        <source>included.sticky</source>
        <extracomment>Stays since message {since}, up to message {until}.</extracomment>
        <translation>Держится с сообщения {since} до сообщения {until}.</translation>
    </message>
    <message>
        <source>included.summary</source>
        <extracomment>Tells what is not in the window: {sentences} sentences, made of {messages} messages.</extracomment>
        <translation>Рассказывает о том, чего нет в окне: предложений {sentences}, сообщений {messages}.</translation>
    </message>
    <message>
        <source>interchange.ambiguous-format</source>
        <extracomment>The file {file} can be read as more than one kind: {kinds}. Choose one.</extracomment>
        <translation>Файл {file} можно прочитать по-разному: {kinds}. Выберите одно.</translation>
    </message>
    <message>
        <source>interchange.bomb</source>
        <extracomment>The file {file} unpacks to a multiple of its size that no honest file has. It was not read.</extracomment>
        <translation>Файл {file} при распаковке становится во столько раз больше, как не бывает у честных файлов. Он не прочитан.</translation>
    </message>
    <message>
        <source>interchange.damaged</source>
        <extracomment>The file {file} is damaged: it is not sound {kind}.</extracomment>
        <translation>Файл {file} повреждён: это не целый {kind}.</translation>
    </message>
    <message>
        <source>interchange.empty-file</source>
        <extracomment>The file {file} is empty.</extracomment>
        <translation>Файл {file} пуст.</translation>
    </message>
    <message>
        <source>interchange.encrypted</source>
        <extracomment>The file {file} is encrypted. Export it anew without encryption.</extracomment>
        <translation>Файл {file} зашифрован. Экспортируйте его заново без шифрования.</translation>
    </message>
    <message>
        <source>interchange.error</source>
        <extracomment>The file {file} could not be used: {detail}</extracomment>
        <translation>Файл {file} не удалось использовать: {detail}</translation>
    </message>
    <message>
        <source>interchange.no-card</source>
        <extracomment>The picture {file} ({kind}) holds no character card. Messengers, image hosts and picture editors take it out: get the original file.</extracomment>
        <translation>В изображении {file} ({kind}) нет карточки персонажа. Мессенджеры, хостинги и графические редакторы её удаляют: возьмите исходный файл.</translation>
    </message>
    <message>
        <source>interchange.not-json</source>
        <extracomment>The file {file} is not valid JSON: something is wrong at line {line}, column {column}.</extracomment>
        <translation>Файл {file} — неверный JSON: ошибка в строке {line}, столбце {column}.</translation>
    </message>
    <message>
        <source>interchange.not-png</source>
        <extracomment>A card can be put into a PNG picture only; {file} is {kind}.</extracomment>
        <translation>Карточку можно вложить только в изображение PNG, а {file} — это {kind}.</translation>
    </message>
    <message>
        <source>interchange.nothing-usable</source>
        <extracomment>The file {file} is {kind}, but there is nothing in it that could be used.</extracomment>
        <translation>Файл {file} — это {kind}, но в нём нет ничего, что можно использовать.</translation>
    </message>
    <message>
        <source>interchange.number</source>
        <extracomment>The file {file} holds the number {number}, which cannot be used.</extracomment>
        <translation>В файле {file} есть число {number}, которое нельзя использовать.</translation>
    </message>
    <message>
        <source>interchange.other-format</source>
        <extracomment>The file {file} is {kind}, not {wanted}.</extracomment>
        <translation>Файл {file} — это {kind}, а не {wanted}.</translation>
    </message>
    <message>
        <source>interchange.too-deep</source>
        <extracomment>The data in {file} is nested too deeply: more than {limit} levels.</extracomment>
        <translation>Данные в файле {file} вложены слишком глубоко: больше {limit} уровней.</translation>
    </message>
    <message>
        <source>interchange.too-large</source>
        <extracomment>The file {file} holds more than Talespan reads: over {limit} MB at once.</extracomment>
        <translation>В файле {file} больше, чем читает Talespan: свыше {limit} МБ сразу.</translation>
    </message>
    <message>
        <source>interchange.too-many-parts</source>
        <extracomment>The file {file} has more than {limit} parts.</extracomment>
        <translation>В файле {file} больше {limit} частей.</translation>
    </message>
    <message>
        <source>interchange.unknown-format</source>
        <extracomment>The file {file} is of a kind that Talespan does not know.</extracomment>
        <translation>Файл {file} неизвестного Talespan вида.</translation>
    </message>
    <message>
        <source>interchange.unreadable-card</source>
        <extracomment>The picture {file} holds a character card, but its text is damaged.</extracomment>
        <translation>В изображении {file} есть карточка персонажа, но её текст повреждён.</translation>
    </message>
    <message>
        <source>interchange.unsafe-name</source>
        <extracomment>The archive {file} was refused: the name {member} in it leads out of it.</extracomment>
        <translation>Архив {file} отклонён: имя {member} в нём ведёт за его пределы.</translation>
    </message>
    <message>
        <source>interchange.unsupported-format</source>
        <extracomment>The file {file} is {kind}. Talespan cannot read this kind.</extracomment>
        <translation>Файл {file} — это {kind}. Такие файлы Talespan не читает.</translation>
    </message>
    <message>
        <source>key.insecure</source>
        <extracomment>{host} would get it over plain http. Use https, or allow it for this connection.</extracomment>
        <translation>{host} получил бы его по открытому http. Используйте https или разрешите это для подключения.</translation>
    </message>
    <message>
        <source>key.missing</source>
        <extracomment>No API key is stored for this connection.</extracomment>
        <translation>Для этого подключения не сохранён ключ API.</translation>
    </message>
    <message>
        <source>key.unreadable</source>
        <extracomment>The key ring did not give the API key: {cause}</extracomment>
        <translation>Связка ключей не выдала ключ API: {cause}</translation>
    </message>
    <message>
        <source>key.unsendable</source>
        <extracomment>It holds characters that no API key has; perhaps something was pasted along with it.</extracomment>
        <translation>В нём есть символы, которых не бывает в ключах API; возможно, вместе с ним вставилось что-то ещё.</translation>
    </message>
    <message>
        <source>local-model.crashed</source>
        <extracomment>Its process ended with code {code}{log}. The next message starts it again.</extracomment>
        <translation>Её процесс завершился с кодом {code}{log}. Следующее сообщение запустит её снова.</translation>
    </message>
    <message>
        <source>local-model.ended</source>
        <extracomment>It was ended. The next message starts it again.</extracomment>
        <translation>Она была остановлена. Следующее сообщение запустит её снова.</translation>
    </message>
    <message>
        <source>local-model.engine</source>
        <extracomment>The built-in engine could not be started: {cause}</extracomment>
        <translation>Не удалось запустить встроенный движок: {cause}</translation>
    </message>
    <message>
        <source>local-model.illegal-instruction</source>
        <extracomment>This computer&apos;s processor lacks instructions (AVX2) that the built-in engine needs. Use a connection to a model server instead.</extracomment>
        <translation>Процессор этого компьютера не знает команд (AVX2), нужных встроенному движку. Используйте подключение к серверу моделей.</translation>
    </message>
    <message>
        <source>local-model.killed</source>
        <extracomment>The system ended its process, perhaps because memory ran out. The next message starts it again.</extracomment>
        <translation>Система завершила её процесс, возможно из-за нехватки памяти. Следующее сообщение запустит её снова.</translation>
    </message>
    <message>
        <source>local-model.slow-start</source>
        <extracomment>It was not ready after {seconds} seconds.</extracomment>
        <translation>Она не была готова через {seconds} с.</translation>
    </message>
    <message>
        <source>model-file.adapter</source>
        <extracomment>{file} is an addition to another model (an adapter or projector), not a model by itself.</extracomment>
        <translation>{file} — дополнение к другой модели (адаптер или проектор), а не самостоятельная модель.</translation>
    </message>
    <message>
        <source>model-file.archive</source>
        <extracomment>{file} is an archive or a PyTorch model. A GGUF file is needed; unpack it, or download the GGUF version.</extracomment>
        <translation>{file} — архив или модель PyTorch. Нужен файл GGUF: распакуйте архив или скачайте версию GGUF.</translation>
    </message>
    <message>
        <source>model-file.base</source>
        <extracomment>{file} is a base model without a chat template: it continues texts and cannot chat. Choose its “instruct” or “chat” version.</extracomment>
        <translation>{file} — базовая модель без шаблона чата: она продолжает тексты, но не умеет беседовать. Выберите версию “instruct” или “chat”.</translation>
    </message>
    <message>
        <source>model-file.blank</source>
        <extracomment>{file} holds nothing but zeros at its start: its download was probably not finished.</extracomment>
        <translation>В начале {file} одни нули: вероятно, загрузка не была закончена.</translation>
    </message>
    <message>
        <source>model-file.byte-order</source>
        <extracomment>{file} was made for big-endian machines. Download the ordinary (little-endian) version.</extracomment>
        <translation>{file} создан для машин с порядком байтов big-endian. Скачайте обычную версию (little-endian).</translation>
    </message>
    <message>
        <source>model-file.cut-short</source>
        <extracomment>{file} is cut short: it has {size:,} bytes and needs at least {needed:,}. Download it again.</extracomment>
        <translation>{file} обрезан: в нём {size:,} байт, а нужно не меньше {needed:,}. Скачайте его снова.</translation>
    </message>
    <message>
        <source>model-file.damaged</source>
        <extracomment>{file} is damaged: {cause}. Download it again.</extracomment>
        <translation>{file} повреждён: {cause}. Скачайте его снова.</translation>
    </message>
    <message>
        <source>model-file.embedding</source>
        <extracomment>{file} is an embedding model: it compares texts and cannot chat.</extracomment>
        <translation>{file} — модель эмбеддингов: она сравнивает тексты, но не умеет беседовать.</translation>
    </message>
    <message>
        <source>model-file.empty</source>
        <extracomment>The file {file} is empty.</extracomment>
        <translation>Файл {file} пуст.</translation>
    </message>
    <message>
        <source>model-file.missing</source>
        <extracomment>The file {file} is not there.</extracomment>
        <translation>Файла {file} нет.</translation>
    </message>
    <message>
        <source>model-file.no-vectors</source>
        <extracomment>{file} compares a question with an answer (a reranker): it makes no vectors.</extracomment>
        <translation>{file} сравнивает вопрос с ответом (реранкер), а векторы не строит.</translation>
    </message>
    <message>
        <source>model-file.not-a-file</source>
        <extracomment>{file} is not a file.</extracomment>
        <translation>{file} — не файл.</translation>
    </message>
    <message>
        <source>model-file.not-gguf</source>
        <extracomment>{file} is not a GGUF file. Look for a file whose name ends in .gguf.</extracomment>
        <translation>{file} — не файл GGUF. Ищите файл с именем на .gguf.</translation>
    </message>
    <message>
        <source>model-file.old-ggml</source>
        <extracomment>{file} has an old GGML format from before GGUF. Download the GGUF version of this model.</extracomment>
        <translation>{file} — старый формат GGML, который был до GGUF. Скачайте версию GGUF этой модели.</translation>
    </message>
    <message>
        <source>model-file.part</source>
        <extracomment>{file} is part {part} of {parts}. Choose part 1; all parts must lie in one folder.</extracomment>
        <translation>{file} — часть {part} из {parts}. Выберите часть 1; все части должны лежать в одной папке.</translation>
    </message>
    <message>
        <source>model-file.part-missing</source>
        <extracomment>{file} is part 1 of {parts}, and {missing} is not beside it.</extracomment>
        <translation>{file} — часть 1 из {parts}, а {missing} рядом нет.</translation>
    </message>
    <message>
        <source>model-file.pointer</source>
        <extracomment>{file} is a Git LFS pointer of a few lines, not the model itself: download the large file.</extracomment>
        <translation>{file} — указатель Git LFS в несколько строк, а не сама модель: скачайте большой файл.</translation>
    </message>
    <message>
        <source>model-file.refused</source>
        <extracomment>llama.cpp could not load {file}: {cause}</extracomment>
        <translation>llama.cpp не смогла загрузить {file}: {cause}</translation>
    </message>
    <message>
        <source>model-file.safetensors</source>
        <extracomment>{file} is a safetensors file. Download the GGUF version of this model.</extracomment>
        <translation>{file} — файл safetensors. Скачайте версию GGUF этой модели.</translation>
    </message>
    <message>
        <source>model-file.unreadable</source>
        <extracomment>The file {file} cannot be read: {cause}.</extracomment>
        <translation>Файл {file} не читается: {cause}.</translation>
    </message>
    <message>
        <source>model-file.version</source>
        <extracomment>{file} has GGUF version {version}; versions 2 and 3 can be used.</extracomment>
        <translation>{file} имеет версию GGUF {version}; годятся версии 2 и 3.</translation>
    </message>
    <message>
        <source>model-file.vocabulary</source>
        <extracomment>{file} holds only a vocabulary, no model.</extracomment>
        <translation>В {file} только словарь, модели нет.</translation>
    </message>
    <message>
        <source>model-file.web-page</source>
        <extracomment>{file} is a web page, not a model: the download probably led to a page that asks to log in.</extracomment>
        <translation>{file} — веб-страница, а не модель: вероятно, загрузка привела на страницу входа.</translation>
    </message>
    <message>
        <source>model.unlisted</source>
        <extracomment>The server does not list the model “{model}”.</extracomment>
        <translation>Сервер не перечисляет модель «{model}».</translation>
    </message>
    <message>
        <source>network.name-unknown</source>
        <extracomment>The name {host} is not known.</extracomment>
        <translation>Имя {host} неизвестно.</translation>
    </message>
    <message>
        <source>network.proxy</source>
        <extracomment>The proxy {proxy} could not be used.</extracomment>
        <translation>Прокси {proxy} не удалось использовать.</translation>
    </message>
    <message>
        <source>network.refused</source>
        <extracomment>Nothing answers at {host}.</extracomment>
        <translation>По адресу {host} никто не отвечает.</translation>
    </message>
    <message>
        <source>note.card-of-speaker</source>
        <extracomment>The card, lore and memory of {name} count; of the others only their names and words.</extracomment>
        <translation>Учитываются карточка, лор и память персонажа {name}; от остальных — только имена и реплики.</translation>
    </message>
    <message>
        <source>note.cards-of-all</source>
        <extracomment>The cards, lore and memory of all members count: {count}.</extracomment>
        <translation>Учитываются карточки, лор и память всех участников: {count}.</translation>
    </message>
    <message>
        <source>note.kept-free</source>
        <extracomment>Kept free, so that the beginning of the prompt stays the same for the next turns: {tokens} tokens.</extracomment>
        <translation>Оставлено свободным, чтобы начало промпта не менялось в ближайших ходах: токенов — {tokens}.</translation>
    </message>
    <message>
        <source>note.speaks-again</source>
        <extracomment>{name} speaks: another answer in the place of an earlier one.</extracomment>
        <translation>Говорит {name}: другой ответ на месте прежнего.</translation>
    </message>
    <message>
        <source>note.speaks-alone</source>
        <extracomment>{name} speaks next: all others are muted.</extracomment>
        <translation>Следующая реплика — {name}: все остальные заглушены.</translation>
    </message>
    <message>
        <source>note.speaks-chosen</source>
        <extracomment>{name} speaks next: chosen by you.</extracomment>
        <translation>Следующая реплика — {name}: так выбрали вы.</translation>
    </message>
    <message>
        <source>note.speaks-drawn</source>
        <extracomment>{name} speaks next: drawn by lot, as nobody was mentioned or spoke up.</extracomment>
        <translation>Следующая реплика — {name}: выбор по жребию, ведь никто не назван и никто не вызвался.</translation>
    </message>
    <message>
        <source>note.speaks-first</source>
        <extracomment>{name} speaks next: the first of the members, as long as you choose nobody.</extracomment>
        <translation>Следующая реплика — {name}: первый в списке, пока вы никого не выбрали.</translation>
    </message>
    <message>
        <source>note.speaks-listed</source>
        <extracomment>{name} speaks next: next in the list.</extracomment>
        <translation>Следующая реплика — {name}: так идёт по списку.</translation>
    </message>
    <message>
        <source>note.speaks-mentioned</source>
        <extracomment>{name} speaks next: mentioned in the last message.</extracomment>
        <translation>Следующая реплика — {name}: имя названо в последнем сообщении.</translation>
    </message>
    <message>
        <source>note.speaks-pooled</source>
        <extracomment>{name} speaks next: drawn among those who have not spoken since everyone had.</extracomment>
        <translation>Следующая реплика — {name}: жребий среди тех, кто ещё не говорил в этом круге.</translation>
    </message>
    <message>
        <source>note.speaks-talkative</source>
        <extracomment>{name} speaks next: talkative ({percent} %), and this time it was enough.</extracomment>
        <translation>Следующая реплика — {name}: разговорчивости ({percent} %) на этот раз хватило.</translation>
    </message>
    <message>
        <source>note.speaks-then</source>
        <extracomment>After that: {names}.</extracomment>
        <translation>После этого: {names}.</translation>
    </message>
    <message>
        <source>ollama.missing-model</source>
        <extracomment>Ollama does not have the model “{model}”. Get it with: ollama pull {model}</extracomment>
        <translation>В Ollama нет модели «{model}». Получите её командой: ollama pull {model}</translation>
    </message>
    <message>
        <source>ollama.no-models</source>
        <extracomment>Ollama has no model yet. Get one with “ollama pull” and the name of a model.</extracomment>
        <translation>В Ollama пока нет моделей. Получите модель командой «ollama pull» с её именем.</translation>
    </message>
    <message>
        <source>ollama.not-there</source>
        <extracomment>There is no Ollama at {url}. For another server choose the kind “Model server”.</extracomment>
        <translation>По адресу {url} нет Ollama. Для другого сервера выберите вид «Сервер моделей».</translation>
    </message>
    <message>
        <source>pattern.invalid</source>
        <extracomment>This pattern cannot be read: {detail}.</extracomment>
        <translation>Этот шаблон не читается: {detail}.</translation>
    </message>
    <message>
        <source>pattern.no-time</source>
        <extracomment>There was no time left for this pattern: slow ones came before it.</extracomment>
        <translation>На этот шаблон не осталось времени: перед ним были медленные.</translation>
    </message>
    <message>
        <source>pattern.too-large</source>
        <extracomment>This pattern repeats too much: more than {limit} times altogether.</extracomment>
        <translation>Этот шаблон повторяет слишком много: всего больше {limit} раз.</translation>
    </message>
    <message>
        <source>pattern.too-long</source>
        <extracomment>This pattern has {length} characters; at most {limit} are possible.</extracomment>
        <translation>В этом шаблоне {length} знаков; можно не больше {limit}.</translation>
    </message>
    <message>
        <source>pattern.too-slow</source>
        <extracomment>This pattern takes too long; it is off until you change it or try it again.</extracomment>
        <translation>Этот шаблон работает слишком долго; он выключен, пока вы не измените его или не попробуете снова.</translation>
    </message>
    <message>
        <source>picture.too-large</source>
        <extracomment>{name} is too large: a picture may have at most {megabytes} MB and {megapixels} million pixels.</extracomment>
        <translation>{name}: слишком большое изображение. Допустимо не больше {megabytes} МБ и {megapixels} млн пикселей.</translation>
    </message>
    <message>
        <source>picture.too-many</source>
        <extracomment>A message can have at most {limit} pictures.</extracomment>
        <translation>В сообщении может быть не больше {limit} изображений.</translation>
    </message>
    <message>
        <source>picture.unreadable</source>
        <extracomment>{name} is no picture that can be read.</extracomment>
        <translation>{name}: это не изображение, которое можно прочитать.</translation>
    </message>
    <message>
        <source>plugin.error</source>
        <extracomment>The plugin {plugin} failed: {detail}</extracomment>
        <translation>Сбой плагина {plugin}: {detail}</translation>
    </message>
    <message>
        <source>provider.auth</source>
        <extracomment>The server refused the API key.</extracomment>
        <translation>Сервер не принял ключ API.</translation>
    </message>
    <message>
        <source>provider.bad-request</source>
        <extracomment>The server did not accept the request.</extracomment>
        <translation>Сервер не принял запрос.</translation>
    </message>
    <message>
        <source>provider.bad-response</source>
        <extracomment>The server&apos;s answer was not understood.</extracomment>
        <translation>Ответ сервера не удалось понять.</translation>
    </message>
    <message>
        <source>provider.context-too-long</source>
        <extracomment>The prompt is longer than the model allows.</extracomment>
        <translation>Промпт длиннее, чем допускает модель.</translation>
    </message>
    <message>
        <source>provider.crashed</source>
        <extracomment>The local model stopped unexpectedly.</extracomment>
        <translation>Локальная модель неожиданно остановилась.</translation>
    </message>
    <message>
        <source>provider.embedding</source>
        <extracomment>The texts could not be made into vectors.</extracomment>
        <translation>Из текстов не удалось построить векторы.</translation>
    </message>
    <message>
        <source>provider.empty</source>
        <extracomment>The model answered with nothing.</extracomment>
        <translation>Модель ответила пустотой.</translation>
    </message>
    <message>
        <source>provider.insecure</source>
        <extracomment>The API key would travel unencrypted.</extracomment>
        <translation>Ключ API передавался бы без шифрования.</translation>
    </message>
    <message>
        <source>provider.interrupted</source>
        <extracomment>The answer broke off before its end.</extracomment>
        <translation>Ответ оборвался, не дойдя до конца.</translation>
    </message>
    <message>
        <source>provider.model-file</source>
        <extracomment>The model file cannot be used.</extracomment>
        <translation>Файл модели не годится.</translation>
    </message>
    <message>
        <source>provider.network</source>
        <extracomment>The server could not be reached.</extracomment>
        <translation>Не удалось связаться с сервером.</translation>
    </message>
    <message>
        <source>provider.not-found</source>
        <extracomment>The server does not know this model or address.</extracomment>
        <translation>Сервер не знает этой модели или этого адреса.</translation>
    </message>
    <message>
        <source>provider.quota</source>
        <extracomment>The account has no credit left.</extracomment>
        <translation>На счёте закончились средства.</translation>
    </message>
    <message>
        <source>provider.rate-limit</source>
        <extracomment>The server asks to slow down.</extracomment>
        <translation>Сервер просит не спешить.</translation>
    </message>
    <message>
        <source>provider.refused</source>
        <extracomment>The model refused to answer.</extracomment>
        <translation>Модель отказалась отвечать.</translation>
    </message>
    <message>
        <source>provider.server</source>
        <extracomment>The server had an error of its own.</extracomment>
        <translation>На сервере произошла ошибка.</translation>
    </message>
    <message>
        <source>provider.timeout</source>
        <extracomment>The server did not answer in time.</extracomment>
        <translation>Сервер не ответил вовремя.</translation>
    </message>
    <message>
        <source>provider.tls</source>
        <extracomment>The server&apos;s certificate could not be verified.</extracomment>
        <translation>Сертификат сервера не удалось проверить.</translation>
    </message>
    <message>
        <source>provider.window</source>
        <extracomment>The model&apos;s context is smaller than this connection says.</extracomment>
        <translation>Контекст модели меньше, чем указано в подключении.</translation>
    </message>
    <message>
        <source>replace.changed</source>
        <extracomment>“{name}” was changed meanwhile. Nothing was replaced; look for it again.</extracomment>
        <translation>«{name}» за это время изменилось. Ничего не заменено; выполните поиск ещё раз.</translation>
    </message>
    <message>
        <source>secret.error</source>
        <extracomment>The system&apos;s key ring could not be used: {detail}</extracomment>
        <translation>Связкой ключей системы не удалось воспользоваться: {detail}</translation>
    </message>
    <message>
        <source>secret.file</source>
        <extracomment>The file of API keys could not be used: {detail}</extracomment>
        <translation>Файлом ключей API не удалось воспользоваться: {detail}</translation>
    </message>
    <message>
        <source>settings.address</source>
        <extracomment>The address must begin with http:// or https://.</extracomment>
        <translation>Адрес должен начинаться с http:// или https://.</translation>
    </message>
    <message>
        <source>settings.error</source>
        <extracomment>This setting cannot be used: {detail}</extracomment>
        <translation>Эта настройка не годится: {detail}</translation>
    </message>
    <message>
        <source>settings.large-reserve</source>
        <extracomment>The space reserved for the reply must be smaller than the context size, and more than nothing.</extracomment>
        <translation>Резерв под ответ должен быть больше нуля и меньше размера контекста.</translation>
    </message>
    <message>
        <source>settings.nameless-connection</source>
        <extracomment>The connection needs a name.</extracomment>
        <translation>Подключению нужно название.</translation>
    </message>
    <message>
        <source>settings.set-aside</source>
        <extracomment>The settings could not be read, so the defaults are used. The old file was kept as {name}.</extracomment>
        <translation>Настройки не удалось прочитать, поэтому взяты настройки по умолчанию. Старый файл сохранён как {name}.</translation>
    </message>
    <message>
        <source>settings.small-context</source>
        <extracomment>The context size must be at least {minimum} tokens.</extracomment>
        <translation>Размер контекста должен быть не меньше {minimum} токенов.</translation>
    </message>
    <message>
        <source>settings.too-new</source>
        <extracomment>The settings were made by a newer Talespan, so the defaults are used. They were kept as {name}.</extracomment>
        <translation>Настройки созданы более новой версией Talespan, поэтому взяты настройки по умолчанию. Файл сохранён как {name}.</translation>
    </message>
    <message>
        <source>storage.backup-unusable</source>
        <extracomment>The backup {file} cannot be restored: {detail} Nothing was changed.</extracomment>
        <translation>Копию {file} нельзя восстановить: {detail} Ничего не изменено.</translation>
    </message>
    <message>
        <source>storage.damaged</source>
        <extracomment>The chat database is damaged: {detail} It was left as it is. Start Talespan again, or run “talespan doctor --repair”: what can be read is saved, or a backup is restored. The backups are in {backups}.</extracomment>
        <translation>База чатов повреждена: {detail} Она оставлена как есть. Запустите Talespan снова или выполните «talespan doctor --repair»: то, что читается, будет сохранено, либо можно восстановить копию. Резервные копии — в {backups}.</translation>
    </message>
    <message>
        <source>storage.disk-full</source>
        <extracomment>The disk is full. What was stored is safe; free some space and try again.</extracomment>
        <translation>Диск заполнен. Сохранённое в безопасности; освободите место и повторите.</translation>
    </message>
    <message>
        <source>storage.error</source>
        <extracomment>The data could not be read or written: {detail}</extracomment>
        <translation>Не удалось прочитать или записать данные: {detail}</translation>
    </message>
    <message>
        <source>storage.in-use</source>
        <extracomment>Another Talespan is using the data folder {folder}. Close it, or use another folder with --data-dir.</extracomment>
        <translation>Папка данных {folder} занята другим Talespan. Закройте его или укажите другую папку через --data-dir.</translation>
    </message>
    <message>
        <source>storage.no-backup</source>
        <extracomment>No backup could be made before this was deleted. It can still be undone here, until the window is closed.</extracomment>
        <translation>Перед этим удалением не удалось сделать резервную копию. Его ещё можно отменить здесь, пока окно не закрыто.</translation>
    </message>
    <message>
        <source>storage.not-found</source>
        <extracomment>There is no {kind} with the id {id}.</extracomment>
        <translation>Не найдено: {kind} с идентификатором {id}.</translation>
    </message>
    <message>
        <source>storage.nothing-to-back-up</source>
        <extracomment>There is nothing to back up yet: no chat was ever kept here.</extracomment>
        <translation>Сохранять пока нечего: здесь ещё не было ни одного чата.</translation>
    </message>
    <message>
        <source>storage.nothing-to-rescue</source>
        <extracomment>Nothing that Talespan wrote could be found in the database {file}. It was left as it is.</extracomment>
        <translation>В базе данных {file} не нашлось ничего, что записал Talespan. Она оставлена как есть.</translation>
    </message>
    <message>
        <source>storage.read-only</source>
        <extracomment>The data folder {folder} cannot be written.</extracomment>
        <translation>В папку данных {folder} нельзя записывать.</translation>
    </message>
    <message>
        <source>storage.replaced</source>
        <extracomment>What was laid ready (a backup, or what could be read of damaged data) is in its place now. What was there before is kept in {file}.</extracomment>
        <translation>То, что лежало наготове (резервная копия или прочитанное из повреждённых данных), теперь на своём месте. То, что было раньше, хранится в {file}.</translation>
    </message>
    <message>
        <source>storage.text-damaged</source>
        <extracomment>Something else than Talespan changed stored messages on the disk ({count}). The first: “{beginning}” of {when} in the chat “{chat}”. The backup of {backup} has {whole} of them whole.</extracomment>
        <translation>Что-то помимо Talespan изменило на диске сохранённые сообщения ({count}). Первое: «{beginning}» от {when} в чате «{chat}». В резервной копии от {backup} есть целые: {whole}.</translation>
    </message>
    <message>
        <source>storage.text-lost</source>
        <extracomment>Something else than Talespan changed stored messages on the disk ({count}). The first: “{beginning}” of {when} in the chat “{chat}”. No backup has them whole; they are shown as they are.</extracomment>
        <translation>Что-то помимо Talespan изменило на диске сохранённые сообщения ({count}). Первое: «{beginning}» от {when} в чате «{chat}». Целыми их нет ни в одной резервной копии; они показаны как есть.</translation>
    </message>
    <message>
        <source>storage.too-new</source>
        <extracomment>This data was last used by a newer Talespan (data version {found}, this program knows {known}). Please update the program; nothing was changed.</extracomment>
        <translation>Эти данные использовал более новый Talespan (версия данных {found}, программа знает {known}). Обновите программу; ничего не изменено.</translation>
    </message>
    <message>
        <source>summarised.into</source>
        <extracomment>Summarised before your input, with all that is no longer in the window (sentences: {sentences}).</extracomment>
        <translation>Вошло в сводку: предложения перед вашим сообщением ({sentences}) заменяют то, чего уже нет в окне.</translation>
    </message>
    <message>
        <source>timeout.silent</source>
        <extracomment>Nothing came for {seconds} seconds.</extracomment>
        <translation>{seconds} с ничего не приходило.</translation>
    </message>
    <message>
        <source>tls.ca-file</source>
        <extracomment>The certificate file {file} could not be read.</extracomment>
        <translation>Файл сертификата {file} не удалось прочитать.</translation>
    </message>
    <message>
        <source>tls.expired</source>
        <extracomment>It has expired.</extracomment>
        <translation>Срок его действия истёк.</translation>
    </message>
    <message>
        <source>tls.host</source>
        <extracomment>It belongs to another host than {host}.</extracomment>
        <translation>Он принадлежит другому узлу, не {host}.</translation>
    </message>
    <message>
        <source>tls.not-tls</source>
        <extracomment>{host} does not speak TLS there. Perhaps the address begins with http://.</extracomment>
        <translation>{host} не поддерживает там TLS. Возможно, адрес начинается с http://.</translation>
    </message>
    <message>
        <source>tls.unknown-issuer</source>
        <extracomment>Nobody whom this system trusts has signed it. If it is your company&apos;s or your own, set its CA file in the connection.</extracomment>
        <translation>Его не подписал никто из тех, кому доверяет система. Если это центр вашей компании или ваш собственный, укажите файл центра сертификации в подключении.</translation>
    </message>
    <message>
        <source>trimmed.below-threshold</source>
        <extracomment>Less relevant than what counts: {score}, the threshold is {threshold}.</extracomment>
        <translation>Менее близко, чем то, что учитывается: {score}, порог {threshold}.</translation>
    </message>
    <message>
        <source>trimmed.exchange</source>
        <extracomment>An exchange of relevance {relevance}, {ago} exchanges ago: more relevant or newer ones come first.</extracomment>
        <translation>Обмен репликами с близостью {relevance}, давность {ago}: более близкие или новые идут раньше.</translation>
    </message>
    <message>
        <source>trimmed.key-below-threshold</source>
        <extracomment>Key “{key}” was found, but the entry&apos;s relevance, {score}, is below the threshold of {threshold}: under the strategy Recall such entries leave first, before any message. It would stay with more room, if it were always on, or under another strategy, where there is no threshold.</extracomment>
        <translation>Ключ «{key}» найден, но близость записи — {score}, ниже порога {threshold}: по стратегии «По смыслу» такие записи уходят первыми, раньше сообщений. Она осталась бы, будь места больше, будь она «Всегда» в контексте или при другой стратегии, где порога нет.</translation>
    </message>
    <message>
        <source>trimmed.no-room</source>
        <extracomment>No room: the newest messages come first.</extracomment>
        <translation>Нет места: сначала идут последние сообщения.</translation>
    </message>
    <message>
        <source>trimmed.older-than-window</source>
        <extracomment>Older than the window.</extracomment>
        <translation>Старше окна.</translation>
    </message>
    <message>
        <source>trimmed.over-lane</source>
        <extracomment>Needs {needs} tokens, had {had} after {after}.</extracomment>
        <translation>Нужно {needs} токенов, оставалось {had} после: {after}.</translation>
    </message>
    <message>
        <source>trimmed.over-lane-alone</source>
        <extracomment>Needs {needs} tokens, had {had}.</extracomment>
        <translation>Нужно {needs} токенов, было {had}.</translation>
    </message>
    <message>
        <source>trimmed.recall-off</source>
        <extracomment>Recall is off here.</extracomment>
        <translation>Поиск в прошлом здесь выключен.</translation>
    </message>
    <message>
        <source>warning.constant-lore</source>
        <extracomment>Constant lore needs {needs} tokens, more than its share of {share}. All of it stays; less is left for the rest.</extracomment>
        <translation>Постоянному лору нужно {needs} токенов, больше его доли {share}. Он остаётся весь; другим достаётся меньше.</translation>
    </message>
    <message>
        <source>warning.constant-over-cap</source>
        <extracomment>The constant entry “{title}” is out: it has {needs} tokens, at most {cap} are allowed.</extracomment>
        <translation>Постоянная запись «{title}» не вошла: в ней {needs} токенов, разрешено не больше {cap}.</translation>
    </message>
    <message>
        <source>warning.cut-further</source>
        <extracomment>The strategy “{strategy}” kept more than fits; left out besides, oldest first: {count}.</extracomment>
        <translation>Стратегия «{strategy}» оставила больше, чем помещается; сверх того отброшено, начиная со старейших: {count}.</translation>
    </message>
    <message>
        <source>warning.empty-not-sent</source>
        <extracomment>Empty messages that were not sent: {count}.</extracomment>
        <translation>Пустых сообщений, которые не отправлены: {count}.</translation>
    </message>
    <message>
        <source>warning.newest-left-out</source>
        <extracomment>The message before your input is left out: it needs {needs} tokens, there was room for {had}.</extracomment>
        <translation>Сообщение перед вашим вводом не вошло: ему нужно {needs} токенов, а места было на {had}.</translation>
    </message>
    <message>
        <source>warning.protected-restored</source>
        <extracomment>The strategy “{strategy}” left out what must be sent; restored: {count}.</extracomment>
        <translation>Стратегия «{strategy}» отбросила обязательное; возвращено: {count}.</translation>
    </message>
    <message>
        <source>warning.slow-patterns</source>
        <extracomment>Patterns that take too long are off: {count}, among them {key} of “{title}”.</extracomment>
        <translation>Слишком медленные шаблоны выключены: {count}, среди них {key} записи «{title}».</translation>
    </message>
    <message>
        <source>warning.slow-script</source>
        <extracomment>The script “{name}” takes too long; texts that it left as they are: {count}.</extracomment>
        <translation>Скрипт «{name}» работает слишком долго; текстов, которые он оставил как есть: {count}.</translation>
    </message>
    <message>
        <source>warning.strategy-failed</source>
        <extracomment>The strategy “{strategy}” failed ({error}); the oldest messages were left out instead.</extracomment>
        <translation>Стратегия «{strategy}» дала сбой ({error}); вместо неё ушли старейшие сообщения.</translation>
    </message>
    <message>
        <source>warning.unknown-strategy</source>
        <extracomment>The strategy “{strategy}” is not there; the oldest messages were left out instead.</extracomment>
        <translation>Стратегии «{strategy}» нет; вместо неё отброшены старейшие сообщения.</translation>
    </message>
    <message>
        <source>window.smaller</source>
        <extracomment>It reads {found} tokens at most, and the connection says {wanted}. Set the context size to {found}.</extracomment>
        <translation>Она читает не больше {found} токенов, а в подключении указано {wanted}. Укажите размер контекста {found}.</translation>
    </message>
</context>
<context>
    <name>ServerList</name>
    <message>
        <source>Looking for model servers</source>
        <translation>Поиск серверов моделей</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Искать снова</translation>
    </message>
    <message>
        <source>Looking for Ollama, LM Studio, llama.cpp, KoboldCpp and vLLM …</source>
        <translation>Поиск Ollama, LM Studio, llama.cpp, KoboldCpp и vLLM …</translation>
    </message>
    <message>
        <source>No model server is running. Start Ollama or LM Studio, then look again.</source>
        <translation>Серверы моделей не запущены. Запустите Ollama или LM Studio и повторите поиск.</translation>
    </message>
    <message>
        <source>It has no model yet.</source>
        <translation>Моделей пока нет.</translation>
    </message>
    <message>
        <source>Model of {server}</source>
        <translation>Модель сервера {server}</translation>
    </message>
    <message>
        <source>Use this</source>
        <translation>Выбрать</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Настройки</translation>
    </message>
    <message>
        <source>No setting is called that.</source>
        <translation>Такой настройки нет.</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Поиск настроек</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Разделы</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Закрыть</translation>
    </message>
</context>
<context>
    <name>Shelf</name>
    <message>
        <source>Lorebooks</source>
        <translation>Лорбуки</translation>
    </message>
    <message>
        <source>Find a lorebook</source>
        <translation>Найти лорбук</translation>
    </message>
    <message>
        <source>New lorebook</source>
        <translation>Новый лорбук</translation>
    </message>
    <message>
        <source>Entries of the lorebook</source>
        <translation>Записи лорбука</translation>
    </message>
    <message>
        <source>New entry</source>
        <translation>Новая запись</translation>
    </message>
    <message>
        <source>Choose a lorebook to see its entries.</source>
        <translation>Выберите лорбук, чтобы увидеть его записи.</translation>
    </message>
    <message>
        <source>No entries yet: “New entry” makes the first.</source>
        <translation>Записей пока нет: «Новая запись» создаст первую.</translation>
    </message>
    <message>
        <source>No entry has these words.</source>
        <translation>Нет записи с такими словами.</translation>
    </message>
    <message>
        <source>Find an entry</source>
        <translation>Найти запись</translation>
    </message>
    <message>
        <source>Choose columns</source>
        <translation>Выбрать столбцы</translation>
    </message>
</context>
<context>
    <name>ShownTexts</name>
    <message>
        <source>The script “{name}” takes too long for this text; it is left out here.</source>
        <translation>Скрипт «{name}» слишком долго обрабатывает этот текст; здесь он пропущен.</translation>
    </message>
</context>
<context>
    <name>SpeakerBar</name>
    <message>
        <source>Go on</source>
        <translation>Дальше</translation>
    </message>
    <message>
        <source>Go on without a message</source>
        <translation>Продолжить без сообщения</translation>
    </message>
    <message>
        <source>The characters go on without a message from you</source>
        <translation>Персонажи продолжат без вашего сообщения</translation>
    </message>
    <message>
        <source>Next: {name}</source>
        <translation>Следующая реплика: {name}</translation>
    </message>
    <message>
        <source>Nobody speaks next</source>
        <translation>Никто не ответит</translation>
    </message>
    <message>
        <source>Let {name} speak now</source>
        <translation>Дать слово сейчас: {name}</translation>
    </message>
    <message>
        <source>{name} answers next</source>
        <translation>Следующая реплика: {name}</translation>
    </message>
    <message>
        <source>Members and turn order …</source>
        <translation>Участники и порядок реплик …</translation>
    </message>
</context>
<context>
    <name>Strategies</name>
    <message>
        <source>Trim</source>
        <translation>Обрезка</translation>
    </message>
    <message>
        <source>Drops the oldest unprotected messages.</source>
        <translation>Отбрасывает старейшие незащищённые сообщения.</translation>
    </message>
    <message>
        <source>Summarize</source>
        <translation>Сводка</translation>
    </message>
    <message>
        <source>Condenses what no longer fits, before your message.</source>
        <translation>Сжимает не вошедшее и ставит перед вашим сообщением.</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>По смыслу</translation>
    </message>
    <message>
        <source>Keeps what matters now, even if old.</source>
        <translation>Хранит важное сейчас, даже старое.</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>Вручную</translation>
    </message>
    <message>
        <source>You decide what is not sent.</source>
        <translation>Вы решаете, что не отправлять.</translation>
    </message>
</context>
<context>
    <name>StrategyCounts</name>
    <message numerus="yes">
        <source>%Ln message(s) leave</source>
        <translation>
            <numerusform>%Ln сообщение уйдёт</numerusform>
            <numerusform>%Ln сообщения уйдут</numerusform>
            <numerusform>%Ln сообщений уйдут</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s) come back</source>
        <translation>
            <numerusform>%Ln сообщение вернётся</numerusform>
            <numerusform>%Ln сообщения вернутся</numerusform>
            <numerusform>%Ln сообщений вернутся</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Everything fits; no difference for about %Ln more message(s).</source>
        <translation>
            <numerusform>Всё помещается; разницы не будет ещё примерно %Ln сообщение.</numerusform>
            <numerusform>Всё помещается; разницы не будет ещё примерно %Ln сообщения.</numerusform>
            <numerusform>Всё помещается; разницы не будет ещё примерно %Ln сообщений.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StrategySwitch</name>
    <message>
        <source>Summary</source>
        <translation>Сводка</translation>
    </message>
    <message>
        <source>Summary in the prompt</source>
        <translation>Сводка в промпте</translation>
    </message>
    <message>
        <source>Recalled</source>
        <translation>Найденное</translation>
    </message>
    <message>
        <source>Recalled passages in the prompt</source>
        <translation>Найденное в прошлом — в промпте</translation>
    </message>
    <message>
        <source>More strategies</source>
        <translation>Другие стратегии</translation>
    </message>
    <message>
        <source>Context strategy: {name}</source>
        <translation>Стратегия контекста: {name}</translation>
    </message>
</context>
<context>
    <name>StrategyTrack</name>
    <message>
        <source>Context strategy</source>
        <translation>Стратегия контекста</translation>
    </message>
</context>
<context>
    <name>StrategyWords</name>
    <message>
        <source>For the next message only, then {below}.</source>
        <translation>Только для следующего сообщения, затем «{below}».</translation>
    </message>
    <message>
        <source>Chosen for this chat.</source>
        <translation>Выбрано для этого чата.</translation>
    </message>
    <message>
        <source>From the folder “{folder}”.</source>
        <translation>Из папки «{folder}».</translation>
    </message>
    <message>
        <source>The default for new chats, from the settings.</source>
        <translation>По умолчанию для новых чатов, из настроек.</translation>
    </message>
    <message>
        <source>“{name}” is not there. {trim} used instead.</source>
        <translation>«{name}» нет. Вместо неё — «{trim}».</translation>
    </message>
    <message>
        <source>“{name}” failed. {trim} used instead.</source>
        <translation>«{name}» не сработала. Вместо неё — «{trim}».</translation>
    </message>
    <message>
        <source>What you choose now counts from the next message.</source>
        <translation>Выбранное сейчас действует со следующего сообщения.</translation>
    </message>
    <message>
        <source>{sentence} (from the next message)</source>
        <translation>{sentence} (со следующего сообщения)</translation>
    </message>
    <message>
        <source>No difference for this message.</source>
        <translation>Для этого сообщения разницы нет.</translation>
    </message>
    <message>
        <source>Everything fits.</source>
        <translation>Всё помещается.</translation>
    </message>
    <message>
        <source>summary {tokens}</source>
        <translation>сводка {tokens}</translation>
    </message>
</context>
<context>
    <name>SummaryDetail</name>
    <message>
        <source>Text of the sentence</source>
        <translation>Текст предложения</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Сохранить</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>Закрепить</translation>
    </message>
    <message>
        <source>Take out</source>
        <translation>Убрать</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>Вернуть</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>Открепить</translation>
    </message>
    <message>
        <source>Locked words are never made anew.</source>
        <translation>Закреплённый текст никогда не переписывается.</translation>
    </message>
    <message>
        <source>Show in the chat</source>
        <translation>Показать в чате</translation>
    </message>
</context>
<context>
    <name>SummaryFields</name>
    <message>
        <source>Automatic (as advised)</source>
        <translation>Автоматически (как советуем)</translation>
    </message>
    <message>
        <source>A model writes it in the background</source>
        <translation>Её пишет модель в фоне</translation>
    </message>
    <message>
        <source>Propose memory entries from the chat</source>
        <translation>Предлагать записи памяти из чата</translation>
    </message>
    <message>
        <source>The one of the chat</source>
        <translation>Подключение самого чата</translation>
    </message>
    <message>
        <source>The program always writes one itself; it costs nothing.</source>
        <translation>Программа всегда пишет сводку сама, это ничего не стоит.</translation>
    </message>
    <message numerus="yes">
        <source>The model&apos;s costs one request for every %Ln message(s), with these messages in it.</source>
        <translation>
            <numerusform>Сводка модели — это один запрос на каждое %Ln сообщение, с самим сообщением в нём.</numerusform>
            <numerusform>Сводка модели — это один запрос на каждые %Ln сообщения, с самими сообщениями в нём.</numerusform>
            <numerusform>Сводка модели — это один запрос на каждые %Ln сообщений, с самими сообщениями в нём.</numerusform>
        </translation>
    </message>
    <message>
        <source>The model&apos;s costs one request for every {least} to {most} messages, with these messages in it.</source>
        <translation>Сводка модели — это один запрос на каждые {least}–{most} сообщений, с самими сообщениями в нём.</translation>
    </message>
    <message>
        <source>compress, compression, interval</source>
        <translation>сжать, сжатие, промежуток</translation>
    </message>
    <message>
        <source>Summary by a model</source>
        <translation>Сводка от модели</translation>
    </message>
    <message>
        <source>background, cost</source>
        <translation>фон, цена, стоимость</translation>
    </message>
    <message>
        <source>All it has</source>
        <translation>Весь, что есть</translation>
    </message>
    <message>
        <source>The chat&apos;s own</source>
        <translation>Язык чата</translation>
    </message>
    <message>
        <source>Empty: the program&apos;s own, in the language of the chat.</source>
        <translation>Пусто: указание программы, на языке чата.</translation>
    </message>
    <message>
        <source>Longer texts are summarised in parts.</source>
        <translation>Более длинные тексты сжимаются по частям.</translation>
    </message>
    <message>
        <source>Connection that writes it</source>
        <translation>Какое подключение её пишет</translation>
    </message>
    <message>
        <source>server, provider</source>
        <translation>сервер, провайдер</translation>
    </message>
    <message>
        <source>What it is told</source>
        <translation>Указание модели</translation>
    </message>
    <message>
        <source>prompt, instructions</source>
        <translation>промпт, инструкция</translation>
    </message>
    <message>
        <source>Largest request (tokens)</source>
        <translation>Наибольший запрос (токены)</translation>
    </message>
    <message>
        <source>window, limit</source>
        <translation>окно, предел</translation>
    </message>
    <message>
        <source>Language of the summary</source>
        <translation>Язык сводки</translation>
    </message>
    <message>
        <source>Facts, names and decisions wait until you take them; nothing is kept without you.</source>
        <translation>Факты, имена и решения ждут, пока вы их не примете; без вас ничего не сохраняется.</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Память</translation>
    </message>
    <message>
        <source>proposals, facts, entries</source>
        <translation>предложения, факты, записи</translation>
    </message>
</context>
<context>
    <name>SummaryPage</name>
    <message>
        <source>Sentences</source>
        <translation>Предложения</translation>
    </message>
    <message>
        <source>Replaced</source>
        <translation>Заменённые</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Сообщения</translation>
    </message>
    <message>
        <source>What is listed</source>
        <translation>Что показано в списке</translation>
    </message>
    <message>
        <source>Make anew now</source>
        <translation>Обновить сейчас</translation>
    </message>
    <message>
        <source>Carry on in a new chat …</source>
        <translation>Продолжить в новом чате …</translation>
    </message>
    <message>
        <source>Let the model go on</source>
        <translation>Возобновить работу модели</translation>
    </message>
    <message>
        <source>Pause the model</source>
        <translation>Приостановить модель</translation>
    </message>
    <message>
        <source>The new chat has the same people, settings, lorebooks and memory entries. It begins with a summary of this one, which you can change, and the last exchange word for word. Nothing changes here.</source>
        <translation>В новом чате будут те же участники, настройки, лорбуки и записи памяти. Он начнётся со сводки этого чата, которую можно изменить, и дословного последнего обмена репликами. Здесь ничего не изменится.</translation>
    </message>
    <message>
        <source>Begin the new chat</source>
        <translation>Начать новый чат</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Не сейчас</translation>
    </message>
</context>
<context>
    <name>SummaryPresenter</name>
    <message>
        <source>Open a chat to see what it remembers.</source>
        <translation>Откройте чат, чтобы увидеть, что он помнит.</translation>
    </message>
    <message>
        <source>The summary is made when the chat is long enough. Until then there is nothing here.</source>
        <translation>Сводка появится, когда чат станет достаточно длинным. Пока здесь пусто.</translation>
    </message>
    <message>
        <source>No sentence was replaced or taken out yet.</source>
        <translation>Ни одно предложение ещё не заменено и не убрано.</translation>
    </message>
    <message>
        <source>No messages yet.</source>
        <translation>Сообщений пока нет.</translation>
    </message>
    <message>
        <source>Show in the chat</source>
        <translation>Показать в чате</translation>
    </message>
    <message>
        <source>The summary says of it:</source>
        <translation>В сводке о нём сказано:</translation>
    </message>
    <message>
        <source>The sentence says it in your words now.</source>
        <translation>Теперь предложение сказано вашими словами.</translation>
    </message>
    <message>
        <source>Taken out of the summary.</source>
        <translation>Убрано из сводки.</translation>
    </message>
    <message>
        <source>It is in the summary, as your words.</source>
        <translation>Предложение вошло в сводку как ваши слова.</translation>
    </message>
</context>
<context>
    <name>SummaryWords</name>
    <message>
        <source>in the context, word for word</source>
        <translation>в контексте, дословно</translation>
    </message>
    <message>
        <source>recalled in part</source>
        <translation>найдено в прошлом, частично</translation>
    </message>
    <message>
        <source>in the summary, by a sentence</source>
        <translation>в сводке, отдельным предложением</translation>
    </message>
    <message>
        <source>in the summary, but none of its sentences has room</source>
        <translation>охвачено сводкой, но её предложениям не хватило места</translation>
    </message>
    <message>
        <source>what the summary said of it is out of date</source>
        <translation>сказанное о нём в сводке устарело</translation>
    </message>
    <message>
        <source>excluded</source>
        <translation>исключено</translation>
    </message>
    <message>
        <source>out of the context, and not in the summary yet</source>
        <translation>вне контекста и ещё не в сводке</translation>
    </message>
    <message>
        <source>nothing that is summarised</source>
        <translation>в сводку не входит</translation>
    </message>
    <message>
        <source>by you</source>
        <translation>ваши слова</translation>
    </message>
    <message>
        <source>by the model {name}</source>
        <translation>модель {name}</translation>
    </message>
    <message>
        <source>by a model</source>
        <translation>модель</translation>
    </message>
    <message>
        <source>by the program</source>
        <translation>программа</translation>
    </message>
    <message>
        <source>about the whole chat</source>
        <translation>обо всём чате</translation>
    </message>
    <message>
        <source>from message {number}</source>
        <translation>из сообщения {number}</translation>
    </message>
    <message>
        <source>from messages {numbers}</source>
        <translation>из сообщений {numbers}</translation>
    </message>
    <message>
        <source>out of date: message {number} was deleted</source>
        <translation>устарело: сообщение {number} удалено</translation>
    </message>
    <message>
        <source>out of date: message {number} is excluded</source>
        <translation>устарело: сообщение {number} исключено</translation>
    </message>
    <message>
        <source>out of date: message {number} was changed</source>
        <translation>устарело: сообщение {number} изменено</translation>
    </message>
    <message>
        <source>out of date: what it was made of has changed</source>
        <translation>устарело: исходный текст изменился</translation>
    </message>
    <message>
        <source>in the context now</source>
        <translation>сейчас в контексте</translation>
    </message>
    <message>
        <source>replaced or taken out on {date}</source>
        <translation>заменено или убрано: {date}</translation>
    </message>
    <message>
        <source>There is nothing to summarise yet.</source>
        <translation>Пока нечего сводить.</translation>
    </message>
    <message>
        <source>Messages that the summary stands for: {covered} of {all}.</source>
        <translation>Сводка охватывает сообщений: {covered} из {all}.</translation>
    </message>
    <message>
        <source>Told by a model: {count}.</source>
        <translation>Из них пересказано моделью: {count}.</translation>
    </message>
    <message>
        <source>Requests to the model: {calls}; tokens read: {read}, written: {written}.</source>
        <translation>Запросов к модели: {calls}; прочитано токенов: {read}, написано: {written}.</translation>
    </message>
    <message>
        <source>The model is paused.</source>
        <translation>Модель приостановлена.</translation>
    </message>
    <message>
        <source>It is being made just now.</source>
        <translation>Сводка обновляется.</translation>
    </message>
</context>
<context>
    <name>Text</name>
    <message>
        <source>{first} {second}</source>
        <translation>{first} {second}</translation>
    </message>
    <message>
        <source>“{text}”</source>
        <translation>«{text}»</translation>
    </message>
</context>
<context>
    <name>TextListInput</name>
    <message>
        <source>Add</source>
        <translation>Добавить</translation>
    </message>
    <message>
        <source>Up (Alt+Up)</source>
        <translation>Выше (Alt+↑)</translation>
    </message>
    <message>
        <source>Down (Alt+Down)</source>
        <translation>Ниже (Alt+↓)</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Удалить</translation>
    </message>
    <message>
        <source>{label}: text</source>
        <translation>{label}: текст</translation>
    </message>
</context>
<context>
    <name>TokenNote</name>
    <message>
        <source>{figure} tokens</source>
        <translation>Токенов: {figure}</translation>
    </message>
</context>
<context>
    <name>TraceModel</name>
    <message>
        <source>fires</source>
        <translation>срабатывает</translation>
    </message>
    <message>
        <source>does not fire</source>
        <translation>не срабатывает</translation>
    </message>
</context>
<context>
    <name>TrashPanel</name>
    <message>
        <source>Empty the trash …</source>
        <translation>Очистить корзину …</translation>
    </message>
    <message>
        <source>These chats go for good, with their summaries and all that was remembered for search. A backup is made first.</source>
        <translation>Эти чаты исчезнут навсегда вместе со сводками и всем, что запомнено для поиска. Сначала делается резервная копия.</translation>
    </message>
    <message>
        <source>Empty it</source>
        <translation>Очистить</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Отмена</translation>
    </message>
    <message>
        <source>The trash is empty.</source>
        <translation>Корзина пуста.</translation>
    </message>
    <message>
        <source>Backing up and removing …</source>
        <translation>Копирование и удаление …</translation>
    </message>
</context>
<context>
    <name>UndoBar</name>
    <message>
        <source>Undo</source>
        <translation>Отменить</translation>
    </message>
</context>
<context>
    <name>VersionPanel</name>
    <message>
        <source>Earlier versions</source>
        <translation>Прежние версии</translation>
    </message>
    <message>
        <source>What was otherwise</source>
        <translation>Что было иначе</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>Восстановить</translation>
    </message>
    <message>
        <source>Nothing was changed yet. What is changed is kept here as it was before.</source>
        <translation>Пока ничего не менялось. Здесь сохраняется то, что было до каждого изменения.</translation>
    </message>
    <message>
        <source>Struck through: as it was in this version. Bold: as it is now.</source>
        <translation>Зачёркнуто: как было в этой версии. Жирным: как сейчас.</translation>
    </message>
    <message>
        <source>until {date}</source>
        <translation>до {date}</translation>
    </message>
</context>
<context>
    <name>WhatIfPanel</name>
    <message>
        <source>What if …</source>
        <translation>Что, если …</translation>
    </message>
    <message>
        <source>Try other limits, another strategy, other shares; nothing is changed</source>
        <translation>Попробовать другие пределы, другую стратегию, другие доли; ничего не меняется</translation>
    </message>
    <message>
        <source>Order …</source>
        <translation>Порядок …</translation>
    </message>
    <message>
        <source>Order of the prompt</source>
        <translation>Порядок промпта</translation>
    </message>
    <message>
        <source>Put the rows of the prompt into another order</source>
        <translation>Расставить строки промпта в другом порядке</translation>
    </message>
    <message>
        <source>Context strategy</source>
        <translation>Стратегия контекста</translation>
    </message>
    <message>
        <source>Context limit</source>
        <translation>Предел контекста</translation>
    </message>
    <message>
        <source>Reserved for the reply</source>
        <translation>Резерв под ответ</translation>
    </message>
    <message>
        <source>History, at least</source>
        <translation>История, не меньше</translation>
    </message>
    <message>
        <source>Summary, at least</source>
        <translation>Сводка, не меньше</translation>
    </message>
</context>
<context>
    <name>YouPage</name>
    <message>
        <source>You</source>
        <translation>Вы</translation>
    </message>
    <message>
        <source>persona, who you are, user</source>
        <translation>персона, кто вы, пользователь</translation>
    </message>
    <message>
        <source>Characters call you by it. Messages that are written already keep the name they have.</source>
        <translation>Так вас называют персонажи. У написанных сообщений остаётся прежнее имя.</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Ваше имя</translation>
    </message>
    <message>
        <source>A name is needed; the one before is kept.</source>
        <translation>Имя нужно; осталось прежнее.</translation>
    </message>
</context>
<context>
    <name>_Column</name>
    <message>
        <source>What is compared</source>
        <translation>Что сравнивается</translation>
    </message>
</context>
<context>
    <name>_Field</name>
    <message>
        <source>Edit message</source>
        <translation>Изменение сообщения</translation>
    </message>
</context>
<context>
    <name>_LargeTextChip</name>
    <message>
        <source>Remove the pasted text</source>
        <translation>Убрать вставленный текст</translation>
    </message>
    <message>
        <source>Pasted text, {count}</source>
        <translation>Вставленный текст, {count}</translation>
    </message>
</context>
<context>
    <name>_SecretPlaces</name>
    <message>
        <source>For this session only</source>
        <translation>Только до закрытия программы</translation>
    </message>
    <message>
        <source>In a file that only you can read (weaker: not encrypted)</source>
        <translation>В файле, доступном только вам (слабее: без шифрования)</translation>
    </message>
    <message>
        <source>This system has no key ring that works. Keep the key:</source>
        <translation>В этой системе нет работающей связки ключей. Хранить ключ:</translation>
    </message>
</context>
<context>
    <name>_Thumb</name>
    <message>
        <source>Remove the picture</source>
        <translation>Убрать изображение</translation>
    </message>
    <message>
        <source>Remove the picture (Delete)</source>
        <translation>Убрать изображение (Delete)</translation>
    </message>
    <message>
        <source>not sent</source>
        <translation>не отправляется</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>токенов: {tokens}</translation>
    </message>
    <message>
        <source>Picture {number}, {size} pixels, {price}</source>
        <translation>Изображение {number}, {size} пикселей, {price}</translation>
    </message>
</context>
</TS>
