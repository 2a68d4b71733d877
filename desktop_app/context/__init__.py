"""The engine that decides what the model will see: a frozen ``ContextRequest`` in, a frozen ``ContextPlan`` out.

Pure: no input or output, no clock, no Qt. Same request, same plan.
"""
