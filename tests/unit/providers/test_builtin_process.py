"""Children that fail in every way: each end has its sentence, and nothing is left behind. The children here are small scripts."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from desktop_app.domain.errors import ProviderError, ProviderErrorKind
from desktop_app.providers.builtin_process import ModelOrder, ModelProcess
from desktop_app.providers.local_models import LocalModels
from tests.fakes.gguf_files import gguf

READY = """
import json, sys
order = json.loads(sys.stdin.readline())
print(json.dumps({"url": "http://127.0.0.1:1", "order": order}), flush=True)
sys.stdin.read()
"""
SILENT = "import sys; sys.stdin.read()"
DEAF = "import time; time.sleep(600)"
GUARD_SECONDS = 60.0


def script(source: str) -> list[str]:
    return [sys.executable, "-S", "-c", source]


def dying(statement: str) -> list[str]:
    return script(f"import os, sys, json, signal\nsys.stdin.readline()\n{statement}")


def answered(reply: dict[str, str], log: str = "") -> list[str]:
    return dying(f"print({log!r}, file=sys.stderr)\nprint(json.dumps({reply!r}))")


def model_file(folder: Path, name: str = "model.gguf") -> Path:
    path = folder / name
    path.write_bytes(gguf())
    return path


def failure(command: list[str], *, seconds: float = GUARD_SECONDS) -> ProviderError:
    async def start() -> ModelProcess:
        process = ModelProcess(ModelOrder(Path("some.gguf"), "some.gguf", 512), command)
        with pytest.raises(ProviderError) as caught:
            await process.wait_ready(seconds)
        await process.close()
        assert not process.running
        errors.append(caught.value)
        return process

    errors: list[ProviderError] = []
    asyncio.run(start())
    return errors[0]


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(GUARD_SECONDS):
        while not condition():
            await asyncio.sleep(0.005)


def gone(pid: int) -> bool:
    """Whether the process has ended; one that nobody has collected yet has."""
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(
    ("statement", "reason", "words"),
    [
        ("os.kill(os.getpid(), signal.SIGILL)", "local-model.illegal-instruction", "AVX2"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "local-model.killed", "memory ran out"),
        (
            "sys.stderr.write('0.00.004.588 E ggml: GGML_ASSERT(n > 0) failed\\n'); sys.stderr.flush(); os.abort()",
            "local-model.crashed",
            "code -6 (ggml: GGML_ASSERT(n > 0) failed)",
        ),
        ("sys.exit(3)", "local-model.crashed", "code 3. The next message"),
    ],
)
def test_an_end_has_its_sentence(statement: str, reason: str, words: str) -> None:
    error = failure(dying(statement))
    assert error.kind is ProviderErrorKind.CRASHED
    assert error.reason == reason
    assert words in str(error)


def test_what_the_engine_says_of_a_bad_file_is_told() -> None:
    log = "0.1 I llama: hello\n0.2 E llama_model_load: error loading model: unknown model architecture: 'x'\n0.3 E srv: exiting"
    error = failure(answered({"error": "load", "detail": "Failed to init server"}, log))
    assert error.kind is ProviderErrorKind.MODEL_FILE
    assert str(error).endswith("llama.cpp could not load some.gguf: unknown model architecture: 'x'")


def test_an_engine_that_cannot_be_imported_is_told() -> None:
    error = failure(answered({"error": "engine", "detail": "DLL load failed"}))
    assert (error.kind, error.reason) == (ProviderErrorKind.CRASHED, "local-model.engine")
    assert "DLL load failed" in str(error)


def test_a_program_that_cannot_be_started_is_told() -> None:
    assert failure(["/no/such/program"]).reason == "local-model.engine"


@pytest.mark.parametrize("source", [SILENT, DEAF])
def test_a_start_that_takes_too_long_ends(monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    monkeypatch.setattr("desktop_app.providers.builtin_process._END_SECONDS", 0.2)
    error = failure(script(source), seconds=0.2)
    assert (error.kind, error.reason) == (ProviderErrorKind.TIMEOUT, "local-model.slow-start")


def test_a_cancelled_start_leaves_no_process() -> None:
    """As ``LocalModels`` starts one: who makes the process is who waits. A task that had not begun yet would end nothing."""
    made: list[ModelProcess] = []

    async def begin() -> None:
        made.append(ModelProcess(ModelOrder(Path("some.gguf"), "some.gguf", 512), script(SILENT)))
        await made[0].wait_ready(GUARD_SECONDS)

    async def start() -> int:
        async with asyncio.TaskGroup() as group:
            waiting = group.create_task(begin())
            await until(lambda: bool(made) and made[0].pid > 0)
            waiting.cancel()
        await until(lambda: not made[0].running)
        return made[0].pid

    assert gone(asyncio.run(start()))


def test_the_key_is_in_nothing_that_others_can_read() -> None:
    async def look() -> None:
        process = ModelProcess(ModelOrder(Path("some.gguf"), "some.gguf", 512), script(READY))
        await process.wait_ready(GUARD_SECONDS)
        child = psutil.Process(process.pid)
        assert len(process.key) >= 32
        assert process.key not in " ".join([*child.cmdline(), *child.environ().values()])
        await process.close()

    asyncio.run(look())


def test_one_process_for_a_file_and_a_context(tmp_path: Path) -> None:
    path = model_file(tmp_path)

    async def use() -> None:
        models = LocalModels(script(READY))
        assert not models.running(path, 1024)
        async with models.use(path, 1024) as first, models.use(path, 1024) as second:
            assert first is second
            assert models.running(path, 1024)
        async with models.use(path, 1024) as third:
            assert third is first
        await models.aclose()
        assert gone(first.pid)

    asyncio.run(use())


def test_the_context_is_never_more_than_the_model_was_trained_for(tmp_path: Path) -> None:
    async def use() -> None:
        models = LocalModels(script(READY))
        for limit, context in ((100_000, 4096), (2000, 2000), (1, 256)):
            async with models.use(model_file(tmp_path), limit) as process:
                assert process.order.context == context
        await models.aclose()

    asyncio.run(use())


def test_starting_another_model_ends_those_that_answer_nobody(tmp_path: Path) -> None:
    first, second, third = (model_file(tmp_path, f"{number}.gguf") for number in range(3))

    async def use() -> None:
        models = LocalModels(script(READY))
        async with models.use(first, 512) as busy:
            async with models.use(second, 512) as idle:
                pass
            async with models.use(third, 512):
                assert busy.running
                assert not idle.running
        await models.aclose()

    asyncio.run(use())


def test_an_ended_process_is_started_again(tmp_path: Path) -> None:
    path = model_file(tmp_path)

    async def use() -> None:
        models = LocalModels(script(READY))
        async with models.use(path, 512) as first:
            psutil.Process(first.pid).kill()
            assert await first.wait_ended(GUARD_SECONDS)
            assert not models.running(path, 512)
        async with models.use(path, 512) as second:
            assert second.running
            assert second.pid != first.pid
        await models.aclose()

    asyncio.run(use())


def test_a_failed_start_is_not_repeated_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, starts = model_file(tmp_path), tmp_path / "starts"
    command = dying(f"open({str(starts)!r}, 'a').write('x')\nsys.exit(3)")

    async def use() -> None:
        models = LocalModels(command)
        for _ in range(3):
            with pytest.raises(ProviderError, match="code 3"):
                async with models.use(path, 512):
                    pass
        assert starts.read_text() == "x"
        monkeypatch.setattr("desktop_app.providers.local_models._FAILURE_SECONDS", 0.0)
        with pytest.raises(ProviderError, match="code 3"):
            async with models.use(path, 512):
                pass
        assert starts.read_text() == "xx"
        await models.aclose()

    asyncio.run(use())
