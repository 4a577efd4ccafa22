"""Write what is generated from code: a page for each rule, their index, the document's JSON Schema.

With --check nothing is written, and a file that is missing, out of date or left over makes it exit with 1.
"""

import sys
from pathlib import Path

from tenantry.backends.registry import all_rules
from tenantry.check.doc import doc_of, markdown
from tenantry.emit import to_json
from tenantry.model.schema import tenancy_schema

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "docs" / "rules"
NOTE = "<!-- Made by make docs from the rules' docstrings; edit those. -->\n\n"


def expected() -> dict[Path, str]:
    """Each generated file with what should stand in it."""
    rows = [f"| [{rule.code}]({rule.code}.md) | {rule.slug} | {doc_of(rule).title} |\n" for rule in all_rules()]
    index = f"{NOTE}# Rules\n\n| Code | Name | What is told |\n| --- | --- | --- |\n{''.join(rows)}"
    pages = {PAGES / f"{rule.code}.md": NOTE + markdown(rule) for rule in all_rules()}
    return {**pages, PAGES / "README.md": index, ROOT / "stacks" / "tenancy.schema.json": to_json(tenancy_schema())}


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
