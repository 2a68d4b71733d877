<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh" sourcelanguage="en">
<context>
    <name>AboutDialog</name>
    <message>
        <source>About Talespan</source>
        <translation>关于 Talespan</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>You see exactly what the model will see, and why.</source>
        <translation>你看到的正是模型将看到的内容，以及原因。</translation>
    </message>
    <message>
        <source>Version {version} · Python {python} · Qt {qt}</source>
        <translation>版本 {version} · Python {python} · Qt {qt}</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>New chat</source>
        <translation>新聊天</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Memory settings of this chat …</source>
        <translation>此聊天的记忆设置…</translation>
    </message>
    <message>
        <source>What this chat remembers …</source>
        <translation>此聊天记住的内容…</translation>
    </message>
    <message>
        <source>Review memory …</source>
        <translation>检查记忆…</translation>
    </message>
    <message>
        <source>Delete chat</source>
        <translation>删除聊天</translation>
    </message>
    <message>
        <source>Undo delete</source>
        <translation>撤销删除</translation>
    </message>
    <message>
        <source>Next chat</source>
        <translation>下一个聊天</translation>
    </message>
    <message>
        <source>Previous chat</source>
        <translation>上一个聊天</translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation>搜索聊天</translation>
    </message>
    <message>
        <source>Search in all messages …</source>
        <translation>搜索所有消息…</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>写消息</translation>
    </message>
    <message>
        <source>Context strategy</source>
        <translation>上下文策略</translation>
    </message>
    <message>
        <source>Context strategy: Trim</source>
        <translation>上下文策略：截断</translation>
    </message>
    <message>
        <source>Context strategy: Summarize</source>
        <translation>上下文策略：摘要</translation>
    </message>
    <message>
        <source>Context strategy: Recall</source>
        <translation>上下文策略：召回</translation>
    </message>
    <message>
        <source>Context strategy: Manual</source>
        <translation>上下文策略：手动</translation>
    </message>
    <message>
        <source>Context strategy: what is inherited</source>
        <translation>上下文策略：使用继承的值</translation>
    </message>
    <message>
        <source>Characters of this chat …</source>
        <translation>本聊天的角色…</translation>
    </message>
    <message>
        <source>Go on without a message</source>
        <translation>不发消息，继续</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>停止回复</translation>
    </message>
    <message>
        <source>Chat list</source>
        <translation>聊天列表</translation>
    </message>
    <message>
        <source>Context preview</source>
        <translation>上下文预览</translation>
    </message>
    <message>
        <source>Map of the chat</source>
        <translation>聊天地图</translation>
    </message>
    <message>
        <source>Find in this chat</source>
        <translation>在此聊天中查找</translation>
    </message>
    <message>
        <source>Find and replace …</source>
        <translation>查找和替换…</translation>
    </message>
    <message>
        <source>Find in the context</source>
        <translation>在上下文中查找</translation>
    </message>
    <message>
        <source>Compare strategies …</source>
        <translation>比较策略…</translation>
    </message>
    <message>
        <source>What if …</source>
        <translation>假设…</translation>
    </message>
    <message>
        <source>Order of the prompt …</source>
        <translation>提示词顺序…</translation>
    </message>
    <message>
        <source>Copy prompt</source>
        <translation>复制提示词</translation>
    </message>
    <message>
        <source>Characters …</source>
        <translation>角色…</translation>
    </message>
    <message>
        <source>Library …</source>
        <translation>资料库…</translation>
    </message>
    <message>
        <source>New memory entry …</source>
        <translation>新建记忆条目…</translation>
    </message>
    <message>
        <source>Lore trace …</source>
        <translation>世界书追踪…</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Normal text size</source>
        <translation>默认文字大小</translation>
    </message>
    <message>
        <source>Import …</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Import a folder …</source>
        <translation>导入文件夹…</translation>
    </message>
    <message>
        <source>Import from clipboard</source>
        <translation>从剪贴板导入</translation>
    </message>
    <message>
        <source>Export …</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Settings …</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Connections …</source>
        <translation>连接…</translation>
    </message>
    <message>
        <source>Main menu</source>
        <translation>主菜单</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>About Talespan</source>
        <translation>关于 Talespan</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
</context>
<context>
    <name>AppearancePage</name>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>look, view, display</source>
        <translation>界面, 显示, 样式</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>减少动态效果</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source> pixels</source>
        <translation> 像素</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>dark, light, high contrast, colours</source>
        <translation>深色, 浅色, 高对比度, 颜色</translation>
    </message>
    <message>
        <source>Size of messages</source>
        <translation>消息字号</translation>
    </message>
    <message>
        <source>font, text size, zoom</source>
        <translation>字体, 文字大小, 缩放</translation>
    </message>
    <message>
        <source>Changes when you close the settings.</source>
        <translation>关闭设置后生效。</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Menus and tooltips appear at once, and the cursor does not blink.</source>
        <translation>菜单和提示立即出现，光标不闪烁。</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>动态效果</translation>
    </message>
    <message>
        <source>animation, blinking</source>
        <translation>动画, 闪烁</translation>
    </message>
</context>
<context>
    <name>AssetModel</name>
    <message>
        <source>Icon</source>
        <translation>图标</translation>
    </message>
    <message>
        <source>Background</source>
        <translation>背景</translation>
    </message>
    <message>
        <source>Emotion</source>
        <translation>表情</translation>
    </message>
    <message>
        <source>Your icon</source>
        <translation>你的图标</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>{size}, the portrait</source>
        <translation>{size}，头像</translation>
    </message>
    <message>
        <source>the portrait: there is none</source>
        <translation>头像：尚无</translation>
    </message>
    <message>
        <source>in the card itself</source>
        <translation>在角色卡内</translation>
    </message>
    <message>
        <source>on the internet, never fetched: {address}</source>
        <translation>在互联网上，从不下载：{address}</translation>
    </message>
    <message>
        <source>did not come with the card: {address}</source>
        <translation>未随角色卡一起提供：{address}</translation>
    </message>
</context>
<context>
    <name>AssetsInput</name>
    <message>
        <source>The card speaks of no files.</source>
        <translation>角色卡没有附带文件。</translation>
    </message>
    <message>
        <source>Add files …</source>
        <translation>添加文件…</translation>
    </message>
    <message>
        <source>Take out</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Name of the file</source>
        <translation>文件名称</translation>
    </message>
    <message>
        <source>Kind of the file</source>
        <translation>文件类型</translation>
    </message>
    <message>
        <source>Add files</source>
        <translation>添加文件</translation>
    </message>
    <message>
        <source>several files</source>
        <translation>多个文件</translation>
    </message>
</context>
<context>
    <name>Attaching</name>
    <message>
        <source>The picture</source>
        <translation>这张图片</translation>
    </message>
    <message>
        <source>Attach pictures</source>
        <translation>添加图片</translation>
    </message>
    <message>
        <source>Pictures ({patterns})</source>
        <translation>图片 ({patterns})</translation>
    </message>
</context>
<context>
    <name>BackupWords</name>
    <message>
        <source>last changed {moment}</source>
        <translation>最后更改于 {moment}</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>手动</translation>
    </message>
    <message>
        <source>daily</source>
        <translation>每日</translation>
    </message>
    <message>
        <source>before a restore</source>
        <translation>恢复之前</translation>
    </message>
    <message>
        <source>before an import</source>
        <translation>导入之前</translation>
    </message>
    <message>
        <source>before a repair</source>
        <translation>修复前</translation>
    </message>
    <message>
        <source>before deleting</source>
        <translation>删除前</translation>
    </message>
    <message>
        <source>before find and replace</source>
        <translation>查找和替换之前</translation>
    </message>
    <message>
        <source>before an upgrade</source>
        <translation>升级之前</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Compare with now</source>
        <translation>与当前比较</translation>
    </message>
</context>
<context>
    <name>BlockDetail</name>
    <message>
        <source>Show in the chat</source>
        <translation>在聊天中显示</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Show the change</source>
        <translation>显示改动</translation>
    </message>
    <message>
        <source>Text of the block</source>
        <translation>区块文本</translation>
    </message>
    <message>
        <source>Show as it is sent</source>
        <translation>显示发送的样子</translation>
    </message>
</context>
<context>
    <name>BlockTitles</name>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>Picture {size}</source>
        <translation>图片 {size}</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>描述</translation>
    </message>
    <message>
        <source>Personality</source>
        <translation>性格</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Persona</source>
        <translation>用户角色</translation>
    </message>
    <message>
        <source>Example dialogue</source>
        <translation>示例对话</translation>
    </message>
    <message>
        <source>Author&apos;s note</source>
        <translation>作者注</translation>
    </message>
    <message>
        <source>Recalled passage</source>
        <translation>召回片段</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Post-history instructions</source>
        <translation>历史之后的指令</translation>
    </message>
    <message>
        <source>Who speaks</source>
        <translation>由谁发言</translation>
    </message>
    <message>
        <source>Message {number}</source>
        <translation>第 {number} 条消息</translation>
    </message>
</context>
<context>
    <name>BlockToggle</name>
    <message>
        <source>always</source>
        <translation>始终</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>as the strategy says, yes</source>
        <translation>由策略决定：是</translation>
    </message>
    <message>
        <source>as the strategy says, no</source>
        <translation>由策略决定：否</translation>
    </message>
</context>
<context>
    <name>BookDesk</name>
    <message>
        <source>A lorebook tells the model what it needs to know, when it is spoken of.</source>
        <translation>世界书会在谈到相关内容时告诉模型它需要知道的事。</translation>
    </message>
    <message>
        <source>“{name}” was changed.</source>
        <translation>已更改“{name}”。</translation>
    </message>
    <message>
        <source>“{name}” was made.</source>
        <translation>已创建“{name}”。</translation>
    </message>
</context>
<context>
    <name>BookForm</name>
    <message>
        <source>Name of the lorebook</source>
        <translation>世界书名称</translation>
    </message>
    <message>
        <source>In chats that are in none of these the book is not read.</source>
        <translation>不属于以上任何一项的聊天不会读取这本世界书。</translation>
    </message>
    <message>
        <source>Where it counts</source>
        <translation>生效范围</translation>
    </message>
    <message>
        <source>Keys are looked for in these and in what you write. Entries may have their own.</source>
        <translation>会在这些消息和你正在写的内容中查找关键词。条目可以有自己的设置。</translation>
    </message>
    <message>
        <source>Newest messages that are read</source>
        <translation>读取的最新消息数</translation>
    </message>
    <message>
        <source>At most (tokens)</source>
        <translation>最多（Token）</translation>
    </message>
    <message>
        <source>For entries by keyword; what is always on counts apart.</source>
        <translation>只针对关键词条目；常驻条目另行计算。</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>Recursion: active entries may pull others in</source>
        <translation>递归：已激活的条目可以带出其他条目</translation>
    </message>
    <message>
        <source>Switched on</source>
        <translation>已启用</translation>
    </message>
    <message>
        <source>How keys are compared</source>
        <translation>关键词的比较方式</translation>
    </message>
    <message>
        <source>Whole words only</source>
        <translation>仅匹配完整单词</translation>
    </message>
    <message>
        <source>Other forms of the words too</source>
        <translation>也匹配单词的其他形式</translation>
    </message>
    <message>
        <source>Capitals matter</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Names may have a typing error</source>
        <translation>名字允许一处拼写错误</translation>
    </message>
    <message>
        <source>ё and е are one letter</source>
        <translation>ё 与 е 视为同一字母</translation>
    </message>
    <message>
        <source>The names of those who speak are read too</source>
        <translation>也读取说话者的名字</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>描述</translation>
    </message>
    <message>
        <source>For you only.</source>
        <translation>仅供你自己参考。</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>最多</translation>
    </message>
    <message>
        <source>The smaller of both budgets counts.</source>
        <translation>两个预算中较小的生效。</translation>
    </message>
    <message>
        <source>Budget as a share of the context</source>
        <translation>按上下文比例的预算</translation>
    </message>
    <message>
        <source>0: no limit.</source>
        <translation>0：不限制。</translation>
    </message>
    <message>
        <source>Passes of recursion</source>
        <translation>递归轮数</translation>
    </message>
    <message>
        <source>Older messages are read until so many entries are active.</source>
        <translation>会继续读取更早的消息，直到激活这么多条目。</translation>
    </message>
    <message>
        <source>Least active entries</source>
        <translation>最少激活条目数</translation>
    </message>
    <message>
        <source>But not further than</source>
        <translation>但最远不超过</translation>
    </message>
    <message>
        <source>In groups the entry with the most keys found wins</source>
        <translation>同组中命中关键词最多的条目胜出</translation>
    </message>
    <message>
        <source>Entries by keyword stand behind the history, so that the beginning stays the same</source>
        <translation>关键词条目放在历史之后，使开头保持不变</translation>
    </message>
    <message>
        <source>A name is needed.</source>
        <translation>需要名称。</translation>
    </message>
</context>
<context>
    <name>BudgetBar</name>
    <message>
        <source>Context budget</source>
        <translation>上下文预算</translation>
    </message>
    <message>
        <source>{name}: {tokens}, {share} % of the limit</source>
        <translation>{name}：{tokens}，占上限的 {share} %</translation>
    </message>
</context>
<context>
    <name>BulkPanel</name>
    <message>
        <source>What is changed here is changed in all of them. Ctrl+Z takes it back in one step.</source>
        <translation>这里的更改会应用到所有选中的条目。按 Ctrl+Z 可一步撤销。</translation>
    </message>
    <message>
        <source>different</source>
        <translation>不同</translation>
    </message>
</context>
<context>
    <name>CardFiles</name>
    <message>
        <source>Added: {names}.</source>
        <translation>已添加：{names}。</translation>
    </message>
    <message>
        <source>Taken out: {names}.</source>
        <translation>已移除：{names}。</translation>
    </message>
    <message>
        <source>“{before}” is called “{after}” now.</source>
        <translation>“{before}”现在名为“{after}”。</translation>
    </message>
    <message>
        <source>Of another kind now: {names}.</source>
        <translation>已更改类型：{names}。</translation>
    </message>
    <message>
        <source>“{name}”</source>
        <translation>“{name}”</translation>
    </message>
</context>
<context>
    <name>CardScriptsButton</name>
    <message>
        <source>Scripts: {on} of {count} run</source>
        <translation>脚本：启用 {on} / 共 {count}</translation>
    </message>
    <message>
        <source>Scripts: {count}, not run</source>
        <translation>脚本：{count} 个，未运行</translation>
    </message>
</context>
<context>
    <name>CardScriptsDialog</name>
    <message>
        <source>Scripts of {name}</source>
        <translation>{name} 的脚本</translation>
    </message>
    <message>
        <source>This card contains scripts. None runs until you tick it. A script changes what is shown or sent, never what is stored; the context preview tells of each change.</source>
        <translation>此角色卡包含脚本。勾选之前，任何脚本都不会运行。脚本只改变显示或发送的内容，从不改变保存的内容；每处改动都会在上下文预览中说明。</translation>
    </message>
    <message>
        <source>This card contains no scripts.</source>
        <translation>此角色卡没有脚本。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>CharacterForm</name>
    <message>
        <source>{{char}} stands for the character&apos;s name, {{user}} for yours.</source>
        <translation>{{char}} 代表角色的名字，{{user}} 代表你的名字。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名字</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>描述</translation>
    </message>
    <message>
        <source>Personality</source>
        <translation>性格</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Example dialogue</source>
        <translation>示例对话</translation>
    </message>
    <message>
        <source>Begin each example with a line &lt;START&gt;. They leave first when room gets short.</source>
        <translation>每个示例以 &lt;START&gt; 一行开头。空间不足时最先移出。</translation>
    </message>
    <message>
        <source>In place of your own; {{original}} stands for it.</source>
        <translation>代替你自己的系统提示词；{{original}} 代表原文。</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>Instructions after the history</source>
        <translation>历史之后的指令</translation>
    </message>
    <message>
        <source>Stand behind your message: what the model must not forget.</source>
        <translation>位于你的消息之后：模型不能忘记的内容。</translation>
    </message>
    <message>
        <source>First messages</source>
        <translation>开场白</translation>
    </message>
    <message>
        <source>First</source>
        <translation>首选</translation>
    </message>
    <message>
        <source>The first opens every new chat; the others can be chosen in its place.</source>
        <translation>新聊天默认用第一条开场，也可以改选其他几条。</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Said among the last messages</source>
        <translation>插入到最近消息之间的内容</translation>
    </message>
    <message>
        <source>Is put in again and again, so many messages before the end.</source>
        <translation>每次请求都会插入到距末尾指定条数的位置。</translation>
    </message>
    <message>
        <source>First messages for groups only</source>
        <translation>仅用于群聊的开场白</translation>
    </message>
    <message>
        <source>What {{char}} stands for, if not for the name.</source>
        <translation>{{char}} 的替代称呼；留空则使用名字。</translation>
    </message>
    <message>
        <source>Nickname</source>
        <translation>昵称</translation>
    </message>
    <message>
        <source>About the card</source>
        <translation>关于这张卡</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Parted by commas.</source>
        <translation>用逗号分隔。</translation>
    </message>
    <message>
        <source>For people; never sent, unless a lorebook entry looks for keys in it.</source>
        <translation>给人看的；不会发送，除非世界书条目在其中查找关键词。</translation>
    </message>
    <message>
        <source>Creator&apos;s notes</source>
        <translation>作者备注</translation>
    </message>
    <message>
        <source>Language (en, ru, zh …)</source>
        <translation>语言（en、ru、zh …）</translation>
    </message>
    <message>
        <source>Creator&apos;s notes in other languages</source>
        <translation>其他语言的作者说明</translation>
    </message>
    <message>
        <source>Creator</source>
        <translation>作者</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Where the card comes from, one a line.</source>
        <translation>角色卡的来源，每行一个。</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Dates</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Files and other programs</source>
        <translation>文件与其他程序</translation>
    </message>
    <message>
        <source>Files can be dropped here too. The icon called “main” is the portrait. Nothing is fetched from the internet.</source>
        <translation>也可以把文件拖到这里。名为“main”的图标就是头像。不会从互联网下载任何内容。</translation>
    </message>
    <message>
        <source>Files of the card</source>
        <translation>角色卡的文件</translation>
    </message>
    <message>
        <source>To look at; it goes out again as it came in.</source>
        <translation>仅供查看；导出时原样保留。</translation>
    </message>
    <message>
        <source>What other programs keep in it</source>
        <translation>其他程序保存的数据</translation>
    </message>
    <message>
        <source>A name is needed.</source>
        <translation>需要名字。</translation>
    </message>
    <message>
        <source>First message</source>
        <translation>开场白</translation>
    </message>
    <message>
        <source>Other first messages</source>
        <translation>其他开场白</translation>
    </message>
</context>
<context>
    <name>Characters</name>
    <message>
        <source>New character</source>
        <translation>新建角色</translation>
    </message>
</context>
<context>
    <name>CharactersInput</name>
    <message>
        <source>There are no characters yet.</source>
        <translation>还没有角色。</translation>
    </message>
</context>
<context>
    <name>CharactersPage</name>
    <message>
        <source>Characters</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Find a character</source>
        <translation>查找角色</translation>
    </message>
    <message>
        <source>New character</source>
        <translation>新建角色</translation>
    </message>
    <message>
        <source>A character is who the model plays.</source>
        <translation>角色是模型扮演的对象。</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Start a chat</source>
        <translation>开始聊天</translation>
    </message>
</context>
<context>
    <name>ChatHeader</name>
    <message>
        <source>Show or hide the chat list</source>
        <translation>显示或隐藏聊天列表</translation>
    </message>
    <message>
        <source>Show or hide the context preview</source>
        <translation>显示或隐藏上下文预览</translation>
    </message>
    <message>
        <source>Proposed memory entries: {count}</source>
        <translation>建议的记忆条目：{count}</translation>
    </message>
    <message>
        <source>Characters of this chat: {names}</source>
        <translation>本聊天的角色：{names}</translation>
    </message>
    <message>
        <source>More about this chat</source>
        <translation>更多聊天操作</translation>
    </message>
</context>
<context>
    <name>ChatListDelegate</name>
    <message>
        <source>Name of the chat</source>
        <translation>聊天名称</translation>
    </message>
</context>
<context>
    <name>ChatListModel</name>
    <message>
        <source>New chat</source>
        <translation>新聊天</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>聊天</translation>
    </message>
</context>
<context>
    <name>ChatListPanel</name>
    <message>
        <source>Search in all messages</source>
        <translation>在所有消息中搜索</translation>
    </message>
    <message>
        <source>No chat has this in its name.</source>
        <translation>没有名称包含此内容的聊天。</translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation>搜索聊天</translation>
    </message>
    <message>
        <source>Looks for it in what was said, in every chat (Enter)</source>
        <translation>在所有聊天的消息中查找（Enter）</translation>
    </message>
    <message>
        <source>Main menu</source>
        <translation>主菜单</translation>
    </message>
    <message>
        <source>Main menu (F10)</source>
        <translation>主菜单 (F10)</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新聊天</translation>
    </message>
    <message>
        <source>New chat with a character</source>
        <translation>与角色开始新聊天</translation>
    </message>
    <message>
        <source>New chat with a character (Ctrl+G)</source>
        <translation>与角色开始新聊天（Ctrl+G）</translation>
    </message>
</context>
<context>
    <name>ChatListPresenter</name>
    <message>
        <source>Chat deleted</source>
        <translation>聊天已删除</translation>
    </message>
</context>
<context>
    <name>ChatListView</name>
    <message>
        <source>Chats</source>
        <translation>聊天</translation>
    </message>
</context>
<context>
    <name>ChatMemoryDialog</name>
    <message>
        <source>As for all chats</source>
        <translation>与所有聊天相同</translation>
    </message>
    <message>
        <source>By a model too</source>
        <translation>也由模型撰写</translation>
    </message>
    <message>
        <source>By the program alone</source>
        <translation>仅由程序撰写</translation>
    </message>
    <message>
        <source>This chat is a code review</source>
        <translation>此聊天是代码评审</translation>
    </message>
    <message>
        <source>Recall old messages by meaning</source>
        <translation>按语义召回旧消息</translation>
    </message>
    <message>
        <source>The same for all chats in the folder “{name}”</source>
        <translation>文件夹“{name}”中所有聊天的相同设置</translation>
    </message>
    <message>
        <source>Its messages are long, so the summary is advised to be made more often.</source>
        <translation>其中的消息较长，建议更频繁地生成摘要。</translation>
    </message>
    <message>
        <source>Memory settings of this chat</source>
        <translation>此聊天的记忆设置</translation>
    </message>
    <message>
        <source>Off: this chat is not read for finding by meaning.</source>
        <translation>关闭后，不会为按语义查找读取此聊天。</translation>
    </message>
    <message>
        <source>Recall is off for all chats, in the settings.</source>
        <translation>已在设置中为所有聊天停用召回。</translation>
    </message>
    <message>
        <source>Kind of chat</source>
        <translation>聊天类型</translation>
    </message>
    <message>
        <source>Who writes the summary</source>
        <translation>由谁撰写摘要</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>召回</translation>
    </message>
    <message>
        <source>As in the folder: {number}</source>
        <translation>与文件夹相同：{number}</translation>
    </message>
    <message>
        <source>As for all chats: {number}</source>
        <translation>与所有聊天相同：{number}</translation>
    </message>
    <message>
        <source>Automatic (as advised): {number}</source>
        <translation>自动（按建议）：{number}</translation>
    </message>
    <message>
        <source>Automatic (as advised): none yet</source>
        <translation>自动（按建议）：暂不需要</translation>
    </message>
    <message numerus="yes">
        <source>You have written %Ln message(s) in it.</source>
        <translation>
            <numerusform>你在其中写了 %Ln 条消息。</numerusform>
        </translation>
    </message>
    <message>
        <source>All of a chat this short fits: no summary is needed yet.</source>
        <translation>聊天还很短，可以完整放入，暂不需要摘要。</translation>
    </message>
    <message>
        <source>Advised: {number}.</source>
        <translation>建议：{number}。</translation>
    </message>
</context>
<context>
    <name>ChatMenu</name>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Delete chat</source>
        <translation>删除聊天</translation>
    </message>
</context>
<context>
    <name>ChatModel</name>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>Deleted message</source>
        <translation>已删除的消息</translation>
    </message>
    <message>
        <source>{name}: not loaded yet</source>
        <translation>{name}：尚未加载</translation>
    </message>
    <message>
        <source>always in context</source>
        <translation>始终保留</translation>
    </message>
    <message>
        <source>never sent</source>
        <translation>绝不发送</translation>
    </message>
    <message>
        <source>excluded</source>
        <translation>已排除</translation>
    </message>
</context>
<context>
    <name>ChatPage</name>
    <message>
        <source>No chat is open.</source>
        <translation>没有打开的聊天。</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新聊天</translation>
    </message>
</context>
<context>
    <name>ChatPresenter</name>
    <message>
        <source>Nothing has been said yet. Write the first message below.</source>
        <translation>还没有任何对话。在下方写下第一条消息。</translation>
    </message>
</context>
<context>
    <name>ChatView</name>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
</context>
<context>
    <name>CompareDialog</name>
    <message>
        <source>Compare contexts</source>
        <translation>比较上下文</translation>
    </message>
</context>
<context>
    <name>Comparisons</name>
    <message>
        <source>What would be sent now</source>
        <translation>现在会发送的内容</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Write to {name} …</source>
        <translation>写给 {name}…</translation>
    </message>
    <message>
        <source>Write a message …</source>
        <translation>写消息…</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop (Esc)</source>
        <translation>停止 (Esc)</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Send ({key})</source>
        <translation>发送 ({key})</translation>
    </message>
    <message>
        <source>Attach pictures</source>
        <translation>添加图片</translation>
    </message>
    <message>
        <source>Attach pictures (or paste or drop them here)</source>
        <translation>添加图片（也可以粘贴或拖放到这里）</translation>
    </message>
</context>
<context>
    <name>ConnectionButton</name>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Answered by {name}</source>
        <translation>由 {name} 回复</translation>
    </message>
    <message>
        <source>Connections …</source>
        <translation>连接…</translation>
    </message>
    <message>
        <source>tiny demo model, English</source>
        <translation>微型演示模型，英语</translation>
    </message>
    <message>
        <source>Built-in</source>
        <translation>内置</translation>
    </message>
</context>
<context>
    <name>ConnectionChecks</name>
    <message>
        <source>The connection needs a name.</source>
        <translation>连接需要一个名称。</translation>
    </message>
    <message>
        <source>The address begins with http:// or https://.</source>
        <translation>地址以 http:// 或 https:// 开头。</translation>
    </message>
    <message>
        <source>At least {count} tokens are needed.</source>
        <translation>至少需要 {count} 个 Token。</translation>
    </message>
    <message>
        <source>More than nothing, and less than the context size.</source>
        <translation>大于零，且小于上下文大小。</translation>
    </message>
    <message>
        <source>The address of the proxy begins with {scheme}.</source>
        <translation>代理地址以 {scheme} 开头。</translation>
    </message>
</context>
<context>
    <name>ConnectionForm</name>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Model server (OpenAI-compatible)</source>
        <translation>模型服务器（兼容 OpenAI）</translation>
    </message>
    <message>
        <source>Built-in: a model file on this computer</source>
        <translation>内置：本机上的模型文件</translation>
    </message>
    <message>
        <source>Load list</source>
        <translation>加载列表</translation>
    </message>
    <message>
        <source>Choose file …</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Set the temperature</source>
        <translation>设置温度</translation>
    </message>
    <message>
        <source>Allow the key to travel unencrypted (http)</source>
        <translation>允许以未加密方式传输密钥 (http)</translation>
    </message>
    <message>
        <source>As the system says</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>No proxy</source>
        <translation>不使用代理</translation>
    </message>
    <message>
        <source>HTTP proxy</source>
        <translation>HTTP 代理</translation>
    </message>
    <message>
        <source>SOCKS5 proxy</source>
        <translation>SOCKS5 代理</translation>
    </message>
    <message>
        <source>Ask the server</source>
        <translation>询问服务器</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>The model sees pictures</source>
        <translation>模型能看图片</translation>
    </message>
    <message>
        <source>Where the server does not say, the model&apos;s name tells.</source>
        <translation>如果服务器没有说明，则根据模型名称判断。</translation>
    </message>
    <message>
        <source>Usually ends with /v1.</source>
        <translation>通常以 /v1 结尾。</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Context size (tokens)</source>
        <translation>上下文大小（Token）</translation>
    </message>
    <message>
        <source>Reserved for the reply (tokens)</source>
        <translation>预留给回复（Token）</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>Never used for this computer and the local network.</source>
        <translation>不用于本机和局域网。</translation>
    </message>
    <message>
        <source>Address of the proxy</source>
        <translation>代理地址</translation>
    </message>
    <message>
        <source>File with your own certificate authority</source>
        <translation>自有证书颁发机构文件</translation>
    </message>
    <message>
        <source>Empty: the tiny demo model, English.</source>
        <translation>留空：微型演示模型，英语。</translation>
    </message>
</context>
<context>
    <name>ConnectionsDialog</name>
    <message>
        <source>Connections</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Find servers</source>
        <translation>查找服务器</translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation>用于新聊天</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Test connection</source>
        <translation>测试连接</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Add connection</source>
        <translation>添加连接</translation>
    </message>
    <message>
        <source>Asking the server</source>
        <translation>正在询问服务器</translation>
    </message>
    <message>
        <source>Discard changes</source>
        <translation>放弃更改</translation>
    </message>
    <message>
        <source>New connection</source>
        <translation>新连接</translation>
    </message>
    <message>
        <source>Looking for model servers on this computer …</source>
        <translation>正在本机上查找模型服务器…</translation>
    </message>
    <message>
        <source>Several servers were found.</source>
        <translation>找到了多个服务器。</translation>
    </message>
    <message>
        <source>Every server that was found is in the list already.</source>
        <translation>找到的服务器都已在列表中。</translation>
    </message>
    <message>
        <source>No model server is running on this computer.</source>
        <translation>本机上没有正在运行的模型服务器。</translation>
    </message>
    <message>
        <source>{server} was found. Choose a model and save.</source>
        <translation>找到了 {server}。请选择模型并保存。</translation>
    </message>
    <message>
        <source>Asking the server …</source>
        <translation>正在询问服务器…</translation>
    </message>
    <message>
        <source>The model answers.</source>
        <translation>模型有响应。</translation>
    </message>
    <message>
        <source>The server answers. Choose one of its models.</source>
        <translation>服务器有响应。请选择它的一个模型。</translation>
    </message>
    <message>
        <source>The server lists no models.</source>
        <translation>服务器没有列出任何模型。</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>已保存。</translation>
    </message>
</context>
<context>
    <name>ConnectionsPage</name>
    <message>
        <source>Connections</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>model, server, provider, Ollama, OpenAI</source>
        <translation>模型, 服务器, 服务商, Ollama, OpenAI</translation>
    </message>
    <message>
        <source>Connections …</source>
        <translation>连接…</translation>
    </message>
    <message>
        <source>A chat can have another one: the button over the conversation chooses it.</source>
        <translation>聊天可以使用别的连接：用对话上方的按钮选择。</translation>
    </message>
    <message>
        <source>Answers new chats</source>
        <translation>回答新聊天</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Add, change, test and remove connections; addresses, keys and proxies.</source>
        <translation>添加、修改、测试和删除连接；地址、密钥和代理。</translation>
    </message>
    <message>
        <source>All connections</source>
        <translation>所有连接</translation>
    </message>
    <message>
        <source>API key, proxy, context size</source>
        <translation>API 密钥, 代理, 上下文长度</translation>
    </message>
</context>
<context>
    <name>ContextChanges</name>
    <message>
        <source>No larger context would let it in.</source>
        <translation>再大的上下文也放不下它。</translation>
    </message>
    <message>
        <source>The newest of them would be in if the context were {tokens} larger.</source>
        <translation>如果上下文再大 {tokens}，其中最新的一条就能纳入。</translation>
    </message>
    <message>
        <source>It would be in if the context were {tokens} larger.</source>
        <translation>如果上下文再大 {tokens}，它就能纳入。</translation>
    </message>
    <message>
        <source>Marked as always in context it would be in as well.</source>
        <translation>标记为始终保留也能纳入。</translation>
    </message>
    <message>
        <source>It would be in if you restored it.</source>
        <translation>如果你恢复它，它就会纳入。</translation>
    </message>
    <message>
        <source>It would be in if you restored the message.</source>
        <translation>如果你恢复这条消息，它就会纳入。</translation>
    </message>
    <message>
        <source>It would be in if its partner were restored.</source>
        <translation>如果恢复与它成对的消息，它就会纳入。</translation>
    </message>
    <message>
        <source>It would be in if example dialogue were switched on.</source>
        <translation>如果启用示例对话，它就会纳入。</translation>
    </message>
    <message>
        <source>It would be in if the prompt had a place for its outlet “{outlet}”.</source>
        <translation>如果提示词中有它的出口“{outlet}”，它就会纳入。</translation>
    </message>
    <message>
        <source>It could be in if recall were on for this chat.</source>
        <translation>如果此聊天启用召回，它可能会纳入。</translation>
    </message>
    <message>
        <source>It would be in if one of its keys were said, or if it were always on.</source>
        <translation>如果提到它的某个关键词，或将它设为常驻，它就会纳入。</translation>
    </message>
    <message>
        <source>It would be in with a key that is said, or if it were always on.</source>
        <translation>如果它有被提到的关键词，或将它设为常驻，它就会纳入。</translation>
    </message>
    <message>
        <source>It could be in if its pattern were right.</source>
        <translation>如果它的模式正确，它可能会纳入。</translation>
    </message>
    <message>
        <source>It could be in with a simpler pattern.</source>
        <translation>换成更简单的模式，它可能会纳入。</translation>
    </message>
    <message>
        <source>It could be in if the slow patterns were simpler.</source>
        <translation>如果那些慢模式更简单，它可能会纳入。</translation>
    </message>
    <message>
        <source>It would be in if its secondary keys allowed it.</source>
        <translation>如果它的次要关键词允许，它就会纳入。</translation>
    </message>
    <message>
        <source>It would be in if one of these were said too: {keys}.</source>
        <translation>如果还提到下列之一，它就会纳入：{keys}。</translation>
    </message>
    <message>
        <source>It would be in if “{key}” were not said.</source>
        <translation>如果没有提到“{key}”，它就会纳入。</translation>
    </message>
    <message>
        <source>It would be in if not all of these were said: {keys}.</source>
        <translation>如果没有全部提到下列内容，它就会纳入：{keys}。</translation>
    </message>
    <message>
        <source>It would be in with a score of {threshold}, or with a key that is said.</source>
        <translation>如果得分达到 {threshold}，或有被提到的关键词，它就会纳入。</translation>
    </message>
    <message>
        <source>It could be in if recall were on for this chat, or with a keyword that is said.</source>
        <translation>如果此聊天启用召回，或有被提到的关键词，它可能会纳入。</translation>
    </message>
    <message>
        <source>It would be in if “{key}” were said in a message, or if recursion might pull it.</source>
        <translation>如果消息中提到“{key}”，或允许递归带入它，它就会纳入。</translation>
    </message>
    <message>
        <source>It could be in if the book&apos;s recursion went to pass {level}.</source>
        <translation>如果世界书的递归进行到第 {level} 轮，它可能会纳入。</translation>
    </message>
    <message>
        <source>It can be in from message {message} on.</source>
        <translation>从第 {message} 条消息起可以纳入。</translation>
    </message>
    <message>
        <source>It can be in again from message {message} on.</source>
        <translation>从第 {message} 条消息起可以再次纳入。</translation>
    </message>
    <message>
        <source>It can be in after {least} answers.</source>
        <translation>在 {least} 次回复之后可以纳入。</translation>
    </message>
    <message>
        <source>It can be in when the number of answers is a multiple of {every}.</source>
        <translation>当回复次数是 {every} 的倍数时可以纳入。</translation>
    </message>
    <message>
        <source>It would be in with a probability of {roll} % or more, or if chance were asked anew.</source>
        <translation>如果概率不低于 {roll} %，或重新掷一次，它就可能纳入。</translation>
    </message>
    <message>
        <source>It would be in if “{title}” were not.</source>
        <translation>如果“{title}”没有纳入，它就会纳入。</translation>
    </message>
    <message>
        <source>It would be in if the budget of “{book}” were {more} tokens larger.</source>
        <translation>如果“{book}”的预算再大 {more} 个 Token，它就会纳入。</translation>
    </message>
    <message>
        <source>It would be in if {needs} tokens of it were allowed.</source>
        <translation>如果允许它用 {needs} 个 Token，它就会纳入。</translation>
    </message>
    <message>
        <source>It would be in if it had a text.</source>
        <translation>如果它有文本，它就会纳入。</translation>
    </message>
    <message>
        <source>It could be in on the branch of its message, or if its scope were wider than this chat.</source>
        <translation>若在其消息所在的分支上，或其范围大于此聊天，就可能纳入。</translation>
    </message>
    <message>
        <source>It could be in without @@dont_activate.</source>
        <translation>去掉 @@dont_activate，它可能会纳入。</translation>
    </message>
    <message>
        <source>It could be in if it were switched on.</source>
        <translation>如果启用它，它可能会纳入。</translation>
    </message>
    <message>
        <source>It could be in if its filter let this character and answer pass.</source>
        <translation>如果它的过滤条件允许此角色和此类回复，它可能会纳入。</translation>
    </message>
</context>
<context>
    <name>ContextComparison</name>
    <message>
        <source>Leaves</source>
        <translation>离开</translation>
    </message>
    <message>
        <source>Comes</source>
        <translation>进入</translation>
    </message>
    <message>
        <source>Other text</source>
        <translation>文本不同</translation>
    </message>
</context>
<context>
    <name>ContextLanes</name>
    <message>
        <source>Always in context</source>
        <translation>始终保留</translation>
    </message>
    <message>
        <source>Lore, always on</source>
        <translation>设定，常驻</translation>
    </message>
    <message>
        <source>Lore, by keyword</source>
        <translation>设定，关键词</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Recalled</source>
        <translation>召回片段</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>{name}: {used} of {room} used</source>
        <translation>{name}：已用 {used} / {room}</translation>
    </message>
</context>
<context>
    <name>ContextNodes</name>
    <message>
        <source>{name} ({count} of {total})</source>
        <translation>{name}（{count} / {total}）</translation>
    </message>
    <message>
        <source>In context</source>
        <translation>在上下文中</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>未纳入</translation>
    </message>
    <message>
        <source>In the summary</source>
        <translation>已摘要</translation>
    </message>
    <message>
        <source>Your message as {name}</source>
        <translation>你的消息（{name}）</translation>
    </message>
    <message>
        <source>What the marks between messages cost.</source>
        <translation>消息之间标记所占的部分。</translation>
    </message>
    <message>
        <source>{name} ({count})</source>
        <translation>{name}（{count}）</translation>
    </message>
    <message>
        <source>No key hit</source>
        <translation>未命中关键词</translation>
    </message>
    <message>
        <source>Not relevant enough</source>
        <translation>相关度不足</translation>
    </message>
    <message>
        <source>Meaning not measured yet</source>
        <translation>尚未计算语义</translation>
    </message>
    <message>
        <source>Found by meaning only</source>
        <translation>仅按语义查找</translation>
    </message>
    <message>
        <source>Without keys</source>
        <translation>没有关键词</translation>
    </message>
    <message>
        <source>Not for this answer</source>
        <translation>不适用于此回复</translation>
    </message>
    <message>
        <source>Of another branch</source>
        <translation>来自其他分支</translation>
    </message>
    <message>
        <source>No longer true</source>
        <translation>已被取代</translation>
    </message>
    <message>
        <source>Switched off</source>
        <translation>已停用</translation>
    </message>
</context>
<context>
    <name>ContextParts</name>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Character</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Lore</source>
        <translation>设定</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Recalled</source>
        <translation>召回片段</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>你的消息</translation>
    </message>
    <message>
        <source>After the history</source>
        <translation>历史之后</translation>
    </message>
    <message>
        <source>Role markers</source>
        <translation>角色标记</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Reserved for the reply</source>
        <translation>预留给回复</translation>
    </message>
    <message>
        <source>Margin for estimates</source>
        <translation>估算余量</translation>
    </message>
</context>
<context>
    <name>ContextPreview</name>
    <message>
        <source>Nothing in the context has this.</source>
        <translation>上下文中没有这个内容。</translation>
    </message>
    <message>
        <source>Back to now</source>
        <translation>返回当前</translation>
    </message>
    <message>
        <source>What if — nothing is changed</source>
        <translation>假设 — 不会改变任何内容</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>区块</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Show in the chat</source>
        <translation>在聊天中显示</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Copy row</source>
        <translation>复制此行</translation>
    </message>
</context>
<context>
    <name>ContextPreviewPresenter</name>
    <message>
        <source>Nothing is kept of what a model saw for this message.</source>
        <translation>没有保存模型当时为这条消息看到的内容。</translation>
    </message>
    <message>
        <source>No difference for this message: there is nothing in the rows that were moved.</source>
        <translation>对这条消息没有影响：移动的各行目前没有内容。</translation>
    </message>
    <message>
        <source>The same content in another order.</source>
        <translation>内容相同，顺序不同。</translation>
    </message>
</context>
<context>
    <name>ContextSummary</name>
    <message>
        <source>{used} used of {limit} · {reserve} reserved</source>
        <translation>已用 {used} / {limit} · 预留 {reserve}</translation>
    </message>
    <message>
        <source>{strategy}, not chosen yet</source>
        <translation>{strategy}（尚未选择）</translation>
    </message>
    <message>
        <source>ranked by words</source>
        <translation>按词语排序</translation>
    </message>
    <message>
        <source>messages ranked by age</source>
        <translation>消息按时间排序</translation>
    </message>
    <message>
        <source>still too much: the oldest left as in Trim</source>
        <translation>仍然过多：最旧的已按截断方式移除</translation>
    </message>
    <message>
        <source>The cache keeps {tokens} of {used} ({share} %)</source>
        <translation>缓存保留 {tokens} / {used}（{share} %）</translation>
    </message>
    <message>
        <source>estimated</source>
        <translation>估算</translation>
    </message>
    <message>
        <source>the model&apos;s own tokenizer</source>
        <translation>模型自带的分词器</translation>
    </message>
    <message>
        <source>{tokens} are kept free, so that the beginning of the prompt stays the same for the next turns</source>
        <translation>特意留出 {tokens}，使提示词开头在接下来几轮保持不变</translation>
    </message>
</context>
<context>
    <name>ContextWhy</name>
    <message>
        <source>and {count} more places</source>
        <translation>另有 {count} 处</translation>
    </message>
    <message>
        <source>Pulled in by “{entry}”</source>
        <translation>由“{entry}”带入</translation>
    </message>
    <message>
        <source>Found in pass {number} of recursion</source>
        <translation>在第 {number} 轮递归中找到</translation>
    </message>
    <message>
        <source>Relevance: {score}</source>
        <translation>相关度：{score}</translation>
    </message>
    <message>
        <source>From: {message}</source>
        <translation>来源：{message}</translation>
    </message>
    <message>
        <source>and {count} more messages</source>
        <translation>另有 {count} 条消息</translation>
    </message>
    <message>
        <source>your message</source>
        <translation>你的消息</translation>
    </message>
    <message>
        <source>“{key}” in {where}, {start}–{end}</source>
        <translation>“{key}”：{where}，{start}–{end}</translation>
    </message>
    <message>
        <source>Changed by the script “{name}”</source>
        <translation>已被脚本“{name}”改动</translation>
    </message>
    <message>
        <source>“{key}” in the entry “{where}”, {start}–{end}</source>
        <translation>条目“{where}”中的“{key}”，{start}–{end}</translation>
    </message>
    <message>
        <source>{where}, {start}–{end}: {around}</source>
        <translation>{where}，{start}–{end}：{around}</translation>
    </message>
    <message>
        <source>a message that is left out</source>
        <translation>未纳入的消息</translation>
    </message>
    <message>
        <source>the character&apos;s description</source>
        <translation>角色描述</translation>
    </message>
    <message>
        <source>the character&apos;s personality</source>
        <translation>角色性格</translation>
    </message>
    <message>
        <source>the scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>the persona</source>
        <translation>用户角色</translation>
    </message>
    <message>
        <source>the creator&apos;s notes</source>
        <translation>创作者注</translation>
    </message>
    <message>
        <source>the author&apos;s note</source>
        <translation>作者注</translation>
    </message>
    <message>
        <source>the summary</source>
        <translation>摘要</translation>
    </message>
</context>
<context>
    <name>Cost</name>
    <message>
        <source>Permanent: in every prompt. Temporary: the first message and the examples, which leave when room gets short.</source>
        <translation>常驻：每次请求都包含。临时：开场白和示例对话，空间不足时会被移出。</translation>
    </message>
    <message>
        <source>{permanent} tokens permanent, {temporary} temporary</source>
        <translation>常驻 {permanent} Token，临时 {temporary} Token</translation>
    </message>
    <message>
        <source>{permanent} tokens in every prompt</source>
        <translation>每次请求 {permanent} Token</translation>
    </message>
</context>
<context>
    <name>Counts</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln 个 Token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s)</source>
        <translation>
            <numerusform>%Ln 条消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln chat(s)</source>
        <translation>
            <numerusform>%Ln 个聊天</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln character(s)</source>
        <translation>
            <numerusform>%Ln 个字符</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lorebook(s)</source>
        <translation>
            <numerusform>%Ln 本世界书</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln memory entry(s)</source>
        <translation>
            <numerusform>%Ln 条记忆</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln summary segment(s)</source>
        <translation>
            <numerusform>%Ln 段摘要</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DataPage</name>
    <message>
        <source>Data folder</source>
        <translation>数据文件夹</translation>
    </message>
    <message>
        <source>files, storage, export, copy</source>
        <translation>文件, 存储, 导出, 副本</translation>
    </message>
    <message>
        <source>Back up now</source>
        <translation>立即备份</translation>
    </message>
    <message>
        <source>Everything is kept in this folder</source>
        <translation>所有内容都保存在此文件夹</translation>
    </message>
    <message>
        <source>Backup</source>
        <translation>备份</translation>
    </message>
    <message>
        <source>A checked copy of all chats. One is made every day by itself.</source>
        <translation>所有聊天的已校验副本。每天会自动生成一份。</translation>
    </message>
    <message>
        <source>save, copy, safety</source>
        <translation>保存, 副本, 安全</translation>
    </message>
    <message>
        <source>Restore a backup</source>
        <translation>恢复备份</translation>
    </message>
    <message>
        <source>get back, undo, lost, import</source>
        <translation>找回, 撤销, 丢失</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>deleted chats, remove, empty, privacy</source>
        <translation>已删除的聊天, 移除, 清空, 隐私</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Copying and checking all chats …</source>
        <translation>正在复制并校验所有聊天…</translation>
    </message>
    <message>
        <source>Backed up: {backup}</source>
        <translation>已备份：{backup}</translation>
    </message>
</context>
<context>
    <name>DatesView</name>
    <message>
        <source>Here since {date}</source>
        <translation>加入时间：{date}</translation>
    </message>
    <message>
        <source>Last changed here {date}</source>
        <translation>上次修改：{date}</translation>
    </message>
    <message>
        <source>Made by its author {date}</source>
        <translation>作者创建：{date}</translation>
    </message>
    <message>
        <source>Changed by its author {date}</source>
        <translation>作者修改：{date}</translation>
    </message>
</context>
<context>
    <name>DepthPromptInput</name>
    <message>
        <source>as the system</source>
        <translation>以系统身份</translation>
    </message>
    <message>
        <source>as you</source>
        <translation>以你的身份</translation>
    </message>
    <message>
        <source>as the character</source>
        <translation>以角色身份</translation>
    </message>
    <message>
        <source>Said as</source>
        <translation>以谁的身份</translation>
    </message>
    <message>
        <source>Messages from the end</source>
        <translation>距末尾的消息数</translation>
    </message>
</context>
<context>
    <name>Desk</name>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Discard changes</source>
        <translation>放弃更改</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
</context>
<context>
    <name>Docks</name>
    <message>
        <source>Chats</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>Context preview</source>
        <translation>上下文预览</translation>
    </message>
    <message>
        <source>More about the context</source>
        <translation>更多上下文操作</translation>
    </message>
    <message>
        <source>Close the context preview</source>
        <translation>关闭上下文预览</translation>
    </message>
    <message>
        <source>Close (Ctrl+Shift+P)</source>
        <translation>关闭 (Ctrl+Shift+P)</translation>
    </message>
</context>
<context>
    <name>EditorPage</name>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>This was changed elsewhere too: that is shown now. Ctrl+Z brings yours back.</source>
        <translation>此内容在别处也被修改，现在显示的是新版本。按 Ctrl+Z 可恢复你的版本。</translation>
    </message>
    <message>
        <source>Something is missing; see above.</source>
        <translation>有内容缺失，请看上方。</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>已保存。</translation>
    </message>
</context>
<context>
    <name>EmbedderChoice</name>
    <message>
        <source>Built-in (offline, no set-up)</source>
        <translation>内置（离线，无需设置）</translation>
    </message>
    <message>
        <source>Load list</source>
        <translation>加载列表</translation>
    </message>
    <message>
        <source>Choose file …</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>What finds by meaning</source>
        <translation>按语义查找所用的模型</translation>
    </message>
    <message>
        <source>Model that makes vectors</source>
        <translation>计算向量的模型</translation>
    </message>
    <message>
        <source>What is longer than it reads is read in pieces.</source>
        <translation>超出其长度上限的内容会分段读取。</translation>
    </message>
    <message>
        <source>A GGUF file. Empty: the connection&apos;s own.</source>
        <translation>GGUF 文件。留空则使用连接自己的文件。</translation>
    </message>
    <message>
        <source>A GGUF file on this computer</source>
        <translation>本机上的 GGUF 文件</translation>
    </message>
    <message>
        <source>Type it or load the list.</source>
        <translation>输入名称，或加载列表。</translation>
    </message>
    <message>
        <source>Choose a GGUF file.</source>
        <translation>请选择 GGUF 文件。</translation>
    </message>
    <message>
        <source>Reads English, Russian, Chinese and many more.</source>
        <translation>支持中文、英文、俄文等多种语言。</translation>
    </message>
    <message>
        <source>No text leaves this computer.</source>
        <translation>文本不会离开本机。</translation>
    </message>
    <message>
        <source>The texts of your chats are sent to {host} to be read there. Messages marked “never send” are not.</source>
        <translation>你的聊天文本会发送到 {host} 处理。标记为“绝不发送”的消息不会发送。</translation>
    </message>
    <message>
        <source>Choose a model file</source>
        <translation>选择模型文件</translation>
    </message>
    <message>
        <source>Model files (*.gguf)</source>
        <translation>模型文件 (*.gguf)</translation>
    </message>
    <message>
        <source>One moment …</source>
        <translation>请稍候…</translation>
    </message>
    <message>
        <source>It names no model that makes vectors. Type the name of one.</source>
        <translation>服务器没有列出可计算向量的模型，请输入模型名称。</translation>
    </message>
    <message numerus="yes">
        <source>It works: %Ln number(s) for each text, {time} ms a text.</source>
        <translation>
            <numerusform>可用：每段文本 %Ln 个数值，每段 {time} 毫秒。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EntriesBulk</name>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>By keyword</source>
        <translation>按关键词</translation>
    </message>
    <message>
        <source>Always on</source>
        <translation>常驻</translation>
    </message>
    <message>
        <source>As the book</source>
        <translation>跟随世界书</translation>
    </message>
    <message>
        <source>Switched on</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>When</source>
        <translation>何时</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Newest messages that are read</source>
        <translation>扫描的最新消息数</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>Probability (percent)</source>
        <translation>概率（百分比）</translation>
    </message>
    <message>
        <source>Capitals matter</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Whole words only</source>
        <translation>仅匹配整词</translation>
    </message>
    <message>
        <source>Other forms of the words too</source>
        <translation>也匹配词形变化</translation>
    </message>
</context>
<context>
    <name>EntryCommands</name>
    <message numerus="yes">
        <source>%n entries were changed.</source>
        <translation>
            <numerusform>已更改 %n 个条目。</numerusform>
        </translation>
    </message>
    <message>
        <source>New entry</source>
        <translation>新建条目</translation>
    </message>
    <message>
        <source>Switch on or off</source>
        <translation>启用或停用</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>创建副本</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Copy to</source>
        <translation>复制到</translation>
    </message>
    <message>
        <source>Move to</source>
        <translation>移动到</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Copy to …</source>
        <translation>复制到…</translation>
    </message>
    <message>
        <source>Move to …</source>
        <translation>移动到…</translation>
    </message>
    <message>
        <source>There is no other lorebook</source>
        <translation>没有其他世界书</translation>
    </message>
    <message numerus="yes">
        <source>%n entries were moved.</source>
        <translation>
            <numerusform>已移动 %n 个条目。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EntryForm</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>For you only; the model never sees it.</source>
        <translation>仅供你自己参考；模型看不到。</translation>
    </message>
    <message>
        <source>By keyword</source>
        <translation>关键词</translation>
    </message>
    <message>
        <source>Always on</source>
        <translation>常驻</translation>
    </message>
    <message>
        <source>When</source>
        <translation>何时</translation>
    </message>
    <message>
        <source>One on a line; any of them is enough. /…/i is a pattern. A comma is a part of the key.</source>
        <translation>每行一个；任意一个即可。/…/i 是正则表达式。逗号不作分隔。</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>关键词</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>What the model is told.</source>
        <translation>告诉模型的内容。</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Lower is higher up.</source>
        <translation>越小越靠前。</translation>
    </message>
    <message>
        <source>Messages from the end: 0 is behind yours.</source>
        <translation>从末尾数的消息数：0 在你的消息之后。</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>深度</translation>
    </message>
    <message>
        <source>Said by</source>
        <translation>以谁的身份</translation>
    </message>
    <message>
        <source>It stands where {{outlet::this name}} is written.</source>
        <translation>出现在写有 {{outlet::这个名称}} 的地方。</translation>
    </message>
    <message>
        <source>Name of the outlet</source>
        <translation>插入点名称</translation>
    </message>
    <message>
        <source>Switched on</source>
        <translation>已启用</translation>
    </message>
    <message>
        <source>A name is needed.</source>
        <translation>需要名称。</translation>
    </message>
    <message>
        <source>An entry says something.</source>
        <translation>条目需要有内容。</translation>
    </message>
    <message>
        <source>Decorators at its beginning: {decorators}</source>
        <translation>开头的装饰器：{decorators}</translation>
    </message>
</context>
<context>
    <name>EntryModel</name>
    <message>
        <source>as the book</source>
        <translation>跟随世界书</translation>
    </message>
    <message>
        <source>On</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>关键词</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>常驻</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Messages read</source>
        <translation>扫描消息</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
</context>
<context>
    <name>EntryMore</name>
    <message>
        <source>More keys</source>
        <translation>更多关键词</translation>
    </message>
    <message>
        <source>One on a line.</source>
        <translation>每行一个。</translation>
    </message>
    <message>
        <source>Secondary keys</source>
        <translation>次要关键词</translation>
    </message>
    <message>
        <source>A key counts only if</source>
        <translation>关键词仅在以下情况有效</translation>
    </message>
    <message>
        <source>Any of them keeps the entry out. One on a line.</source>
        <translation>任意一个出现时条目都不激活。每行一个。</translation>
    </message>
    <message>
        <source>Anti-keys</source>
        <translation>排除关键词</translation>
    </message>
    <message>
        <source>By meaning an entry is found also where none of its words is used.</source>
        <translation>按含义查找时，即使没有出现它的任何词也能找到。</translation>
    </message>
    <message>
        <source>Found by</source>
        <translation>查找方式</translation>
    </message>
    <message>
        <source>How keys are compared</source>
        <translation>关键词的比较方式</translation>
    </message>
    <message>
        <source>Whole words only</source>
        <translation>仅匹配完整单词</translation>
    </message>
    <message>
        <source>Off: a key also counts inside a longer word.</source>
        <translation>关闭时，关键词在更长的单词里也算命中。</translation>
    </message>
    <message>
        <source>Other forms of the words too</source>
        <translation>也匹配单词的其他形式</translation>
    </message>
    <message>
        <source>“cats” for “cat”, «кота» for «кот».</source>
        <translation>“cats” 对应 “cat”，«кота» 对应 «кот»。</translation>
    </message>
    <message>
        <source>Capitals matter</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Names may have a typing error</source>
        <translation>名字允许一处拼写错误</translation>
    </message>
    <message>
        <source>One letter, in names of five letters and more.</source>
        <translation>五个字母以上的名字允许差一个字母。</translation>
    </message>
    <message>
        <source>Where keys are looked for</source>
        <translation>在哪里查找关键词</translation>
    </message>
    <message>
        <source>Its own</source>
        <translation>单独设置</translation>
    </message>
    <message>
        <source>Without its own the book&apos;s counts. 0: not in the chat.</source>
        <translation>未单独设置时按世界书。0：不在聊天中查找。</translation>
    </message>
    <message>
        <source>In so many of the newest messages</source>
        <translation>在最新的多少条消息中</translation>
    </message>
    <message>
        <source>And also in</source>
        <translation>以及</translation>
    </message>
    <message>
        <source>Chance and groups</source>
        <translation>概率与分组</translation>
    </message>
    <message>
        <source>Rolled once for a message: 100 is always.</source>
        <translation>每条消息只掷一次：100 表示总是。</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Parted by commas. Of a group only one entry is active at a time.</source>
        <translation>用逗号分隔。同一组中每次只有一个条目激活。</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Twice the weight is chosen twice as often.</source>
        <translation>权重加倍，被选中的机会也加倍。</translation>
    </message>
    <message>
        <source>Weight in its groups</source>
        <translation>组内权重</translation>
    </message>
    <message>
        <source>The highest order wins the group</source>
        <translation>顺序值最大者在组内胜出</translation>
    </message>
    <message>
        <source>The most keys found win the group</source>
        <translation>命中关键词最多者在组内胜出</translation>
    </message>
    <message>
        <source>Recursion</source>
        <translation>递归</translation>
    </message>
    <message>
        <source>Other entries cannot pull it in</source>
        <translation>其他条目不能带出它</translation>
    </message>
    <message>
        <source>It cannot pull other entries in</source>
        <translation>它不能带出其他条目</translation>
    </message>
    <message>
        <source>0: at once.</source>
        <translation>0：立即。</translation>
    </message>
    <message>
        <source>Only from this pass on</source>
        <translation>仅从这一轮开始</translation>
    </message>
    <message>
        <source>Timers</source>
        <translation>计时</translation>
    </message>
    <message>
        <source>Stays for</source>
        <translation>持续</translation>
    </message>
    <message>
        <source>Messages after it became active.</source>
        <translation>激活之后的消息数。</translation>
    </message>
    <message>
        <source>Then rests for</source>
        <translation>然后冷却</translation>
    </message>
    <message>
        <source>Messages.</source>
        <translation>条消息。</translation>
    </message>
    <message>
        <source>Not before message</source>
        <translation>不早于第几条消息</translation>
    </message>
    <message>
        <source>0: from the beginning.</source>
        <translation>0：从一开始。</translation>
    </message>
    <message>
        <source>Room</source>
        <translation>空间</translation>
    </message>
    <message>
        <source>When room gets short the higher stays.</source>
        <translation>空间不足时保留数值较大的。</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>最多</translation>
    </message>
    <message>
        <source>Largest size (tokens)</source>
        <translation>最大长度（Token）</translation>
    </message>
    <message>
        <source>If it is longer</source>
        <translation>如果更长</translation>
    </message>
    <message>
        <source>The book&apos;s budget does not count for it</source>
        <translation>不受世界书预算限制</translation>
    </message>
    <message>
        <source>For whom</source>
        <translation>适用对象</translation>
    </message>
    <message>
        <source>Names, one on a line; empty: for all.</source>
        <translation>名字，每行一个；留空表示全部。</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Of the character&apos;s card, parted by commas.</source>
        <translation>角色卡上的标签，用逗号分隔。</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>For all but these</source>
        <translation>除这些以外的全部</translation>
    </message>
    <message>
        <source>None ticked: in all.</source>
        <translation>都不勾选表示全部。</translation>
    </message>
    <message>
        <source>In which requests</source>
        <translation>用于哪些请求</translation>
    </message>
</context>
<context>
    <name>ErrorDialog</name>
    <message>
        <source>Copy details</source>
        <translation>复制详情</translation>
    </message>
    <message>
        <source>What you wrote is stored. You can go on; if something looks wrong, start the program again. The details help to mend it: they hold no texts and no keys, and nothing is sent by itself.</source>
        <translation>你写的内容已保存。可以继续使用；如果有异常，请重新启动程序。详情有助于修复问题：其中不含文本和密钥，也不会自动发送。</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>EveryInput</name>
    <message>
        <source>New segment of the summary every N messages</source>
        <translation>每 N 条消息生成一段新摘要</translation>
    </message>
    <message>
        <source>A number of its own</source>
        <translation>自定数值</translation>
    </message>
    <message>
        <source>Smaller: more often, dearer, denser context. Larger: cheaper, more risk of overflow.</source>
        <translation>数值越小压缩越频繁（更贵，但上下文更紧凑）；越大越省，但更易溢出。</translation>
    </message>
</context>
<context>
    <name>ExamplePreview</name>
    <message>
        <source>… and {count} more examples</source>
        <translation>……以及另外 {count} 个示例</translation>
    </message>
    <message>
        <source>Example {number}: {lines}</source>
        <translation>示例 {number}：{lines}</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Which one</source>
        <translation>哪一个</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Export …</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Writing …</source>
        <translation>正在写入…</translation>
    </message>
    <message>
        <source>Written: {files}</source>
        <translation>已写入：{files}</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新聊天</translation>
    </message>
    <message>
        <source>Talespan archive</source>
        <translation>Talespan 归档</translation>
    </message>
    <message>
        <source>Loses nothing: variants, branches, earlier texts, what the model saw, summary.</source>
        <translation>毫无损失：备选回复、分支、旧文本、模型看到的内容和摘要。</translation>
    </message>
    <message>
        <source>The open branch without any form.</source>
        <translation>当前分支，不带任何格式。</translation>
    </message>
    <message>
        <source>For SillyTavern and its relatives: the open branch with its variants and pictures.</source>
        <translation>用于 SillyTavern 及同类程序：当前分支及其变体和图片。</translation>
    </message>
    <message>
        <source>The open branch, for reading and for other editors; pictures lie in a folder beside it.</source>
        <translation>当前分支，供阅读或在其他编辑器中使用；图片放在旁边的文件夹里。</translation>
    </message>
    <message>
        <source>The open branch with its pictures as one page for any browser; it loads and runs nothing.</source>
        <translation>当前分支及其图片合成一个网页，任何浏览器都能打开；它不加载也不运行任何东西。</translation>
    </message>
    <message>
        <source>A picture that every program of this kind reads, with the lorebook and the files in it.</source>
        <translation>同类程序都能读取的图片，世界书和文件都在其中。</translation>
    </message>
    <message>
        <source>The card with all its pictures and files.</source>
        <translation>角色卡及其全部图片和文件。</translation>
    </message>
    <message>
        <source>The card without its picture, as the newest specification has it.</source>
        <translation>不含图片的角色卡，采用最新规范。</translation>
    </message>
    <message>
        <source>The card without its picture, for older programs.</source>
        <translation>不含图片的角色卡，供较旧的程序使用。</translation>
    </message>
    <message>
        <source>Loses nothing; other programs read what they know of it.</source>
        <translation>毫无损失；其他程序读取它们认识的部分。</translation>
    </message>
    <message>
        <source>For SillyTavern and its relatives.</source>
        <translation>用于 SillyTavern 及同类程序。</translation>
    </message>
    <message>
        <source>A chat</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>A character</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>A lorebook</source>
        <translation>世界书</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>SillyTavern chat (JSONL)</source>
        <translation>SillyTavern 聊天 (JSONL)</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Web page (HTML)</source>
        <translation>网页 (HTML)</translation>
    </message>
    <message>
        <source>Plain text</source>
        <translation>纯文本</translation>
    </message>
    <message>
        <source>Picture card (PNG)</source>
        <translation>图片角色卡 (PNG)</translation>
    </message>
    <message>
        <source>CHARX</source>
        <translation>CHARX</translation>
    </message>
    <message>
        <source>Character Card V3 (JSON)</source>
        <translation>角色卡 V3 (JSON)</translation>
    </message>
    <message>
        <source>Character Card V2 (JSON)</source>
        <translation>角色卡 V2 (JSON)</translation>
    </message>
    <message>
        <source>Lorebook (JSON)</source>
        <translation>世界书 (JSON)</translation>
    </message>
    <message>
        <source>SillyTavern World Info (JSON)</source>
        <translation>SillyTavern World Info (JSON)</translation>
    </message>
    <message>
        <source>What</source>
        <translation>导出内容</translation>
    </message>
</context>
<context>
    <name>ExtensionsView</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Nothing.</source>
        <translation>无。</translation>
    </message>
</context>
<context>
    <name>FileKinds</name>
    <message>
        <source>Character Card</source>
        <translation>角色卡</translation>
    </message>
    <message>
        <source>Character Book</source>
        <translation>角色世界书</translation>
    </message>
    <message>
        <source>Agnai character</source>
        <translation>Agnai 角色</translation>
    </message>
    <message>
        <source>SillyTavern World Info</source>
        <translation>SillyTavern 世界书</translation>
    </message>
    <message>
        <source>SillyTavern World Info entry</source>
        <translation>SillyTavern 世界书条目</translation>
    </message>
    <message>
        <source>NovelAI lorebook</source>
        <translation>NovelAI 世界书</translation>
    </message>
    <message>
        <source>NovelAI scenario</source>
        <translation>NovelAI 剧本</translation>
    </message>
    <message>
        <source>NovelAI story</source>
        <translation>NovelAI 故事</translation>
    </message>
    <message>
        <source>NovelAI preset</source>
        <translation>NovelAI 预设</translation>
    </message>
    <message>
        <source>Agnai memory book</source>
        <translation>Agnai 记忆书</translation>
    </message>
    <message>
        <source>RisuAI lorebook</source>
        <translation>RisuAI 世界书</translation>
    </message>
    <message>
        <source>SillyTavern personas</source>
        <translation>SillyTavern 用户角色</translation>
    </message>
    <message>
        <source>SillyTavern chat</source>
        <translation>SillyTavern 聊天</translation>
    </message>
    <message>
        <source>RisuAI chat</source>
        <translation>RisuAI 聊天</translation>
    </message>
    <message>
        <source>Agnai chat</source>
        <translation>Agnai 聊天</translation>
    </message>
    <message>
        <source>OpenAI messages</source>
        <translation>OpenAI 格式的消息</translation>
    </message>
    <message>
        <source>text-generation-webui chat</source>
        <translation>text-generation-webui 聊天</translation>
    </message>
    <message>
        <source>Character.AI chat</source>
        <translation>Character.AI 聊天</translation>
    </message>
    <message>
        <source>coding agent log</source>
        <translation>编程助手日志</translation>
    </message>
    <message>
        <source>SillyTavern preset</source>
        <translation>SillyTavern 预设</translation>
    </message>
    <message>
        <source>SillyTavern text completion preset</source>
        <translation>SillyTavern 文本补全预设</translation>
    </message>
    <message>
        <source>SillyTavern instruct template</source>
        <translation>SillyTavern 指令模板</translation>
    </message>
    <message>
        <source>SillyTavern context template</source>
        <translation>SillyTavern 上下文模板</translation>
    </message>
    <message>
        <source>SillyTavern theme</source>
        <translation>SillyTavern 主题</translation>
    </message>
    <message>
        <source>SillyTavern regex script</source>
        <translation>SillyTavern 正则脚本</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this chat</source>
        <translation>在此聊天中查找</translation>
    </message>
    <message>
        <source>Previous (Shift+Enter)</source>
        <translation>上一个 (Shift+Enter)</translation>
    </message>
    <message>
        <source>Next (Enter)</source>
        <translation>下一个 (Enter)</translation>
    </message>
    <message>
        <source>Exclude all found</source>
        <translation>排除所有找到的</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>第 {number} / {count} 条</translation>
    </message>
</context>
<context>
    <name>FirstRunPage</name>
    <message>
        <source>Choose file …</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Use the demo model</source>
        <translation>使用演示模型</translation>
    </message>
    <message>
        <source>Start with a sample chat: the lighthouse keeper Mira</source>
        <translation>从示例聊天开始：灯塔看守人米拉</translation>
    </message>
    <message>
        <source>Who shall answer you?</source>
        <translation>由谁来回答你？</translation>
    </message>
    <message>
        <source>Choose what you have. Everything stays on this computer but what you send to a server.</source>
        <translation>选择你已有的方式。除了你发送给服务器的内容，一切都留在本机上。</translation>
    </message>
    <message>
        <source>A model server on this computer</source>
        <translation>本机上的模型服务器</translation>
    </message>
    <message>
        <source>Another provider</source>
        <translation>其他服务商</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>服务商</translation>
    </message>
    <message>
        <source>Enter the key …</source>
        <translation>输入密钥…</translation>
    </message>
    <message>
        <source>I have a key</source>
        <translation>我有密钥</translation>
    </message>
    <message>
        <source>Your messages go to the provider, who may charge for them.</source>
        <translation>你的消息会发送给服务商，可能会收费。</translation>
    </message>
    <message>
        <source>Download one …</source>
        <translation>下载一个…</translation>
    </message>
    <message>
        <source>A model file on this computer (GGUF)</source>
        <translation>本机上的模型文件（GGUF）</translation>
    </message>
    <message>
        <source>Answers without internet. It must be a chat model and fit into memory.</source>
        <translation>无需联网即可回答。必须是聊天模型，并且内存放得下。</translation>
    </message>
    <message>
        <source>Nothing yet: the built-in demo model</source>
        <translation>还什么都没有：内置演示模型</translation>
    </message>
    <message>
        <source>Answers at once, without internet and without a key. It is tiny and knows only English.</source>
        <translation>立即回答，无需联网，也无需密钥。它非常小，而且只懂英语。</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
</context>
<context>
    <name>FirstRunPresenter</name>
    <message>
        <source>New connection</source>
        <translation>新连接</translation>
    </message>
    <message>
        <source>Model file</source>
        <translation>模型文件</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>en</source>
        <comment>the code of the language that you translate into: en, ru, zh</comment>
        <translation>zh</translation>
    </message>
</context>
<context>
    <name>FormsTable</name>
    <message>
        <source>Inflected forms</source>
        <translation>词形变化</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>词形</translation>
    </message>
    <message>
        <source>In its place</source>
        <translation>替换为</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>处数</translation>
    </message>
</context>
<context>
    <name>Found</name>
    <message>
        <source>Entry “{title}”</source>
        <translation>条目“{title}”</translation>
    </message>
    <message>
        <source>a message</source>
        <translation>一条消息</translation>
    </message>
    <message>
        <source>your message</source>
        <translation>你的消息</translation>
    </message>
</context>
<context>
    <name>GalleryDialog</name>
    <message>
        <source>Characters</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>Favourites only</source>
        <translation>仅显示收藏</translation>
    </message>
    <message>
        <source>New character</source>
        <translation>新建角色</translation>
    </message>
    <message>
        <source>Import characters</source>
        <translation>导入角色</translation>
    </message>
    <message>
        <source>More about this character</source>
        <translation>更多操作</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Start a chat</source>
        <translation>开始聊天</translation>
    </message>
    <message>
        <source>Import …</source>
        <translation>导入…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln character(s)</source>
        <comment>cards</comment>
        <translation>
            <numerusform>%Ln 个角色</numerusform>
        </translation>
    </message>
    <message>
        <source>{shown} of {all}</source>
        <translation>显示 {shown} 个，共 {all}</translation>
    </message>
    <message>
        <source>Nobody is found by that.</source>
        <translation>没有找到符合条件的角色。</translation>
    </message>
    <message>
        <source>No characters yet. Drop a card on this window, or import one.</source>
        <translation>还没有角色。把角色卡拖到此窗口，或导入一张。</translation>
    </message>
    <message>
        <source>Reading the characters …</source>
        <translation>正在读取角色…</translation>
    </message>
    <message>
        <source>Name, tag:…, author:…, “a phrase”, -without</source>
        <translation>名称、标签:…、作者:…、“短语”、-排除</translation>
    </message>
    <message>
        <source>Find a character</source>
        <translation>查找角色</translation>
    </message>
    <message>
        <source>Recent first</source>
        <translation>最近使用优先</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>Most used first</source>
        <translation>最常使用优先</translation>
    </message>
</context>
<context>
    <name>GalleryMenu</name>
    <message>
        <source>Its chats</source>
        <translation>该角色的聊天</translation>
    </message>
    <message>
        <source>Start a chat</source>
        <translation>开始聊天</translation>
    </message>
    <message>
        <source>Not a favourite any more</source>
        <translation>取消收藏</translation>
    </message>
    <message>
        <source>Mark as a favourite</source>
        <translation>收藏</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>创建副本</translation>
    </message>
    <message>
        <source>Export …</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新聊天</translation>
    </message>
</context>
<context>
    <name>GalleryModel</name>
    <message>
        <source>favourite</source>
        <translation>已收藏</translation>
    </message>
    <message>
        <source>No chats yet</source>
        <translation>尚无聊天</translation>
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
        <translation>{name}（副本 {number}）</translation>
    </message>
    <message>
        <source>{name} (copy)</source>
        <translation>{name}（副本）</translation>
    </message>
    <message>
        <source>{name} is deleted</source>
        <translation>已删除：{name}</translation>
    </message>
</context>
<context>
    <name>GalleryView</name>
    <message>
        <source>Characters</source>
        <translation>角色</translation>
    </message>
</context>
<context>
    <name>GenerationPage</name>
    <message>
        <source>Generation</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>sampling, sampler, answer, reply</source>
        <translation>采样, 采样器, 回复</translation>
    </message>
    <message>
        <source>The longest answer, and the space kept free for it in the context.</source>
        <translation>回复的最大长度，也是在上下文中为它预留的空间。</translation>
    </message>
    <message>
        <source>Reserved for the reply (tokens)</source>
        <translation>预留给回复（Token）</translation>
    </message>
    <message>
        <source>max tokens, length, limit</source>
        <translation>最大 Token 数, 长度, 上限, max tokens</translation>
    </message>
    <message>
        <source>Context strategy</source>
        <translation>上下文策略</translation>
    </message>
    <message>
        <source>context, memory, forgetting, full</source>
        <translation>上下文, 记忆, 遗忘, 已满</translation>
    </message>
    <message>
        <source>All that fit</source>
        <translation>放得下的全部</translation>
    </message>
    <message>
        <source>Older ones are only mentioned. They leave with their messages in any case.</source>
        <translation>更早的图片只会被提及。无论如何，它们都会随所在消息一起移出。</translation>
    </message>
    <message>
        <source>Newest pictures that are sent</source>
        <translation>发送的最新图片数</translation>
    </message>
    <message>
        <source>images, photos, vision, tokens</source>
        <translation>图像, 照片, 视觉, Token</translation>
    </message>
    <message>
        <source>For {connection}, which answers new chats.</source>
        <translation>用于回答新聊天的连接：{connection}。</translation>
    </message>
    <message>
        <source>For every chat that decides nothing itself.</source>
        <translation>用于所有未自行决定的聊天。</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Low: predictable. High: surprising.</source>
        <translation>低：可预测。高：出人意料。</translation>
    </message>
    <message>
        <source>creativity, chance</source>
        <translation>创造性, 随机, temperature</translation>
    </message>
    <message>
        <source>Top P</source>
        <translation>Top P</translation>
    </message>
    <message>
        <source>Leaves out the unlikely words; 1 leaves none out.</source>
        <translation>排除不太可能的词；1 表示全部保留。</translation>
    </message>
    <message>
        <source>nucleus, sampling</source>
        <translation>核采样, 采样</translation>
    </message>
    <message>
        <source>Frequency penalty</source>
        <translation>频率惩罚</translation>
    </message>
    <message>
        <source>Against repeating the same words over and over.</source>
        <translation>减少反复使用同样的词。</translation>
    </message>
    <message>
        <source>repetition</source>
        <translation>重复, frequency penalty</translation>
    </message>
    <message>
        <source>Presence penalty</source>
        <translation>存在惩罚</translation>
    </message>
    <message>
        <source>Towards something not mentioned yet.</source>
        <translation>倾向于尚未提到的内容。</translation>
    </message>
    <message>
        <source>repetition, new topics</source>
        <translation>重复, 新话题, presence penalty</translation>
    </message>
</context>
<context>
    <name>GreetingDialog</name>
    <message>
        <source>Choose a greeting</source>
        <translation>选择开场白</translation>
    </message>
    <message>
        <source>Greetings</source>
        <translation>开场白</translation>
    </message>
    <message>
        <source>The whole greeting</source>
        <translation>完整开场白</translation>
    </message>
    <message>
        <source>Start the chat</source>
        <translation>开始聊天</translation>
    </message>
    <message>
        <source>How does {name} begin?</source>
        <translation>{name} 如何开场？</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The others stay beside it: ‹ › over the message shows them.</source>
        <translation>其余开场白会一并保留，可用消息上方的 ‹ › 切换。</translation>
    </message>
</context>
<context>
    <name>GroupDialog</name>
    <message>
        <source>Characters of this chat</source>
        <translation>本聊天的角色</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Take out</source>
        <translation>移出</translation>
    </message>
    <message>
        <source>Let them greet</source>
        <translation>让他们打招呼</translation>
    </message>
    <message>
        <source>As many as the order says</source>
        <translation>按发言顺序的规定</translation>
    </message>
    <message>
        <source>Characters of the library</source>
        <translation>资料库中的角色</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>Ticked: takes turns. Unticked: muted, speaks only when you say so.</source>
        <translation>已勾选：轮流发言。未勾选：已静音，只在你点名时发言。</translation>
    </message>
    <message>
        <source>Who speaks after a message</source>
        <translation>消息之后由谁发言</translation>
    </message>
    <message>
        <source>Answers to one message, at most</source>
        <translation>每条消息最多几条回复</translation>
    </message>
    <message>
        <source>Whose cards are sent</source>
        <translation>发送谁的角色卡</translation>
    </message>
</context>
<context>
    <name>GroupWords</name>
    <message>
        <source>Natural</source>
        <translation>自然</translation>
    </message>
    <message>
        <source>In the order of the list</source>
        <translation>按列表顺序</translation>
    </message>
    <message>
        <source>Everyone once</source>
        <translation>每人一次</translation>
    </message>
    <message>
        <source>I choose</source>
        <translation>由我选择</translation>
    </message>
    <message>
        <source>Whoever is named in the last message answers, then whoever feels like it, by the talkativeness of the card.</source>
        <translation>先由上一条消息中提到的角色回复，再按角色卡的健谈程度随机插话。</translation>
    </message>
    <message>
        <source>After each message all answer, from top to bottom.</source>
        <translation>每条消息之后，所有人从上到下依次回复。</translation>
    </message>
    <message>
        <source>One answers, by lot, and nobody again before everyone had a turn.</source>
        <translation>随机一人回复；所有人都发过言之前，没有人会再次发言。</translation>
    </message>
    <message>
        <source>Whoever you pick above the text box answers.</source>
        <translation>由你在输入框上方选中的角色回复。</translation>
    </message>
    <message>
        <source>Of who speaks</source>
        <translation>发言者的</translation>
    </message>
    <message>
        <source>Of all</source>
        <translation>所有人的</translation>
    </message>
    <message>
        <source>The card, lore and memory of who speaks are sent; the others are known by what they say.</source>
        <translation>只发送发言者的角色卡、世界书和记忆；其他人只能从其言语中得知。</translation>
    </message>
    <message>
        <source>All know all: the cards, lore and memory of all are sent, which takes more room.</source>
        <translation>人人皆知：发送所有人的角色卡、世界书和记忆，占用更多空间。</translation>
    </message>
</context>
<context>
    <name>HelpDialog</name>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Text of the page</source>
        <translation>页面内容</translation>
    </message>
</context>
<context>
    <name>HelpPages</name>
    <message>
        <source>en</source>
        <translation>zh</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>What they do</source>
        <translation>作用</translation>
    </message>
</context>
<context>
    <name>HitModel</name>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>替换后</translation>
    </message>
</context>
<context>
    <name>ImportCounts</name>
    <message numerus="yes">
        <source>%Ln entry(s)</source>
        <translation>
            <numerusform>%Ln 个条目</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln variant(s)</source>
        <translation>
            <numerusform>%Ln 个备选回复</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln object(s)</source>
        <translation>
            <numerusform>%Ln 个对象</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln remark(s)</source>
        <translation>
            <numerusform>%Ln 条说明</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln 个文件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>What to do with the selected:</source>
        <translation>对所选内容：</translation>
    </message>
    <message>
        <source>Reading …</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Importing …</source>
        <translation>正在导入…</translation>
    </message>
    <message>
        <source>Looking at the files</source>
        <translation>正在查看文件</translation>
    </message>
    <message>
        <source>This would come in</source>
        <translation>将要导入</translation>
    </message>
    <message>
        <source>Importing</source>
        <translation>正在导入</translation>
    </message>
    <message>
        <source>This came in</source>
        <translation>导入结果</translation>
    </message>
    <message>
        <source>These cards contain scripts. They are kept and not run.</source>
        <translation>这些角色卡包含脚本。脚本会保留，但不会运行。</translation>
    </message>
    <message>
        <source>Read this file as:</source>
        <translation>将此文件读作：</translation>
    </message>
    <message>
        <source>Files and what is in them</source>
        <translation>文件及其内容</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Start a chat</source>
        <translation>开始聊天</translation>
    </message>
    <message>
        <source>Undo import</source>
        <translation>撤销导入</translation>
    </message>
</context>
<context>
    <name>ImportRows</name>
    <message>
        <source>Not usable</source>
        <translation>无法使用</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>There are more remarks of this kind: {count}.</source>
        <translation>还有此类说明：{count} 条。</translation>
    </message>
    <message>
        <source>{path}: {was} was read as {now}.</source>
        <translation>{path}：{was} 被读作 {now}。</translation>
    </message>
</context>
<context>
    <name>ImportSentences</name>
    <message>
        <source>There is nothing here that could be imported.</source>
        <translation>这里没有可以导入的内容。</translation>
    </message>
    <message>
        <source>To be imported: {objects}.</source>
        <translation>待导入：{objects}。</translation>
    </message>
    <message>
        <source>If there is anything to lose, a backup is made first.</source>
        <translation>如果已有数据，会先做一次备份。</translation>
    </message>
    <message>
        <source>Not usable: {files}.</source>
        <translation>无法使用：{files}。</translation>
    </message>
    <message>
        <source>There are more files than are looked at in one import.</source>
        <translation>文件数量超过一次导入查看的上限。</translation>
    </message>
    <message>
        <source>Taken out again: {objects}.</source>
        <translation>已移除：{objects}。</translation>
    </message>
    <message>
        <source>What was changed since, or is in use, stays: {objects}.</source>
        <translation>此后改动过或正在使用的保留：{objects}。</translation>
    </message>
    <message>
        <source>Imported: {objects}.</source>
        <translation>已导入：{objects}。</translation>
    </message>
    <message>
        <source>Failed: {objects}.</source>
        <translation>失败：{objects}。</translation>
    </message>
    <message>
        <source>It was cancelled; what had come in by then is there.</source>
        <translation>导入已取消；此前已导入的内容仍然保留。</translation>
    </message>
</context>
<context>
    <name>ImportTreeModel</name>
    <message>
        <source>What happened</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>What happens</source>
        <translation>操作</translation>
    </message>
</context>
<context>
    <name>ImportWindows</name>
    <message>
        <source>Clipboard</source>
        <translation>剪贴板</translation>
    </message>
    <message>
        <source>Choose a folder to import</source>
        <translation>选择要导入的文件夹</translation>
    </message>
    <message>
        <source>Choose files to import</source>
        <translation>选择要导入的文件</translation>
    </message>
    <message>
        <source>Cards, lorebooks, chats ({patterns})</source>
        <translation>角色卡、世界书、聊天 ({patterns})</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>ImportWords</name>
    <message>
        <source>Character</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Persona</source>
        <translation>用户角色</translation>
    </message>
    <message>
        <source>Lorebook</source>
        <translation>世界书</translation>
    </message>
    <message>
        <source>Memory entry</source>
        <translation>记忆条目</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>Scripts</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新</translation>
    </message>
    <message>
        <source>there already, the same</source>
        <translation>已有，内容相同</translation>
    </message>
    <message>
        <source>there already in another version</source>
        <translation>已有另一版本</translation>
    </message>
    <message>
        <source>there already, changed by you since</source>
        <translation>已有，且你已改动</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Add a copy</source>
        <translation>添加副本</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>{what} ({why})</source>
        <translation>{what}（{why}）</translation>
    </message>
    <message>
        <source>added</source>
        <translation>已添加</translation>
    </message>
    <message>
        <source>updated</source>
        <translation>已更新</translation>
    </message>
    <message>
        <source>added as a copy</source>
        <translation>已添加为副本</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>未改动</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
</context>
<context>
    <name>InboxPage</name>
    <message>
        <source>Proposed memory entries</source>
        <translation>建议的记忆条目</translation>
    </message>
    <message>
        <source>Remember</source>
        <translation>记住</translation>
    </message>
    <message>
        <source>Edit …</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Not like this again</source>
        <translation>不再建议此类内容</translation>
    </message>
</context>
<context>
    <name>InboxPresenter</name>
    <message>
        <source>Nothing is proposed. Facts and decisions from the chat appear here.</source>
        <translation>没有建议。聊天中的事实和决定会出现在这里。</translation>
    </message>
    <message>
        <source>replaces an entry</source>
        <translation>替换一个条目</translation>
    </message>
    <message>
        <source>fact</source>
        <translation>事实</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名字</translation>
    </message>
    <message>
        <source>decision</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>Keywords: {keywords}</source>
        <translation>关键词：{keywords}</translation>
    </message>
    <message>
        <source>Counts in this chat.</source>
        <translation>在此聊天中生效。</translation>
    </message>
    <message>
        <source>Replaces, what was true until now: {entry}</source>
        <translation>替换此前成立的内容：{entry}</translation>
    </message>
    <message>
        <source>Nearly the same is remembered: {entry}</source>
        <translation>已有几乎相同的记忆：{entry}</translation>
    </message>
    <message>
        <source>It is remembered.</source>
        <translation>已记住。</translation>
    </message>
    <message>
        <source>Refused.</source>
        <translation>已拒绝。</translation>
    </message>
    <message>
        <source>Nothing like it is proposed again.</source>
        <translation>不会再建议此类内容。</translation>
    </message>
</context>
<context>
    <name>ItemList</name>
    <message>
        <source>Nothing is called that.</source>
        <translation>没有这个名称。</translation>
    </message>
</context>
<context>
    <name>ItemPage</name>
    <message>
        <source>“{name}” was deleted.</source>
        <translation>已删除“{name}”。</translation>
    </message>
</context>
<context>
    <name>JsonPanel</name>
    <message>
        <source>The card as JSON</source>
        <translation>JSON 形式的角色卡</translation>
    </message>
    <message>
        <source>Version {number}</source>
        <translation>第 {number} 版</translation>
    </message>
    <message>
        <source>Version of the specification</source>
        <translation>规范版本</translation>
    </message>
    <message>
        <source>The card as other programs read it. What you change here is changed in the form.</source>
        <translation>其他程序读到的角色卡。在这里的更改会同步到表单。</translation>
    </message>
    <message>
        <source>What version 2 has no room for stays in the form.</source>
        <translation>第 2 版容纳不下的内容仍保留在表单中。</translation>
    </message>
    <message>
        <source>A card of more than {count} characters cannot be shown as text here. Export it, change the file, and import it.</source>
        <translation>超过 {count} 个字符的角色卡无法在此以文本显示。请导出后修改文件，再重新导入。</translation>
    </message>
</context>
<context>
    <name>KeepQuestion</name>
    <message>
        <source>Delete chat</source>
        <translation>删除聊天</translation>
    </message>
    <message>
        <source>Delete character</source>
        <translation>删除角色</translation>
    </message>
    <message>
        <source>Kept for {name}: {entries}. They can stay in the library.</source>
        <translation>已为{name}保留{entries}，可继续留在资料库中。</translation>
    </message>
    <message>
        <source>Kept for this chat: {entries}. They can stay in the library.</source>
        <translation>属于此聊天的有：{entries}。可以保留在库中。</translation>
    </message>
    <message>
        <source>Keep them</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Delete them too</source>
        <translation>一并删除</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>KeyField</name>
    <message>
        <source>API key</source>
        <translation>API 密钥</translation>
    </message>
    <message>
        <source>Kept in the system&apos;s key ring.</source>
        <translation>保存在系统密钥环中。</translation>
    </message>
    <message>
        <source>Remove the stored key</source>
        <translation>移除已保存的密钥</translation>
    </message>
    <message>
        <source>Hide the key</source>
        <translation>隐藏密钥</translation>
    </message>
    <message>
        <source>Show the key</source>
        <translation>显示密钥</translation>
    </message>
    <message>
        <source>A key is stored</source>
        <translation>已保存密钥</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>KeyTest</name>
    <message>
        <source>Fires in this chat now.</source>
        <translation>现在会在此聊天中触发。</translation>
    </message>
    <message>
        <source>Does not fire in this chat now.</source>
        <translation>现在不会在此聊天中触发。</translation>
    </message>
    <message>
        <source>Also inside of longer words it would be found: {place}</source>
        <translation>如果也在更长的单词内查找，会找到：{place}</translation>
    </message>
    <message>
        <source>Some of these are inside of longer words; whole words would leave them out.</source>
        <translation>其中一些在更长的单词内；仅匹配完整单词时会排除它们。</translation>
    </message>
    <message>
        <source>All of these are inside of longer words; with whole words it would not fire.</source>
        <translation>全部在更长的单词内；仅匹配完整单词时不会触发。</translation>
    </message>
    <message>
        <source>In the whole prompt: {reason}</source>
        <translation>在完整提示词中：{reason}</translation>
    </message>
    <message>
        <source>Yet it is not in the prompt: {reason}</source>
        <translation>但未进入提示词：{reason}</translation>
    </message>
    <message>
        <source>It is switched off.</source>
        <translation>它已停用。</translation>
    </message>
    <message>
        <source>Its lorebook is switched off.</source>
        <translation>它的世界书已停用。</translation>
    </message>
    <message>
        <source>It does not count in this chat: see where it counts.</source>
        <translation>它在此聊天中不生效：请看“生效范围”。</translation>
    </message>
</context>
<context>
    <name>LeaveBar</name>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>继续编辑</translation>
    </message>
    <message>
        <source>“{name}” has changes that are not saved.</source>
        <translation>“{name}”有未保存的更改。</translation>
    </message>
    <message>
        <source>Changes are not saved.</source>
        <translation>更改尚未保存。</translation>
    </message>
</context>
<context>
    <name>LibraryDialog</name>
    <message>
        <source>Library</source>
        <translation>资料库</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Personas</source>
        <translation>用户角色</translation>
    </message>
    <message>
        <source>Lorebooks</source>
        <translation>世界书</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>关联</translation>
    </message>
</context>
<context>
    <name>LineEdit</name>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
</context>
<context>
    <name>LinkDialog</name>
    <message>
        <source>Open this address in your browser?</source>
        <translation>在浏览器中打开此地址？</translation>
    </message>
</context>
<context>
    <name>LinksPage</name>
    <message>
        <source>By lorebook</source>
        <translation>按世界书</translation>
    </message>
    <message>
        <source>By place</source>
        <translation>按范围</translation>
    </message>
    <message>
        <source>Lorebooks and places</source>
        <translation>世界书与范围</translation>
    </message>
    <message>
        <source>Counts in</source>
        <translation>关联到</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>生效</translation>
    </message>
    <message>
        <source>A lorebook is read in the chats of its places. Choose one at the left.</source>
        <translation>世界书会在其生效范围内的聊天中被读取。请在左侧选择一项。</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Find a lorebook or a place</source>
        <translation>查找世界书或范围</translation>
    </message>
    <message>
        <source>Find what is linked</source>
        <translation>查找关联项</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Counts here or not</source>
        <translation>在此生效或不生效</translation>
    </message>
    <message>
        <source>Where “{name}” counts was changed.</source>
        <translation>已更改“{name}”的生效范围。</translation>
    </message>
</context>
<context>
    <name>LoreTraceDialog</name>
    <message>
        <source>Lore trace</source>
        <translation>世界书追踪</translation>
    </message>
    <message>
        <source>Take the chat&apos;s last messages</source>
        <translation>取聊天的最新消息</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Only what fires</source>
        <translation>仅显示触发的</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Text to trace</source>
        <translation>要追踪的文本</translation>
    </message>
    <message>
        <source>Write or paste a text to see what fires in it. Empty: what fires in the chat as it is.</source>
        <translation>写入或粘贴文本，查看会触发什么。留空：聊天当前会触发什么。</translation>
    </message>
    <message>
        <source>Find an entry or a reason</source>
        <translation>查找条目或原因</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>条目</translation>
    </message>
    <message>
        <source>Open a chat: its characters and lorebooks are asked.</source>
        <translation>请打开一个聊天：会查询它的角色和世界书。</translation>
    </message>
    <message>
        <source>No lorebook and no memory entry counts in this chat.</source>
        <translation>此聊天中没有生效的世界书或记忆条目。</translation>
    </message>
    <message>
        <source>{firing} of {all} entries fire</source>
        <translation>{all} 个条目中触发 {firing} 个</translation>
    </message>
    <message>
        <source>Marked in the text: {keys}</source>
        <translation>已在文本中标出：{keys}</translation>
    </message>
    <message>
        <source>Found in pass {number} of recursion</source>
        <translation>在第 {number} 轮递归中找到</translation>
    </message>
    <message>
        <source>Pulled in by “{entry}”</source>
        <translation>由“{entry}”带出</translation>
    </message>
</context>
<context>
    <name>LoreWords</name>
    <message>
        <source>Before the character</source>
        <translation>角色之前</translation>
    </message>
    <message>
        <source>After the character</source>
        <translation>角色之后</translation>
    </message>
    <message>
        <source>Before the examples</source>
        <translation>示例之前</translation>
    </message>
    <message>
        <source>After the examples</source>
        <translation>示例之后</translation>
    </message>
    <message>
        <source>Before the history</source>
        <translation>历史之前</translation>
    </message>
    <message>
        <source>Inside the history, at a depth</source>
        <translation>历史之内的指定深度</translation>
    </message>
    <message>
        <source>After the history</source>
        <translation>历史之后</translation>
    </message>
    <message>
        <source>Before the summary</source>
        <translation>摘要之前</translation>
    </message>
    <message>
        <source>After the summary</source>
        <translation>摘要之后</translation>
    </message>
    <message>
        <source>Above the author&apos;s note</source>
        <translation>作者注释之上</translation>
    </message>
    <message>
        <source>Below the author&apos;s note</source>
        <translation>作者注释之下</translation>
    </message>
    <message>
        <source>At an outlet of your own</source>
        <translation>自定义插入点</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>At least one of them is there too</source>
        <translation>也出现至少一个次要关键词</translation>
    </message>
    <message>
        <source>All of them are there too</source>
        <translation>次要关键词也全部出现</translation>
    </message>
    <message>
        <source>None of them is there</source>
        <translation>次要关键词一个都不出现</translation>
    </message>
    <message>
        <source>Not all of them are there</source>
        <translation>次要关键词没有全部出现</translation>
    </message>
    <message>
        <source>Keys only</source>
        <translation>仅关键词</translation>
    </message>
    <message>
        <source>Meaning only</source>
        <translation>仅含义</translation>
    </message>
    <message>
        <source>Keys or meaning</source>
        <translation>关键词或含义</translation>
    </message>
    <message>
        <source>Keys and meaning together</source>
        <translation>关键词与含义同时</translation>
    </message>
    <message>
        <source>It stays out</source>
        <translation>不纳入</translation>
    </message>
    <message>
        <source>Its end is cut off</source>
        <translation>截去结尾</translation>
    </message>
    <message>
        <source>Its beginning is cut off</source>
        <translation>截去开头</translation>
    </message>
    <message>
        <source>Character&apos;s description</source>
        <translation>角色描述</translation>
    </message>
    <message>
        <source>Character&apos;s personality</source>
        <translation>角色性格</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Persona</source>
        <translation>用户角色</translation>
    </message>
    <message>
        <source>Creator&apos;s notes</source>
        <translation>作者备注</translation>
    </message>
    <message>
        <source>Author&apos;s note</source>
        <translation>作者注释</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>回复</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Another answer</source>
        <translation>重新回复</translation>
    </message>
    <message>
        <source>Write for me</source>
        <translation>AI 帮答</translation>
    </message>
    <message>
        <source>Quiet requests</source>
        <translation>静默请求</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>As the book: {value}</source>
        <translation>同世界书：{value}</translation>
    </message>
    <message>
        <source>The pattern {key} is too long: at most {limit} characters are possible.</source>
        <translation>模式 {key} 过长：最多 {limit} 个字符。</translation>
    </message>
    <message>
        <source>The pattern {key} repeats too much: more than {limit} times.</source>
        <translation>模式 {key} 重复过多：超过 {limit} 次。</translation>
    </message>
    <message>
        <source>The pattern {key} cannot be read: {detail}.</source>
        <translation>无法解析模式 {key}：{detail}。</translation>
    </message>
</context>
<context>
    <name>LorebooksPage</name>
    <message numerus="yes">
        <source>%n entries were duplicated.</source>
        <translation>
            <numerusform>已为 %n 个条目创建副本。</numerusform>
        </translation>
    </message>
    <message>
        <source>“{name}” was deleted.</source>
        <translation>已删除“{name}”。</translation>
    </message>
    <message numerus="yes">
        <source>%n entries were deleted.</source>
        <translation>
            <numerusform>已删除 %n 个条目。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries were copied to “{name}”.</source>
        <translation>
            <numerusform>已将 %n 个条目复制到“{name}”。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries were moved to “{name}”.</source>
        <translation>
            <numerusform>已将 %n 个条目移动到“{name}”。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries are chosen</source>
        <translation>
            <numerusform>已选择 %n 个条目</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MainMenu</name>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
</context>
<context>
    <name>MapStrip</name>
    <message>
        <source>Map of the chat</source>
        <translation>聊天地图</translation>
    </message>
</context>
<context>
    <name>MarkActions</name>
    <message>
        <source>Exclude from context</source>
        <translation>从上下文排除</translation>
    </message>
    <message>
        <source>Restore to context</source>
        <translation>恢复到上下文</translation>
    </message>
    <message>
        <source>Never send</source>
        <translation>绝不发送</translation>
    </message>
    <message>
        <source>Always in context</source>
        <translation>始终保留</translation>
    </message>
    <message>
        <source>Not always in context</source>
        <translation>不再始终保留</translation>
    </message>
    <message>
        <source>Exclude from here up</source>
        <translation>排除此处及以上</translation>
    </message>
    <message>
        <source>Show in the context preview</source>
        <translation>在上下文预览中显示</translation>
    </message>
    <message>
        <source>{action}: {messages}</source>
        <translation>{action}：{messages}</translation>
    </message>
</context>
<context>
    <name>MarksPresenter</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Excluded from context: {messages}</source>
        <translation>已从上下文排除：{messages}</translation>
    </message>
    <message>
        <source>Restored to context: {messages}</source>
        <translation>已恢复到上下文：{messages}</translation>
    </message>
    <message>
        <source>Never sent from now on: {messages}</source>
        <translation>从现在起绝不发送：{messages}</translation>
    </message>
    <message>
        <source>Always in context: {messages}</source>
        <translation>始终保留：{messages}</translation>
    </message>
    <message>
        <source>No longer always in context: {messages}</source>
        <translation>不再始终保留：{messages}</translation>
    </message>
</context>
<context>
    <name>MembersList</name>
    <message>
        <source>Characters of this chat</source>
        <translation>本聊天的角色</translation>
    </message>
    <message>
        <source>Alt+Up and Alt+Down move a character, Space mutes it, Delete takes it out</source>
        <translation>Alt+上/下移动角色，空格静音，Delete 移出</translation>
    </message>
</context>
<context>
    <name>Memories</name>
    <message>
        <source>Also inside of longer words</source>
        <translation>也在更长的单词内</translation>
    </message>
    <message>
        <source>Whole words only</source>
        <translation>仅匹配完整单词</translation>
    </message>
    <message>
        <source>Less than usual</source>
        <translation>低于普通</translation>
    </message>
    <message>
        <source>Usual</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>Important</source>
        <translation>重要</translation>
    </message>
    <message>
        <source>Very important</source>
        <translation>非常重要</translation>
    </message>
</context>
<context>
    <name>MemoriesBulk</name>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Switched on</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>Always in context</source>
        <translation>始终保留</translation>
    </message>
    <message>
        <source>Where it counts</source>
        <translation>生效范围</translation>
    </message>
    <message>
        <source>Importance</source>
        <translation>重要性</translation>
    </message>
    <message>
        <source>Keywords are found</source>
        <translation>关键词匹配方式</translation>
    </message>
</context>
<context>
    <name>MemoryForm</name>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>What is to be remembered</source>
        <translation>要记住的内容</translation>
    </message>
    <message>
        <source>One on a line; any of them is enough. Without keywords it is found by its meaning.</source>
        <translation>每行一个；任意一个即可。没有关键词时按含义查找。</translation>
    </message>
    <message>
        <source>Keywords</source>
        <translation>关键词</translation>
    </message>
    <message>
        <source>Keywords are found</source>
        <translation>关键词的匹配方式</translation>
    </message>
    <message>
        <source>Where it counts</source>
        <translation>生效范围</translation>
    </message>
    <message>
        <source>Always in context</source>
        <translation>始终保留</translation>
    </message>
    <message>
        <source>Switched on</source>
        <translation>已启用</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>For you only; without one its beginning stands in lists.</source>
        <translation>仅供你自己参考；没有标题时列表显示内容的开头。</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Beside other entries that have as much to do with what is said.</source>
        <translation>与同样相关的其他条目相比。</translation>
    </message>
    <message>
        <source>Importance</source>
        <translation>重要性</translation>
    </message>
    <message>
        <source>That one was true until this one, and does not go into the prompt any more.</source>
        <translation>那条在此条之前有效，不再进入提示词。</translation>
    </message>
    <message>
        <source>Takes the place of</source>
        <translation>取代的条目</translation>
    </message>
    <message>
        <source>A memory entry says something.</source>
        <translation>记忆条目需要有内容。</translation>
    </message>
</context>
<context>
    <name>MemoryModel</name>
    <message>
        <source>Made</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>On</source>
        <translation>启用</translation>
    </message>
    <message>
        <source>What is remembered</source>
        <translation>记忆内容</translation>
    </message>
    <message>
        <source>Keywords</source>
        <translation>关键词</translation>
    </message>
    <message>
        <source>Where it counts</source>
        <translation>生效范围</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>常驻</translation>
    </message>
    <message>
        <source>Importance</source>
        <translation>重要性</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
</context>
<context>
    <name>MemoryPage</name>
    <message numerus="yes">
        <source>%n memory entries were duplicated.</source>
        <translation>
            <numerusform>已为 %n 个记忆条目创建副本。</numerusform>
        </translation>
    </message>
    <message>
        <source>A memory entry was made.</source>
        <translation>已创建记忆条目。</translation>
    </message>
    <message numerus="yes">
        <source>%n memory entries were deleted.</source>
        <translation>
            <numerusform>已删除 %n 个记忆条目。</numerusform>
        </translation>
    </message>
    <message>
        <source>“{name}” was deleted.</source>
        <translation>已删除“{name}”。</translation>
    </message>
    <message numerus="yes">
        <source>%n memory entries were changed.</source>
        <translation>
            <numerusform>已更改 %n 个记忆条目。</numerusform>
        </translation>
    </message>
    <message>
        <source>New memory entry</source>
        <translation>新建记忆条目</translation>
    </message>
    <message>
        <source>Switch on or off</source>
        <translation>启用或停用</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>创建副本</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message numerus="yes">
        <source>%n memory entries are chosen</source>
        <translation>
            <numerusform>已选择 %n 个记忆条目</numerusform>
        </translation>
    </message>
    <message>
        <source>“{name}” was changed.</source>
        <translation>已更改“{name}”。</translation>
    </message>
    <message>
        <source>The memory keeps what must not be forgotten, whatever else leaves the context.</source>
        <translation>记忆保存不能忘记的内容，无论其他什么离开上下文。</translation>
    </message>
    <message>
        <source>Memory and recall</source>
        <translation>记忆与召回</translation>
    </message>
    <message>
        <source>remember, forget, embedding, vectors, summary</source>
        <translation>记住, 遗忘, 嵌入, 向量, 摘要</translation>
    </message>
    <message>
        <source>Recall old messages by meaning</source>
        <translation>按语义召回旧消息</translation>
    </message>
    <message>
        <source>Recall from other chats of the character too</source>
        <translation>也从该角色的其他聊天中召回</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>召回</translation>
    </message>
    <message>
        <source>Off: no text of any chat is read for it, and old messages are found by their words only.</source>
        <translation>关闭后，不会为此读取任何聊天文本，旧消息只能按字词查找。</translation>
    </message>
    <message>
        <source>By meaning</source>
        <translation>按语义</translation>
    </message>
    <message>
        <source>embedding, vectors, on, off</source>
        <translation>嵌入, 向量, 启用, 停用</translation>
    </message>
    <message>
        <source>rebuild, index, progress</source>
        <translation>重建, 索引, 进度</translation>
    </message>
    <message>
        <source>embedding, embedder, vectors, model, e5, prefix, test</source>
        <translation>嵌入, 嵌入模型, 向量, 模型, e5, 前缀, 测试</translation>
    </message>
    <message>
        <source>Where from</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>character, other chats</source>
        <translation>角色, 其他聊天</translation>
    </message>
</context>
<context>
    <name>MemoryShelf</name>
    <message>
        <source>Memory entries</source>
        <translation>记忆条目</translation>
    </message>
    <message>
        <source>New memory entry</source>
        <translation>新建记忆条目</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>创建副本</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Find a memory entry</source>
        <translation>查找记忆条目</translation>
    </message>
    <message>
        <source>Of which place</source>
        <translation>所属范围</translation>
    </message>
    <message>
        <source>Choose columns</source>
        <translation>选择列</translation>
    </message>
    <message>
        <source>All memory entries</source>
        <translation>全部记忆条目</translation>
    </message>
    <message>
        <source>No memory entry has these words.</source>
        <translation>没有包含这些词的记忆条目。</translation>
    </message>
    <message>
        <source>No memory entries yet: “New memory entry” makes the first.</source>
        <translation>还没有记忆条目：点击“新建记忆条目”创建第一条。</translation>
    </message>
</context>
<context>
    <name>MemorySources</name>
    <message>
        <source>Comes from</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>A message that is deleted.</source>
        <translation>已删除的消息。</translation>
    </message>
    <message>
        <source>Show the message in its chat</source>
        <translation>在聊天中显示此消息</translation>
    </message>
</context>
<context>
    <name>MemoryWindows</name>
    <message>
        <source>Show the summary …</source>
        <translation>查看摘要…</translation>
    </message>
    <message>
        <source>Show in what the chat remembers …</source>
        <translation>在聊天记忆中查看…</translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>Something went wrong inside Talespan.</source>
        <translation>Talespan 内部出错了。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Open connection</source>
        <translation>打开连接</translation>
    </message>
    <message>
        <source>Show context</source>
        <translation>显示上下文</translation>
    </message>
    <message>
        <source>Take them from the backup</source>
        <translation>从备份中取回</translation>
    </message>
    <message>
        <source>The server answered:</source>
        <translation>服务器回答：</translation>
    </message>
</context>
<context>
    <name>ModelFile</name>
    <message>
        <source>Choose a model file</source>
        <translation>选择模型文件</translation>
    </message>
    <message>
        <source>Model files (*.gguf)</source>
        <translation>模型文件 (*.gguf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>ModelRow</name>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation>用于新聊天</translation>
    </message>
    <message>
        <source>Asking the server …</source>
        <translation>正在询问服务器…</translation>
    </message>
    <message>
        <source>Checking the file …</source>
        <translation>正在校验文件…</translation>
    </message>
    <message>
        <source>{done}, {speed} a second</source>
        <translation>{done}，每秒 {speed}</translation>
    </message>
    <message>
        <source>{done} of {total}, {speed} a second</source>
        <translation>{done} / {total}，每秒 {speed}</translation>
    </message>
    <message>
        <source>about {size}</source>
        <translation>约 {size}</translation>
    </message>
    <message>
        <source>not tried by us yet</source>
        <translation>我们尚未试过</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Model files</source>
        <translation>模型文件</translation>
    </message>
    <message>
        <source>GGUF, download, local, offline, Hugging Face</source>
        <translation>GGUF, 下载, 本地, 离线, Hugging Face</translation>
    </message>
    <message>
        <source>Files come from Hugging Face. Where that cannot be reached, enter the address of a mirror.</source>
        <translation>文件来自 Hugging Face。如果无法访问，请输入镜像地址。</translation>
    </message>
    <message>
        <source>Mirror</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>address, proxy, China</source>
        <translation>地址, 代理</translation>
    </message>
    <message>
        <source>Model file</source>
        <translation>模型文件</translation>
    </message>
    <message>
        <source>The address begins with http:// or https://.</source>
        <translation>地址以 http:// 或 https:// 开头。</translation>
    </message>
</context>
<context>
    <name>MovingList</name>
    <message>
        <source>{name}: {place} of {count}</source>
        <translation>{name}：第 {place} 项，共 {count} 项</translation>
    </message>
</context>
<context>
    <name>NewMemoryDialog</name>
    <message>
        <source>New memory entry</source>
        <translation>新建记忆条目</translation>
    </message>
    <message>
        <source>Save and next</source>
        <translation>保存并继续</translation>
    </message>
    <message>
        <source>Save or close this one first, then remember the next.</source>
        <translation>请先保存或关闭当前条目，再记住下一条。</translation>
    </message>
    <message>
        <source>Saved. The next one can be written.</source>
        <translation>已保存。可以写下一条。</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>What came so far is kept.</source>
        <translation>已收到的部分已保留。</translation>
    </message>
    <message>
        <source>Your message is stored.</source>
        <translation>你的消息已保存。</translation>
    </message>
</context>
<context>
    <name>OptionalNumber</name>
    <message>
        <source>Set it</source>
        <translation>设定</translation>
    </message>
</context>
<context>
    <name>OrderDialog</name>
    <message>
        <source>Order of the prompt</source>
        <translation>提示词顺序</translation>
    </message>
    <message>
        <source>Move up (Alt+Up)</source>
        <translation>上移（Alt+↑）</translation>
    </message>
    <message>
        <source>Move down (Alt+Down)</source>
        <translation>下移（Alt+↓）</translation>
    </message>
    <message>
        <source>For this chat</source>
        <translation>仅用于此聊天</translation>
    </message>
    <message>
        <source>For all chats that have no order of their own</source>
        <translation>用于所有没有单独设置顺序的聊天</translation>
    </message>
    <message>
        <source>What changes with every message stands before the history: a prompt cache keeps less.</source>
        <translation>每条消息都会变化的内容排在了历史之前：提示词缓存能保留的部分会变少。</translation>
    </message>
    <message>
        <source>Drag the rows, or move them with Alt+Up and Alt+Down.</source>
        <translation>拖动各行，或用 Alt+↑ 和 Alt+↓ 移动。</translation>
    </message>
    <message>
        <source>The muted rows have their place in any order; entries at a depth stay among the messages.</source>
        <translation>灰色的行位置固定；按深度插入的条目仍留在消息之间。</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>你的消息</translation>
    </message>
    <message>
        <source>Instructions after the history</source>
        <translation>历史之后的指令</translation>
    </message>
</context>
<context>
    <name>OrderList</name>
    <message>
        <source>Order of the prompt</source>
        <translation>提示词顺序</translation>
    </message>
    <message>
        <source>Alt+Up and Alt+Down move the chosen row</source>
        <translation>Alt+↑ 和 Alt+↓ 移动所选行</translation>
    </message>
</context>
<context>
    <name>Overlays</name>
    <message>
        <source>Jump to the newest message</source>
        <translation>跳到最新消息</translation>
    </message>
    <message>
        <source>Jump to the newest message (End)</source>
        <translation>跳到最新消息 (End)</translation>
    </message>
</context>
<context>
    <name>PersonPage</name>
    <message>
        <source>Form</source>
        <translation>表单</translation>
    </message>
    <message>
        <source>Earlier versions</source>
        <translation>历史版本</translation>
    </message>
    <message>
        <source>This is no picture that can be shown here: PNG, JPEG, WebP and GIF can, up to 36 million pixels.</source>
        <translation>无法显示这张图片。支持 PNG、JPEG、WebP 和 GIF，最多 3600 万像素。</translation>
    </message>
    <message>
        <source>The portrait of “{name}” is another now.</source>
        <translation>“{name}”的头像已更换。</translation>
    </message>
    <message>
        <source>“{name}” is as in an earlier version again.</source>
        <translation>“{name}”已恢复到历史版本。</translation>
    </message>
</context>
<context>
    <name>PersonaChoice</name>
    <message>
        <source>As usual</source>
        <translation>按默认</translation>
    </message>
    <message>
        <source>Edit personas …</source>
        <translation>编辑用户角色…</translation>
    </message>
    <message>
        <source>You are {name} here.</source>
        <translation>你在这里的身份是 {name}。</translation>
    </message>
    <message>
        <source>It was chosen for this chat.</source>
        <translation>这是为此聊天选定的用户角色。</translation>
    </message>
    <message>
        <source>It is the persona for this character.</source>
        <translation>这是与该角色绑定的用户角色。</translation>
    </message>
    <message>
        <source>It is the persona for all chats without another.</source>
        <translation>未另行指定的聊天都使用此用户角色。</translation>
    </message>
    <message>
        <source>No persona was chosen.</source>
        <translation>未选择用户角色。</translation>
    </message>
</context>
<context>
    <name>PersonaForm</name>
    <message>
        <source>Name</source>
        <translation>名字</translation>
    </message>
    <message>
        <source>Characters call you by it.</source>
        <translation>角色用它称呼你。</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>描述</translation>
    </message>
    <message>
        <source>Who you are in the story. {{user}} stands for the name, {{char}} for the character&apos;s.</source>
        <translation>你在故事中是谁。{{user}} 代表这个名字，{{char}} 代表角色的名字。</translation>
    </message>
    <message>
        <source>Who you are with these characters</source>
        <translation>用于这些角色</translation>
    </message>
    <message>
        <source>In a chat with one of them you are this persona, unless the chat has its own.</source>
        <translation>与其中任一角色聊天时使用此用户角色，除非该聊天另有指定。</translation>
    </message>
    <message>
        <source>A name is needed.</source>
        <translation>需要名字。</translation>
    </message>
</context>
<context>
    <name>Personas</name>
    <message>
        <source>New persona</source>
        <translation>新建用户角色</translation>
    </message>
</context>
<context>
    <name>PersonasPage</name>
    <message>
        <source>Personas</source>
        <translation>用户角色</translation>
    </message>
    <message>
        <source>Find a persona</source>
        <translation>查找用户角色</translation>
    </message>
    <message>
        <source>New persona</source>
        <translation>新建用户角色</translation>
    </message>
    <message>
        <source>A persona is who you are in a story.</source>
        <translation>用户角色是你在故事中的身份。</translation>
    </message>
    <message>
        <source>Who you are in all chats without another persona</source>
        <translation>用于所有未指定用户角色的聊天</translation>
    </message>
    <message>
        <source>Do not use in this chat</source>
        <translation>不在此聊天中使用</translation>
    </message>
    <message>
        <source>Use in this chat</source>
        <translation>在此聊天中使用</translation>
    </message>
</context>
<context>
    <name>PickBar</name>
    <message>
        <source>Choose no messages</source>
        <translation>取消选择</translation>
    </message>
    <message>
        <source>Choose no messages (Esc)</source>
        <translation>取消选择 (Esc)</translation>
    </message>
    <message>
        <source>Chosen: {messages}</source>
        <translation>已选：{messages}</translation>
    </message>
</context>
<context>
    <name>PictureStrip</name>
    <message>
        <source>This model does not see pictures: it is only told that there is one.</source>
        <translation>此模型看不到图片：只会告诉它这里有一张图片。</translation>
    </message>
</context>
<context>
    <name>PictureViewer</name>
    <message>
        <source>Picture, {width} × {height}</source>
        <translation>图片，{width} × {height}</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Actual size</source>
        <translation>实际大小</translation>
    </message>
    <message>
        <source>Fit to window</source>
        <translation>适应窗口</translation>
    </message>
</context>
<context>
    <name>PictureWindows</name>
    <message>
        <source>The picture is not there any more.</source>
        <translation>这张图片已不存在。</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>保存图片</translation>
    </message>
</context>
<context>
    <name>Pictures</name>
    <message>
        <source>picture, {width} × {height} pixels</source>
        <translation>图片，{width} × {height} 像素</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>图片</translation>
    </message>
</context>
<context>
    <name>Places</name>
    <message>
        <source>deleted</source>
        <translation>已删除</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>此聊天</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>所有地方</translation>
    </message>
    <message>
        <source>Folder “{name}”</source>
        <translation>文件夹“{name}”</translation>
    </message>
    <message>
        <source>Character “{name}”</source>
        <translation>角色“{name}”</translation>
    </message>
    <message>
        <source>Persona “{name}”</source>
        <translation>用户角色“{name}”</translation>
    </message>
    <message>
        <source>Chat “{name}”</source>
        <translation>聊天“{name}”</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新聊天</translation>
    </message>
</context>
<context>
    <name>PlanMarks</name>
    <message>
        <source>What the model saw for this answer</source>
        <translation>生成此回复时模型看到的内容</translation>
    </message>
</context>
<context>
    <name>PlanTree</name>
    <message>
        <source>Blocks of the context</source>
        <translation>上下文区块</translation>
    </message>
</context>
<context>
    <name>PortraitBox</name>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Portrait</source>
        <translation>头像</translation>
    </message>
    <message>
        <source>No portrait</source>
        <translation>无头像</translation>
    </message>
    <message>
        <source>A picture can be dropped here too. It is kept small, without what it tells of its making.</source>
        <translation>也可以把图片拖到这里。保存的是缩小后的副本，不含拍摄信息。</translation>
    </message>
    <message>
        <source>Give a name first.</source>
        <translation>请先填写名字。</translation>
    </message>
    <message>
        <source>Choose a picture</source>
        <translation>选择图片</translation>
    </message>
    <message>
        <source>Choose …</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>There is no picture to paste.</source>
        <translation>剪贴板中没有图片。</translation>
    </message>
</context>
<context>
    <name>PrefixFields</name>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>As e5 models want it</source>
        <translation>按 e5 模型的要求填写</translation>
    </message>
    <message>
        <source>Some models want to be told which is which. Leave both empty where its maker says nothing.</source>
        <translation>有些模型需要以此区分两者。如果模型作者没有说明，请都留空。</translation>
    </message>
    <message>
        <source>Before what is searched for</source>
        <translation>查询内容之前</translation>
    </message>
    <message>
        <source>Before each message</source>
        <translation>每条消息之前</translation>
    </message>
</context>
<context>
    <name>PresetsPage</name>
    <message>
        <source>Prompts and presets</source>
        <translation>提示词与预设</translation>
    </message>
    <message>
        <source>preset, SillyTavern, NovelAI, system prompt, jailbreak</source>
        <translation>预设, SillyTavern, NovelAI, 系统提示词, 越狱</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>No presets. Drop one of SillyTavern or NovelAI onto the window, or import it.</source>
        <translation>没有预设。把 SillyTavern 或 NovelAI 的预设拖到窗口上，或导入它。</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>preset, samplers, temperature, apply</source>
        <translation>预设, 采样, 温度, 应用</translation>
    </message>
    <message>
        <source>In chats with a character, unless its card has its own. Empty: the program&apos;s.</source>
        <translation>用于与角色的聊天，除非角色卡自带。留空：使用程序自带的。</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Stand behind your message, unless the card has its own.</source>
        <translation>放在你的消息之后，除非角色卡自带。</translation>
    </message>
    <message>
        <source>Instructions after the history</source>
        <translation>历史之后的指令</translation>
    </message>
    <message>
        <source>post-history, jailbreak</source>
        <translation>历史之后, post-history, 越狱</translation>
    </message>
    <message>
        <source>Save the prompts</source>
        <translation>保存提示词</translation>
    </message>
    <message>
        <source>The preset is applied.</source>
        <translation>预设已应用。</translation>
    </message>
    <message>
        <source>Left out: {names}.</source>
        <translation>已略去：{names}。</translation>
    </message>
    <message>
        <source>Sets for the connection of new chats: {figures}.</source>
        <translation>为新聊天的连接设置：{figures}。</translation>
    </message>
    <message>
        <source>Sets the system prompt.</source>
        <translation>设置系统提示词。</translation>
    </message>
    <message>
        <source>Sets the instructions after the history.</source>
        <translation>设置历史之后的指令。</translation>
    </message>
    <message>
        <source>Sets the order of the prompt.</source>
        <translation>设置提示词的顺序。</translation>
    </message>
</context>
<context>
    <name>PreviewHead</name>
    <message>
        <source>Here you see what the model will see, before you send it.</source>
        <translation>在发送之前，你可以在这里看到模型将看到的内容。</translation>
    </message>
</context>
<context>
    <name>ProgressRow</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>PromptPage</name>
    <message>
        <source>Fixed width</source>
        <translation>等宽</translation>
    </message>
    <message>
        <source>Copy prompt</source>
        <translation>复制提示词</translation>
    </message>
    <message>
        <source>The rest is not shown here; Copy prompt copies all of it.</source>
        <translation>其余部分未在此显示；“复制提示词”会复制全部。</translation>
    </message>
</context>
<context>
    <name>PromptRows</name>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>Lore before the character</source>
        <translation>角色之前的设定</translation>
    </message>
    <message>
        <source>Character and persona</source>
        <translation>角色与用户角色</translation>
    </message>
    <message>
        <source>Lore after the character</source>
        <translation>角色之后的设定</translation>
    </message>
    <message>
        <source>Example dialogue</source>
        <translation>对话示例</translation>
    </message>
    <message>
        <source>Memory that is always in context</source>
        <translation>始终保留的记忆</translation>
    </message>
    <message>
        <source>History</source>
        <translation>聊天历史</translation>
    </message>
    <message>
        <source>Memory found for this message</source>
        <translation>为本条消息找到的记忆</translation>
    </message>
    <message>
        <source>Recalled passages</source>
        <translation>召回片段</translation>
    </message>
</context>
<context>
    <name>PromptText</name>
    <message>
        <source>Prompt as it will be sent</source>
        <translation>将要发送的提示词</translation>
    </message>
    <message>
        <source>the cache keeps up to here</source>
        <translation>缓存保留到此处</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>&amp;Look in:</source>
        <translation>位置(&amp;L)：</translation>
    </message>
    <message>
        <source>Files of &amp;type:</source>
        <translation>文件类型(&amp;T)：</translation>
    </message>
</context>
<context>
    <name>RecallStatus</name>
    <message numerus="yes">
        <source>Reading: {done} of %Ln message(s)</source>
        <translation>
            <numerusform>正在读取：{done} / %Ln 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source>Until then old messages are found by their words only.</source>
        <translation>在此之前，旧消息只能按字词查找。</translation>
    </message>
    <message>
        <source>Recall by meaning is off.</source>
        <translation>按语义召回已停用。</translation>
    </message>
    <message>
        <source>What finds by meaning has changed: the messages must be read again.</source>
        <translation>按语义查找所用的模型已更改，需要重新读取消息。</translation>
    </message>
    <message>
        <source>The messages could not be read.</source>
        <translation>无法读取消息。</translation>
    </message>
    <message>
        <source>All messages can be found by meaning.</source>
        <translation>所有消息都可按语义查找。</translation>
    </message>
    <message>
        <source>Rebuild now</source>
        <translation>立即重建</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>RememberedDialog</name>
    <message>
        <source>What this chat remembers</source>
        <translation>此聊天记住的内容</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Proposals</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Proposals ({count})</source>
        <translation>建议（{count}）</translation>
    </message>
    <message>
        <source>Review ({count})</source>
        <translation>检查（{count}）</translation>
    </message>
</context>
<context>
    <name>ReplaceDialog</name>
    <message>
        <source>Find and replace in this chat</source>
        <translation>在此聊天中查找和替换</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>替换为</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Whole words</source>
        <translation>全字匹配</translation>
    </message>
    <message>
        <source>Inflected forms too</source>
        <translation>包括词形变化</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>找到的位置</translation>
    </message>
    <message>
        <source>Forms of the word. Tick those that are meant; what comes in their place can be changed.</source>
        <translation>词的其他形式。请勾选确实要替换的；替换后的词可以修改。</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>None</source>
        <translation>全不选</translation>
    </message>
    <message>
        <source>Undo the last replacement</source>
        <translation>撤销上次替换</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Looking …</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>Every place is shown first; nothing changes before you press Replace.</source>
        <translation>会先列出每一处；按“替换”之前不会有任何改动。</translation>
    </message>
    <message>
        <source>Nothing found that would change.</source>
        <translation>没有找到需要改动的内容。</translation>
    </message>
    <message>
        <source>Ticked: {count} of {all} places.</source>
        <translation>已勾选 {count} 处，共 {all} 处。</translation>
    </message>
    <message>
        <source>Replacing; a backup is made first …</source>
        <translation>正在替换；先创建备份…</translation>
    </message>
    <message>
        <source>Taking it back …</source>
        <translation>正在撤销…</translation>
    </message>
</context>
<context>
    <name>Replacing</name>
    <message>
        <source>Replaced. Places: {places}, texts: {things}.</source>
        <translation>已替换 {places} 处，涉及 {things} 段文本。</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Lorebooks</source>
        <translation>世界书</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>角色</translation>
    </message>
</context>
<context>
    <name>RescueDialog</name>
    <message>
        <source>Save what can be read</source>
        <translation>保存可读取的内容</translation>
    </message>
    <message>
        <source>Restore a backup</source>
        <translation>恢复备份</translation>
    </message>
    <message>
        <source>Open it all the same</source>
        <translation>仍然打开</translation>
    </message>
    <message>
        <source>Quit Talespan</source>
        <translation>退出 Talespan</translation>
    </message>
    <message>
        <source>Open Talespan</source>
        <translation>打开 Talespan</translation>
    </message>
    <message>
        <source>Restore the backup instead</source>
        <translation>改为恢复备份</translation>
    </message>
    <message>
        <source>Looking for backups …</source>
        <translation>正在查找备份…</translation>
    </message>
    <message>
        <source>The chat database is damaged</source>
        <translation>聊天数据库已损坏</translation>
    </message>
    <message>
        <source>Talespan has not changed it. Both ways below keep the damaged file.</source>
        <translation>Talespan 未对其做任何更改。以下两种方式都会保留损坏的文件。</translation>
    </message>
    <message>
        <source>Takes everything that is still whole into a new database, and tells what is lost.</source>
        <translation>将仍然完好的内容全部转入新的数据库，并说明丢失了什么。</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>There is no backup.</source>
        <translation>没有备份。</translation>
    </message>
    <message>
        <source>Restore the backup of {moment}</source>
        <translation>恢复 {moment} 的备份</translation>
    </message>
    <message>
        <source>In the backup: {figures}.</source>
        <translation>备份中：{figures}。</translation>
    </message>
    <message>
        <source>Reading what can be read …</source>
        <translation>正在读取可读取的内容…</translation>
    </message>
    <message>
        <source>This could be saved</source>
        <translation>以下内容已保存</translation>
    </message>
    <message>
        <source>Copying and checking the backup …</source>
        <translation>正在复制并校验备份…</translation>
    </message>
</context>
<context>
    <name>RescueWords</name>
    <message>
        <source>Rescued</source>
        <translation>抢救的内容</translation>
    </message>
    <message numerus="yes">
        <source>%Ln character card(s)</source>
        <translation>
            <numerusform>%Ln 张角色卡</numerusform>
        </translation>
    </message>
    <message>
        <source>Saved: {figures}.</source>
        <translation>已保存：{figures}。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s) known to be lost.</source>
        <translation>
            <numerusform>确认丢失 %Ln 条消息。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s) without their chat: look for chats called “{title}”.</source>
        <translation>
            <numerusform>%Ln 条消息失去了所属聊天：请查看名为“{title}”的聊天。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s) with a changed text.</source>
        <translation>
            <numerusform>%Ln 条消息的文字因损坏而改变。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s) damaged and left out.</source>
        <translation>
            <numerusform>%Ln 张图片已损坏，未保存。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln place(s) in the file could not be read.</source>
        <translation>
            <numerusform>文件中有 %Ln 处无法读取。</numerusform>
        </translation>
    </message>
    <message>
        <source>Some of it was found outside its table: what was deleted may be back.</source>
        <translation>部分内容是在其数据表之外找到的：已删除的内容可能会重新出现。</translation>
    </message>
    <message>
        <source>Nothing is known to be lost.</source>
        <translation>未发现任何丢失。</translation>
    </message>
</context>
<context>
    <name>RestorePanel</name>
    <message>
        <source>There is no backup yet.</source>
        <translation>还没有备份。</translation>
    </message>
    <message>
        <source>Restore …</source>
        <translation>恢复…</translation>
    </message>
    <message>
        <source>Restore this backup</source>
        <translation>恢复此备份</translation>
    </message>
    <message>
        <source>Choose a backup</source>
        <translation>选择备份</translation>
    </message>
    <message>
        <source>Backups (*.db)</source>
        <translation>备份 (*.db)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>In the backup: {figures}.</source>
        <translation>备份中：{figures}。</translation>
    </message>
    <message>
        <source>Now: {figures}.</source>
        <translation>现在：{figures}。</translation>
    </message>
    <message>
        <source>What you have now is kept as a backup.</source>
        <translation>现有内容会作为备份保留。</translation>
    </message>
    <message>
        <source>Copying and checking the backup …</source>
        <translation>正在复制并校验备份…</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>备份</translation>
    </message>
    <message>
        <source>From a file …</source>
        <translation>从文件…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The backup is ready and checked. It takes its place when Talespan is started again.</source>
        <translation>备份已就绪并通过校验。下次启动 Talespan 时生效。</translation>
    </message>
    <message>
        <source>Quit Talespan</source>
        <translation>退出 Talespan</translation>
    </message>
    <message>
        <source>Do not restore</source>
        <translation>不恢复</translation>
    </message>
</context>
<context>
    <name>Results</name>
    <message>
        <source>Groups of results</source>
        <translation>结果分组</translation>
    </message>
    <message>
        <source>Search everywhere</source>
        <translation>搜索全部</translation>
    </message>
    <message>
        <source>{group} ({count})</source>
        <translation>{group}（{count}）</translation>
    </message>
    <message>
        <source>By words</source>
        <translation>按词语</translation>
    </message>
    <message>
        <source>By meaning</source>
        <translation>按含义</translation>
    </message>
    <message>
        <source>No message has these words.</source>
        <translation>没有消息包含这些词语。</translation>
    </message>
</context>
<context>
    <name>ReviewCard</name>
    <message>
        <source>Switch off</source>
        <translation>停用</translation>
    </message>
</context>
<context>
    <name>ReviewPage</name>
    <message>
        <source>What is listed</source>
        <translation>列出的内容</translation>
    </message>
    <message>
        <source>Memory is being looked through</source>
        <translation>正在检查记忆</translation>
    </message>
    <message>
        <source>Memory entries under review</source>
        <translation>待检查的记忆条目</translation>
    </message>
    <message>
        <source>Keep as it is</source>
        <translation>保持原样</translation>
    </message>
    <message>
        <source>Edit …</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Switch off</source>
        <translation>停用</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>{list} ({count})</source>
        <translation>{list}（{count}）</translation>
    </message>
    <message>
        <source>Keep both</source>
        <translation>两条都保留</translation>
    </message>
</context>
<context>
    <name>ReviewPresenter</name>
    <message>
        <source>Join into this</source>
        <translation>合并到这条</translation>
    </message>
    <message>
        <source>Only this is true now</source>
        <translation>现在只有这条正确</translation>
    </message>
    <message>
        <source>Both stay.</source>
        <translation>两条都已保留。</translation>
    </message>
    <message>
        <source>It stays as it is.</source>
        <translation>已保持原样。</translation>
    </message>
    <message>
        <source>Two entries became one.</source>
        <translation>两条已合为一条。</translation>
    </message>
    <message>
        <source>The other one was true until now.</source>
        <translation>另一条到此前为止有效。</translation>
    </message>
    <message>
        <source>Switched off.</source>
        <translation>已停用。</translation>
    </message>
    <message>
        <source>Deleted.</source>
        <translation>已删除。</translation>
    </message>
    <message>
        <source>The entry is changed.</source>
        <translation>条目已更改。</translation>
    </message>
</context>
<context>
    <name>ReviewWords</name>
    <message>
        <source>To look at</source>
        <translation>待查看</translation>
    </message>
    <message>
        <source>Contradict each other</source>
        <translation>互相矛盾</translation>
    </message>
    <message>
        <source>Nearly the same</source>
        <translation>几乎相同</translation>
    </message>
    <message>
        <source>Their message changed</source>
        <translation>来源消息有变</translation>
    </message>
    <message>
        <source>Not used</source>
        <translation>未被用到</translation>
    </message>
    <message>
        <source>In every prompt</source>
        <translation>每次提示词中都有</translation>
    </message>
    <message>
        <source>All, by what they cost</source>
        <translation>全部，按开销排序</translation>
    </message>
    <message>
        <source>There are no memory entries that are switched on.</source>
        <translation>没有启用的记忆条目。</translation>
    </message>
    <message>
        <source>Nothing to look at here.</source>
        <translation>这里没有需要查看的内容。</translation>
    </message>
    <message>
        <source>Counts: {place}</source>
        <translation>适用：{place}</translation>
    </message>
    <message>
        <source>Always in context</source>
        <translation>始终在上下文中</translation>
    </message>
    <message>
        <source>Keywords: {keywords}</source>
        <translation>关键词：{keywords}</translation>
    </message>
    <message>
        <source>Found by meaning</source>
        <translation>按含义查找</translation>
    </message>
    <message>
        <source>{tokens} tokens; {cost} per turn on average</source>
        <translation>{tokens} 个 Token；平均每轮 {cost}</translation>
    </message>
    <message>
        <source>No turn in the last {days} days could have used it</source>
        <translation>最近 {days} 天没有可用到它的轮次</translation>
    </message>
    <message>
        <source>In {used} of {turns} turns of the last {days} days</source>
        <translation>最近 {days} 天的 {turns} 轮中用到 {used} 轮</translation>
    </message>
    <message>
        <source>Cannot be true beside {entry}</source>
        <translation>与{entry}不能同时成立</translation>
    </message>
    <message>
        <source>Nearly the same as {entry}</source>
        <translation>与{entry}几乎相同</translation>
    </message>
    <message>
        <source>Not in any prompt for {days} days</source>
        <translation>{days} 天内未出现在任何提示词中</translation>
    </message>
    <message>
        <source>The message it was made of is deleted</source>
        <translation>它所依据的消息已删除</translation>
    </message>
    <message>
        <source>The message it was made of is kept back</source>
        <translation>它所依据的消息已不发送</translation>
    </message>
    <message>
        <source>The message it was made of was changed</source>
        <translation>它所依据的消息已被修改</translation>
    </message>
</context>
<context>
    <name>RowActions</name>
    <message>
        <source>Copy message</source>
        <translation>复制消息</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Write again</source>
        <translation>重新生成</translation>
    </message>
    <message>
        <source>Delete message</source>
        <translation>删除消息</translation>
    </message>
    <message>
        <source>Restore message</source>
        <translation>恢复消息</translation>
    </message>
    <message>
        <source>Previous variant</source>
        <translation>上一个备选回复</translation>
    </message>
    <message>
        <source>Next variant</source>
        <translation>下一个备选回复</translation>
    </message>
    <message>
        <source>Show what it saw</source>
        <translation>显示模型看到的内容</translation>
    </message>
    <message>
        <source>Remember this …</source>
        <translation>记住这条…</translation>
    </message>
</context>
<context>
    <name>RowEditor</name>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save and send again</source>
        <translation>保存并重新发送</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>RowLayout</name>
    <message>
        <source>The answer stops here. What had arrived was kept.</source>
        <translation>回复在此中断。已收到的内容已保留。</translation>
    </message>
    <message>
        <source>The answer could not be finished.</source>
        <translation>回复未能完成。</translation>
    </message>
</context>
<context>
    <name>RowLooks</name>
    <message>
        <source>Reading the conversation…</source>
        <translation>正在阅读对话…</translation>
    </message>
    <message>
        <source>Restore to context</source>
        <translation>恢复到上下文</translation>
    </message>
    <message>
        <source>Exclude from context</source>
        <translation>从上下文排除</translation>
    </message>
</context>
<context>
    <name>RowPainter</name>
    <message>
        <source>Show all of it</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>The rest is not shown here; Copy message copies all of it.</source>
        <translation>其余部分不在此显示；“复制消息”会复制全部内容。</translation>
    </message>
    <message>
        <source>Deleted message of {name}</source>
        <translation>{name} 的已删除消息</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Thinking …</source>
        <translation>思考中…</translation>
    </message>
    <message>
        <source>Thought for {seconds} s</source>
        <translation>思考了 {seconds} 秒</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>思考过程</translation>
    </message>
</context>
<context>
    <name>RowToolbar</name>
    <message>
        <source>Message actions</source>
        <translation>消息操作</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>更多操作</translation>
    </message>
</context>
<context>
    <name>SaveRow</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>ScopeMenu</name>
    <message>
        <source>For the next message only</source>
        <translation>仅用于下一条消息</translation>
    </message>
    <message>
        <source>In this chat</source>
        <translation>在此聊天中</translation>
    </message>
    <message>
        <source>In the folder “{name}”</source>
        <translation>在文件夹“{name}”中</translation>
    </message>
    <message>
        <source>As the default for new chats</source>
        <translation>作为新聊天的默认值</translation>
    </message>
    <message>
        <source>Reset to what is inherited</source>
        <translation>恢复为继承的值</translation>
    </message>
</context>
<context>
    <name>ScopesInput</name>
    <message>
        <source>Somewhere else …</source>
        <translation>其他地方…</translation>
    </message>
</context>
<context>
    <name>ScriptPanel</name>
    <message>
        <source>Scripts</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>Looks for</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Puts in its place</source>
        <translation>替换为</translation>
    </message>
</context>
<context>
    <name>Scripts</name>
    <message>
        <source>Unnamed</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>Changes what is shown and what is sent.</source>
        <translation>改变显示的内容和发送的内容。</translation>
    </message>
    <message>
        <source>Changes only what is shown.</source>
        <translation>只改变显示的内容。</translation>
    </message>
    <message>
        <source>Changes only what is sent.</source>
        <translation>只改变发送的内容。</translation>
    </message>
    <message>
        <source>In: {places}.</source>
        <translation>作用于：{places}。</translation>
    </message>
    <message>
        <source>{kind}: {count}. Kept, not supported, never run.</source>
        <translation>{kind}：{count} 个。予以保留，不支持，绝不运行。</translation>
    </message>
    <message>
        <source>Its pattern has {length} characters; at most {limit} are possible.</source>
        <translation>其模式有 {length} 个字符；最多允许 {limit} 个。</translation>
    </message>
    <message>
        <source>Its pattern repeats too much: more than {limit} times altogether.</source>
        <translation>其模式重复过多：总计超过 {limit} 次。</translation>
    </message>
    <message>
        <source>Its pattern cannot be read: {detail}.</source>
        <translation>无法读取其模式：{detail}。</translation>
    </message>
    <message>
        <source>your messages</source>
        <translation>你的消息</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>lorebook entries</source>
        <translation>世界书条目</translation>
    </message>
    <message>
        <source>thoughts</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Messages {first} to {last} from the end.</source>
        <translation>从末尾数第 {first} 到第 {last} 条消息。</translation>
    </message>
    <message>
        <source>From message {first} from the end on.</source>
        <translation>从末尾数第 {first} 条消息起。</translation>
    </message>
    <message>
        <source>Commands (/…) are not known here; it does nothing for them.</source>
        <translation>这里没有命令（/…）；脚本对命令不起作用。</translation>
    </message>
    <message>
        <source>It starts an action of RisuAI, which is not supported; it is not run.</source>
        <translation>它会触发 RisuAI 的动作，这里不支持；不会运行。</translation>
    </message>
    <message>
        <source>It looks for nothing; it is not run.</source>
        <translation>它没有要查找的内容；不会运行。</translation>
    </message>
    <message>
        <source>It is for none of the texts that Talespan knows; it is not run.</source>
        <translation>它不作用于 Talespan 认识的任何文本；不会运行。</translation>
    </message>
</context>
<context>
    <name>ScriptsPage</name>
    <message>
        <source>Scripts</source>
        <translation>脚本</translation>
    </message>
    <message>
        <source>regex, regular expression, SillyTavern, RisuAI, preset</source>
        <translation>正则, 正则表达式, regex, SillyTavern, RisuAI, 预设</translation>
    </message>
    <message>
        <source>These may run in every chat; none does until you tick it. Scripts of a card are in its character.</source>
        <translation>这些脚本可在所有聊天中运行；勾选之前都不会运行。角色卡自带的脚本在该角色处。</translation>
    </message>
    <message>
        <source>There are none. Drop a file of regex scripts onto the window, or import it, and they appear here.</source>
        <translation>还没有脚本。把正则脚本文件拖到窗口上或导入，就会出现在这里。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>regex, script, card, switch, on, off</source>
        <translation>正则, 脚本, 角色卡, 开关, 启用, 停用</translation>
    </message>
    <message>
        <source>Scripts change what is shown or sent, never what is stored.</source>
        <translation>脚本只改变显示或发送的内容，从不改变保存的内容。</translation>
    </message>
    <message>
        <source>The script was removed.</source>
        <translation>脚本已移除。</translation>
    </message>
</context>
<context>
    <name>SearchDialog</name>
    <message>
        <source>Search in all messages</source>
        <translation>搜索所有消息</translation>
    </message>
    <message>
        <source>Words, or “a phrase”</source>
        <translation>词语，或“完整短语”</translation>
    </message>
</context>
<context>
    <name>SearchFilters</name>
    <message>
        <source>All chats</source>
        <translation>所有聊天</translation>
    </message>
    <message>
        <source>Any character</source>
        <translation>任何角色</translation>
    </message>
    <message>
        <source>Also variants that were not chosen</source>
        <translation>包括未选用的备选回复</translation>
    </message>
    <message>
        <source>Anyone</source>
        <translation>任何人</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>The model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>任何时间</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>最近 7 天</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>最近 30 天</translation>
    </message>
    <message>
        <source>Last year</source>
        <translation>最近一年</translation>
    </message>
    <message>
        <source>Between …</source>
        <translation>选择日期…</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>Character</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Said by</source>
        <translation>发言者</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>First day</source>
        <translation>起始日期</translation>
    </message>
    <message>
        <source>Last day</source>
        <translation>结束日期</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>to</source>
        <translation>到</translation>
    </message>
</context>
<context>
    <name>SearchModel</name>
    <message>
        <source>New chat</source>
        <translation>新聊天</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>{chat}, {name}: {text}</source>
        <translation>{chat}，{name}：{text}</translation>
    </message>
    <message>
        <source>{chat}, {name}, {date}: {text}</source>
        <translation>{chat}，{name}，{date}：{text}</translation>
    </message>
</context>
<context>
    <name>SearchPresenter</name>
    <message>
        <source>No message has these words. Looking for what means the same …</source>
        <translation>没有消息包含这些词。正在按含义查找…</translation>
    </message>
    <message>
        <source>Every message of every chat can be found here: by its words, in any spelling, and by what it means.</source>
        <translation>在这里可以找到任何聊天中的任何消息：按词语（不论写法），也按含义。</translation>
    </message>
    <message>
        <source>Signs alone cannot be searched for. Add a word or a letter.</source>
        <translation>不能只搜索符号。请加上一个词或字母。</translation>
    </message>
    <message>
        <source>Nothing found here.</source>
        <translation>在此范围内未找到任何内容。</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>未找到任何内容。</translation>
    </message>
    <message>
        <source>Still reading older messages: {count} left.</source>
        <translation>仍在读取较早的消息：还剩 {count} 条。</translation>
    </message>
    <message>
        <source>Not searched for: {signs}.</source>
        <translation>未搜索：{signs}。</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新聊天</translation>
    </message>
</context>
<context>
    <name>SearchRow</name>
    <message>
        <source>Find in the context</source>
        <translation>在上下文中查找</translation>
    </message>
    <message>
        <source>Only what is left out</source>
        <translation>仅显示未纳入的</translation>
    </message>
</context>
<context>
    <name>SearchWindows</name>
    <message>
        <source>This message is in a variant of the chat that is not shown now.</source>
        <translation>这条消息位于当前未显示的备选分支中。</translation>
    </message>
    <message>
        <source>Show that variant</source>
        <translation>显示该分支</translation>
    </message>
</context>
<context>
    <name>Section</name>
    <message>
        <source>unfolded</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>folded away</source>
        <translation>已折叠</translation>
    </message>
</context>
<context>
    <name>Seen</name>
    <message>
        <source>the model sees from here</source>
        <translation>模型从这里开始看到</translation>
    </message>
    <message>
        <source>left out: {messages}</source>
        <translation>未纳入：{messages}</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>address.invalid</source>
        <extracomment>“{url}” is not the address of a web server.</extracomment>
        <translation>“{url}”不是网络服务器的地址。</translation>
    </message>
    <message>
        <source>address.no-api</source>
        <extracomment>There is no model API at {url}.</extracomment>
        <translation>{url} 处没有模型 API。</translation>
    </message>
    <message>
        <source>address.other-path</source>
        <extracomment>There is no model API at {url}, but there is one at {found}. Use that address.</extracomment>
        <translation>{url} 处没有模型 API，但 {found} 处有。请使用该地址。</translation>
    </message>
    <message>
        <source>address.redirect</source>
        <extracomment>The server wants to be asked at {location} instead. If you trust that address, enter it.</extracomment>
        <translation>服务器要求改用 {location}。如果你信任该地址，请填写它。</translation>
    </message>
    <message>
        <source>answer.compressed</source>
        <extracomment>It was compressed, though the server was asked not to.</extracomment>
        <translation>它被压缩了，尽管已要求服务器不要压缩。</translation>
    </message>
    <message>
        <source>answer.no-reply</source>
        <extracomment>It is not the answer of a model server.</extracomment>
        <translation>这不是模型服务器的回答。</translation>
    </message>
    <message>
        <source>answer.not-json</source>
        <extracomment>It is not JSON.</extracomment>
        <translation>这不是 JSON。</translation>
    </message>
    <message>
        <source>answer.too-large</source>
        <extracomment>It was larger than {limit} bytes.</extracomment>
        <translation>它超过了 {limit} 字节。</translation>
    </message>
    <message>
        <source>answer.web-page</source>
        <extracomment>A web page came instead: perhaps a login page of the network, a proxy, or a wrong address.</extracomment>
        <translation>收到的是网页：可能是网络登录页、代理或错误的地址。</translation>
    </message>
    <message>
        <source>app.error</source>
        <extracomment>Something went wrong: {detail}</extracomment>
        <translation>出了点问题：{detail}</translation>
    </message>
    <message>
        <source>asset.too-large</source>
        <extracomment>{file} is larger than {limit} MB: too large for a card.</extracomment>
        <translation>{file} 超过 {limit} MB，对角色卡来说太大。</translation>
    </message>
    <message>
        <source>asset.too-many</source>
        <extracomment>A card holds at most {count} files, of {limit} MB together. Nothing was added.</extracomment>
        <translation>角色卡最多容纳 {count} 个文件，总计 {limit} MB。未添加任何文件。</translation>
    </message>
    <message>
        <source>asset.unreadable</source>
        <extracomment>{file} cannot be read, or is empty: it was not added.</extracomment>
        <translation>{file} 无法读取或为空，未添加。</translation>
    </message>
    <message>
        <source>assets.missing</source>
        <extracomment>The program&apos;s own file {name} is missing. Please install Talespan again.</extracomment>
        <translation>缺少程序自带的文件 {name}。请重新安装 Talespan。</translation>
    </message>
    <message>
        <source>card-text.book</source>
        <extracomment>A lorebook is written on the page Lorebooks, not here: take “character_book” out of the text.</extracomment>
        <translation>世界书请在“世界书”页面编辑；请从文本中删除“character_book”。</translation>
    </message>
    <message>
        <source>card-text.no-card</source>
        <extracomment>There is no character in this text. A card has at least a name or a text, in “data” or outside of it.</extracomment>
        <translation>这段文本中没有角色。角色卡至少要有名字或一段文字，可以在“data”内或其外。</translation>
    </message>
    <message>
        <source>chat.busy</source>
        <extracomment>An answer is still being written in this chat. Stop it first, or wait for its end.</extracomment>
        <translation>此聊天中仍在生成回复。请先停止它或等待结束。</translation>
    </message>
    <message>
        <source>chat.empty-message</source>
        <extracomment>There is nothing to send: the message is empty.</extracomment>
        <translation>没有可发送的内容：消息为空。</translation>
    </message>
    <message>
        <source>chat.no-folder</source>
        <extracomment>This chat is in no folder, so no folder can decide anything for it.</extracomment>
        <translation>此聊天不在任何文件夹中。</translation>
    </message>
    <message>
        <source>chat.nobody-speaks</source>
        <extracomment>Everybody in this chat is muted, so nobody answers. Let somebody speak, or take the mute away.</extracomment>
        <translation>本聊天中所有角色都已静音，因此无人回复。请让某个角色发言，或取消静音。</translation>
    </message>
    <message>
        <source>chat.speaker-gone</source>
        <extracomment>{name} is no longer in this chat, so the round ends here.</extracomment>
        <translation>{name} 已不在此聊天中，本轮回复到此为止。</translation>
    </message>
    <message>
        <source>context.error</source>
        <extracomment>The context could not be built: {detail}</extracomment>
        <translation>无法构建上下文：{detail}</translation>
    </message>
    <message>
        <source>context.no-room</source>
        <extracomment>Nothing can be sent: of the context of {limit} tokens {kept} are kept free for the answer. Make the context larger or the answer shorter.</extracomment>
        <translation>无法发送任何内容：上下文共 {limit} 个 Token，其中 {kept} 个已预留给回复。请增大上下文或缩短回复。</translation>
    </message>
    <message>
        <source>context.request-file</source>
        <extracomment>The file {file} could not be used: {detail}</extracomment>
        <translation>无法使用文件 {file}：{detail}</translation>
    </message>
    <message>
        <source>context.request-unreadable</source>
        <extracomment>The request cannot be read: {where} {problem}.</extracomment>
        <translation>无法读取请求：{where} {problem}。</translation>
    </message>
    <message>
        <source>context.server-window</source>
        <extracomment>The server read only {seen} of {sent} tokens: its context is smaller than this connection says. Set the context size of the connection to what the server really has.</extracomment>
        <translation>服务器只读取了 {sent} 个 Token 中的 {seen} 个：它的上下文小于此连接的设置。请将连接的上下文大小设为服务器的实际值。</translation>
    </message>
    <message>
        <source>context.too-large</source>
        <extracomment>What must be sent needs {needed} tokens, but only {available} are free. The largest parts: {largest}.</extracomment>
        <translation>必须发送的内容需要 {needed} 个 Token，但只有 {available} 个可用。最大的部分：{largest}。</translation>
    </message>
    <message>
        <source>demo-model.missing</source>
        <extracomment>The tiny demo model is not installed. Set the program up again (packaging/run.sh --setup-only), or choose a GGUF file of your own.</extracomment>
        <translation>未安装微型演示模型。请重新运行安装 (packaging/run.sh --setup-only)，或选择你自己的 GGUF 文件。</translation>
    </message>
    <message>
        <source>download.busy</source>
        <extracomment>{file} is being downloaded already.</extracomment>
        <translation>{file} 已在下载中。</translation>
    </message>
    <message>
        <source>download.checksum</source>
        <extracomment>{file} did not arrive as it should be: its checksum is another one. It was thrown away; download it again.</extracomment>
        <translation>{file} 下载后与应有的内容不符：校验和不一致。文件已丢弃，请重新下载。</translation>
    </message>
    <message>
        <source>download.error</source>
        <extracomment>The download of {file} did not succeed: {detail}</extracomment>
        <translation>{file} 下载失败：{detail}</translation>
    </message>
    <message>
        <source>download.no-space</source>
        <extracomment>There is not enough room for {file}: {needed} MB are needed and {free} MB are free. What has come is kept; free some space and go on.</extracomment>
        <translation>空间不足，无法下载 {file}：需要 {needed} MB，可用 {free} MB。已下载的部分已保留；请腾出空间后继续。</translation>
    </message>
    <message>
        <source>download.redirect</source>
        <extracomment>It sent the download on to {location}, which cannot be trusted.</extracomment>
        <translation>下载被转到 {location}，该地址不可信。</translation>
    </message>
    <message>
        <source>download.refused</source>
        <extracomment>{file} is given only to people who have signed in and accepted its licence. Choose another model, or download it in a browser and choose the file here.</extracomment>
        <translation>{file} 只提供给已登录并接受许可的人。请选择其他模型，或在浏览器中下载后在此选择该文件。</translation>
    </message>
    <message>
        <source>duplicate.in-window</source>
        <extracomment>A duplicate of message {number}, which is in the window.</extracomment>
        <translation>与窗口中的第 {number} 条消息重复。</translation>
    </message>
    <message>
        <source>duplicate.of</source>
        <extracomment>A duplicate of {of}.</extracomment>
        <translation>与此重复：{of}。</translation>
    </message>
    <message>
        <source>embedding.count</source>
        <extracomment>{wanted} texts were sent, and {found} vectors came back.</extracomment>
        <translation>发送了 {wanted} 段文本，返回了 {found} 个向量。</translation>
    </message>
    <message>
        <source>embedding.dimension</source>
        <extracomment>Its vectors have {found} numbers now and had {known} before. Perhaps the server has another model by this name.</extracomment>
        <translation>向量现在有 {found} 个数值，之前是 {known} 个。服务器上此名称可能已换成另一个模型。</translation>
    </message>
    <message>
        <source>embedding.empty</source>
        <extracomment>A vector came that is empty or all zeros.</extracomment>
        <translation>返回了空向量或全为零的向量。</translation>
    </message>
    <message>
        <source>embedding.no-api</source>
        <extracomment>There is no API for vectors at {url}.</extracomment>
        <translation>{url} 没有计算向量的 API。</translation>
    </message>
    <message>
        <source>embedding.no-model</source>
        <extracomment>No model is chosen for it.</extracomment>
        <translation>尚未选择所用的模型。</translation>
    </message>
    <message>
        <source>embedding.not-numbers</source>
        <extracomment>A vector came that holds something else than numbers.</extracomment>
        <translation>返回的向量中含有非数值内容。</translation>
    </message>
    <message>
        <source>embedding.unsupported</source>
        <extracomment>“{model}” makes no vectors. Choose an embedding model.</extracomment>
        <translation>“{model}”不能计算向量。请选择嵌入模型。</translation>
    </message>
    <message>
        <source>excluded.by-user</source>
        <extracomment>Excluded by you.</extracomment>
        <translation>已被你排除。</translation>
    </message>
    <message>
        <source>excluded.deleted</source>
        <extracomment>Deleted.</extracomment>
        <translation>已删除。</translation>
    </message>
    <message>
        <source>excluded.empty</source>
        <extracomment>Empty; servers refuse empty messages.</extracomment>
        <translation>为空；服务器不接受空消息。</translation>
    </message>
    <message>
        <source>excluded.examples-off</source>
        <extracomment>Example dialogue is switched off.</extracomment>
        <translation>示例对话已停用。</translation>
    </message>
    <message>
        <source>excluded.hidden</source>
        <extracomment>Hidden.</extracomment>
        <translation>已隐藏。</translation>
    </message>
    <message>
        <source>excluded.never-send</source>
        <extracomment>Marked by you as never to be sent.</extracomment>
        <translation>已被你标记为绝不发送。</translation>
    </message>
    <message>
        <source>excluded.not-in-branch</source>
        <extracomment>From a message that is not in this branch.</extracomment>
        <translation>来自不在此分支中的消息。</translation>
    </message>
    <message>
        <source>excluded.note</source>
        <extracomment>A note; notes are never sent.</extracomment>
        <translation>备注；备注绝不会发送。</translation>
    </message>
    <message>
        <source>excluded.outlet-nowhere</source>
        <extracomment>Its outlet “{outlet}” is nowhere in the prompt.</extracomment>
        <translation>它的出口“{outlet}”不在提示词中。</translation>
    </message>
    <message>
        <source>excluded.picture-not-seen</source>
        <extracomment>Not sent: this model does not see pictures.</extracomment>
        <translation>不发送：此模型看不到图片。</translation>
    </message>
    <message>
        <source>excluded.picture-older</source>
        <extracomment>Not sent: only the newest pictures are, as many as {newest}.</extracomment>
        <translation>不发送：只发送最新的 {newest} 张图片。</translation>
    </message>
    <message>
        <source>excluded.stale</source>
        <extracomment>Made of a message that was changed since.</extracomment>
        <translation>来自之后被修改过的消息。</translation>
    </message>
    <message>
        <source>excluded.tool-partner</source>
        <extracomment>Belongs to a tool call of which another part is out.</extracomment>
        <translation>属于某个工具调用，其另一部分未纳入。</translation>
    </message>
    <message>
        <source>excluded.unmatched-tool</source>
        <extracomment>A tool call without its result, or a result without its call; servers refuse these.</extracomment>
        <translation>没有结果的工具调用，或没有调用的结果；服务器不接受这些。</translation>
    </message>
    <message>
        <source>export.no-books</source>
        <extracomment>Lorebooks that count here and are not in the card: {count}. One card holds one lorebook.</extracomment>
        <translation>关联但不在卡中的世界书：{count} 本。一张角色卡只能容纳一本世界书。</translation>
    </message>
    <message>
        <source>export.no-branches</source>
        <extracomment>It holds the open branch only; messages beside it that are left out: {count}.</extracomment>
        <translation>只包含当前分支；未包含的其他分支消息：{count} 条。</translation>
    </message>
    <message>
        <source>export.no-files</source>
        <extracomment>It has no room for files; left out: {count}.</extracomment>
        <translation>此格式无法容纳文件；未包含：{count} 个。</translation>
    </message>
    <message>
        <source>export.no-marks</source>
        <extracomment>Marks that only Talespan knows (excluded, never send, always in context) are not in it; messages that had one: {count}.</extracomment>
        <translation>只有 Talespan 认识的标记（已排除、绝不发送、始终保留）未包含；带有这些标记的消息：{count} 条。</translation>
    </message>
    <message>
        <source>export.no-pictures</source>
        <extracomment>Pictures of the chat that are not in it: {count}.</extracomment>
        <translation>未包含的聊天图片：{count}。</translation>
    </message>
    <message>
        <source>export.no-places</source>
        <extracomment>Entries that stand where only Talespan can put them: {count}. Other programs put them nearby.</extracomment>
        <translation>只有 Talespan 能放到原位的条目：{count} 个。其他程序会放在附近。</translation>
    </message>
    <message>
        <source>export.no-revisions</source>
        <extracomment>The earlier texts of edited messages are not in it.</extracomment>
        <translation>已编辑消息的旧文本未包含。</translation>
    </message>
    <message>
        <source>export.no-summary</source>
        <extracomment>The summary of the chat is not in it.</extracomment>
        <translation>聊天的摘要未包含。</translation>
    </message>
    <message>
        <source>export.no-tools</source>
        <extracomment>Calls of tools are in it as plain text.</extracomment>
        <translation>工具调用以纯文本形式包含。</translation>
    </message>
    <message>
        <source>export.no-turns</source>
        <extracomment>What the model was sent for each answer is not in it.</extracomment>
        <translation>每次回复发送给模型的内容未包含。</translation>
    </message>
    <message>
        <source>export.not-png</source>
        <extracomment>The portrait is {kind}, not PNG: a plain picture bears the card.</extracomment>
        <translation>头像是 {kind}，不是 PNG：角色卡写入了一张素色图片。</translation>
    </message>
    <message>
        <source>import.after-the-end</source>
        <extracomment>There is something behind the picture&apos;s end; it was not read.</extracomment>
        <translation>图片结尾之后还有内容；没有读取。</translation>
    </message>
    <message>
        <source>import.asset-missing</source>
        <extracomment>The file {name} that the card speaks of is not there.</extracomment>
        <translation>角色卡提到的文件 {name} 不存在。</translation>
    </message>
    <message>
        <source>import.asset-remote</source>
        <extracomment>The card speaks of a file on the internet; it was not loaded.</extracomment>
        <translation>角色卡提到了网上的文件；没有下载。</translation>
    </message>
    <message>
        <source>import.bad-bytes</source>
        <extracomment>{count} bytes were no text and were replaced.</extracomment>
        <translation>有 {count} 个字节不是文本，已被替换。</translation>
    </message>
    <message>
        <source>import.bad-checksum</source>
        <extracomment>A checksum is wrong; the text was readable all the same.</extracomment>
        <translation>校验和有误，但文本仍可读取。</translation>
    </message>
    <message>
        <source>import.bad-date</source>
        <extracomment>The date “{date}” was not understood; it was kept as text.</extracomment>
        <translation>日期“{date}”无法理解；已作为文本保留。</translation>
    </message>
    <message>
        <source>import.bad-line</source>
        <extracomment>The line could not be read.</extracomment>
        <translation>这一行无法读取。</translation>
    </message>
    <message>
        <source>import.blank</source>
        <extracomment>There is nothing in it.</extracomment>
        <translation>里面什么都没有。</translation>
    </message>
    <message>
        <source>import.book-at-root</source>
        <extracomment>The lorebook stood outside the card&apos;s data.</extracomment>
        <translation>世界书位于角色卡数据之外。</translation>
    </message>
    <message>
        <source>import.broken-picture</source>
        <extracomment>The picture itself is broken; the card was read without it.</extracomment>
        <translation>图片本身已损坏；只读取了角色卡。</translation>
    </message>
    <message>
        <source>import.broken-tree</source>
        <extracomment>{count} messages hang on nothing that is there; they were put at the beginning.</extracomment>
        <translation>有 {count} 条消息没有上级；已放到开头。</translation>
    </message>
    <message>
        <source>import.changed</source>
        <extracomment>The file {file} was changed since it was looked at. Import it again.</extracomment>
        <translation>文件 {file} 在查看之后被改动。请重新导入。</translation>
    </message>
    <message>
        <source>import.copies-differ</source>
        <extracomment>The field {key} is there twice with different texts; the one in the card&apos;s data counts.</extracomment>
        <translation>字段 {key} 出现了两次且文本不同；以角色卡数据中的为准。</translation>
    </message>
    <message>
        <source>import.duplicate-id</source>
        <extracomment>Its number {id} is there more than once.</extracomment>
        <translation>编号 {id} 出现了不止一次。</translation>
    </message>
    <message>
        <source>import.duplicate-key</source>
        <extracomment>The field {key} is there twice with different values; the last one counts.</extracomment>
        <translation>字段 {key} 出现了两次且值不同；以最后一个为准。</translation>
    </message>
    <message>
        <source>import.file-too-large</source>
        <extracomment>The file {file} is larger than {limit} MB and was not read.</extracomment>
        <translation>文件 {file} 超过 {limit} MB，未读取。</translation>
    </message>
    <message>
        <source>import.files-left-out</source>
        <extracomment>Files of the archive that the card does not speak of were left out ({count}): {names}.</extracomment>
        <translation>压缩包中未被角色卡提及的文件已略过（{count} 个）：{names}。</translation>
    </message>
    <message>
        <source>import.in-characters</source>
        <extracomment>It looks for its keys in {count} characters; Talespan counts messages, and its own depth is used.</extracomment>
        <translation>它在最近 {count} 个字符中查找关键词；Talespan 按消息计算，因此使用自己的深度。</translation>
    </message>
    <message>
        <source>import.member</source>
        <extracomment>The file {name} in it cannot be used.</extracomment>
        <translation>其中的文件 {name} 无法使用。</translation>
    </message>
    <message>
        <source>import.nameless</source>
        <extracomment>It had no name and is called “{name}” now.</extracomment>
        <translation>原来没有名称，现在叫“{name}”。</translation>
    </message>
    <message>
        <source>import.newer-version</source>
        <extracomment>It is of the version {version}, newer than Talespan knows; what is not known was kept.</extracomment>
        <translation>它是 {version} 版，比 Talespan 所知的更新；不认识的内容已保留。</translation>
    </message>
    <message>
        <source>import.no-greeting</source>
        <extracomment>The character has no first message.</extracomment>
        <translation>该角色没有开场白。</translation>
    </message>
    <message>
        <source>import.no-header</source>
        <extracomment>The first line is no header; names are taken from the messages.</extracomment>
        <translation>第一行不是头部；名称取自消息。</translation>
    </message>
    <message>
        <source>import.no-messages</source>
        <extracomment>There are no messages in it.</extracomment>
        <translation>里面没有消息。</translation>
    </message>
    <message>
        <source>import.no-tip</source>
        <extracomment>It does not say which branch was open; the newest one is.</extracomment>
        <translation>没有说明当时打开的是哪个分支；现在打开最新的。</translation>
    </message>
    <message>
        <source>import.not-a-list</source>
        <extracomment>The list has not the form that it should have.</extracomment>
        <translation>列表的结构不符合要求。</translation>
    </message>
    <message>
        <source>import.not-an-object</source>
        <extracomment>It has not the form that it should have.</extracomment>
        <translation>它的结构不符合要求。</translation>
    </message>
    <message>
        <source>import.nul</source>
        <extracomment>Characters that no text may hold were taken out.</extracomment>
        <translation>文本中不允许的字符已去掉。</translation>
    </message>
    <message>
        <source>import.picture-too-large</source>
        <extracomment>The picture measures {width} × {height}, too much to be shown; the card was read without it.</extracomment>
        <translation>图片尺寸为 {width} × {height}，太大而无法显示；只读取了角色卡。</translation>
    </message>
    <message>
        <source>import.placeholder</source>
        <extracomment>An empty placeholder was left out.</extracomment>
        <translation>空的占位条目已略去。</translation>
    </message>
    <message>
        <source>import.preset-left-out</source>
        <extracomment>What has no place here is left out of the preset: {names}.</extracomment>
        <translation>预设中没有对应之处的内容已略去：{names}。</translation>
    </message>
    <message>
        <source>import.programs</source>
        <extracomment>It contains programs ({kind}: {count}); they are kept, not supported and never run.</extracomment>
        <translation>其中包含程序（{kind}：{count} 个）；予以保留，不支持，绝不运行。</translation>
    </message>
    <message>
        <source>import.reserved-name</source>
        <extracomment>The extension {name} belongs to Talespan itself and was left out.</extracomment>
        <translation>扩展 {name} 属于 Talespan 自己，已略去。</translation>
    </message>
    <message>
        <source>import.scripts</source>
        <extracomment>It contains scripts ({count}); they are kept and not run until you switch them on.</extracomment>
        <translation>其中包含脚本（{count} 个）；予以保留，在你启用之前不会运行。</translation>
    </message>
    <message>
        <source>import.scripts-off</source>
        <extracomment>Scripts ({count}) are added switched off: look at them in the settings before you switch them on.</extracomment>
        <translation>脚本（{count} 个）添加后处于停用状态：启用前请先在设置中查看。</translation>
    </message>
    <message>
        <source>import.several-cards</source>
        <extracomment>The picture holds the card {count} times; the newest readable one counts.</extracomment>
        <translation>图片中有 {count} 份角色卡；以最新的可读的一份为准。</translation>
    </message>
    <message>
        <source>import.surrogates</source>
        <extracomment>Half a letter stood alone and was replaced.</extracomment>
        <translation>有不完整的半个字符，已被替换。</translation>
    </message>
    <message>
        <source>import.trailing-comma</source>
        <extracomment>Commas that JSON does not allow were passed over.</extracomment>
        <translation>JSON 不允许的逗号已忽略。</translation>
    </message>
    <message>
        <source>import.unreadable</source>
        <extracomment>The file {file} cannot be read: it is not there, is no file, or the system does not allow it.</extracomment>
        <translation>无法读取文件 {file}：它不存在、不是文件，或系统不允许。</translation>
    </message>
    <message>
        <source>import.without-keys</source>
        <extracomment>It has no list of keys, so nothing can activate it yet.</extracomment>
        <translation>没有关键词列表，因此暂时无法被激活。</translation>
    </message>
    <message>
        <source>inactive.anti-key</source>
        <extracomment>Blocked by the key “{key}”.</extracomment>
        <translation>被关键词“{key}”阻止。</translation>
    </message>
    <message>
        <source>inactive.anti-keys-together</source>
        <extracomment>Blocked: all of these were found: {keys}.</extracomment>
        <translation>被阻止：下列内容全部找到：{keys}。</translation>
    </message>
    <message>
        <source>inactive.bad-pattern</source>
        <extracomment>Its pattern {key} is wrong. {detail}.</extracomment>
        <translation>它的模式 {key} 有误：{detail}。</translation>
    </message>
    <message>
        <source>inactive.below-threshold</source>
        <extracomment>By meaning it scored {score}; the threshold is {threshold}.</extracomment>
        <translation>语义得分 {score}，阈值为 {threshold}。</translation>
    </message>
    <message>
        <source>inactive.besides-missing</source>
        <extracomment>A key was found, “{key}”, but none of these: {keys}.</extracomment>
        <translation>找到关键词“{key}”，但没有找到其中任何一个：{keys}。</translation>
    </message>
    <message>
        <source>inactive.cannot-be-pulled</source>
        <extracomment>Key “{key}” stands only in the entry “{title}”, and recursion may not pull it.</extracomment>
        <translation>关键词“{key}”只在条目“{title}”中，而递归不得带入它。</translation>
    </message>
    <message>
        <source>inactive.cooling-down</source>
        <extracomment>Cooling down until message {message}.</extracomment>
        <translation>冷却中，直到第 {message} 条消息。</translation>
    </message>
    <message>
        <source>inactive.delayed</source>
        <extracomment>Not before message {message}.</extracomment>
        <translation>不早于第 {message} 条消息。</translation>
    </message>
    <message>
        <source>inactive.disabled</source>
        <extracomment>Switched off.</extracomment>
        <translation>已停用。</translation>
    </message>
    <message>
        <source>inactive.empty</source>
        <extracomment>Active, but its text is empty.</extracomment>
        <translation>已激活，但文本为空。</translation>
    </message>
    <message>
        <source>inactive.filtered</source>
        <extracomment>Not for this character, or not for this kind of answer.</extracomment>
        <translation>不适用于此角色或此类回复。</translation>
    </message>
    <message>
        <source>inactive.level-not-reached</source>
        <extracomment>Only from pass {level} of recursion on, and the book does not go so far.</extracomment>
        <translation>仅从第 {level} 轮递归起，而世界书没有进行到那里。</translation>
    </message>
    <message>
        <source>inactive.lost-group</source>
        <extracomment>Lost the group “{group}” to “{title}”.</extracomment>
        <translation>在分组“{group}”中输给“{title}”。</translation>
    </message>
    <message>
        <source>inactive.meaning-off</source>
        <extracomment>It has no keywords, and recall, which would find it by meaning, is off here.</extracomment>
        <translation>它没有关键词，而能按语义找到它的召回在此停用。</translation>
    </message>
    <message>
        <source>inactive.never</source>
        <extracomment>Its text begins with @@dont_activate.</extracomment>
        <translation>它的文本以 @@dont_activate 开头。</translation>
    </message>
    <message>
        <source>inactive.no-key-hit</source>
        <extracomment>None of its keys was found.</extracomment>
        <translation>没有找到它的任何关键词。</translation>
    </message>
    <message>
        <source>inactive.no-keys</source>
        <extracomment>It has no keys.</extracomment>
        <translation>它没有关键词。</translation>
    </message>
    <message>
        <source>inactive.not-measured</source>
        <extracomment>Its meaning is not measured yet.</extracomment>
        <translation>尚未计算它的语义。</translation>
    </message>
    <message>
        <source>inactive.not-this-answer</source>
        <extracomment>Only when the number of answers is a multiple of {every}; there are {answers}.</extracomment>
        <translation>仅当回复次数是 {every} 的倍数时；现在为 {answers}。</translation>
    </message>
    <message>
        <source>inactive.only-once</source>
        <extracomment>Was active once, and is so only once.</extracomment>
        <translation>已激活过一次，且只激活一次。</translation>
    </message>
    <message>
        <source>inactive.other-branch</source>
        <extracomment>Made of a message that is not in this branch.</extracomment>
        <translation>依据的消息不在此分支上。</translation>
    </message>
    <message>
        <source>inactive.other-greeting</source>
        <extracomment>Only for a chat that begins with another greeting.</extracomment>
        <translation>仅用于以另一段开场白开始的对话。</translation>
    </message>
    <message>
        <source>inactive.over-book-budget</source>
        <extracomment>Needs {needs} tokens, the budget of “{book}” had {had} left; {more} more are enough.</extracomment>
        <translation>需要 {needs} 个 Token，“{book}”的预算还剩 {had}；再有 {more} 就够了。</translation>
    </message>
    <message>
        <source>inactive.over-cap</source>
        <extracomment>Has {needs} tokens; at most {cap} are allowed.</extracomment>
        <translation>共有 {needs} 个 Token，最多允许 {cap}。</translation>
    </message>
    <message>
        <source>inactive.pattern-no-time</source>
        <extracomment>There was no time left for its pattern {key}: slow ones came before it.</extracomment>
        <translation>没有时间处理它的模式 {key}：之前有较慢的模式。</translation>
    </message>
    <message>
        <source>inactive.pattern-too-slow</source>
        <extracomment>Its pattern {key} takes too long; it is off until you change it or try it again.</extracomment>
        <translation>它的模式 {key} 太慢；在你修改或重试之前停用。</translation>
    </message>
    <message>
        <source>inactive.probability</source>
        <extracomment>Rolled {roll}, with a probability of {limit} %.</extracomment>
        <translation>掷出 {roll}，概率为 {limit} %。</translation>
    </message>
    <message>
        <source>inactive.secondary-logic</source>
        <extracomment>A key was found, “{key}”, but of its {count} secondary keys {found} were ({logic}).</extracomment>
        <translation>找到关键词“{key}”，但 {count} 个次要关键词中找到 {found} 个（{logic}）。</translation>
    </message>
    <message>
        <source>inactive.superseded</source>
        <extracomment>No longer true since “{title}”.</extracomment>
        <translation>自“{title}”起已不再成立。</translation>
    </message>
    <message>
        <source>inactive.too-few-answers</source>
        <extracomment>Only after {least} answers; there are {answers}.</extracomment>
        <translation>仅在 {least} 次回复之后；现在为 {answers}。</translation>
    </message>
    <message>
        <source>included.always-in-context</source>
        <extracomment>Marked as always in context.</extracomment>
        <translation>已标记为始终保留。</translation>
    </message>
    <message>
        <source>included.by-meaning</source>
        <extracomment>By meaning: scored {score}, the threshold is {threshold}.</extracomment>
        <translation>按语义：得分 {score}，阈值为 {threshold}。</translation>
    </message>
    <message>
        <source>included.constant</source>
        <extracomment>Constant: always active.</extracomment>
        <translation>常驻：始终激活。</translation>
    </message>
    <message>
        <source>included.current-input</source>
        <extracomment>Your current input.</extracomment>
        <translation>你当前的输入。</translation>
    </message>
    <message>
        <source>included.exchange</source>
        <extracomment>Of an exchange that stays: relevance {relevance}, {ago} exchanges ago.</extracomment>
        <translation>属于保留的对话：相关度 {relevance}，{ago} 轮之前。</translation>
    </message>
    <message>
        <source>included.had-room</source>
        <extracomment>There was room for it.</extracomment>
        <translation>有足够的空间。</translation>
    </message>
    <message>
        <source>included.in-window</source>
        <extracomment>One of the newest messages that fit.</extracomment>
        <translation>放得下的最新消息之一。</translation>
    </message>
    <message>
        <source>included.kept-active</source>
        <extracomment>Was active once and stays so.</extracomment>
        <translation>激活过一次后一直保持。</translation>
    </message>
    <message>
        <source>included.key-hit</source>
        <extracomment>Key “{key}” in message {message}.</extracomment>
        <translation>第 {message} 条消息中的关键词“{key}”。</translation>
    </message>
    <message>
        <source>included.key-in-input</source>
        <extracomment>Key “{key}” in your input.</extracomment>
        <translation>你的输入中的关键词“{key}”。</translation>
    </message>
    <message>
        <source>included.key-in-text</source>
        <extracomment>Key “{key}” in another text that is scanned: {source}.</extracomment>
        <translation>其他被扫描文本中的关键词“{key}”：{source}。</translation>
    </message>
    <message>
        <source>included.newest-message</source>
        <extracomment>The newest message.</extracomment>
        <translation>最新的消息。</translation>
    </message>
    <message>
        <source>included.part-of-prompt</source>
        <extracomment>Part of every prompt.</extracomment>
        <translation>每次提示词的一部分。</translation>
    </message>
    <message>
        <source>included.pulled</source>
        <extracomment>Key “{key}” in the entry “{title}” (pass {passed}).</extracomment>
        <translation>条目“{title}”中的关键词“{key}”（第 {passed} 轮）。</translation>
    </message>
    <message>
        <source>included.recalled</source>
        <extracomment>Recalled: it has to do with your input.</extracomment>
        <translation>召回：与你的输入有关。</translation>
    </message>
    <message>
        <source>included.sticky</source>
        <extracomment>Stays since message {since}, up to message {until}.</extracomment>
        <translation>自第 {since} 条消息起保留，到第 {until} 条消息。</translation>
    </message>
    <message>
        <source>included.summary</source>
        <extracomment>Tells what is not in the window: {sentences} sentences, made of {messages} messages.</extracomment>
        <translation>讲述窗口之外的内容：{sentences} 句，来自 {messages} 条消息。</translation>
    </message>
    <message>
        <source>interchange.ambiguous-format</source>
        <extracomment>The file {file} can be read as more than one kind: {kinds}. Choose one.</extracomment>
        <translation>文件 {file} 可以按多种类型读取：{kinds}。请选择一种。</translation>
    </message>
    <message>
        <source>interchange.bomb</source>
        <extracomment>The file {file} unpacks to a multiple of its size that no honest file has. It was not read.</extracomment>
        <translation>文件 {file} 解压后膨胀得不合常理，因此没有读取。</translation>
    </message>
    <message>
        <source>interchange.damaged</source>
        <extracomment>The file {file} is damaged: it is not sound {kind}.</extracomment>
        <translation>文件 {file} 已损坏：不是完整的 {kind}。</translation>
    </message>
    <message>
        <source>interchange.empty-file</source>
        <extracomment>The file {file} is empty.</extracomment>
        <translation>文件 {file} 是空的。</translation>
    </message>
    <message>
        <source>interchange.encrypted</source>
        <extracomment>The file {file} is encrypted. Export it anew without encryption.</extracomment>
        <translation>文件 {file} 已加密。请重新导出未加密的文件。</translation>
    </message>
    <message>
        <source>interchange.error</source>
        <extracomment>The file {file} could not be used: {detail}</extracomment>
        <translation>无法使用文件 {file}：{detail}</translation>
    </message>
    <message>
        <source>interchange.no-card</source>
        <extracomment>The picture {file} ({kind}) holds no character card. Messengers, image hosts and picture editors take it out: get the original file.</extracomment>
        <translation>图片 {file}（{kind}）里没有角色卡。聊天软件、图床和图片编辑器会把它删掉：请取得原始文件。</translation>
    </message>
    <message>
        <source>interchange.not-json</source>
        <extracomment>The file {file} is not valid JSON: something is wrong at line {line}, column {column}.</extracomment>
        <translation>文件 {file} 不是有效的 JSON：第 {line} 行第 {column} 列有错误。</translation>
    </message>
    <message>
        <source>interchange.not-png</source>
        <extracomment>A card can be put into a PNG picture only; {file} is {kind}.</extracomment>
        <translation>角色卡只能写入 PNG 图片；{file} 是 {kind}。</translation>
    </message>
    <message>
        <source>interchange.nothing-usable</source>
        <extracomment>The file {file} is {kind}, but there is nothing in it that could be used.</extracomment>
        <translation>文件 {file} 是 {kind}，但里面没有可用的内容。</translation>
    </message>
    <message>
        <source>interchange.number</source>
        <extracomment>The file {file} holds the number {number}, which cannot be used.</extracomment>
        <translation>文件 {file} 中的数字 {number} 无法使用。</translation>
    </message>
    <message>
        <source>interchange.other-format</source>
        <extracomment>The file {file} is {kind}, not {wanted}.</extracomment>
        <translation>文件 {file} 是 {kind}，不是 {wanted}。</translation>
    </message>
    <message>
        <source>interchange.too-deep</source>
        <extracomment>The data in {file} is nested too deeply: more than {limit} levels.</extracomment>
        <translation>文件 {file} 中的数据嵌套过深：超过 {limit} 层。</translation>
    </message>
    <message>
        <source>interchange.too-large</source>
        <extracomment>The file {file} holds more than Talespan reads: over {limit} MB at once.</extracomment>
        <translation>文件 {file} 的内容超出 Talespan 的读取上限：一次超过 {limit} MB。</translation>
    </message>
    <message>
        <source>interchange.too-many-parts</source>
        <extracomment>The file {file} has more than {limit} parts.</extracomment>
        <translation>文件 {file} 的组成部分超过 {limit} 个。</translation>
    </message>
    <message>
        <source>interchange.unknown-format</source>
        <extracomment>The file {file} is of a kind that Talespan does not know.</extracomment>
        <translation>Talespan 不认识文件 {file} 的类型。</translation>
    </message>
    <message>
        <source>interchange.unreadable-card</source>
        <extracomment>The picture {file} holds a character card, but its text is damaged.</extracomment>
        <translation>图片 {file} 里有角色卡，但其文本已损坏。</translation>
    </message>
    <message>
        <source>interchange.unsafe-name</source>
        <extracomment>The archive {file} was refused: the name {member} in it leads out of it.</extracomment>
        <translation>压缩包 {file} 已被拒绝：其中的名称 {member} 指向包外。</translation>
    </message>
    <message>
        <source>interchange.unsupported-format</source>
        <extracomment>The file {file} is {kind}. Talespan cannot read this kind.</extracomment>
        <translation>文件 {file} 是 {kind}。Talespan 无法读取这种文件。</translation>
    </message>
    <message>
        <source>key.insecure</source>
        <extracomment>{host} would get it over plain http. Use https, or allow it for this connection.</extracomment>
        <translation>{host} 会通过未加密的 http 收到它。请使用 https，或为此连接允许这样做。</translation>
    </message>
    <message>
        <source>key.missing</source>
        <extracomment>No API key is stored for this connection.</extracomment>
        <translation>此连接没有保存 API 密钥。</translation>
    </message>
    <message>
        <source>key.unreadable</source>
        <extracomment>The key ring did not give the API key: {cause}</extracomment>
        <translation>密钥环未给出 API 密钥：{cause}</translation>
    </message>
    <message>
        <source>key.unsendable</source>
        <extracomment>It holds characters that no API key has; perhaps something was pasted along with it.</extracomment>
        <translation>它含有 API 密钥中不会出现的字符；可能一并粘贴了其他内容。</translation>
    </message>
    <message>
        <source>local-model.crashed</source>
        <extracomment>Its process ended with code {code}{log}. The next message starts it again.</extracomment>
        <translation>其进程以代码 {code} 结束{log}。下一条消息会重新启动它。</translation>
    </message>
    <message>
        <source>local-model.ended</source>
        <extracomment>It was ended. The next message starts it again.</extracomment>
        <translation>它已被结束。下一条消息会重新启动它。</translation>
    </message>
    <message>
        <source>local-model.engine</source>
        <extracomment>The built-in engine could not be started: {cause}</extracomment>
        <translation>无法启动内置引擎：{cause}</translation>
    </message>
    <message>
        <source>local-model.illegal-instruction</source>
        <extracomment>This computer&apos;s processor lacks instructions (AVX2) that the built-in engine needs. Use a connection to a model server instead.</extracomment>
        <translation>此计算机的处理器缺少内置引擎所需的指令 (AVX2)。请改用到模型服务器的连接。</translation>
    </message>
    <message>
        <source>local-model.killed</source>
        <extracomment>The system ended its process, perhaps because memory ran out. The next message starts it again.</extracomment>
        <translation>系统结束了它的进程，可能是内存不足。下一条消息会重新启动它。</translation>
    </message>
    <message>
        <source>local-model.slow-start</source>
        <extracomment>It was not ready after {seconds} seconds.</extracomment>
        <translation>{seconds} 秒后它仍未就绪。</translation>
    </message>
    <message>
        <source>model-file.adapter</source>
        <extracomment>{file} is an addition to another model (an adapter or projector), not a model by itself.</extracomment>
        <translation>{file} 是另一个模型的附加部分（适配器或投影器），本身不是模型。</translation>
    </message>
    <message>
        <source>model-file.archive</source>
        <extracomment>{file} is an archive or a PyTorch model. A GGUF file is needed; unpack it, or download the GGUF version.</extracomment>
        <translation>{file} 是压缩包或 PyTorch 模型。需要 GGUF 文件；请解压，或下载 GGUF 版本。</translation>
    </message>
    <message>
        <source>model-file.base</source>
        <extracomment>{file} is a base model without a chat template: it continues texts and cannot chat. Choose its “instruct” or “chat” version.</extracomment>
        <translation>{file} 是没有聊天模板的基础模型：它只能续写文本，不能聊天。请选择它的“instruct”或“chat”版本。</translation>
    </message>
    <message>
        <source>model-file.blank</source>
        <extracomment>{file} holds nothing but zeros at its start: its download was probably not finished.</extracomment>
        <translation>{file} 的开头全是零：下载可能没有完成。</translation>
    </message>
    <message>
        <source>model-file.byte-order</source>
        <extracomment>{file} was made for big-endian machines. Download the ordinary (little-endian) version.</extracomment>
        <translation>{file} 是为大端序机器制作的。请下载普通（小端序）版本。</translation>
    </message>
    <message>
        <source>model-file.cut-short</source>
        <extracomment>{file} is cut short: it has {size:,} bytes and needs at least {needed:,}. Download it again.</extracomment>
        <translation>{file} 不完整：只有 {size:,} 字节，至少需要 {needed:,}。请重新下载。</translation>
    </message>
    <message>
        <source>model-file.damaged</source>
        <extracomment>{file} is damaged: {cause}. Download it again.</extracomment>
        <translation>{file} 已损坏：{cause}。请重新下载。</translation>
    </message>
    <message>
        <source>model-file.embedding</source>
        <extracomment>{file} is an embedding model: it compares texts and cannot chat.</extracomment>
        <translation>{file} 是嵌入模型：它用于比较文本，不能聊天。</translation>
    </message>
    <message>
        <source>model-file.empty</source>
        <extracomment>The file {file} is empty.</extracomment>
        <translation>文件 {file} 为空。</translation>
    </message>
    <message>
        <source>model-file.missing</source>
        <extracomment>The file {file} is not there.</extracomment>
        <translation>文件 {file} 不存在。</translation>
    </message>
    <message>
        <source>model-file.no-vectors</source>
        <extracomment>{file} compares a question with an answer (a reranker): it makes no vectors.</extracomment>
        <translation>{file} 是用于比较问题与答案的重排模型，不能计算向量。</translation>
    </message>
    <message>
        <source>model-file.not-a-file</source>
        <extracomment>{file} is not a file.</extracomment>
        <translation>{file} 不是文件。</translation>
    </message>
    <message>
        <source>model-file.not-gguf</source>
        <extracomment>{file} is not a GGUF file. Look for a file whose name ends in .gguf.</extracomment>
        <translation>{file} 不是 GGUF 文件。请查找以 .gguf 结尾的文件。</translation>
    </message>
    <message>
        <source>model-file.old-ggml</source>
        <extracomment>{file} has an old GGML format from before GGUF. Download the GGUF version of this model.</extracomment>
        <translation>{file} 是 GGUF 之前的旧 GGML 格式。请下载此模型的 GGUF 版本。</translation>
    </message>
    <message>
        <source>model-file.part</source>
        <extracomment>{file} is part {part} of {parts}. Choose part 1; all parts must lie in one folder.</extracomment>
        <translation>{file} 是 {parts} 个部分中的第 {part} 部分。请选择第 1 部分；所有部分必须在同一文件夹中。</translation>
    </message>
    <message>
        <source>model-file.part-missing</source>
        <extracomment>{file} is part 1 of {parts}, and {missing} is not beside it.</extracomment>
        <translation>{file} 是 {parts} 个部分中的第 1 部分，但旁边没有 {missing}。</translation>
    </message>
    <message>
        <source>model-file.pointer</source>
        <extracomment>{file} is a Git LFS pointer of a few lines, not the model itself: download the large file.</extracomment>
        <translation>{file} 是只有几行的 Git LFS 指针，不是模型本身：请下载大文件。</translation>
    </message>
    <message>
        <source>model-file.refused</source>
        <extracomment>llama.cpp could not load {file}: {cause}</extracomment>
        <translation>llama.cpp 无法加载 {file}：{cause}</translation>
    </message>
    <message>
        <source>model-file.safetensors</source>
        <extracomment>{file} is a safetensors file. Download the GGUF version of this model.</extracomment>
        <translation>{file} 是 safetensors 文件。请下载此模型的 GGUF 版本。</translation>
    </message>
    <message>
        <source>model-file.unreadable</source>
        <extracomment>The file {file} cannot be read: {cause}.</extracomment>
        <translation>无法读取文件 {file}：{cause}。</translation>
    </message>
    <message>
        <source>model-file.version</source>
        <extracomment>{file} has GGUF version {version}; versions 2 and 3 can be used.</extracomment>
        <translation>{file} 的 GGUF 版本为 {version}；可用的版本是 2 和 3。</translation>
    </message>
    <message>
        <source>model-file.vocabulary</source>
        <extracomment>{file} holds only a vocabulary, no model.</extracomment>
        <translation>{file} 只包含词表，没有模型。</translation>
    </message>
    <message>
        <source>model-file.web-page</source>
        <extracomment>{file} is a web page, not a model: the download probably led to a page that asks to log in.</extracomment>
        <translation>{file} 是网页，不是模型：下载可能指向了要求登录的页面。</translation>
    </message>
    <message>
        <source>model.unlisted</source>
        <extracomment>The server does not list the model “{model}”.</extracomment>
        <translation>服务器没有列出模型“{model}”。</translation>
    </message>
    <message>
        <source>network.name-unknown</source>
        <extracomment>The name {host} is not known.</extracomment>
        <translation>无法识别名称 {host}。</translation>
    </message>
    <message>
        <source>network.proxy</source>
        <extracomment>The proxy {proxy} could not be used.</extracomment>
        <translation>无法使用代理 {proxy}。</translation>
    </message>
    <message>
        <source>network.refused</source>
        <extracomment>Nothing answers at {host}.</extracomment>
        <translation>{host} 没有响应。</translation>
    </message>
    <message>
        <source>note.card-of-speaker</source>
        <extracomment>The card, lore and memory of {name} count; of the others only their names and words.</extracomment>
        <translation>只计入 {name} 的角色卡、世界书和记忆；其他人只有名字和言语。</translation>
    </message>
    <message>
        <source>note.cards-of-all</source>
        <extracomment>The cards, lore and memory of all members count: {count}.</extracomment>
        <translation>计入所有成员的角色卡、世界书和记忆：{count} 人。</translation>
    </message>
    <message>
        <source>note.kept-free</source>
        <extracomment>Kept free, so that the beginning of the prompt stays the same for the next turns: {tokens} tokens.</extracomment>
        <translation>为使提示词开头在接下来几轮保持不变，特意留出 {tokens} 个 Token。</translation>
    </message>
    <message>
        <source>note.speaks-again</source>
        <extracomment>{name} speaks: another answer in the place of an earlier one.</extracomment>
        <translation>由 {name} 发言：替换先前回复的另一条回复。</translation>
    </message>
    <message>
        <source>note.speaks-alone</source>
        <extracomment>{name} speaks next: all others are muted.</extracomment>
        <translation>接下来由 {name} 发言：其他人都已静音。</translation>
    </message>
    <message>
        <source>note.speaks-chosen</source>
        <extracomment>{name} speaks next: chosen by you.</extracomment>
        <translation>接下来由 {name} 发言：由你选定。</translation>
    </message>
    <message>
        <source>note.speaks-drawn</source>
        <extracomment>{name} speaks next: drawn by lot, as nobody was mentioned or spoke up.</extracomment>
        <translation>接下来由 {name} 发言：无人被提到，也无人主动，随机抽取。</translation>
    </message>
    <message>
        <source>note.speaks-first</source>
        <extracomment>{name} speaks next: the first of the members, as long as you choose nobody.</extracomment>
        <translation>接下来由 {name} 发言：你尚未选择，按成员列表的第一位。</translation>
    </message>
    <message>
        <source>note.speaks-listed</source>
        <extracomment>{name} speaks next: next in the list.</extracomment>
        <translation>接下来由 {name} 发言：列表中的下一位。</translation>
    </message>
    <message>
        <source>note.speaks-mentioned</source>
        <extracomment>{name} speaks next: mentioned in the last message.</extracomment>
        <translation>接下来由 {name} 发言：上一条消息提到了这个名字。</translation>
    </message>
    <message>
        <source>note.speaks-pooled</source>
        <extracomment>{name} speaks next: drawn among those who have not spoken since everyone had.</extracomment>
        <translation>接下来由 {name} 发言：从本轮尚未发言的角色中抽取。</translation>
    </message>
    <message>
        <source>note.speaks-talkative</source>
        <extracomment>{name} speaks next: talkative ({percent} %), and this time it was enough.</extracomment>
        <translation>接下来由 {name} 发言：健谈程度为 {percent}%，这次足够插话。</translation>
    </message>
    <message>
        <source>note.speaks-then</source>
        <extracomment>After that: {names}.</extracomment>
        <translation>之后：{names}。</translation>
    </message>
    <message>
        <source>ollama.missing-model</source>
        <extracomment>Ollama does not have the model “{model}”. Get it with: ollama pull {model}</extracomment>
        <translation>Ollama 没有模型“{model}”。可用以下命令获取：ollama pull {model}</translation>
    </message>
    <message>
        <source>ollama.no-models</source>
        <extracomment>Ollama has no model yet. Get one with “ollama pull” and the name of a model.</extracomment>
        <translation>Ollama 还没有模型。请用“ollama pull”加模型名称获取。</translation>
    </message>
    <message>
        <source>ollama.not-there</source>
        <extracomment>There is no Ollama at {url}. For another server choose the kind “Model server”.</extracomment>
        <translation>{url} 处没有 Ollama。其他服务器请选择类型“模型服务器”。</translation>
    </message>
    <message>
        <source>pattern.invalid</source>
        <extracomment>This pattern cannot be read: {detail}.</extracomment>
        <translation>无法读取此模式：{detail}。</translation>
    </message>
    <message>
        <source>pattern.no-time</source>
        <extracomment>There was no time left for this pattern: slow ones came before it.</extracomment>
        <translation>没有时间处理此模式：前面的模式太慢。</translation>
    </message>
    <message>
        <source>pattern.too-large</source>
        <extracomment>This pattern repeats too much: more than {limit} times altogether.</extracomment>
        <translation>此模式重复过多：总共超过 {limit} 次。</translation>
    </message>
    <message>
        <source>pattern.too-long</source>
        <extracomment>This pattern has {length} characters; at most {limit} are possible.</extracomment>
        <translation>此模式有 {length} 个字符；最多 {limit} 个。</translation>
    </message>
    <message>
        <source>pattern.too-slow</source>
        <extracomment>This pattern takes too long; it is off until you change it or try it again.</extracomment>
        <translation>此模式耗时太长；在你修改或重试之前将停用。</translation>
    </message>
    <message>
        <source>picture.too-large</source>
        <extracomment>{name} is too large: a picture may have at most {megabytes} MB and {megapixels} million pixels.</extracomment>
        <translation>{name} 太大：图片最大为 {megabytes} MB、{megapixels} 百万像素。</translation>
    </message>
    <message>
        <source>picture.too-many</source>
        <extracomment>A message can have at most {limit} pictures.</extracomment>
        <translation>一条消息最多可以有 {limit} 张图片。</translation>
    </message>
    <message>
        <source>picture.unreadable</source>
        <extracomment>{name} is no picture that can be read.</extracomment>
        <translation>{name} 不是可以读取的图片。</translation>
    </message>
    <message>
        <source>plugin.error</source>
        <extracomment>The plugin {plugin} failed: {detail}</extracomment>
        <translation>插件 {plugin} 出错：{detail}</translation>
    </message>
    <message>
        <source>provider.auth</source>
        <extracomment>The server refused the API key.</extracomment>
        <translation>服务器拒绝了 API 密钥。</translation>
    </message>
    <message>
        <source>provider.bad-request</source>
        <extracomment>The server did not accept the request.</extracomment>
        <translation>服务器未接受请求。</translation>
    </message>
    <message>
        <source>provider.bad-response</source>
        <extracomment>The server&apos;s answer was not understood.</extracomment>
        <translation>无法理解服务器的回答。</translation>
    </message>
    <message>
        <source>provider.context-too-long</source>
        <extracomment>The prompt is longer than the model allows.</extracomment>
        <translation>提示词超出了模型允许的长度。</translation>
    </message>
    <message>
        <source>provider.crashed</source>
        <extracomment>The local model stopped unexpectedly.</extracomment>
        <translation>本地模型意外停止。</translation>
    </message>
    <message>
        <source>provider.embedding</source>
        <extracomment>The texts could not be made into vectors.</extracomment>
        <translation>无法将文本转换为向量。</translation>
    </message>
    <message>
        <source>provider.empty</source>
        <extracomment>The model answered with nothing.</extracomment>
        <translation>模型的回答为空。</translation>
    </message>
    <message>
        <source>provider.insecure</source>
        <extracomment>The API key would travel unencrypted.</extracomment>
        <translation>API 密钥会以未加密方式传输。</translation>
    </message>
    <message>
        <source>provider.interrupted</source>
        <extracomment>The answer broke off before its end.</extracomment>
        <translation>回复在结束前中断。</translation>
    </message>
    <message>
        <source>provider.model-file</source>
        <extracomment>The model file cannot be used.</extracomment>
        <translation>无法使用该模型文件。</translation>
    </message>
    <message>
        <source>provider.network</source>
        <extracomment>The server could not be reached.</extracomment>
        <translation>无法连接到服务器。</translation>
    </message>
    <message>
        <source>provider.not-found</source>
        <extracomment>The server does not know this model or address.</extracomment>
        <translation>服务器不识别此模型或地址。</translation>
    </message>
    <message>
        <source>provider.quota</source>
        <extracomment>The account has no credit left.</extracomment>
        <translation>账户余额不足。</translation>
    </message>
    <message>
        <source>provider.rate-limit</source>
        <extracomment>The server asks to slow down.</extracomment>
        <translation>服务器要求放慢速度。</translation>
    </message>
    <message>
        <source>provider.refused</source>
        <extracomment>The model refused to answer.</extracomment>
        <translation>模型拒绝回答。</translation>
    </message>
    <message>
        <source>provider.server</source>
        <extracomment>The server had an error of its own.</extracomment>
        <translation>服务器自身出错。</translation>
    </message>
    <message>
        <source>provider.timeout</source>
        <extracomment>The server did not answer in time.</extracomment>
        <translation>服务器未及时响应。</translation>
    </message>
    <message>
        <source>provider.tls</source>
        <extracomment>The server&apos;s certificate could not be verified.</extracomment>
        <translation>无法验证服务器的证书。</translation>
    </message>
    <message>
        <source>provider.window</source>
        <extracomment>The model&apos;s context is smaller than this connection says.</extracomment>
        <translation>模型的上下文小于此连接的设置。</translation>
    </message>
    <message>
        <source>replace.changed</source>
        <extracomment>“{name}” was changed meanwhile. Nothing was replaced; look for it again.</extracomment>
        <translation>“{name}”在此期间已被更改。没有替换任何内容；请重新查找。</translation>
    </message>
    <message>
        <source>secret.error</source>
        <extracomment>The system&apos;s key ring could not be used: {detail}</extracomment>
        <translation>无法使用系统密钥环：{detail}</translation>
    </message>
    <message>
        <source>secret.file</source>
        <extracomment>The file of API keys could not be used: {detail}</extracomment>
        <translation>无法使用 API 密钥文件：{detail}</translation>
    </message>
    <message>
        <source>settings.address</source>
        <extracomment>The address must begin with http:// or https://.</extracomment>
        <translation>地址必须以 http:// 或 https:// 开头。</translation>
    </message>
    <message>
        <source>settings.error</source>
        <extracomment>This setting cannot be used: {detail}</extracomment>
        <translation>此设置不可用：{detail}</translation>
    </message>
    <message>
        <source>settings.large-reserve</source>
        <extracomment>The space reserved for the reply must be smaller than the context size, and more than nothing.</extracomment>
        <translation>预留给回复的空间必须大于零，且小于上下文长度。</translation>
    </message>
    <message>
        <source>settings.nameless-connection</source>
        <extracomment>The connection needs a name.</extracomment>
        <translation>连接需要一个名称。</translation>
    </message>
    <message>
        <source>settings.set-aside</source>
        <extracomment>The settings could not be read, so the defaults are used. The old file was kept as {name}.</extracomment>
        <translation>无法读取设置，因此使用默认值。旧文件已保留为 {name}。</translation>
    </message>
    <message>
        <source>settings.small-context</source>
        <extracomment>The context size must be at least {minimum} tokens.</extracomment>
        <translation>上下文长度至少为 {minimum} 个 Token。</translation>
    </message>
    <message>
        <source>settings.too-new</source>
        <extracomment>The settings were made by a newer Talespan, so the defaults are used. They were kept as {name}.</extracomment>
        <translation>设置由更新版本的 Talespan 创建，因此使用默认值。原文件已保留为 {name}。</translation>
    </message>
    <message>
        <source>storage.backup-unusable</source>
        <extracomment>The backup {file} cannot be restored: {detail} Nothing was changed.</extracomment>
        <translation>备份 {file} 无法恢复：{detail} 没有任何更改。</translation>
    </message>
    <message>
        <source>storage.damaged</source>
        <extracomment>The chat database is damaged: {detail} It was left as it is. Start Talespan again, or run “talespan doctor --repair”: what can be read is saved, or a backup is restored. The backups are in {backups}.</extracomment>
        <translation>聊天数据库已损坏：{detail} 文件保持原样。请重新启动 Talespan，或运行“talespan doctor --repair”：可读取的内容会被保存，也可以恢复备份。备份位于 {backups}。</translation>
    </message>
    <message>
        <source>storage.disk-full</source>
        <extracomment>The disk is full. What was stored is safe; free some space and try again.</extracomment>
        <translation>磁盘已满。已保存的内容是安全的；请释放空间后重试。</translation>
    </message>
    <message>
        <source>storage.error</source>
        <extracomment>The data could not be read or written: {detail}</extracomment>
        <translation>无法读取或写入数据：{detail}</translation>
    </message>
    <message>
        <source>storage.in-use</source>
        <extracomment>Another Talespan is using the data folder {folder}. Close it, or use another folder with --data-dir.</extracomment>
        <translation>另一个 Talespan 正在使用数据文件夹 {folder}。请关闭它，或用 --data-dir 指定其他文件夹。</translation>
    </message>
    <message>
        <source>storage.no-backup</source>
        <extracomment>No backup could be made before this was deleted. It can still be undone here, until the window is closed.</extracomment>
        <translation>删除前无法创建备份。在窗口关闭之前，仍可在此处撤销。</translation>
    </message>
    <message>
        <source>storage.not-found</source>
        <extracomment>There is no {kind} with the id {id}.</extracomment>
        <translation>没有 ID 为 {id} 的{kind}。</translation>
    </message>
    <message>
        <source>storage.nothing-to-back-up</source>
        <extracomment>There is nothing to back up yet: no chat was ever kept here.</extracomment>
        <translation>还没有可备份的内容：这里从未保存过聊天。</translation>
    </message>
    <message>
        <source>storage.nothing-to-rescue</source>
        <extracomment>Nothing that Talespan wrote could be found in the database {file}. It was left as it is.</extracomment>
        <translation>在数据库 {file} 中找不到任何由 Talespan 写入的内容。该文件保持原样。</translation>
    </message>
    <message>
        <source>storage.read-only</source>
        <extracomment>The data folder {folder} cannot be written.</extracomment>
        <translation>数据文件夹 {folder} 不可写入。</translation>
    </message>
    <message>
        <source>storage.replaced</source>
        <extracomment>What was laid ready (a backup, or what could be read of damaged data) is in its place now. What was there before is kept in {file}.</extracomment>
        <translation>之前备好的内容（备份，或从受损数据中读出的部分）现已就位。原有的数据保存在 {file}。</translation>
    </message>
    <message>
        <source>storage.text-damaged</source>
        <extracomment>Something else than Talespan changed stored messages on the disk ({count}). The first: “{beginning}” of {when} in the chat “{chat}”. The backup of {backup} has {whole} of them whole.</extracomment>
        <translation>Talespan 以外的某个程序改动了磁盘上已保存的消息（{count} 条）。第一条：“{beginning}”，{when}，聊天“{chat}”。{backup} 的备份中有 {whole} 条完好。</translation>
    </message>
    <message>
        <source>storage.text-lost</source>
        <extracomment>Something else than Talespan changed stored messages on the disk ({count}). The first: “{beginning}” of {when} in the chat “{chat}”. No backup has them whole; they are shown as they are.</extracomment>
        <translation>Talespan 以外的某个程序改动了磁盘上已保存的消息（{count} 条）。第一条：“{beginning}”，{when}，聊天“{chat}”。任何备份中都没有完好的版本；现按原样显示。</translation>
    </message>
    <message>
        <source>storage.too-new</source>
        <extracomment>This data was last used by a newer Talespan (data version {found}, this program knows {known}). Please update the program; nothing was changed.</extracomment>
        <translation>这些数据上次由更新版本的 Talespan 使用（数据版本 {found}，此程序支持 {known}）。请更新程序；没有任何更改。</translation>
    </message>
    <message>
        <source>summarised.into</source>
        <extracomment>Summarised before your input, with all that is no longer in the window (sentences: {sentences}).</extracomment>
        <translation>已摘要：你的输入之前的 {sentences} 句话代表已不在窗口中的内容。</translation>
    </message>
    <message>
        <source>timeout.silent</source>
        <extracomment>Nothing came for {seconds} seconds.</extracomment>
        <translation>{seconds} 秒内没有收到任何内容。</translation>
    </message>
    <message>
        <source>tls.ca-file</source>
        <extracomment>The certificate file {file} could not be read.</extracomment>
        <translation>无法读取证书文件 {file}。</translation>
    </message>
    <message>
        <source>tls.expired</source>
        <extracomment>It has expired.</extracomment>
        <translation>它已过期。</translation>
    </message>
    <message>
        <source>tls.host</source>
        <extracomment>It belongs to another host than {host}.</extracomment>
        <translation>它属于另一台主机，而非 {host}。</translation>
    </message>
    <message>
        <source>tls.not-tls</source>
        <extracomment>{host} does not speak TLS there. Perhaps the address begins with http://.</extracomment>
        <translation>{host} 在该处不支持 TLS。地址可能应以 http:// 开头。</translation>
    </message>
    <message>
        <source>tls.unknown-issuer</source>
        <extracomment>Nobody whom this system trusts has signed it. If it is your company&apos;s or your own, set its CA file in the connection.</extracomment>
        <translation>签发者不受此系统信任。如果它属于你的公司或你自己，请在连接中设置其 CA 文件。</translation>
    </message>
    <message>
        <source>trimmed.below-threshold</source>
        <extracomment>Less relevant than what counts: {score}, the threshold is {threshold}.</extracomment>
        <translation>相关度低于计入的内容：{score}，阈值为 {threshold}。</translation>
    </message>
    <message>
        <source>trimmed.exchange</source>
        <extracomment>An exchange of relevance {relevance}, {ago} exchanges ago: more relevant or newer ones come first.</extracomment>
        <translation>相关度为 {relevance}、在 {ago} 轮之前的对话：更相关或更新的优先。</translation>
    </message>
    <message>
        <source>trimmed.key-below-threshold</source>
        <extracomment>Key “{key}” was found, but the entry&apos;s relevance, {score}, is below the threshold of {threshold}: under the strategy Recall such entries leave first, before any message. It would stay with more room, if it were always on, or under another strategy, where there is no threshold.</extracomment>
        <translation>找到了关键词“{key}”，但该条目的相关度 {score} 低于阈值 {threshold}：在“召回”策略下，这类条目最先移出，早于任何消息。若空间更大、条目设为常驻，或改用没有阈值的其他策略，它就会保留。</translation>
    </message>
    <message>
        <source>trimmed.no-room</source>
        <extracomment>No room: the newest messages come first.</extracomment>
        <translation>空间不足：最新的消息优先。</translation>
    </message>
    <message>
        <source>trimmed.older-than-window</source>
        <extracomment>Older than the window.</extracomment>
        <translation>早于窗口范围。</translation>
    </message>
    <message>
        <source>trimmed.over-lane</source>
        <extracomment>Needs {needs} tokens, had {had} after {after}.</extracomment>
        <translation>需要 {needs} 个 Token，在 {after} 之后剩 {had}。</translation>
    </message>
    <message>
        <source>trimmed.over-lane-alone</source>
        <extracomment>Needs {needs} tokens, had {had}.</extracomment>
        <translation>需要 {needs} 个 Token，只有 {had}。</translation>
    </message>
    <message>
        <source>trimmed.recall-off</source>
        <extracomment>Recall is off here.</extracomment>
        <translation>召回在此停用。</translation>
    </message>
    <message>
        <source>warning.constant-lore</source>
        <extracomment>Constant lore needs {needs} tokens, more than its share of {share}. All of it stays; less is left for the rest.</extracomment>
        <translation>常驻设定需要 {needs} 个 Token，超过其份额 {share}。全部保留；留给其余内容的更少。</translation>
    </message>
    <message>
        <source>warning.constant-over-cap</source>
        <extracomment>The constant entry “{title}” is out: it has {needs} tokens, at most {cap} are allowed.</extracomment>
        <translation>常驻条目“{title}”未纳入：有 {needs} 个 Token，最多允许 {cap}。</translation>
    </message>
    <message>
        <source>warning.cut-further</source>
        <extracomment>The strategy “{strategy}” kept more than fits; left out besides, oldest first: {count}.</extracomment>
        <translation>策略“{strategy}”保留的内容超出容量；另外从最旧的开始去掉：{count}。</translation>
    </message>
    <message>
        <source>warning.empty-not-sent</source>
        <extracomment>Empty messages that were not sent: {count}.</extracomment>
        <translation>未发送的空消息：{count}。</translation>
    </message>
    <message>
        <source>warning.newest-left-out</source>
        <extracomment>The message before your input is left out: it needs {needs} tokens, there was room for {had}.</extracomment>
        <translation>您输入之前的那条消息未被放入：它需要 {needs} 个 Token，只有 {had} 个的空间。</translation>
    </message>
    <message>
        <source>warning.protected-restored</source>
        <extracomment>The strategy “{strategy}” left out what must be sent; restored: {count}.</extracomment>
        <translation>策略“{strategy}”去掉了必须发送的内容；已恢复：{count}。</translation>
    </message>
    <message>
        <source>warning.slow-patterns</source>
        <extracomment>Patterns that take too long are off: {count}, among them {key} of “{title}”.</extracomment>
        <translation>过慢的模式已停用：{count} 个，其中有“{title}”的 {key}。</translation>
    </message>
    <message>
        <source>warning.slow-script</source>
        <extracomment>The script “{name}” takes too long; texts that it left as they are: {count}.</extracomment>
        <translation>脚本“{name}”耗时过长；保持原样的文本：{count} 段。</translation>
    </message>
    <message>
        <source>warning.strategy-failed</source>
        <extracomment>The strategy “{strategy}” failed ({error}); the oldest messages were left out instead.</extracomment>
        <translation>策略“{strategy}”失败（{error}）；改为移除最旧的消息。</translation>
    </message>
    <message>
        <source>warning.unknown-strategy</source>
        <extracomment>The strategy “{strategy}” is not there; the oldest messages were left out instead.</extracomment>
        <translation>没有策略“{strategy}”；已改为去掉最旧的消息。</translation>
    </message>
    <message>
        <source>window.smaller</source>
        <extracomment>It reads {found} tokens at most, and the connection says {wanted}. Set the context size to {found}.</extracomment>
        <translation>它最多读取 {found} 个 Token，而连接设置为 {wanted}。请将上下文大小设为 {found}。</translation>
    </message>
</context>
<context>
    <name>ServerList</name>
    <message>
        <source>Looking for model servers</source>
        <translation>正在查找模型服务器</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Looking for Ollama, LM Studio, llama.cpp, KoboldCpp and vLLM …</source>
        <translation>正在查找 Ollama、LM Studio、llama.cpp、KoboldCpp 和 vLLM…</translation>
    </message>
    <message>
        <source>No model server is running. Start Ollama or LM Studio, then look again.</source>
        <translation>没有正在运行的模型服务器。请启动 Ollama 或 LM Studio，然后重新查找。</translation>
    </message>
    <message>
        <source>It has no model yet.</source>
        <translation>还没有模型。</translation>
    </message>
    <message>
        <source>Model of {server}</source>
        <translation>{server} 的模型</translation>
    </message>
    <message>
        <source>Use this</source>
        <translation>使用</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>No setting is called that.</source>
        <translation>没有这样的设置。</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Shelf</name>
    <message>
        <source>Lorebooks</source>
        <translation>世界书</translation>
    </message>
    <message>
        <source>Find a lorebook</source>
        <translation>查找世界书</translation>
    </message>
    <message>
        <source>New lorebook</source>
        <translation>新建世界书</translation>
    </message>
    <message>
        <source>Entries of the lorebook</source>
        <translation>世界书的条目</translation>
    </message>
    <message>
        <source>New entry</source>
        <translation>新建条目</translation>
    </message>
    <message>
        <source>Choose a lorebook to see its entries.</source>
        <translation>选择一本世界书以查看条目。</translation>
    </message>
    <message>
        <source>No entries yet: “New entry” makes the first.</source>
        <translation>还没有条目：点“新建条目”创建第一个。</translation>
    </message>
    <message>
        <source>No entry has these words.</source>
        <translation>没有条目包含这些词。</translation>
    </message>
    <message>
        <source>Find an entry</source>
        <translation>查找条目</translation>
    </message>
    <message>
        <source>Choose columns</source>
        <translation>选择列</translation>
    </message>
</context>
<context>
    <name>ShownTexts</name>
    <message>
        <source>The script “{name}” takes too long for this text; it is left out here.</source>
        <translation>脚本“{name}”处理这段文本耗时过长；此处已跳过。</translation>
    </message>
</context>
<context>
    <name>SpeakerBar</name>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Go on without a message</source>
        <translation>不发消息，继续</translation>
    </message>
    <message>
        <source>The characters go on without a message from you</source>
        <translation>角色们继续对话，无需你发消息</translation>
    </message>
    <message>
        <source>Next: {name}</source>
        <translation>下一位：{name}</translation>
    </message>
    <message>
        <source>Nobody speaks next</source>
        <translation>无人发言</translation>
    </message>
    <message>
        <source>Let {name} speak now</source>
        <translation>现在让 {name} 发言</translation>
    </message>
    <message>
        <source>{name} answers next</source>
        <translation>下一位：{name}</translation>
    </message>
    <message>
        <source>Members and turn order …</source>
        <translation>成员与发言顺序…</translation>
    </message>
</context>
<context>
    <name>Strategies</name>
    <message>
        <source>Trim</source>
        <translation>截断</translation>
    </message>
    <message>
        <source>Drops the oldest unprotected messages.</source>
        <translation>丢弃最旧的未保护消息。</translation>
    </message>
    <message>
        <source>Summarize</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Condenses what no longer fits, before your message.</source>
        <translation>把放不下的历史浓缩在你的消息之前。</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>召回</translation>
    </message>
    <message>
        <source>Keeps what matters now, even if old.</source>
        <translation>保留与当前相关的内容，即使较旧。</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>手动</translation>
    </message>
    <message>
        <source>You decide what is not sent.</source>
        <translation>由你决定不发送什么。</translation>
    </message>
</context>
<context>
    <name>StrategyCounts</name>
    <message numerus="yes">
        <source>%Ln message(s) leave</source>
        <translation>
            <numerusform>%Ln 条消息移出</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s) come back</source>
        <translation>
            <numerusform>%Ln 条消息回到上下文</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Everything fits; no difference for about %Ln more message(s).</source>
        <translation>
            <numerusform>全部放得下；大约再过 %Ln 条消息才会有差别。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StrategySwitch</name>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Summary in the prompt</source>
        <translation>提示词中的摘要</translation>
    </message>
    <message>
        <source>Recalled</source>
        <translation>召回片段</translation>
    </message>
    <message>
        <source>Recalled passages in the prompt</source>
        <translation>提示词中的召回片段</translation>
    </message>
    <message>
        <source>More strategies</source>
        <translation>更多策略</translation>
    </message>
    <message>
        <source>Context strategy: {name}</source>
        <translation>上下文策略：{name}</translation>
    </message>
</context>
<context>
    <name>StrategyTrack</name>
    <message>
        <source>Context strategy</source>
        <translation>上下文策略</translation>
    </message>
</context>
<context>
    <name>StrategyWords</name>
    <message>
        <source>For the next message only, then {below}.</source>
        <translation>仅用于下一条消息，之后为“{below}”。</translation>
    </message>
    <message>
        <source>Chosen for this chat.</source>
        <translation>为此聊天选定。</translation>
    </message>
    <message>
        <source>From the folder “{folder}”.</source>
        <translation>来自文件夹“{folder}”。</translation>
    </message>
    <message>
        <source>The default for new chats, from the settings.</source>
        <translation>新聊天的默认值，来自设置。</translation>
    </message>
    <message>
        <source>“{name}” is not there. {trim} used instead.</source>
        <translation>“{name}”不存在，改用“{trim}”。</translation>
    </message>
    <message>
        <source>“{name}” failed. {trim} used instead.</source>
        <translation>“{name}”失败，改用“{trim}”。</translation>
    </message>
    <message>
        <source>What you choose now counts from the next message.</source>
        <translation>现在的选择从下一条消息起生效。</translation>
    </message>
    <message>
        <source>{sentence} (from the next message)</source>
        <translation>{sentence}（从下一条消息起）</translation>
    </message>
    <message>
        <source>No difference for this message.</source>
        <translation>对这条消息没有差别。</translation>
    </message>
    <message>
        <source>Everything fits.</source>
        <translation>全部放得下。</translation>
    </message>
    <message>
        <source>summary {tokens}</source>
        <translation>摘要 {tokens}</translation>
    </message>
</context>
<context>
    <name>SummaryDetail</name>
    <message>
        <source>Text of the sentence</source>
        <translation>句子文本</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁定</translation>
    </message>
    <message>
        <source>Take out</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>解锁</translation>
    </message>
    <message>
        <source>Locked words are never made anew.</source>
        <translation>锁定的文字不会被重新生成。</translation>
    </message>
    <message>
        <source>Show in the chat</source>
        <translation>在聊天中显示</translation>
    </message>
</context>
<context>
    <name>SummaryFields</name>
    <message>
        <source>Automatic (as advised)</source>
        <translation>自动（按建议）</translation>
    </message>
    <message>
        <source>A model writes it in the background</source>
        <translation>由模型在后台撰写</translation>
    </message>
    <message>
        <source>Propose memory entries from the chat</source>
        <translation>从聊天中提议记忆条目</translation>
    </message>
    <message>
        <source>The one of the chat</source>
        <translation>聊天所用的连接</translation>
    </message>
    <message>
        <source>The program always writes one itself; it costs nothing.</source>
        <translation>程序始终会自行撰写一份，不产生费用。</translation>
    </message>
    <message numerus="yes">
        <source>The model&apos;s costs one request for every %Ln message(s), with these messages in it.</source>
        <translation>
            <numerusform>由模型撰写时，每 %Ln 条消息发送一次请求，其中包含这些消息。</numerusform>
        </translation>
    </message>
    <message>
        <source>The model&apos;s costs one request for every {least} to {most} messages, with these messages in it.</source>
        <translation>由模型撰写时，每 {least} 到 {most} 条消息发送一次请求，其中包含这些消息。</translation>
    </message>
    <message>
        <source>compress, compression, interval</source>
        <translation>压缩, 间隔</translation>
    </message>
    <message>
        <source>Summary by a model</source>
        <translation>由模型撰写摘要</translation>
    </message>
    <message>
        <source>background, cost</source>
        <translation>后台, 费用</translation>
    </message>
    <message>
        <source>All it has</source>
        <translation>全部可用</translation>
    </message>
    <message>
        <source>The chat&apos;s own</source>
        <translation>聊天的语言</translation>
    </message>
    <message>
        <source>Empty: the program&apos;s own, in the language of the chat.</source>
        <translation>留空则使用程序自带的，语言与聊天相同。</translation>
    </message>
    <message>
        <source>Longer texts are summarised in parts.</source>
        <translation>更长的文本会分部分摘要。</translation>
    </message>
    <message>
        <source>Connection that writes it</source>
        <translation>撰写所用的连接</translation>
    </message>
    <message>
        <source>server, provider</source>
        <translation>服务器, 提供商</translation>
    </message>
    <message>
        <source>What it is told</source>
        <translation>给模型的指示</translation>
    </message>
    <message>
        <source>prompt, instructions</source>
        <translation>提示词, 指令</translation>
    </message>
    <message>
        <source>Largest request (tokens)</source>
        <translation>最大请求（Token）</translation>
    </message>
    <message>
        <source>window, limit</source>
        <translation>窗口, 上限</translation>
    </message>
    <message>
        <source>Language of the summary</source>
        <translation>摘要语言</translation>
    </message>
    <message>
        <source>Facts, names and decisions wait until you take them; nothing is kept without you.</source>
        <translation>事实、名称和决定会等待你确认；未经你同意不会保存。</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>proposals, facts, entries</source>
        <translation>提议, 事实, 条目</translation>
    </message>
</context>
<context>
    <name>SummaryPage</name>
    <message>
        <source>Sentences</source>
        <translation>句子</translation>
    </message>
    <message>
        <source>Replaced</source>
        <translation>已替换</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>What is listed</source>
        <translation>列表内容</translation>
    </message>
    <message>
        <source>Make anew now</source>
        <translation>立即更新</translation>
    </message>
    <message>
        <source>Carry on in a new chat …</source>
        <translation>在新聊天中继续…</translation>
    </message>
    <message>
        <source>Let the model go on</source>
        <translation>让模型继续</translation>
    </message>
    <message>
        <source>Pause the model</source>
        <translation>暂停模型</translation>
    </message>
    <message>
        <source>The new chat has the same people, settings, lorebooks and memory entries. It begins with a summary of this one, which you can change, and the last exchange word for word. Nothing changes here.</source>
        <translation>新聊天会沿用相同的角色、设置、世界书和记忆条目，开头是本聊天的摘要（可以修改），接着是最后一轮对话的原文。本聊天不会有任何改动。</translation>
    </message>
    <message>
        <source>Begin the new chat</source>
        <translation>开始新聊天</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>暂不</translation>
    </message>
</context>
<context>
    <name>SummaryPresenter</name>
    <message>
        <source>Open a chat to see what it remembers.</source>
        <translation>打开一个聊天，查看它记住的内容。</translation>
    </message>
    <message>
        <source>The summary is made when the chat is long enough. Until then there is nothing here.</source>
        <translation>聊天足够长时才会生成摘要，目前这里没有内容。</translation>
    </message>
    <message>
        <source>No sentence was replaced or taken out yet.</source>
        <translation>还没有句子被替换或移除。</translation>
    </message>
    <message>
        <source>No messages yet.</source>
        <translation>还没有消息。</translation>
    </message>
    <message>
        <source>Show in the chat</source>
        <translation>在聊天中显示</translation>
    </message>
    <message>
        <source>The summary says of it:</source>
        <translation>摘要中的相关内容：</translation>
    </message>
    <message>
        <source>The sentence says it in your words now.</source>
        <translation>这句话现在用的是你的表述。</translation>
    </message>
    <message>
        <source>Taken out of the summary.</source>
        <translation>已从摘要中移除。</translation>
    </message>
    <message>
        <source>It is in the summary, as your words.</source>
        <translation>已作为你的表述加入摘要。</translation>
    </message>
</context>
<context>
    <name>SummaryWords</name>
    <message>
        <source>in the context, word for word</source>
        <translation>在上下文中（原文）</translation>
    </message>
    <message>
        <source>recalled in part</source>
        <translation>部分被召回</translation>
    </message>
    <message>
        <source>in the summary, by a sentence</source>
        <translation>在摘要中（有对应句子）</translation>
    </message>
    <message>
        <source>in the summary, but none of its sentences has room</source>
        <translation>已摘要，但相应句子放不下</translation>
    </message>
    <message>
        <source>what the summary said of it is out of date</source>
        <translation>摘要中的相关内容已过时</translation>
    </message>
    <message>
        <source>excluded</source>
        <translation>已排除</translation>
    </message>
    <message>
        <source>out of the context, and not in the summary yet</source>
        <translation>不在上下文中，也尚未摘要</translation>
    </message>
    <message>
        <source>nothing that is summarised</source>
        <translation>不计入摘要</translation>
    </message>
    <message>
        <source>by you</source>
        <translation>由你撰写</translation>
    </message>
    <message>
        <source>by the model {name}</source>
        <translation>由模型 {name} 撰写</translation>
    </message>
    <message>
        <source>by a model</source>
        <translation>由模型撰写</translation>
    </message>
    <message>
        <source>by the program</source>
        <translation>由程序生成</translation>
    </message>
    <message>
        <source>about the whole chat</source>
        <translation>关于整个聊天</translation>
    </message>
    <message>
        <source>from message {number}</source>
        <translation>来自第 {number} 条消息</translation>
    </message>
    <message>
        <source>from messages {numbers}</source>
        <translation>来自第 {numbers} 条消息</translation>
    </message>
    <message>
        <source>out of date: message {number} was deleted</source>
        <translation>已过时：第 {number} 条消息已删除</translation>
    </message>
    <message>
        <source>out of date: message {number} is excluded</source>
        <translation>已过时：第 {number} 条消息已排除</translation>
    </message>
    <message>
        <source>out of date: message {number} was changed</source>
        <translation>已过时：第 {number} 条消息已修改</translation>
    </message>
    <message>
        <source>out of date: what it was made of has changed</source>
        <translation>已过时：来源内容有变动</translation>
    </message>
    <message>
        <source>in the context now</source>
        <translation>当前在上下文中</translation>
    </message>
    <message>
        <source>replaced or taken out on {date}</source>
        <translation>于 {date} 被替换或移除</translation>
    </message>
    <message>
        <source>There is nothing to summarise yet.</source>
        <translation>还没有可摘要的内容。</translation>
    </message>
    <message>
        <source>Messages that the summary stands for: {covered} of {all}.</source>
        <translation>摘要已涵盖 {all} 条消息中的 {covered} 条。</translation>
    </message>
    <message>
        <source>Told by a model: {count}.</source>
        <translation>其中由模型概括：{count} 条。</translation>
    </message>
    <message>
        <source>Requests to the model: {calls}; tokens read: {read}, written: {written}.</source>
        <translation>已请求模型 {calls} 次；读取 {read}、写出 {written} Token。</translation>
    </message>
    <message>
        <source>The model is paused.</source>
        <translation>模型已暂停。</translation>
    </message>
    <message>
        <source>It is being made just now.</source>
        <translation>正在更新。</translation>
    </message>
</context>
<context>
    <name>Text</name>
    <message>
        <source>{first} {second}</source>
        <translation>{first}{second}</translation>
    </message>
    <message>
        <source>“{text}”</source>
        <translation>“{text}”</translation>
    </message>
</context>
<context>
    <name>TextListInput</name>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Up (Alt+Up)</source>
        <translation>上移 (Alt+↑)</translation>
    </message>
    <message>
        <source>Down (Alt+Down)</source>
        <translation>下移 (Alt+↓)</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>{label}: text</source>
        <translation>{label}：文本</translation>
    </message>
</context>
<context>
    <name>TokenNote</name>
    <message>
        <source>{figure} tokens</source>
        <translation>{figure} 个 Token</translation>
    </message>
</context>
<context>
    <name>TraceModel</name>
    <message>
        <source>fires</source>
        <translation>触发</translation>
    </message>
    <message>
        <source>does not fire</source>
        <translation>不触发</translation>
    </message>
</context>
<context>
    <name>TrashPanel</name>
    <message>
        <source>Empty the trash …</source>
        <translation>清空回收站…</translation>
    </message>
    <message>
        <source>These chats go for good, with their summaries and all that was remembered for search. A backup is made first.</source>
        <translation>这些聊天将连同摘要和搜索所用的数据一起永久删除。删除前会先备份。</translation>
    </message>
    <message>
        <source>Empty it</source>
        <translation>清空</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The trash is empty.</source>
        <translation>回收站是空的。</translation>
    </message>
    <message>
        <source>Backing up and removing …</source>
        <translation>正在备份并删除…</translation>
    </message>
</context>
<context>
    <name>UndoBar</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>VersionPanel</name>
    <message>
        <source>Earlier versions</source>
        <translation>历史版本</translation>
    </message>
    <message>
        <source>What was otherwise</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>恢复此版本</translation>
    </message>
    <message>
        <source>Nothing was changed yet. What is changed is kept here as it was before.</source>
        <translation>还没有修改过。每次修改前的内容都会保存在这里。</translation>
    </message>
    <message>
        <source>Struck through: as it was in this version. Bold: as it is now.</source>
        <translation>删除线：此版本的内容。粗体：现在的内容。</translation>
    </message>
    <message>
        <source>until {date}</source>
        <translation>截至 {date}</translation>
    </message>
</context>
<context>
    <name>WhatIfPanel</name>
    <message>
        <source>What if …</source>
        <translation>假设…</translation>
    </message>
    <message>
        <source>Try other limits, another strategy, other shares; nothing is changed</source>
        <translation>试试其他上限、策略和份额；不会改变任何内容</translation>
    </message>
    <message>
        <source>Order …</source>
        <translation>顺序…</translation>
    </message>
    <message>
        <source>Order of the prompt</source>
        <translation>提示词顺序</translation>
    </message>
    <message>
        <source>Put the rows of the prompt into another order</source>
        <translation>调整提示词各部分的顺序</translation>
    </message>
    <message>
        <source>Context strategy</source>
        <translation>上下文策略</translation>
    </message>
    <message>
        <source>Context limit</source>
        <translation>上下文上限</translation>
    </message>
    <message>
        <source>Reserved for the reply</source>
        <translation>预留给回复</translation>
    </message>
    <message>
        <source>History, at least</source>
        <translation>历史，至少</translation>
    </message>
    <message>
        <source>Summary, at least</source>
        <translation>摘要，至少</translation>
    </message>
</context>
<context>
    <name>YouPage</name>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>persona, who you are, user</source>
        <translation>用户角色, 人设, 用户</translation>
    </message>
    <message>
        <source>Characters call you by it. Messages that are written already keep the name they have.</source>
        <translation>角色会这样称呼你。已写好的消息保留原来的名字。</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>你的名字</translation>
    </message>
    <message>
        <source>A name is needed; the one before is kept.</source>
        <translation>需要一个名字；保留了原来的名字。</translation>
    </message>
</context>
<context>
    <name>_Column</name>
    <message>
        <source>What is compared</source>
        <translation>比较的内容</translation>
    </message>
</context>
<context>
    <name>_Field</name>
    <message>
        <source>Edit message</source>
        <translation>编辑消息</translation>
    </message>
</context>
<context>
    <name>_LargeTextChip</name>
    <message>
        <source>Remove the pasted text</source>
        <translation>移除粘贴的文本</translation>
    </message>
    <message>
        <source>Pasted text, {count}</source>
        <translation>粘贴的文本，{count}</translation>
    </message>
</context>
<context>
    <name>_SecretPlaces</name>
    <message>
        <source>For this session only</source>
        <translation>仅限本次会话</translation>
    </message>
    <message>
        <source>In a file that only you can read (weaker: not encrypted)</source>
        <translation>保存在仅你可读的文件中（较弱：未加密）</translation>
    </message>
    <message>
        <source>This system has no key ring that works. Keep the key:</source>
        <translation>此系统没有可用的密钥环。密钥保存方式：</translation>
    </message>
</context>
<context>
    <name>_Thumb</name>
    <message>
        <source>Remove the picture</source>
        <translation>移除图片</translation>
    </message>
    <message>
        <source>Remove the picture (Delete)</source>
        <translation>移除图片（Delete）</translation>
    </message>
    <message>
        <source>not sent</source>
        <translation>不发送</translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation>{tokens} 个 Token</translation>
    </message>
    <message>
        <source>Picture {number}, {size} pixels, {price}</source>
        <translation>图片 {number}，{size} 像素，{price}</translation>
    </message>
</context>
</TS>
