"""What is measured never touches what the person has."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from desktop_app.cli.bench_parts.program import program_in
from desktop_app.domain.generation import ConnectionProfile
from desktop_app.domain.settings import Settings
from desktop_app.storage.paths import HOME_VARIABLE


def test_settings_and_chats_are_below_the_folder_and_nowhere_else(tmp_path: Path) -> None:
    own, folder = Path(os.environ[HOME_VARIABLE]), tmp_path / "bench"
    profile = ConnectionProfile("bench", "Bench")

    async def scenario() -> str:
        async with program_in(folder, Settings(connections=(profile,), default_connection_id="bench")) as app:
            return app.settings.settings.default_connection_id

    assert asyncio.run(scenario()) == "bench"
    assert folder.is_dir()
    assert not own.exists()
