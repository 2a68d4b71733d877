"""The errors that people may see.

Two kinds, decided once at the border: *known* errors are an ``AppError`` with a code, parameters and an English template;
everything else is a bug and goes to the crash log.

::

    AppError
     ├─ StorageError   ─ NotFoundError, DatabaseTooNewError, DatabaseDamagedError, TextDamagedError, TextLostError,
     │                   BackupUnusableError, DiskFullError, ReadOnlyError
     ├─ ProviderError  ─ kind tells auth, rate limit, context too long, network, …
     ├─ DownloadError  ─ busy, checksum, no space, refused
     ├─ ContextError   ─ ContextTooLargeError, ServerWindowError
     ├─ PluginError
     └─ InterchangeError
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar


class ErrorAction(StrEnum):
    """What a person can do about an error; ``ui`` makes a button of it."""

    RETRY = "retry"
    OPEN_CONNECTION = "open-connection"
    OPEN_PREVIEW = "open-preview"
    MEND_TEXTS = "mend-texts"


class AppError(Exception):
    """A known error: ``str(error)`` is a whole English sentence, ``code`` and ``params`` are what ``ui`` translates by.

    ``action`` is an ``ErrorAction``, what the person can do about it (empty: nothing).
    """

    code: ClassVar[str] = "app.error"
    template: ClassVar[str] = "Something went wrong: {detail}"

    def __init__(self, *, action: str = "", **params: object) -> None:
        self.params: dict[str, object] = params
        self.action = action
        super().__init__(self.template.format_map(_Lenient(params)))


class _Lenient(dict[str, object]):
    """Keeps a placeholder that has no value, so that making an error can never fail."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


class StorageError(AppError):
    """Something about files or the database."""

    code = "storage.error"
    template = "The data could not be read or written: {detail}"


class NotFoundError(StorageError):
    """An id that does not exist."""

    code = "storage.not-found"
    template = "There is no {kind} with the id {id}."


class DatabaseTooNewError(StorageError):
    """The file was written by a newer version; it is left untouched."""

    code = "storage.too-new"
    template = "This data was last used by a newer Talespan (data version {found}, this program knows {known}). Please update the program; nothing was changed."


class DatabaseDamagedError(StorageError):
    """The file is not a sound database; it is never written to and never replaced by an empty one."""

    code = "storage.damaged"
    template = "The chat database is damaged: {detail} It was left as it is. Start Talespan again, or run “talespan doctor --repair”: what can be read is saved, or a backup is restored. The backups are in {backups}."


class TextDamagedError(StorageError):
    """Messages are not as they were stored, and a backup has them whole. It names the first of ``count``."""

    code = "storage.text-damaged"
    template = "Something else than Talespan changed stored messages on the disk ({count}). The first: “{beginning}” of {when} in the chat “{chat}”. The backup of {backup} has {whole} of them whole."


class TextLostError(StorageError):
    """Messages are not as they were stored, and no backup has them whole. It names the first of ``count``."""

    code = "storage.text-lost"
    template = "Something else than Talespan changed stored messages on the disk ({count}). The first: “{beginning}” of {when} in the chat “{chat}”. No backup has them whole; they are shown as they are."


class BackupUnusableError(StorageError):
    """The file that was to be restored is none of ours, or damaged; nothing was changed."""

    code = "storage.backup-unusable"
    template = "The backup {file} cannot be restored: {detail} Nothing was changed."


class DatabaseInUseError(StorageError):
    """Another Talespan holds the data folder."""

    code = "storage.in-use"
    template = "Another Talespan is using the data folder {folder}. Close it, or use another folder with --data-dir."


class DiskFullError(StorageError):
    """Nothing stored is lost; it goes on when there is room again."""

    code = "storage.disk-full"
    template = "The disk is full. What was stored is safe; free some space and try again."


class ReadOnlyError(StorageError):
    """The folder or medium cannot be written."""

    code = "storage.read-only"
    template = "The data folder {folder} cannot be written."


class ChatBusyError(AppError):
    """An answer is still being written in this chat."""

    code = "chat.busy"
    template = "An answer is still being written in this chat. Stop it first, or wait for its end."


class NobodySpeaksError(AppError):
    """Everybody in a chat of several characters is muted."""

    code = "chat.nobody-speaks"
    template = "Everybody in this chat is muted, so nobody answers. Let somebody speak, or take the mute away."


class SpeakerGoneError(AppError):
    """Whose turn it was is not in the chat any more."""

    code = "chat.speaker-gone"
    template = "{name} is no longer in this chat, so the round ends here."


class EmptyMessageError(AppError):
    """There is nothing to send."""

    code = "chat.empty-message"
    template = "There is nothing to send: the message is empty."


class NoFolderError(AppError):
    """A folder cannot decide for a chat that is in none."""

    code = "chat.no-folder"
    template = "This chat is in no folder, so no folder can decide anything for it."


class ProviderErrorKind(StrEnum):
    """The known ways a model server fails."""

    AUTH = "auth"
    RATE_LIMIT = "rate-limit"
    QUOTA = "quota"
    CONTEXT_TOO_LONG = "context-too-long"
    NOT_FOUND = "not-found"
    BAD_REQUEST = "bad-request"
    SERVER = "server"
    NETWORK = "network"
    TIMEOUT = "timeout"
    TLS = "tls"
    BAD_RESPONSE = "bad-response"
    REFUSED = "refused"
    INTERRUPTED = "interrupted"
    INSECURE = "insecure"
    MODEL_FILE = "model-file"
    CRASHED = "crashed"
    EMPTY = "empty"
    WINDOW = "window"
    EMBEDDING = "embedding"


PROVIDER_SENTENCES: dict[ProviderErrorKind, str] = {
    ProviderErrorKind.AUTH: "The server refused the API key.",
    ProviderErrorKind.RATE_LIMIT: "The server asks to slow down.",
    ProviderErrorKind.QUOTA: "The account has no credit left.",
    ProviderErrorKind.CONTEXT_TOO_LONG: "The prompt is longer than the model allows.",
    ProviderErrorKind.NOT_FOUND: "The server does not know this model or address.",
    ProviderErrorKind.BAD_REQUEST: "The server did not accept the request.",
    ProviderErrorKind.SERVER: "The server had an error of its own.",
    ProviderErrorKind.NETWORK: "The server could not be reached.",
    ProviderErrorKind.TIMEOUT: "The server did not answer in time.",
    ProviderErrorKind.TLS: "The server's certificate could not be verified.",
    ProviderErrorKind.BAD_RESPONSE: "The server's answer was not understood.",
    ProviderErrorKind.REFUSED: "The model refused to answer.",
    ProviderErrorKind.INTERRUPTED: "The answer broke off before its end.",
    ProviderErrorKind.INSECURE: "The API key would travel unencrypted.",
    ProviderErrorKind.MODEL_FILE: "The model file cannot be used.",
    ProviderErrorKind.CRASHED: "The local model stopped unexpectedly.",
    ProviderErrorKind.EMPTY: "The model answered with nothing.",
    ProviderErrorKind.WINDOW: "The model's context is smaller than this connection says.",
    ProviderErrorKind.EMBEDDING: "The texts could not be made into vectors.",
}


class ProviderError(AppError):
    """A model server failed. ``status`` is the HTTP status or 0, ``retry_after`` in seconds.

    ``detail`` is plain and cut to 500 characters: the server's own text, or, where ``reason`` is set, a sentence of our own
    that ``reason`` names and ``params`` belong to, so that ``ui`` can translate it.
    """

    code = "provider.error"
    template = "{sentence}{said}"

    def __init__(
        self,
        kind: ProviderErrorKind,
        *,
        detail: str = "",
        status: int = 0,
        retry_after: float | None = None,
        action: str = "",
        reason: str = "",
        params: Mapping[str, object] | None = None,
    ) -> None:
        self.kind = kind
        self.detail = detail[:500]
        self.status = status
        self.retry_after = retry_after
        self.reason = reason
        said = ""
        if self.detail:
            said = f" {self.detail}" if reason else f" The server answered: {self.detail}"
        known = {"sentence": PROVIDER_SENTENCES[kind], "said": said, "kind": kind.value, "status": status}
        super().__init__(action=action, **{**(params or {}), **known, "reason": reason})


class DownloadError(AppError):
    """A file could not be downloaded; what has come is kept unless the sentence says otherwise. ``file`` is its name."""

    code = "download.error"
    template = "The download of {file} did not succeed: {detail}"


class DownloadBusyError(DownloadError):
    """Another download, perhaps of another Talespan, is writing this very file."""

    code = "download.busy"
    template = "{file} is being downloaded already."


class DownloadChecksumError(DownloadError):
    """What came is not what was promised; it was thrown away."""

    code = "download.checksum"
    template = (
        "{file} did not arrive as it should be: its checksum is another one. It was thrown away; download it again."
    )


class DownloadSpaceError(DownloadError):
    """The disk has no room; ``needed`` and ``free`` in MB, with some left for everything else."""

    code = "download.no-space"
    template = "There is not enough room for {file}: {needed} MB are needed and {free} MB are free. What has come is kept; free some space and go on."


class DownloadRefusedError(DownloadError):
    """The hub wants to know who asks; no key is sent with a download."""

    code = "download.refused"
    template = "{file} is given only to people who have signed in and accepted its licence. Choose another model, or download it in a browser and choose the file here."


class ContextError(AppError):
    """The context could not be built."""

    code = "context.error"
    template = "The context could not be built: {detail}"


class RequestUnreadableError(ContextError):
    """A request in a file is not what the documented form says; ``where`` is the place in it, as ``books[0].entries[2].depth``."""

    code = "context.request-unreadable"
    template = "The request cannot be read: {where} {problem}."


class ContextTooLargeError(ContextError):
    """The protected blocks alone do not fit; ``largest`` names them."""

    code = "context.too-large"
    template = "What must be sent needs {needed} tokens, but only {available} are free. The largest parts: {largest}."


class NoRoomError(ContextTooLargeError):
    """What is kept free for the answer is as much as the whole context, or more: nothing at all can be sent."""

    code = "context.no-room"
    template = "Nothing can be sent: of the context of {limit} tokens {kept} are kept free for the answer. Make the context larger or the answer shorter."


class ServerWindowError(ContextError):
    """The provider counted far fewer prompt tokens than were sent: its own window is smaller than the connection says."""

    code = "context.server-window"
    template = "The server read only {seen} of {sent} tokens: its context is smaller than this connection says. Set the context size of the connection to what the server really has."


class RequestFileError(ContextError):
    """A file that holds a request (or texts and questions to recall), or shall hold it, cannot be read or written."""

    code = "context.request-file"
    template = "The file {file} could not be used: {detail}"


class PluginError(AppError):
    """A plugin failed."""

    code = "plugin.error"
    template = "The plugin {plugin} failed: {detail}"


class InterchangeError(AppError):
    """A foreign file could not be read or written."""

    code = "interchange.error"
    template = "The file {file} could not be used: {detail}"


class SettingsError(AppError):
    """A setting has a value that cannot be."""

    code = "settings.error"
    template = "This setting cannot be used: {detail}"


class NamelessConnectionError(SettingsError):
    """A connection must be called something."""

    code = "settings.nameless-connection"
    template = "The connection needs a name."


class AddressError(SettingsError):
    """No address of a server."""

    code = "settings.address"
    template = "The address must begin with http:// or https://."


class SmallContextError(SettingsError):
    """Not even an instruction would fit."""

    code = "settings.small-context"
    template = "The context size must be at least {minimum} tokens."


class LargeReserveError(SettingsError):
    """Nothing would be left for the prompt, or for the reply."""

    code = "settings.large-reserve"
    template = "The space reserved for the reply must be smaller than the context size, and more than nothing."


class SettingsSetAsideError(SettingsError):
    """The settings file was broken; the program goes on with the defaults."""

    code = "settings.set-aside"
    template = "The settings could not be read, so the defaults are used. The old file was kept as {name}."


class SettingsTooNewError(SettingsError):
    """The settings file is of a later version; the program goes on with the defaults."""

    code = "settings.too-new"
    template = "The settings were made by a newer Talespan, so the defaults are used. They were kept as {name}."


class SecretError(AppError):
    """The key ring could not be used."""

    code = "secret.error"
    template = "The system's key ring could not be used: {detail}"


class SecretFileError(SecretError):
    """The file that the person chose for API keys cannot be read or written."""

    code = "secret.file"
    template = "The file of API keys could not be used: {detail}"
