"""How much a file may hold before it is refused. For every reader of ``interchange``; the figures are of the reliability page.

Sizes in bytes. A reader counts while it inflates: what a file says of its own size is never believed.
"""

from __future__ import annotations

MB = 1 << 20

# A file as a whole. Exports of whole accounts are the largest that people have.
MAX_FILE = 512 * MB
# A picture with a card in it, and the text of the card once it is inflated and decoded.
MAX_PICTURE = 128 * MB
MAX_CARD_TEXT = 32 * MB
# What a card's files take in a picture that we write (as Base64), beside the picture and the texts.
MAX_FILES_IN_PNG = 88 * MB
# The portrait once more as the main icon; a larger one is the picture alone.
MAX_ICON_IN_PNG = 8 * MB
MAX_JSON = 256 * MB

MAX_CHUNKS = 20_000
MAX_SIDE = 16_384
MAX_PIXELS = 64_000_000

MAX_MEMBERS = 2_000
MAX_MEMBER = 50 * MB
MAX_ARCHIVE = 200 * MB
# Inflated to packed, once so much has come that the ratio says something.
MAX_RATIO = 200
RATIO_COUNTS_FROM = 4 * MB

# Python's own parser ends at about a thousand levels.
MAX_DEPTH = 400
# Beyond it a number of 64 bits is not exact in most programs; what JSON cannot hold at all is refused with the whole file.
MAX_INTEGER = 2**53
MAX_DIGITS = 309

MAX_NOTES = 500
MAX_NAME = 200

MAX_YAML = 1 * MB
MAX_YAML_NODES = 20_000
MAX_YAML_DEPTH = 64

MAX_LINE = 64 * MB
