"""Folders of manifests: what is read of them, and what is only told to be there."""

from __future__ import annotations

from pathlib import Path

from tenantry.backends.kueue.parse.kinds import ResourceFlavor
from tenantry.backends.kueue.parse.read import read_paths

FLAVOR = "apiVersion: kueue.x-k8s.io/v1beta2\nkind: ResourceFlavor\nmetadata: {name: h100}\n"


def test_links_within_the_folder_are_read(tmp_path: Path) -> None:
    (tmp_path / "..data").mkdir()
    (tmp_path / "..data" / "kept").write_text(FLAVOR)
    (tmp_path / "flavor.yaml").symlink_to("..data/kept")
    found = read_paths([tmp_path])
    assert [it.name for it in found.of(ResourceFlavor)] == ["h100"]
    assert found.findings == ()


def test_links_out_of_the_folder_are_told_and_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(f"{FLAVOR}spec: [hunter2\n")
    folder = tmp_path / "manifests"
    folder.mkdir()
    (folder / "b.yaml").symlink_to("../secret")
    (folder / "c.yaml").symlink_to("nowhere")
    found = read_paths([folder])
    assert [(it.code, it.message, Path(it.location.file).name) for it in found.findings if it.location] == [
        ("KUF001", "a link out of the folder, or to nothing", "b.yaml"),
        ("KUF001", "a link out of the folder, or to nothing", "c.yaml"),
    ]
    assert not found.whole
    assert found.manifests == ()
