"""Which nodes get which marks, and that no file of Kueue's objects holds a node."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
import yaml
from hypothesis import given

from tenantry.backends.kueue.nodes import NodeMarks, is_node_name, node_files, node_marks
from tenantry.backends.kueue.render import objects, render
from tenantry.model.document import Tenancy
from tenantry.model.hostlist import HostList
from tenantry.model.scheduler import Owner
from tenantry.resolve.resolve import resolve
from tenantry.resolve.types import Resolved
from tests.backends.kueue.documents import FLEET
from tests.strategies_tenancy import tenancies
from tests.support.documents import resolved_stack, resolved_text

KEY = "tenancy.example.com/owner"
BOTH = f"ownership: {{label: {KEY}, taint: {KEY}}}"
SLURM = """\
slurm: {release: "24.11"}
defaults: {on: kueue}
"""


def fleet(ownership: str, owner: str = "kueue", head: str = "") -> Resolved:
    return resolved_text(f"{head}{FLEET}{ownership}\n".replace('c[1-2]", owner: kueue', f'c[2,1]", owner: {owner}'))


def texts(resolved: Resolved) -> dict[str, str]:
    return {file.path.as_posix(): file.text for file in node_files(resolved)}


@pytest.mark.parametrize("ownership", ["", "ownership: single", "ownership: {existing: {example.com/mine: 'yes'}}"])
def test_nothing_is_written_on_nodes_unless_the_document_names_a_mark_of_its_own(ownership: str) -> None:
    assert node_marks(fleet(ownership)) is None
    assert texts(fleet(ownership)) == {}


def test_every_host_has_its_owner_once_in_natural_order() -> None:
    marks = node_marks(fleet(BOTH, owner="slurm", head=SLURM))
    hosts = {Owner.KUEUE: HostList.parse("g[01-10]"), Owner.SLURM: HostList.parse("c[1-2]")}
    assert marks == NodeMarks(KEY, KEY, hosts)
    assert list(marks.owners[Owner.SLURM]) == ["c1", "c2"]


def test_hosts_that_no_node_can_be_called_are_left_out_where_slurm_has_them() -> None:
    text = f"{SLURM}{FLEET}{BOTH}\n".replace('c[1-2]", owner: kueue', 'Rack_1,c1", owner: slurm')
    marks = node_marks(resolved_text(text))
    assert marks is not None
    assert list(marks.owners[Owner.SLURM]) == ["c1"]
    assert not is_node_name("a" * 254)


def test_patches_hold_the_label_alone_of_kueues_nodes_alone() -> None:
    made = texts(fleet(BOTH, owner="none"))
    assert list(made) == ["nodes/mark.sh", "nodes/nodes.yaml"]
    patches = list(yaml.safe_load_all(made["nodes/nodes.yaml"]))
    assert [patch["metadata"]["name"] for patch in patches] == [f"g{at:02}" for at in range(1, 11)]
    assert {"spec", "status"}.isdisjoint(key for patch in patches for key in patch)
    assert all(patch["metadata"]["labels"] == {KEY: "kueue"} for patch in patches)
    assert f"{KEY}=none:NoSchedule" in made["nodes/mark.sh"]


def test_a_taint_alone_needs_no_patch() -> None:
    made = texts(fleet(f"ownership: {{taint: {KEY}}}"))
    assert list(made) == ["nodes/mark.sh"]
    assert f'kubectl taint nodes --overwrite "$@" {KEY}=kueue:NoSchedule\n' in made["nodes/mark.sh"]
    assert "apply --server-side" not in made["nodes/mark.sh"]


def test_a_label_alone_puts_no_taint() -> None:
    made = texts(fleet(f"ownership: {{label: {KEY}}}", owner="none"))
    assert "taint nodes" not in made["nodes/mark.sh"]
    assert made["nodes/mark.sh"].count("apply --server-side") == 2


@pytest.mark.parametrize("ownership", [BOTH, f"ownership: {{taint: {KEY}}}", f"ownership: {{label: {KEY}}}"])
def test_the_script_is_one_for_a_plain_shell(ownership: str, tmp_path: Path) -> None:
    script = tmp_path / "mark.sh"
    script.write_text(texts(fleet(ownership, owner="none"))["nodes/mark.sh"])
    done = subprocess.run(["sh", "-n", str(script)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@given(tenancies)
def test_a_taint_comes_with_tolerations_and_no_object_is_a_node(tenancy: Tenancy) -> None:
    resolved = resolve(tenancy)
    marks = node_marks(resolved)
    things = [placed.object for placed in objects(resolved)]
    assert "Node" not in {thing["kind"] for thing in things}
    for thing in (it for it in things if it["kind"] == "ResourceFlavor" and marks is not None):
        assert marks is not None
        tolerated = [(it["key"], it["value"], it["effect"]) for it in thing["spec"].get("tolerations", [])]
        assert tolerated == ([(marks.taint, "kueue", "NoSchedule")] if marks.taint else [])
        assert marks.label is None or thing["spec"]["nodeLabels"][marks.label] == "kueue"


def test_the_large_example_is_one_folder_that_nobody_applies_by_accident() -> None:
    files = {file.path.as_posix(): file.text for file in render(resolved_stack("lab"))}
    assert [path for path, text in files.items() if "\nkind: Node\n" in text] == ["nodes/nodes.yaml"]
    assert files["nodes/nodes.yaml"].count("kind: Node\n") == 50
