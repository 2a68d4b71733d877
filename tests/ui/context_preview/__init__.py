"""Tests of the dock that shows what the model will see."""
