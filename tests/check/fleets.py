"""Small fleets that the tests of rules vary."""

from __future__ import annotations

from collections.abc import Mapping

from tenantry.emit import to_yaml
from tenantry.finding import path_text
from tenantry.load.source import load_text
from tenantry.pipeline import examined

Document = dict[str, object]

GPU = {"product": "NVIDIA-H100", "perNode": 8}
NODE = {"cpus": 64, "memory": "1Ti"}
SLURM, KUEUE = {"release": "24.11"}, {"release": "0.17"}
FAIR = {"lab": {"sharing": "fair"}}
BOTH: Document = {"slurm": SLURM, "kueue": KUEUE, "ownership": {"label": "example.com/owner"}}
TWO_POOLS: Document = {
    "p": {"flavor": "h100", "hosts": "a[1-2]", "owner": "slurm"},
    "k": {"flavor": "h100", "hosts": "b[1-2]", "owner": "kueue"},
}


def document_of(**sections: object) -> Document:
    targets = {} if "kueue" in sections else {"slurm": SLURM}
    return {"fleet": "demo", **targets, "flavors": {"h100": {"gpu": GPU, "node": NODE}}, **sections}


def told_of(document: Mapping[str, object], code: str) -> list[str]:
    findings = examined(load_text(to_yaml(document), "tenancy.yaml")).findings
    return [path_text(it.path) for it in findings if it.code == code]
