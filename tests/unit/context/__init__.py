"""Tests of the engine: what each stage does, and the laws that hold for any request."""
