"""A site's own templates, laid over ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from tenantry.finding import Finding
from tenantry.load.source import load
from tenantry.pipeline import examined, rendered

DOCUMENT = """\
fleet: demo
slurm: {release: "24.11", templates: TEMPLATES}
flavors:
  h100: {gpu: {product: NVIDIA-H100-80GB-HBM3, perNode: 8}, node: {cpus: 128, memory: 2000Gi}}
pools:
  p: {flavor: h100, hosts: "n[1-4]", owner: slurm}
teams:
  t: {quota: {h100: 8}, users: [ada]}
"""


def site(folder: Path, *, named: str = "own", **templates: str | bytes) -> Path:
    """A document with templates beside it; each name is that of a file without its extensions."""
    (folder / "own/slurm").mkdir(parents=True)
    for name, text in templates.items():
        file = folder / f"own/slurm/{name}.conf.j2"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
    document = folder / "tenancy.yaml"
    document.write_text(DOCUMENT.replace("TEMPLATES", named))
    return document


def files(document: Path) -> dict[str, str]:
    it = examined(load(document))
    assert it.valid, it.findings
    assert it.resolved is not None
    return {file.path.name: file.text for file in rendered(it.resolved)}


def told(document: Path) -> list[Finding]:
    return [it for it in examined(load(document)).findings if it.code == "SLM103"]


def test_a_template_takes_the_place_of_ours(tmp_path: Path) -> None:
    changed = files(site(tmp_path, cgroup="# ours\nConstrainDevices={{ fences.ConstrainDevices }}\n"))
    (tmp_path / "tenancy.yaml").write_text(DOCUMENT.replace(", templates: TEMPLATES", ""))
    plain = files(tmp_path / "tenancy.yaml")
    assert changed["cgroup.conf"].endswith("\n# ours\nConstrainDevices=yes\n")
    assert {name for name in plain if plain[name] != changed[name]} == {"cgroup.conf"}


def test_the_folder_counts_from_the_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = site(tmp_path / "fleet", gres="# {{ lines | length }}\n")
    absolute = files(document)
    monkeypatch.chdir(tmp_path)
    assert files(Path("fleet/tenancy.yaml")) == files(Path("fleet")) == absolute
    assert absolute["gres.conf"].endswith("\n# 1\n")


def test_parts_of_a_sites_own_and_of_ours(tmp_path: Path) -> None:
    text = '{% include "slurm/site.conf.j2" %}\n{% include "slurm/policy.conf.j2" %}'
    changed = files(site(tmp_path, slurm=text, site="ClusterName={{ cluster.ClusterName }}\n"))["slurm.conf"]
    assert "\nClusterName=demo\n" in changed
    assert "\nPartitionName=h100 " in changed


@pytest.mark.parametrize(
    ("template", "line", "message"),
    [
        ("\n{{ nothing }}", 2, "'nothing' is undefined"),
        ("{% if %}", 1, "Expected an expression"),
        ("{% for line in lines %}\n{{ 1 + line }}\n{% endfor %}", 2, "unsupported operand"),
        ("{{ 1 // 0 }}", 1, "division"),
        ("\n\n{{ lines | nothing }}", 3, "No filter named 'nothing'"),
        ('\n{% include "slurm/nothing.j2" %}', 2, "there is no template 'slurm/nothing.j2'"),
        ('{% include "slurm/gres.conf.j2" %}', 1, "it includes itself"),
        ('{% include "../../tenancy.yaml" %}', 1, "there is no template '../../tenancy.yaml'"),
        ("{{ lines.__class__ }}", 1, "unsafe"),
        ("{{ lines.append({}) }}", 1, "unsafe"),
        (b"\xff\xfe", 1, "it is not UTF-8 text"),
    ],
)
def test_of_a_template_that_cannot_be_filled_in_the_line_is_told(
    tmp_path: Path, template: str | bytes, line: int, message: str
) -> None:
    (found,) = told(site(tmp_path, gres=template))
    assert str(found.location) == f"{tmp_path}/tenancy.yaml:2:38"
    assert found.message.startswith("the template of gres.conf cannot be filled in: ")
    assert message in found.message
    assert [str(it.location) for it in found.related] == [f"{tmp_path}/own/slurm/gres.conf.j2:{line}:1"]


def test_a_folder_without_effect(tmp_path: Path) -> None:
    (found,) = told(site(tmp_path, named="nowhere"))
    assert found.message == f"there is no folder {tmp_path}/nowhere"
    (found,) = told(site(tmp_path / "other", sulrm="text"))
    assert "holds no template" in found.message
    assert "slurm/gres.conf.j2" in found.help
