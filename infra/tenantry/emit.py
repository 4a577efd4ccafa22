"""YAML and JSON out: the one place that writes them, the same bytes for the same data on every machine.

YAML is block style and safe for both YAML 1.1 and 1.2: a string that any reader could take for a number, a
boolean, a time or a null is quoted, so that ``no``, ``0123``, ``1e3`` and ``12:00:00`` stay text everywhere.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

import yaml

# The Python dumper stands in where PyYAML was built without libyaml; both write the same (tested), but for keys
# of more than 120 characters, which the two break differently.
_BaseDumper: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)

_NEVER_FOLD: Final = 2**31 - 1
_WORDS: Final = frozenset({"", "y", "n", "yes", "no", "on", "off", "true", "false", "null", "inf", "nan"})
# A letter first, or digits and then letters that no number has (4Ti, 500m, 2d12h): never a scalar of another type.
# Everything else is quoted.
_PLAIN: Final = re.compile(
    r"[A-Za-z/_][A-Za-z0-9/_.,:=@%+\[\]() -]*|[0-9]+(?:\.[0-9]+)?[A-Za-z]{0,9}[G-NP-WYZg-np-wyz][A-Za-z]{0,9}"
    r"|(?:[0-9]+[dhm])+"
)
# Lines of text that end in a line feed and in no space: readable as a block, and the same after any editor.
_BLOCK: Final = re.compile(r"[!-~](?:[ -~]*[!-~])?\n(?:(?: *[!-~](?:[ -~]*[!-~])?)?\n)*(?<!\n\n)")
_BREAKS_PLAIN: Final = re.compile(r": |:$| $| -$")
_ESCAPED: Final = re.compile(r"[^\x20-\x7e\xa0-\u2027\u2030-\ud7ff\ue000-\ufdcf\ufdf0-\ufefe\uff00-\uffef]")


def to_yaml(obj: object, *, header: str = "") -> str:
    """One document in block style, keys in the order given, ending in a line feed.

    ``header`` is written above it as comment lines. Takes dict with string keys, list, str, int, bool and None.
    Raises TypeError for anything else, ValueError for a key that is empty or holds control characters.
    """
    _check(obj)
    text: str = yaml.dump(
        obj,
        Dumper=_Dumper,
        default_flow_style=False,
        sort_keys=False,
        allow_unicode=True,
        width=_NEVER_FOLD,
        line_break="\n",
    )
    # A document that is one plain scalar is closed by an end marker, which says nothing.
    return _comment(header) + text.removesuffix("...\n")


def to_json(obj: object) -> str:
    """Indented JSON with sorted keys, text as it is, ending in a line feed; takes what ``to_yaml`` takes."""
    _check(obj)
    return json.dumps(obj, sort_keys=True, indent=2, ensure_ascii=False) + "\n"


class _Dumper(_BaseDumper):  # type: ignore[misc]  # one of two classes of PyYAML
    """PyYAML's safe dumper with our quoting and without anchors."""

    def ignore_aliases(self, _data: object) -> bool:
        return True


def _style(text: str) -> str | None:
    """The quoting of a string: None for none, ``'``, ``"``, or ``|`` for a block."""
    if _BLOCK.fullmatch(text):
        return "|"
    if _ESCAPED.search(text):
        return '"'
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS and not _BREAKS_PLAIN.search(text):
        return None
    return "'" if '"' in text else '"'


def _represent_str(dumper: Any, text: str) -> yaml.ScalarNode:
    node: yaml.ScalarNode = dumper.represent_scalar("tag:yaml.org,2002:str", text, style=_style(text))
    return node


_Dumper.add_representer(str, _represent_str)


def _check(obj: object) -> None:
    kind = type(obj)
    if kind is dict:
        for key, value in obj.items():  # type: ignore[attr-defined]  # the type was looked up
            if type(key) is not str:
                raise TypeError(f"a key is {type(key).__name__}, not a string: {key!r}")
            if not key or _ESCAPED.search(key):
                raise ValueError(f"a key is empty or holds a character that cannot be shown: {key!r}")
            _check(value)
    elif kind is list:
        for item in obj:  # type: ignore[attr-defined]  # the type was looked up
            _check(item)
    elif kind not in (str, int, bool, type(None)):
        raise TypeError(f"cannot write a {kind.__name__}: {obj!r}")


def _comment(header: str) -> str:
    return "".join(f"# {_ESCAPED.sub('?', line)}".rstrip() + "\n" for line in header.splitlines())
