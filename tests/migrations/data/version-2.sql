-- A database of data version 2 as Talespan of that version left it after a crash: PRAGMAs and sqlite3's iterdump.
PRAGMA application_id=1414288208;
PRAGMA user_version=2;
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE calibrations (
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_calibrations PRIMARY KEY ("key")
);
INSERT INTO "calibrations" VALUES('gpt','{"факт": 2}');
CREATE TABLE characters (
	id VARCHAR NOT NULL, 
	name TEXT NOT NULL, 
	card TEXT NOT NULL, 
	CONSTRAINT pk_characters PRIMARY KEY (id)
);
INSERT INTO "characters" VALUES('aria','Ария','{"id":"aria","name":"Ария","description":"A librarian. 图书管理员","personality":"","scenario":"","first_mes":"","mes_example":"","system_prompt":"","post_history_instructions":"","alternate_greetings":[],"creator_notes":"","tags":["elf"],"creator":"","character_version":"","extensions":{},"created_at":0,"updated_at":0,"nickname":"","group_only_greetings":[],"assets":[],"creator_notes_multilingual":{},"source":[],"creation_date":0,"modification_date":0}');
CREATE TABLE chat_characters (
	chat_id VARCHAR NOT NULL, 
	position INTEGER NOT NULL, 
	character_id VARCHAR NOT NULL, 
	CONSTRAINT pk_chat_characters PRIMARY KEY (chat_id, position), 
	CONSTRAINT fk_chat_characters_character_id FOREIGN KEY(character_id) REFERENCES characters (id), 
	CONSTRAINT fk_chat_characters_chat_id FOREIGN KEY(chat_id) REFERENCES chats (id)
);
INSERT INTO "chat_characters" VALUES('chat',0,'aria');
CREATE TABLE chats (
	id VARCHAR NOT NULL, 
	title TEXT NOT NULL, 
	folder TEXT NOT NULL, 
	pinned BOOLEAN NOT NULL, 
	created_at BIGINT NOT NULL, 
	updated_at BIGINT NOT NULL, 
	deleted_at BIGINT, 
	tip_id VARCHAR, 
	persona_id VARCHAR, 
	connection_id VARCHAR, 
	strategy VARCHAR, context TEXT, 
	CONSTRAINT pk_chats PRIMARY KEY (id), 
	CONSTRAINT fk_chats_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);
INSERT INTO "chats" VALUES('chat','Ёлка 北京 🎄','Winter',0,1,1767225600000,NULL,'m4','me',NULL,NULL,'{"note":{"text":"Тише.","depth":2,"role":"user","every":3},"use_summary":true,"use_recall":false,"cut_in_steps":true}');
INSERT INTO "chats" VALUES('plain','Plain','',0,2,1767225600000,NULL,'p1',NULL,NULL,NULL,NULL);
CREATE TABLE drafts (
	chat_id VARCHAR NOT NULL, 
	message_id VARCHAR NOT NULL, 
	text TEXT NOT NULL, strategy_once VARCHAR, reroll INTEGER DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_drafts PRIMARY KEY (chat_id), 
	CONSTRAINT fk_drafts_chat_id FOREIGN KEY(chat_id) REFERENCES chats (id)
);
INSERT INTO "drafts" VALUES('plain','d1','I look ar','manual',2);
CREATE TABLE folders (
	name TEXT NOT NULL, 
	strategy VARCHAR, 
	CONSTRAINT pk_folders PRIMARY KEY (name)
);
INSERT INTO "folders" VALUES('Winter','summarize');
CREATE TABLE lorebook_entries (
	book_id VARCHAR NOT NULL, 
	id VARCHAR NOT NULL, 
	position INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	entry TEXT NOT NULL, 
	CONSTRAINT pk_lorebook_entries PRIMARY KEY (book_id, id), 
	CONSTRAINT fk_lorebook_entries_book_id FOREIGN KEY(book_id) REFERENCES lorebooks (id)
);
INSERT INTO "lorebook_entries" VALUES('book','lamp',0,1,'{"id":"lamp","name":"","keys":["lamp","лампа"],"content":"It is red.","enabled":true,"constant":false,"insertion_order":100,"priority":100,"position":"before-character","depth":4,"role":"system","outlet":"","secondary_keys":[],"secondary_logic":"and-any","anti_keys":[],"case_sensitive":null,"whole_words":null,"inflected":null,"near_names":null,"scan_depth":null,"scan_sources":[],"meaning":"keys","probability":100,"groups":[],"group_weight":100,"group_by_order":false,"group_scoring":null,"cannot_be_pulled":false,"cannot_pull":false,"recursion_level":0,"sticky":0,"cooldown":0,"delay":0,"token_cap":null,"trim":"never","ignore_budget":false,"only_for":{"characters":[],"tags":[],"exclude":false},"kinds":[],"revision":1,"extensions":{}}');
INSERT INTO "lorebook_entries" VALUES('book','key',1,1,'{"id":"key","name":"","keys":[],"content":"Under the mat.","enabled":true,"constant":false,"insertion_order":100,"priority":100,"position":"before-character","depth":4,"role":"system","outlet":"","secondary_keys":[],"secondary_logic":"and-any","anti_keys":[],"case_sensitive":null,"whole_words":null,"inflected":null,"near_names":null,"scan_depth":null,"scan_sources":[],"meaning":"keys","probability":100,"groups":[],"group_weight":100,"group_by_order":false,"group_scoring":null,"cannot_be_pulled":false,"cannot_pull":false,"recursion_level":0,"sticky":0,"cooldown":0,"delay":0,"token_cap":null,"trim":"never","ignore_budget":false,"only_for":{"characters":[],"tags":[],"exclude":false},"kinds":[],"revision":1,"extensions":{}}');
CREATE TABLE lorebook_links (
	book_id VARCHAR NOT NULL, 
	scope_kind VARCHAR NOT NULL, 
	scope_id VARCHAR NOT NULL, 
	CONSTRAINT pk_lorebook_links PRIMARY KEY (book_id, scope_kind, scope_id), 
	CONSTRAINT fk_lorebook_links_book_id FOREIGN KEY(book_id) REFERENCES lorebooks (id)
);
INSERT INTO "lorebook_links" VALUES('book','character','aria');
INSERT INTO "lorebook_links" VALUES('book','global','');
CREATE TABLE lorebooks (
	id VARCHAR NOT NULL, 
	name TEXT NOT NULL, 
	enabled BOOLEAN NOT NULL, 
	revision INTEGER NOT NULL, 
	book TEXT NOT NULL, 
	CONSTRAINT pk_lorebooks PRIMARY KEY (id)
);
INSERT INTO "lorebooks" VALUES('book','Bestiary',1,1,'{"id":"book","name":"Bestiary","description":"What lives here.","entries":[],"scan_depth":4,"token_budget":null,"budget_percent":null,"recursive_scanning":false,"max_recursion_steps":0,"min_activations":0,"max_depth":0,"case_sensitive":false,"whole_words":true,"inflected":true,"near_names":false,"yo_as_ye":true,"include_names":false,"group_scoring":false,"behind_history":false,"enabled":true,"revision":1,"extensions":{},"created_at":0,"updated_at":0}');
CREATE TABLE memory_entries (
	id VARCHAR NOT NULL, 
	scope_kind VARCHAR NOT NULL, 
	scope_id VARCHAR NOT NULL, 
	enabled BOOLEAN NOT NULL, 
	revision INTEGER NOT NULL, 
	created_at BIGINT NOT NULL, 
	entry TEXT NOT NULL, 
	CONSTRAINT pk_memory_entries PRIMARY KEY (id)
);
INSERT INTO "memory_entries" VALUES('tea','chat','chat',1,1,5,'{"id":"tea","content":"She drinks tea.","title":"","keywords":["tea"],"match":"substring","scope":{"kind":"chat","id":"chat"},"always_in_context":false,"enabled":true,"importance":1.0,"sources":[{"message_id":"m1","revision":1,"start":0,"end":5}],"supersedes":"","revision":1,"extensions":{},"created_at":5,"updated_at":6}');
CREATE TABLE message_revisions (
	message_id VARCHAR NOT NULL, 
	revision INTEGER NOT NULL, 
	state VARCHAR NOT NULL, 
	text TEXT NOT NULL, 
	parts TEXT, 
	crc32 BIGINT NOT NULL, 
	created_at BIGINT NOT NULL, 
	CONSTRAINT pk_message_revisions PRIMARY KEY (message_id, revision), 
	CONSTRAINT fk_message_revisions_message_id FOREIGN KEY(message_id) REFERENCES messages (id)
);
INSERT INTO "message_revisions" VALUES('m1',1,'complete','Where is the lamp?',NULL,975652950,1767225600000);
INSERT INTO "message_revisions" VALUES('m2',1,'complete','In the cellar.','[{"type":"reasoning","text":"Hm."},{"type":"text","text":"In the cellar."}]',4138078946,1767225600000);
INSERT INTO "message_revisions" VALUES('m1',2,'complete','Where is the red lamp?',NULL,4047751989,1767225600000);
INSERT INTO "message_revisions" VALUES('m3',1,'complete','And the key? 钥匙',NULL,1258291829,1767225600000);
INSERT INTO "message_revisions" VALUES('m4',1,'streaming','Half a sen',NULL,2904983471,1767225600000);
INSERT INTO "message_revisions" VALUES('p1',1,'complete','Tea.',NULL,2332498187,1767225600000);
CREATE TABLE messages (
	seq INTEGER NOT NULL, 
	id VARCHAR NOT NULL, 
	chat_id VARCHAR NOT NULL, 
	parent_id VARCHAR, 
	chosen_child_id VARCHAR, 
	depth INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	state VARCHAR NOT NULL, 
	length INTEGER NOT NULL, 
	role VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	flags INTEGER NOT NULL, 
	speaker_id VARCHAR, 
	speaker_name TEXT NOT NULL, 
	created_at BIGINT NOT NULL, 
	origin TEXT, 
	CONSTRAINT pk_messages PRIMARY KEY (seq), 
	CONSTRAINT fk_messages_chat_id FOREIGN KEY(chat_id) REFERENCES chats (id), 
	CONSTRAINT fk_messages_parent_id FOREIGN KEY(parent_id) REFERENCES messages (id), 
	CONSTRAINT uq_messages_id UNIQUE (id)
);
INSERT INTO "messages" VALUES(1,'m1','chat',NULL,'m2',0,2,'complete',22,'user','normal',2,NULL,'',1,NULL);
INSERT INTO "messages" VALUES(2,'m2','chat','m1','m3',1,1,'complete',14,'assistant','normal',0,NULL,'',1,NULL);
INSERT INTO "messages" VALUES(3,'m3','chat','m2','m4',2,1,'complete',15,'user','normal',0,NULL,'',1,NULL);
INSERT INTO "messages" VALUES(4,'m4','chat','m3',NULL,3,1,'streaming',10,'assistant','normal',0,NULL,'',1,NULL);
INSERT INTO "messages" VALUES(5,'p1','plain',NULL,NULL,0,1,'complete',4,'user','normal',16,NULL,'',1,NULL);
CREATE TABLE meta (
	"key" VARCHAR NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_meta PRIMARY KEY ("key")
);
INSERT INTO "meta" VALUES('min_reader','1');
CREATE TABLE personas (
	id VARCHAR NOT NULL, 
	name TEXT NOT NULL, 
	description TEXT NOT NULL, 
	CONSTRAINT pk_personas PRIMARY KEY (id)
);
INSERT INTO "personas" VALUES('me','Ilya','A traveller.');
CREATE TABLE plan_texts (
	id INTEGER NOT NULL, 
	hash VARCHAR NOT NULL, 
	data BLOB NOT NULL, 
	CONSTRAINT pk_plan_texts PRIMARY KEY (id), 
	CONSTRAINT uq_plan_texts_hash UNIQUE (hash)
);
INSERT INTO "plan_texts" VALUES(1,'h1',X'789C8BCC2F55482C4A55702CCA4CD453B8D07861F7855D1736000062960A67');
CREATE TABLE turns (
	seq INTEGER NOT NULL, 
	id VARCHAR NOT NULL, 
	chat_id VARCHAR NOT NULL, 
	message_id VARCHAR NOT NULL, 
	connection_id VARCHAR NOT NULL, 
	connection_name TEXT NOT NULL, 
	model TEXT NOT NULL, 
	settings TEXT NOT NULL, 
	activated TEXT, 
	prompt_tokens INTEGER, 
	completion_tokens INTEGER, 
	total_tokens INTEGER, 
	response_id TEXT NOT NULL, 
	system_fingerprint TEXT NOT NULL, 
	finish_reason VARCHAR, 
	error_code VARCHAR NOT NULL, 
	error_text TEXT NOT NULL, 
	started_at BIGINT NOT NULL, 
	first_token_at BIGINT NOT NULL, 
	finished_at BIGINT NOT NULL, 
	plan_skeleton BLOB, 
	plan_text_ids BLOB, reroll INTEGER DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_turns PRIMARY KEY (seq), 
	CONSTRAINT fk_turns_chat_id FOREIGN KEY(chat_id) REFERENCES chats (id), 
	CONSTRAINT fk_turns_message_id FOREIGN KEY(message_id) REFERENCES messages (id), 
	CONSTRAINT uq_turns_id UNIQUE (id)
);
INSERT INTO "turns" VALUES(1,'t1','chat','m2','builtin','Built-in','smollm2','{"max_tokens":512,"temperature":0.8,"top_p":null,"frequency_penalty":null,"presence_penalty":null,"seed":null,"stop":[],"extra":[]}','[{"entry_id":"lamp","revision":1,"kind":"fresh"}]',10,2,12,'','','stop','','',0,0,0,X'00736B656C65746F6E',X'789C8B368C050001D300EA',3);
INSERT INTO "turns" VALUES(2,'t2','chat','m4','builtin','Built-in','smollm2','{"max_tokens":512,"temperature":0.8,"top_p":null,"frequency_penalty":null,"presence_penalty":null,"seed":null,"stop":[],"extra":[]}',NULL,NULL,NULL,NULL,'','',NULL,'','',0,0,0,NULL,NULL,0);
CREATE INDEX ix_chats_persona_id ON chats (persona_id);
CREATE INDEX ix_chat_characters_character_id ON chat_characters (character_id);
CREATE INDEX ix_messages_chat_id ON messages (chat_id);
CREATE INDEX ix_messages_parent_id ON messages (parent_id);
CREATE INDEX ix_message_revisions_streaming ON message_revisions (message_id) WHERE state = 'streaming';
CREATE INDEX ix_turns_chat_id ON turns (chat_id);
CREATE INDEX ix_turns_message_id ON turns (message_id);
CREATE INDEX ix_turns_unfinished ON turns (message_id) WHERE finish_reason IS NULL;
CREATE INDEX ix_lorebook_links_scope_kind_scope_id ON lorebook_links (scope_kind, scope_id);
CREATE INDEX ix_memory_entries_scope_kind_scope_id ON memory_entries (scope_kind, scope_id);
CREATE INDEX ix_turns_activated ON turns (chat_id) WHERE activated IS NOT NULL;
COMMIT;
