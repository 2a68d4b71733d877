# The part of xllamacpp that desktop_app/providers/builtin_child.py uses.

class CommonParamsModel:
    path: str

class CpuParams:
    n_threads: int

class CommonParams:
    model: CommonParamsModel
    model_alias: set[str]
    api_keys: list[str]
    hostnames: list[str]
    port: int
    offline: bool
    ui: bool
    n_ctx: int
    n_parallel: int
    n_batch: int
    n_ubatch: int
    cpuparams: CpuParams
    cpuparams_batch: CpuParams
    cache_ram_mib: int
    warmup: bool
    use_jinja: bool
    verbosity: int

class Server:
    listening_address: str
    def __init__(self, params: CommonParams) -> None: ...
