"""Pictures in messages: making them small, the strip in the composer, the places in a row, and the viewer."""
