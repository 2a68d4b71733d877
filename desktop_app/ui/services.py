"""What the window is given: the services it calls, the bus it listens to, and the owner of its tasks.

Made by the composition root, handed to ``MainWindow`` and from there to presenters. Widgets never see it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from desktop_app.services.backup_service import BackupService
    from desktop_app.services.chat_memory import ChatMemoryService
    from desktop_app.services.chat_service import ChatService
    from desktop_app.services.context_service import ContextService
    from desktop_app.services.embedder_trial import EmbedderTrials
    from desktop_app.services.events import EventBus
    from desktop_app.services.export_service import ExportService
    from desktop_app.services.first_run import FirstRunService
    from desktop_app.services.gallery_service import GalleryService
    from desktop_app.services.group_service import GroupService
    from desktop_app.services.import_service import ImportService
    from desktop_app.services.library_service import LibraryService
    from desktop_app.services.lore_service import LoreService
    from desktop_app.services.marks_service import MarksService
    from desktop_app.services.memory_review import MemoryReviewService
    from desktop_app.services.memory_service import MemoryService
    from desktop_app.services.model_service import ModelService
    from desktop_app.services.picture_service import PictureService
    from desktop_app.services.preset_service import PresetService
    from desktop_app.services.proposal_service import ProposalService
    from desktop_app.services.replace_service import ReplaceService
    from desktop_app.services.script_service import ScriptService
    from desktop_app.services.search_service import SearchService
    from desktop_app.services.settings_service import SettingsService
    from desktop_app.services.strategy_service import StrategyService
    from desktop_app.services.summary_service import SummaryService
    from desktop_app.services.tasks import TaskRegistry
    from desktop_app.services.text_check_service import TextCheckService
    from desktop_app.services.trash_service import TrashService
    from desktop_app.ui.recall_status import RecallControl


@dataclass(frozen=True, slots=True)
class UiServices:
    """All that a window needs of the program."""

    chat: ChatService
    context: ContextService
    settings: SettingsService
    scripts: ScriptService
    replacing: ReplaceService
    presets: PresetService
    first_run: FirstRunService
    models: ModelService
    backups: BackupService
    library: LibraryService
    gallery: GalleryService
    groups: GroupService
    lore: LoreService
    memory: MemoryService
    proposals: ProposalService
    memory_review: MemoryReviewService
    marks: MarksService
    pictures: PictureService
    strategies: StrategyService
    imports: ImportService
    exports: ExportService
    search: SearchService
    chat_memory: ChatMemoryService
    embedders: EmbedderTrials
    summaries: SummaryService
    data_folder: Path
    bus: EventBus
    tasks: TaskRegistry
    recall: RecallControl | None = None
    """None: nothing is read for recall by meaning, so there is nothing to tell of it."""
    texts: TextCheckService | None = None
    """None: stored texts are not checked, so none is ever said to be damaged."""
    trash: TrashService | None = None
    """None: the trash cannot be emptied."""
