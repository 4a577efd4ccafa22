"""Help for a name that does not exist."""

from __future__ import annotations

from collections.abc import Iterable


def suggestion(name: str, known: Iterable[str], section: str) -> str:
    """What would be right instead of ``name``: the closest known name, or all of them where there are few."""
    from difflib import get_close_matches

    names = list(known)
    spelled = {it.lower(): it for it in names}
    if close := get_close_matches(name.lower(), spelled, n=1):
        return f"did you mean '{spelled[close[0]]}'?"
    if not names:
        return f"add it under {section}"
    return f"add it under {section}, or use one of: {', '.join(names[:8])}{', …' if len(names) > 8 else ''}"


def listed(names: Iterable[str], most: int = 5) -> str:
    """``a, b and c``; only the first few of a long list, with the number of the others."""
    items = list(names)
    if len(items) > most:
        items = [*items[: most - 1], f"{len(items) - most + 1} more"]
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
