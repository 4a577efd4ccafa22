"""Every example stack as every back end renders it: the whole tree, no file missing and none too many."""

from __future__ import annotations

from pathlib import Path

import pytest

from tenantry.pipeline import examine, rendered
from tests.support.golden import Golden
from tests.support.real import ROOT

HERE = Path(__file__).parent
EXAMPLES = sorted(path.name for path in (ROOT / "stacks").iterdir() if path.is_dir())


@pytest.mark.parametrize("example", EXAMPLES)
def test_example(example: str, golden: Golden) -> None:
    examined = examine(str(ROOT / "stacks" / example))
    assert examined.valid, [finding.text for finding in examined.findings]
    assert examined.resolved is not None
    files = rendered(examined.resolved)
    made = {file.path.as_posix(): file.text for file in files}
    assert len(made) == len(files)
    golden.tree(HERE / example, made)


def test_no_tree_without_its_example() -> None:
    assert sorted(path.name for path in HERE.iterdir() if path.is_dir() and path.name != "__pycache__") == EXAMPLES
