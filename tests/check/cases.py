"""Documents for cases of rules: whatever a test leaves out is sound."""

from __future__ import annotations

from collections.abc import Mapping

from tenantry.emit import to_yaml
from tenantry.finding import Severity, path_text
from tenantry.load.source import load_text
from tenantry.pipeline import examined

Document = dict[str, object]

FLAVORS: Document = {
    "h100": {"gpu": {"product": "NVIDIA-H100", "perNode": 8}, "node": {"cpus": 64, "memory": "1Ti"}},
    "epyc": {"node": {"cpus": 64, "memory": "1Ti"}},
}
SLURM, KUEUE = {"release": "24.11"}, {"release": "0.17"}
OWNED = {"label": "example.com/owner"}
FAIR = {"lab": {"sharing": "fair"}}
POOLS = {"p": {"flavor": "h100", "hosts": "n[1-9]", "owner": "kueue"}}


def document_of(**sections: object) -> Document:
    both = "slurm" not in sections and "kueue" not in sections
    targets = {"kueue": KUEUE} if both else {}
    return {"fleet": "demo", **targets, "flavors": FLAVORS, **sections}


def told_of(document: Mapping[str, object], code: str) -> list[str]:
    """The paths that a rule points at; no rule may hide behind another's error."""
    findings = examined(load_text(to_yaml(document), "tenancy.yaml")).findings
    assert [it.text for it in findings if it.code.startswith("DOC")] == []
    assert {it.code for it in findings if it.severity is Severity.ERROR} <= {code}
    return [path_text(it.path) for it in findings if it.code == code]
