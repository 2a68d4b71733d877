"""The part of appdirs 1.4 that Talespan uses (the package has no types of its own)."""

def user_data_dir(
    appname: str | None = None, appauthor: str | bool | None = None, version: str | None = None, roaming: bool = False
) -> str: ...
def user_config_dir(
    appname: str | None = None, appauthor: str | bool | None = None, version: str | None = None, roaming: bool = False
) -> str: ...
def user_cache_dir(
    appname: str | None = None, appauthor: str | bool | None = None, version: str | None = None, opinion: bool = True
) -> str: ...
def user_state_dir(
    appname: str | None = None, appauthor: str | bool | None = None, version: str | None = None, roaming: bool = False
) -> str: ...
def user_log_dir(
    appname: str | None = None, appauthor: str | bool | None = None, version: str | None = None, opinion: bool = True
) -> str: ...
