"""The memory library, usable without the window and without the rest of the program; each part alone.

The store answers *where is the fact?*
Compression answers *how does the history fit?*
The cache answers *how is nothing embedded twice?*

Which store when: ``InMemStore`` in tests and for what need not last; ``SqliteStore(path)`` in production without services, one
file, which several processes may share; in asyncio ``as_async(store)`` or ``AsyncInMemStore()``, so that the loop goes on
while much is searched. All answer the same.

Two documents with a topic, and a query with a filter (three numbers stand for what an embedder makes of a text):

>>> from desktop_app.retrieval import InMemStore, SqliteStore
>>> store = InMemStore()
>>> store.add("fluff", ["Fluff is a cat.", "She hates fish."], [[0.9, 0.1, 0.0], [0.7, 0.7, 0.0]], {"topic": "cats"})
>>> store.add("rex", ["Rex is a dog."], [[0.8, 0.0, 0.6]], {"topic": "dogs"})
>>> for hit in store.query([1.0, 0.0, 0.0], top_k=2, where={"topic": "cats"}):
...     print(hit["document"], round(hit["score"], 2), hit["metadata"]["doc_id"], hit["metadata"]["chunk_index"])
Fluff is a cat. 0.99 fluff 0
She hates fish. 0.71 fluff 1
>>> store.query([1.0, 0.0, 0.0], where={"topic": {"$in": ["dogs", "birds"]}}, score_threshold=0.75)[0]["document"]
'Rex is a dog.'

The same in a file, after a restart:

>>> import pathlib, tempfile
>>> folder = tempfile.TemporaryDirectory()
>>> path = pathlib.Path(folder.name) / "memory.db"
>>> with SqliteStore(path) as store:
...     store.add("rex", ["Rex is a dog."], [[0.8, 0.0, 0.6]], {"topic": "dogs"})
>>> with SqliteStore(path) as store:
...     store.query([1.0, 0.0, 0.0])[0]["document"], store.count()
('Rex is a dog.', 1)

Ten messages of a chat become blocks that are found as anything else is. An *llm* is anything with ``async chat`` and
``async embed``; this strategy never calls the first:

>>> import asyncio
>>> from desktop_app.retrieval import Pipeline, Session
>>> class Llm:
...     async def chat(self, messages, model="", **options):
...         return "…"
...     async def embed(self, texts, model=""):
...         return [[float(len(text)), 1.0, float(text.count("tea"))] for text in texts]
>>> messages = [{"role": "user", "content": f"Message {n}: I like tea."} for n in range(10)]
>>> with SqliteStore(path.with_name("chat.db")) as store:
...     pipeline = Pipeline(store, Llm(), compress_every_n=10)
...     print(pipeline.should_compress(9, "c1"), pipeline.should_compress(10, "c1"))
...     blocks = asyncio.run(pipeline.compress_and_store(Session("c1", messages)))
...     print([block.metadata["turn_range"] for block in blocks], pipeline.should_compress(19, "c1"))
False True
['0-2', '3-9'] False
>>> with SqliteStore(path.with_name("chat.db")) as store:  # tomorrow
...     pipeline = Pipeline(store, Llm(), compress_every_n=10)
...     print(pipeline.should_compress(19, "c1"), pipeline.should_compress(20, "c1"))
...     hits = store.query([1.0, 0.0, 0.0], where={"doc_id": "session_c1"})
...     sorted(hit["metadata"]["turn_range"] for hit in hits)
False True
['0-2', '3-9']
>>> folder.cleanup()

Nothing is embedded twice:

>>> from desktop_app.retrieval import EmbeddingCache, cache_key
>>> cache = EmbeddingCache(capacity=1_000)
>>> cache.get(cache_key("usem3/512", "Rex is a dog."))
>>> cache.put(cache_key("usem3/512", "Rex is a dog."), [[0.8, 0.0, 0.6]])
>>> cache.get(cache_key("usem3/512", "Rex is a dog."))
[[0.8, 0.0, 0.6]]
"""

import os

# Before numpy is imported: with two threads of BLAS on a busy machine a search takes ten times as long (lab.md). Who chose
# otherwise, or imported numpy before, keeps what he has.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from desktop_app.retrieval.async_stores import AsyncInMemStore, AsyncStoreProtocol, AsyncStoreWrapper, as_async
from desktop_app.retrieval.chunks import Passage, passages
from desktop_app.retrieval.compression import Pipeline
from desktop_app.retrieval.context_builder import ContextBuilder, ContextInput
from desktop_app.retrieval.embedders import BuiltInEmbedder, Embedder, TextKind
from desktop_app.retrieval.embedding_cache import CachedLlm, EmbeddingCache, cache_key
from desktop_app.retrieval.heuristic import HeuristicStrategy
from desktop_app.retrieval.in_mem_store import InMemStore
from desktop_app.retrieval.llm_summary import LLMSummaryStrategy
from desktop_app.retrieval.ranker import FusedRanker
from desktop_app.retrieval.recall import Recall, Way, open_recall
from desktop_app.retrieval.session import CompressedBlock, CompressionStrategy, Llm, Session
from desktop_app.retrieval.sqlite_store import SqliteStore
from desktop_app.retrieval.store import GrowingStore, StoreProtocol

__all__ = [
    "AsyncInMemStore",
    "AsyncStoreProtocol",
    "AsyncStoreWrapper",
    "BuiltInEmbedder",
    "CachedLlm",
    "CompressedBlock",
    "CompressionStrategy",
    "ContextBuilder",
    "ContextInput",
    "Embedder",
    "EmbeddingCache",
    "FusedRanker",
    "GrowingStore",
    "HeuristicStrategy",
    "InMemStore",
    "LLMSummaryStrategy",
    "Llm",
    "Passage",
    "Pipeline",
    "Recall",
    "Session",
    "SqliteStore",
    "StoreProtocol",
    "TextKind",
    "Way",
    "as_async",
    "cache_key",
    "open_recall",
    "passages",
]
