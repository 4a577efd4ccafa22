"""Options that name codes."""

from __future__ import annotations

import click


def prefixes(_ctx: click.Context, _parameter: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Codes, or how they start, of a repeated option; several in one are taken apart at commas.

    Raises click.BadParameter for one that no code starts with: a misspelt choice must not look like a clean document.
    """
    wanted = tuple(prefix.strip() for text in given for prefix in text.split(","))
    if not wanted:
        return ()
    from tenantry.report.page import codes

    known = codes()
    for prefix in wanted:
        if not prefix or not any(code.startswith(prefix) for code in known):
            starts = dict.fromkeys(code[:3] for code in known)
            upper = prefix.upper()
            meant = upper != prefix and any(code.startswith(upper) for code in known)
            hint = f"did you mean {upper}?" if meant else f"codes start with {', '.join(starts)}."
            raise click.BadParameter(f"no code starts with {prefix!r}; {hint}")
    return wanted
