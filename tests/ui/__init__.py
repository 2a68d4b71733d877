"""Tests of the window, offscreen. ``async def`` tests run on a qasync loop (see ``conftest.py``)."""
