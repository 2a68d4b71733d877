"""The words of the program as frozen values, its errors and its ports. Standard library only; imports nothing above it."""
