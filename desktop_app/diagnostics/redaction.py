"""Takes secrets out of text before it is logged or shown. A key must never reach a file (reliability page, S3)."""

from __future__ import annotations

import re

HIDDEN = "[hidden]"

# Keys of the known makers, bearer tokens, `key=` in addresses and headers, and long runs that look like a secret.
_SECRETS = re.compile(
    r"""
    (?P<before>
        (?:authorization|proxy-authorization|x-api-key|api[-_ ]?key|access[-_]token|[?&](?:key|token)) ["']? \s* [:=] \s* ["']? (?:bearer\s+)?
      | bearer \s+
      | ://[^/\s:@]*:(?=[^/\s@]+@)
    )
    [^\s"'&,;@)\]}]+
  | \b(?:sk|pk|rk|key|gsk|xai|hf|or)[-_][A-Za-z0-9][A-Za-z0-9_-]{6,}
  | (?<![A-Za-z0-9+/_-])(?=[A-Za-z0-9+/_-]*[0-9])(?=[A-Za-z0-9+/_-]*[A-Z])(?=[A-Za-z0-9+/_-]*[a-z])[A-Za-z0-9+_-]{32,}={0,2}
    """,
    re.IGNORECASE | re.VERBOSE,
)


def redact(text: str) -> str:
    """``text`` with everything that looks like a secret replaced by ``[hidden]``."""
    return _SECRETS.sub(lambda match: (match.group("before") or "") + HIDDEN, text)
