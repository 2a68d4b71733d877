"""Takes secrets out of text before it is logged or shown. A key must never reach a file (reliability page, S3)."""

from __future__ import annotations

import re

HIDDEN = "[hidden]"

# In turn: what names itself a key (headers, addresses, bearer tokens, passwords in addresses); the prefixes of the known
# makers, Google, Amazon and web tokens; and whatever is long and mixed as only secrets are. Words joined by hyphens or
# underscores, paths, ULIDs and UUIDs have no long mixed piece and stay readable.
_SECRETS = re.compile(
    r"""
    (?P<before>
        (?i:authorization|proxy-authorization|x-api-key|api[-_ ]?key|access[-_]token|[?&](?:key|token)) ["']? \s* [:=] \s* ["']? (?i:bearer\s+)?
      | (?i:bearer) \s+ (?=\S{8})
      | ://[^/\s:@]*:(?=[^/\s@]+@)
    )
    [^\s"'&,;@)\]}]+
  | (?<![A-Za-z0-9_-])(?:sk|pk|rk|gsk|csk|xai|hf|fw|r8|tgp|pplx|nvapi|gh[opsu])[-_](?=[A-Za-z0-9_-]*(?:[0-9]|[a-z][A-Z]))[A-Za-z0-9][A-Za-z0-9_-]{6,}
  | \bAIza[A-Za-z0-9_-]{16,}
  | \bAKIA[A-Z0-9]{12,}
  | (?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]+){1,2}
  | (?<![A-Za-z0-9+_-])
    (?=[A-Za-z0-9+_-]*?(?<![A-Za-z0-9+])(?=[A-Za-z+]*[0-9])(?=[0-9+]*[A-Za-z])[A-Za-z0-9+]{16})
    [A-Za-z0-9+_-]{32,}={0,2}
    """,
    re.VERBOSE,
)


def redact(text: str) -> str:
    """``text`` with everything that looks like a secret replaced by ``[hidden]``."""
    return _SECRETS.sub(lambda match: (match.group("before") or "") + HIDDEN, text)
