"""Adapters to models: dialects of model servers, the built-in model, token counters. They see ``domain``, ``language`` and ``assets`` only."""
