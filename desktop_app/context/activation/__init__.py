"""Which entries of lorebooks and memory a turn activates, and why: see ``engine``."""

from desktop_app.context.activation.engine import activate
from desktop_app.context.activation.scan_memory import ScanMemory

__all__ = ["ScanMemory", "activate"]
