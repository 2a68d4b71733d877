-- A database of data version 1 as Talespan of that version left it after a crash: PRAGMAs and sqlite3's iterdump.
PRAGMA application_id=1414288208;
PRAGMA user_version=1;
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE characters (
	id VARCHAR NOT NULL, 
	name TEXT NOT NULL, 
	card TEXT NOT NULL, 
	CONSTRAINT pk_characters PRIMARY KEY (id)
);
INSERT INTO "characters" VALUES('aria','Ария','{"id":"aria","name":"Ария","description":"A librarian. 图书管理员","personality":"","scenario":"","first_mes":"Hi!","mes_example":"","system_prompt":"","post_history_instructions":"","alternate_greetings":["Привет"],"creator_notes":"","tags":["elf"],"creator":"","character_version":"","extensions":{"depth_prompt":"{\"depth\": 4}"},"created_at":5,"updated_at":6}');
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
	strategy VARCHAR, 
	CONSTRAINT pk_chats PRIMARY KEY (id), 
	CONSTRAINT fk_chats_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);
INSERT INTO "chats" VALUES('chat','Ёлка 北京 🎄','Winter',1,1,1767225600000,NULL,'m3','me','local','truncate');
INSERT INTO "chats" VALUES('gone','Old','',0,0,1767225600000,9,'g1',NULL,NULL,NULL);
CREATE TABLE drafts (
	chat_id VARCHAR NOT NULL, 
	message_id VARCHAR NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_drafts PRIMARY KEY (chat_id), 
	CONSTRAINT fk_drafts_chat_id FOREIGN KEY(chat_id) REFERENCES chats (id)
);
INSERT INTO "drafts" VALUES('chat','m4','I look ar');
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
INSERT INTO "message_revisions" VALUES('m3',1,'streaming','Half a sen',NULL,2904983471,1767225600000);
INSERT INTO "message_revisions" VALUES('g1',1,'complete','Bye','[{"type":"text","text":"Bye"},{"type":"tool_call","call_id":"c1","name":"roll","arguments":"{}"}]',1333450708,1767225600000);
INSERT INTO "message_revisions" VALUES('m1',2,'complete','Where is the red lamp?',NULL,4047751989,1767225600000);
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
INSERT INTO "messages" VALUES(1,'m1','chat',NULL,'m3',0,2,'complete',22,'user','normal',10,'me','Ilya',1000,NULL);
INSERT INTO "messages" VALUES(2,'m2','chat','m1',NULL,1,1,'complete',14,'assistant','normal',0,'aria','Ария',1000,NULL);
INSERT INTO "messages" VALUES(3,'m3','chat','m1',NULL,1,1,'streaming',10,'assistant','normal',0,'aria','Ария',1000,NULL);
INSERT INTO "messages" VALUES(4,'g1','gone',NULL,NULL,0,1,'complete',3,'user','normal',0,NULL,'',1000,'{"source":"sillytavern","foreign":{"x":"1"}}');
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
INSERT INTO "plan_texts" VALUES(2,'h2',X'789C7BDA33FDC9AE350A4F47295A5000C9FCDE45');
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
	plan_text_ids BLOB, 
	CONSTRAINT pk_turns PRIMARY KEY (seq), 
	CONSTRAINT fk_turns_chat_id FOREIGN KEY(chat_id) REFERENCES chats (id), 
	CONSTRAINT fk_turns_message_id FOREIGN KEY(message_id) REFERENCES messages (id), 
	CONSTRAINT uq_turns_id UNIQUE (id)
);
INSERT INTO "turns" VALUES(1,'t1','chat','m2','local','Local','smollm2','{"max_tokens":99,"temperature":0.8,"top_p":null,"frequency_penalty":null,"presence_penalty":null,"seed":null,"stop":["\n"],"extra":[]}','[{"entry_id":"lamp","revision":3,"kind":"fresh"},{"entry_id":"inn","revision":1,"kind":"sticky"}]',100,5,105,'','','stop','','',10,20,30,X'00736B656C65746F6E',X'789C8B36D4318C050003D30147');
INSERT INTO "turns" VALUES(2,'t2','chat','m3','local','Local','smollm2','{"max_tokens":99,"temperature":0.8,"top_p":null,"frequency_penalty":null,"presence_penalty":null,"seed":null,"stop":["\n"],"extra":[]}',NULL,NULL,NULL,NULL,'','',NULL,'','',10,0,0,X'74776F',X'789C8B368C050001D300EA');
CREATE INDEX ix_chats_persona_id ON chats (persona_id);
CREATE INDEX ix_chat_characters_character_id ON chat_characters (character_id);
CREATE INDEX ix_messages_chat_id ON messages (chat_id);
CREATE INDEX ix_messages_parent_id ON messages (parent_id);
CREATE INDEX ix_message_revisions_streaming ON message_revisions (message_id) WHERE state = 'streaming';
CREATE INDEX ix_turns_chat_id ON turns (chat_id);
CREATE INDEX ix_turns_message_id ON turns (message_id);
CREATE INDEX ix_turns_unfinished ON turns (message_id) WHERE finish_reason IS NULL;
COMMIT;
