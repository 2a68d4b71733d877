"""The window: Qt widgets and presenters over the services. The only package that may import PySide6 and qasync."""
