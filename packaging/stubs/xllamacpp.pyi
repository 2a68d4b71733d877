# The part of xllamacpp that desktop_app/providers/builtin_child.py uses.

from enum import Enum

class llama_pooling_type(Enum):
    LLAMA_POOLING_TYPE_UNSPECIFIED = -1
    LLAMA_POOLING_TYPE_NONE = 0
    LLAMA_POOLING_TYPE_MEAN = 1
    LLAMA_POOLING_TYPE_CLS = 2
    LLAMA_POOLING_TYPE_LAST = 3
    LLAMA_POOLING_TYPE_RANK = 4

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
    embedding: bool
    pooling_type: llama_pooling_type

class Server:
    listening_address: str
    def __init__(self, params: CommonParams) -> None: ...
