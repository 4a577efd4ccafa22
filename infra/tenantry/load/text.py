"""Bytes to text: UTF-8 without anything invisible that changes what a reader sees."""

from __future__ import annotations

import codecs
import re

from tenantry.finding import Finding, Location
from tenantry.load.codes import NOT_TEXT, TOO_BIG

MOST_BYTES = 16 * 1024 * 1024
"""The largest file that is read; a document of 20,000 teams is about a tenth of it."""

# Line breaks of YAML 1.1 alone (U+0085, U+2028, U+2029) would make our line numbers differ from an editor's;
# U+202A-202E and U+2066-2069 reorder the text around them ("Trojan Source", CVE-2021-42574).
_REFUSED = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]|\r(?!\n)"
)
_OTHER_BOMS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}


class TextError(Exception):
    """Bytes that cannot be read as text; ``finding`` says where and why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.text)
        self.finding = finding


def decode(data: bytes, file: str) -> str:
    """The text of a file, without a byte order mark; CRLF stays as it is. Raises TextError."""
    if len(data) > MOST_BYTES:
        message = f"the file has more than {MOST_BYTES // 1024 // 1024} MiB"
        raise TextError(TOO_BIG.finding(message, "split the document into a folder of files", Location(file, 1, 1)))
    for bom, encoding in _OTHER_BOMS.items():
        if data.startswith(bom):
            message = f"the file is {encoding}, not UTF-8"
            raise TextError(NOT_TEXT.finding(message, "save it as UTF-8", Location(file, 1, 1)))
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", errors="replace")
        message = f"the byte 0x{data[error.start]:02x} is not UTF-8"
        raise TextError(NOT_TEXT.finding(message, "save the file as UTF-8", _after(before, file))) from None
    match = _REFUSED.search(text)
    if match:
        message = f"the character {_name(match.group())} is not allowed"
        raise TextError(NOT_TEXT.finding(message, "delete it", _after(text[: match.start()], file)))
    return text


def _name(char: str) -> str:
    names = {"\x00": "NUL", "\x1b": "ESC", "\r": "carriage return (without a line feed)", "\ufeff": "byte order mark"}
    return names.get(char, f"U+{ord(char):04X}")


def _after(before: str, file: str) -> Location:
    return Location(file, before.count("\n") + 1, len(before) - before.rfind("\n"))
