"""The use cases. Async, know only the ports of ``domain`` and the engine of ``context``; every change goes through here."""
