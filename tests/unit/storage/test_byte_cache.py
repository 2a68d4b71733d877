"""The limit holds whatever happens, and what is used again and again stays."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from desktop_app.storage.byte_cache import ByteCache
from tests.examples import examples

_LIMIT = 100
_KEYS = st.sampled_from([f"k{number}" for number in range(12)])


class CacheMachine(RuleBasedStateMachine):
    """Compares with a dictionary that forgets nothing: what the cache still holds must be what was put last."""

    def __init__(self) -> None:
        super().__init__()
        self._cache: ByteCache[int] = ByteCache(_LIMIT)
        self._put: dict[str, tuple[int, int]] = {}
        self._number = 0

    @rule(key=_KEYS, size=st.integers(0, _LIMIT + 10))
    def put(self, key: str, size: int) -> None:
        self._number += 1
        self._put[key] = (self._number, size)
        self._cache.put(key, self._number, size)
        assert (self._cache.peek(key) is not None) == (size <= _LIMIT)

    @rule(key=_KEYS)
    def get(self, key: str) -> None:
        assert self._cache.get(key) in (None, self._put.get(key, (None, 0))[0])

    @rule(key=_KEYS)
    def remove(self, key: str) -> None:
        self._cache.remove(key)
        assert self._cache.peek(key) is None
        self._put.pop(key, None)

    @rule()
    def clear(self) -> None:
        self._cache.clear()
        self._put.clear()

    @invariant()
    def the_limit_holds_and_the_books_are_right(self) -> None:
        held = {key: entry for key, entry in self._put.items() if self._cache.peek(key) is not None}
        assert len(self._cache) == len(held)
        assert self._cache.bytes == sum(size for _value, size in held.values()) <= _LIMIT
        assert all(self._cache.peek(key) == value for key, (value, _size) in held.items())


TestCache = CacheMachine.TestCase
TestCache.settings = examples(60, steps=50)


@given(st.lists(st.tuples(st.integers(0, 300), st.integers(1, 40)), max_size=300))
@examples(60)
def test_what_is_remembered_of_the_gone_is_bounded_too(puts: list[tuple[int, int]]) -> None:
    cache: ByteCache[int] = ByteCache(_LIMIT)
    for key, size in puts:
        cache.put(str(key), key, size)
        assert sum(cache._ghosts.values()) == cache._ghost_bytes <= _LIMIT
        assert not cache._ghosts.keys() & (cache._small.keys() | cache._main.keys())


def test_one_pass_over_many_things_does_not_drive_out_what_is_used_often() -> None:
    cache: ByteCache[str] = ByteCache(_LIMIT)
    cache.put("hot", "hot", 10)
    for _ in range(10):
        assert cache.get("hot") == "hot"
    for number in range(200):
        cache.put(f"cold{number}", "cold", 10)
    assert cache.get("hot") == "hot"
    assert cache.evictions == 191
    assert cache.bytes == _LIMIT


def test_what_was_hot_once_leaves_in_the_end() -> None:
    cache: ByteCache[str] = ByteCache(_LIMIT)
    cache.put("old", "old", 10)
    for _ in range(10):
        cache.get("old")
    for number in range(200):
        key = f"new{number}"
        cache.put(key, "new", 10)
        for _ in range(3):
            cache.get(key)
    assert cache.peek("old") is None


def test_what_comes_back_soon_after_it_left_stays() -> None:
    cache: ByteCache[str] = ByteCache(_LIMIT)
    for number in range(11):
        cache.put(f"k{number}", "first", 10)
    assert cache.peek("k0") is None
    cache.put("k0", "again", 10)
    for number in range(100, 150):
        cache.put(f"k{number}", "once", 10)
    assert cache.peek("k0") == "again"


def test_a_thing_that_grows_makes_room_for_itself() -> None:
    cache: ByteCache[str] = ByteCache(_LIMIT)
    for number in range(10):
        cache.put(f"k{number}", "small", 10)
    for size in range(10, _LIMIT + 1, 10):
        cache.put("k5", "grown", size)
        assert cache.peek("k5") == "grown"
        assert cache.bytes <= _LIMIT
    assert len(cache) == 1
    cache.put("k5", "too large", _LIMIT + 1)
    assert (len(cache), cache.bytes) == (0, 0)
