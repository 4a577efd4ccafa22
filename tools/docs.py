"""Write what is generated from code: a page for each rule, their index, the document's JSON Schema.

With --check nothing is written, and a file that is missing, out of date or left over makes it exit with 1.
"""

import sys
from pathlib import Path

from tenantry.emit import to_json
from tenantry.model.schema import tenancy_schema
from tenantry.report.page import pages

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "docs" / "rules"
NOTE = "<!-- Made by make docs from the rules' docstrings, tables of codes and policies/; edit those. -->\n\n"


def expected() -> dict[Path, str]:
    """Each generated file with what should stand in it."""
    files = {code: f"{code.replace(':', '-')}.md" for code in pages()}
    rows = [f"| [{it.code}]({files[it.code]}) | {it.name} | {it.title} |\n" for it in pages().values()]
    index = f"{NOTE}# Rules\n\n| Code | Name | What is told |\n| --- | --- | --- |\n{''.join(rows)}"
    told = {PAGES / files[it.code]: NOTE + it.text for it in pages().values()}
    return {**told, PAGES / "README.md": index, ROOT / "stacks" / "tenancy.schema.json": to_json(tenancy_schema())}


def main(arguments: list[str]) -> int:
    wanted = expected()
    stale = [path for path, text in wanted.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    left_over = sorted(set(PAGES.glob("*.md")) - set(wanted))
    if arguments == ["--check"]:
        for path in stale + left_over:
            sys.stderr.write(f"{path.relative_to(ROOT)} is not what make docs writes\n")
        return 1 if stale or left_over else 0
    PAGES.mkdir(parents=True, exist_ok=True)
    for path in stale:
        path.write_text(wanted[path], encoding="utf-8")
    for path in left_over:
        path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
