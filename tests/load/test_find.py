from __future__ import annotations

from pathlib import Path

import pytest

from tenantry.load.find import Unreadable, find


def _touch(root: Path, *names: str) -> Path:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()
    return root


def test_a_path_wins_over_a_stack_of_the_same_name(tmp_path: Path) -> None:
    root = _touch(tmp_path, "stacks/lab/tenancy.yaml", "lab/tenancy.yaml")
    assert find("lab", root) == root / "lab"
    assert find("stacks/lab", root) == root / "stacks/lab"


def test_a_stack_by_name(tmp_path: Path) -> None:
    root = _touch(tmp_path, "stacks/lab/a.yaml", "stacks/small.yaml")
    assert find("lab", root) == root / "stacks/lab"
    assert find("small", root) == root / "stacks/small.yaml"


def test_standard_input() -> None:
    assert find("-") == Path("-")


def test_a_relative_path_stays_as_it_was_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(_touch(tmp_path, "stacks/lab/a.yaml"))
    assert str(find("lab")) == "stacks/lab"
    assert str(find("stacks/lab/a.yaml")) == "stacks/lab/a.yaml"


def test_without_a_name_the_file_in_the_working_folder(tmp_path: Path) -> None:
    root = _touch(tmp_path, "tenancy.yaml", "stacks/a/x.yaml", "other.yaml")
    assert find(None, root) == root / "tenancy.yaml"


def test_without_a_name_the_only_stack(tmp_path: Path) -> None:
    root = _touch(
        tmp_path, "stacks/a/x.yaml", "stacks/Pulumi.a.yaml", "stacks/tenancy.schema.json", "stacks/rendered/a.yaml"
    )
    assert find(None, root) == root / "stacks/a"


def test_without_a_name_the_folder_itself(tmp_path: Path) -> None:
    root = _touch(tmp_path, "fleet.yaml", "teams/vision.yaml")
    (root / "fleet.yaml").write_text("# ours\nfleet: lab\n")
    assert find(None, root) == root


def test_other_yaml_in_the_working_folder_is_no_document(tmp_path: Path) -> None:
    root = _touch(tmp_path, "deployment.yaml")
    (root / "deployment.yaml").write_text("kind: Deployment\nspec:\n  fleet: 3\n")
    with pytest.raises(Unreadable, match="there is no document here"):
        find(None, root)


def test_without_a_name_several_stacks_are_listed(tmp_path: Path) -> None:
    root = _touch(tmp_path, "stacks/a/x.yaml", "stacks/b.yaml")
    with pytest.raises(Unreadable, match="name one of a, b"):
        find(None, root)


def test_nothing_there(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="tenantry init"):
        find(None, tmp_path)


def test_an_unknown_name_tells_the_known_ones(tmp_path: Path) -> None:
    root = _touch(tmp_path, "stacks/lab/x.yaml", "stacks/small/x.yaml")
    with pytest.raises(Unreadable, match=r"no document 'lba'; there are the stacks lab, small"):
        find("lba", root)


def test_a_stack_may_name_its_document(tmp_path: Path) -> None:
    root = _touch(tmp_path, "policies-of-ours/a.yaml", "stacks/prod/a.yaml")
    (root / "stacks" / "Pulumi.prod.yaml").write_text("config:\n  tenantry:document: policies-of-ours\n")
    assert find("prod", root) == root / "policies-of-ours"


def test_without_a_name_the_selected_stack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = _touch(tmp_path, "Pulumi.yaml", "stacks/a/x.yaml", "stacks/b.yaml")
    monkeypatch.setenv("PULUMI_STACK", "organization/tenantry/b")
    assert find(None, root) == root / "stacks/b.yaml"


def test_a_selected_stack_without_a_document_leaves_the_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = _touch(tmp_path, "Pulumi.yaml", "stacks/a/x.yaml", "stacks/b.yaml")
    monkeypatch.setenv("PULUMI_STACK", "c")
    with pytest.raises(Unreadable, match="name one of a, b"):
        find(None, root)


def test_stacks_are_those_of_the_project_around_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = _touch(
        tmp_path, "Pulumi.yaml", "stacks/a/x.yaml", "stacks/b.yaml", "docs/deep/x.md", "stacks/c/tenancy.yaml"
    )
    monkeypatch.setenv("PULUMI_STACK", "b")
    monkeypatch.chdir(root / "docs" / "deep")
    assert (str(find("a")), str(find())) == ("../../stacks/a", "../../stacks/b.yaml")
    with pytest.raises(Unreadable, match="there are the stacks a, b, c"):
        find("d")
    monkeypatch.chdir(root / "stacks" / "c")
    assert str(find()) == "tenancy.yaml"


def test_a_folder_of_the_project_that_is_a_document_is_taken_before_the_selected_stack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = _touch(tmp_path, "Pulumi.yaml", "stacks/a/x.yaml", "stacks/b.yaml")
    (root / "stacks/a/x.yaml").write_text("fleet: a\n")
    monkeypatch.setenv("PULUMI_STACK", "b")
    monkeypatch.chdir(root / "stacks" / "a")
    assert find() == Path()
