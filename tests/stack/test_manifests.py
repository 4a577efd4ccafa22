"""`pulumi up` on the embedded target, through the real CLI."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tenantry.pipeline import rendered
from tests.stack.project import Project
from tests.support.documents import ROOT, resolved_stack

pytestmark = pytest.mark.pulumi


@pytest.fixture
def project(tmp_path: Path) -> Callable[[str], Project]:
    return lambda stack: Project.make(tmp_path, stack)


def expected(stack: str) -> dict[str, str]:
    return {file.path.as_posix(): file.text for file in rendered(resolved_stack(stack))}


def test_up_writes_what_is_rendered_and_up_again_changes_nothing(project: Callable[[str], Project]) -> None:
    lab = project("lab")
    lab.up()
    assert lab.files() == expected("lab")
    # The command line takes the stack that Pulumi works on.
    told = subprocess.run(
        [ROOT / ".venv" / "bin" / "tenantry", "explain", "vision"],
        cwd=lab.folder,
        env=lab.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.stdout.startswith("team vision: "), told.stderr
    assert lab.pulumi("up", "--yes", "--expect-no-changes").code == 0
    assert lab.pulumi("preview", "--refresh", "--expect-no-changes").code == 0


def test_what_changed_behind_its_back_is_seen_by_refresh_and_put_right_by_up(project: Callable[[str], Project]) -> None:
    small = project("small")
    small.up()
    flavor = small.applied / "kueue" / "resourceflavor-h100.yaml"
    queue = small.applied / "kueue" / "teams" / "vision" / "clusterqueue-vision.yaml"
    flavor.unlink()
    queue.write_text(queue.read_text() + "# by hand\n")
    assert small.pulumi("preview", "--refresh", "--expect-no-changes").code != 0
    refreshed = small.pulumi("refresh", "--yes")
    assert refreshed.code == 0, refreshed.text
    assert "- 1 deleted" in refreshed.text
    assert "~ 1 updated" in refreshed.text
    small.up()
    assert small.files() == expected("small")


def test_a_change_touches_only_the_files_whose_meaning_changes(project: Callable[[str], Project]) -> None:
    small = project("small")
    small.up()
    before = small.files()
    small.replace("tenancy.yaml", "borrow: 16", "borrow: 12")
    preview = small.pulumi("preview", "--diff")
    assert preview.code == 0
    assert "~ 1 to update" in preview.text
    assert small.files() == before
    small.up()
    changed = {name for name, text in small.files().items() if before.get(name) != text}
    assert changed == {"kueue/teams/speech/clusterqueue-speech.yaml"}


def test_a_document_with_errors_fails_the_preview_and_registers_nothing(project: Callable[[str], Project]) -> None:
    small = project("small")
    small.replace("tenancy.yaml", "lend: 8", "lend: 80")
    told = subprocess.run(
        [ROOT / ".venv" / "bin" / "tenantry", "check", "stacks/small"],
        cwd=small.folder,
        capture_output=True,
        text=True,
        check=False,
    )
    errors = [told_line for told_line in told.stdout.splitlines() if " QTA106 " in told_line]
    assert len(errors) == 1
    for command in (("preview",), ("up", "--yes")):
        answer = small.pulumi(*command)
        assert answer.code != 0
        assert errors[0] in answer.text
        assert "Traceback" not in answer.text
    assert not small.applied.exists()
    assert "dynamic/tenantry:File" not in small.pulumi("stack").text


def test_a_file_that_somebody_else_wrote_is_not_overwritten(project: Callable[[str], Project]) -> None:
    small = project("small")
    foreign = small.applied / "kueue" / "resourceflavor-h100.yaml"
    foreign.parent.mkdir(parents=True)
    foreign.write_text("kind: ResourceFlavor\n")
    answer = small.pulumi("up", "--yes")
    assert answer.code != 0
    assert "was not written by tenantry" in answer.text
    assert foreign.read_text() == "kind: ResourceFlavor\n"
    foreign.unlink()
    small.up()
    assert small.files() == expected("small")


def test_a_file_that_somebody_edited_is_not_deleted_unseen(project: Callable[[str], Project]) -> None:
    small = project("small")
    small.up()
    flavor = small.applied / "kueue" / "resourceflavor-h100.yaml"
    flavor.write_text("by hand\n")
    refused = small.pulumi("destroy", "--yes")
    assert refused.code != 0
    assert "was edited since it was applied" in refused.text
    assert flavor.read_text() == "by hand\n"
    refreshed = small.pulumi("destroy", "--yes", "--refresh")
    assert refreshed.code == 0, refreshed.text
    assert not small.applied.exists()


def test_an_up_that_was_killed_is_finished_by_the_next(project: Callable[[str], Project]) -> None:
    lab = project("lab")
    lab.up_killed()
    assert lab.pulumi("cancel", "--yes").code == 0
    lab.up()
    assert lab.files() == expected("lab")
    assert lab.pulumi("up", "--yes", "--expect-no-changes").code == 0


def test_a_missing_document_is_told_in_one_line(project: Callable[[str], Project]) -> None:
    small = project("small")
    assert small.pulumi("config", "set", "document", "stacks/smal").code == 0
    answer = small.pulumi("preview")
    assert answer.code != 0
    assert "tenantry:document of stack small: there is no document 'stacks/smal'" in answer.text
    assert "Traceback" not in answer.text


def test_destroy_removes_what_up_wrote(project: Callable[[str], Project]) -> None:
    small = project("small")
    small.up()
    destroyed = small.pulumi("destroy", "--yes")
    assert destroyed.code == 0, destroyed.text
    assert not small.applied.exists()
