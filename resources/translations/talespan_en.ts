<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>ChatMemoryDialog</name>
    <message numerus="yes">
        <source>You have written %Ln message(s) in it.</source>
        <translation>
            <numerusform>You have written %Ln message in it.</numerusform>
            <numerusform>You have written %Ln messages in it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Counts</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s)</source>
        <translation>
            <numerusform>%Ln message</numerusform>
            <numerusform>%Ln messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln chat(s)</source>
        <translation>
            <numerusform>%Ln chat</numerusform>
            <numerusform>%Ln chats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln character(s)</source>
        <translation>
            <numerusform>%Ln character</numerusform>
            <numerusform>%Ln characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lorebook(s)</source>
        <translation>
            <numerusform>%Ln lorebook</numerusform>
            <numerusform>%Ln lorebooks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln memory entry(s)</source>
        <translation>
            <numerusform>%Ln memory entry</numerusform>
            <numerusform>%Ln memory entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln summary segment(s)</source>
        <translation>
            <numerusform>%Ln summary segment</numerusform>
            <numerusform>%Ln summary segments</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EmbedderChoice</name>
    <message numerus="yes">
        <source>It works: %Ln number(s) for each text, {time} ms a text.</source>
        <translation>
            <numerusform>It works: %Ln number for each text, {time} ms a text.</numerusform>
            <numerusform>It works: %Ln numbers for each text, {time} ms a text.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EntryCommands</name>
    <message numerus="yes">
        <source>%n entries were changed.</source>
        <translation>
            <numerusform>%n entry was changed.</numerusform>
            <numerusform>%n entries were changed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries were moved.</source>
        <translation>
            <numerusform>%n entry was moved.</numerusform>
            <numerusform>%n entries were moved.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GalleryDialog</name>
    <message numerus="yes">
        <source>%Ln character(s)</source>
        <comment>cards</comment>
        <translation>
            <numerusform>%Ln character</numerusform>
            <numerusform>%Ln characters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportCounts</name>
    <message numerus="yes">
        <source>%Ln entry(s)</source>
        <translation>
            <numerusform>%Ln entry</numerusform>
            <numerusform>%Ln entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln variant(s)</source>
        <translation>
            <numerusform>%Ln variant</numerusform>
            <numerusform>%Ln variants</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln object(s)</source>
        <translation>
            <numerusform>%Ln object</numerusform>
            <numerusform>%Ln objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln remark(s)</source>
        <translation>
            <numerusform>%Ln remark</numerusform>
            <numerusform>%Ln remarks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LorebooksPage</name>
    <message numerus="yes">
        <source>%n entries were duplicated.</source>
        <translation>
            <numerusform>%n entry was duplicated.</numerusform>
            <numerusform>%n entries were duplicated.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries were deleted.</source>
        <translation>
            <numerusform>%n entry was deleted.</numerusform>
            <numerusform>%n entries were deleted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries were copied to “{name}”.</source>
        <translation>
            <numerusform>%n entry was copied to “{name}”.</numerusform>
            <numerusform>%n entries were copied to “{name}”.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries were moved to “{name}”.</source>
        <translation>
            <numerusform>%n entry was moved to “{name}”.</numerusform>
            <numerusform>%n entries were moved to “{name}”.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries are chosen</source>
        <translation>
            <numerusform>%n entry is chosen</numerusform>
            <numerusform>%n entries are chosen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MemoryPage</name>
    <message numerus="yes">
        <source>%n memory entries were duplicated.</source>
        <translation>
            <numerusform>%n memory entry was duplicated.</numerusform>
            <numerusform>%n memory entries were duplicated.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memory entries were deleted.</source>
        <translation>
            <numerusform>%n memory entry was deleted.</numerusform>
            <numerusform>%n memory entries were deleted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memory entries were changed.</source>
        <translation>
            <numerusform>%n memory entry was changed.</numerusform>
            <numerusform>%n memory entries were changed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memory entries are chosen</source>
        <translation>
            <numerusform>%n memory entry is chosen</numerusform>
            <numerusform>%n memory entries are chosen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RecallStatus</name>
    <message numerus="yes">
        <source>Reading: {done} of %Ln message(s)</source>
        <translation>
            <numerusform>Reading: {done} of %Ln message</numerusform>
            <numerusform>Reading: {done} of %Ln messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RescueWords</name>
    <message numerus="yes">
        <source>%Ln character card(s)</source>
        <translation>
            <numerusform>%Ln character card</numerusform>
            <numerusform>%Ln character cards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s) known to be lost.</source>
        <translation>
            <numerusform>%Ln message is known to be lost.</numerusform>
            <numerusform>%Ln messages are known to be lost.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s) without their chat: look for chats called “{title}”.</source>
        <translation>
            <numerusform>%Ln message has lost its chat: look for a chat called “{title}”.</numerusform>
            <numerusform>%Ln messages have lost their chats: look for chats called “{title}”.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s) with a changed text.</source>
        <translation>
            <numerusform>The text of %Ln message was changed by the damage.</numerusform>
            <numerusform>The texts of %Ln messages were changed by the damage.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln picture(s) damaged and left out.</source>
        <translation>
            <numerusform>%Ln picture was damaged and left out.</numerusform>
            <numerusform>%Ln pictures were damaged and left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln place(s) in the file could not be read.</source>
        <translation>
            <numerusform>%Ln place in the file could not be read.</numerusform>
            <numerusform>%Ln places in the file could not be read.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StrategyCounts</name>
    <message numerus="yes">
        <source>%Ln message(s) leave</source>
        <translation>
            <numerusform>%Ln message leaves</numerusform>
            <numerusform>%Ln messages leave</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s) come back</source>
        <translation>
            <numerusform>%Ln message comes back</numerusform>
            <numerusform>%Ln messages come back</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Everything fits; no difference for about %Ln more message(s).</source>
        <translation>
            <numerusform>Everything fits; no difference for about %Ln more message.</numerusform>
            <numerusform>Everything fits; no difference for about %Ln more messages.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SummaryFields</name>
    <message numerus="yes">
        <source>The model&apos;s costs one request for every %Ln message(s), with these messages in it.</source>
        <translation>
            <numerusform>The model&apos;s costs one request for every %Ln message, with this message in it.</numerusform>
            <numerusform>The model&apos;s costs one request for every %Ln messages, with these messages in it.</numerusform>
        </translation>
    </message>
</context>
</TS>
