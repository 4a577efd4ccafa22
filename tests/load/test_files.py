"""Which files make up a document."""

from __future__ import annotations

from pathlib import Path

from tenantry.header import with_header
from tenantry.load.files import gather


def test_what_was_rendered_into_a_folder_is_no_part_of_the_document(tmp_path: Path) -> None:
    (tmp_path / "tenancy.yaml").write_text("fleet: a\nflavors: {}\n")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "queue.yaml").write_text(with_header("kind: ClusterQueue\n", "a"))
    assert [name for name, _ in gather(tmp_path).contents] == [str(tmp_path / "tenancy.yaml")]
