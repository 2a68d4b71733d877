"""The chat view: messages of one chat as rows, streamed, selectable, editable in place."""
