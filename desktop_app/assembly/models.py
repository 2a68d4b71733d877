"""The service of model files, made for the program and, without the rest, for the command ``models``."""

from __future__ import annotations

from desktop_app import assets
from desktop_app.providers.downloads import HttpModelDownloads
from desktop_app.providers.transport import Transport
from desktop_app.services.events import EventBus
from desktop_app.services.model_catalog import CATALOG, read_catalog
from desktop_app.services.model_service import ModelService
from desktop_app.services.settings_service import SettingsService
from desktop_app.services.tasks import TaskRegistry
from desktop_app.storage.paths import Paths


def make_models(
    paths: Paths, settings: SettingsService, tasks: TaskRegistry, bus: EventBus, transport: Transport
) -> ModelService:
    """The model files of this person, and the list of those that can be got."""
    return ModelService(
        downloads=HttpModelDownloads(transport),
        settings=settings,
        tasks=tasks,
        bus=bus,
        folder=paths.models,
        catalog=read_catalog(assets.read_text(CATALOG)),
    )
