"""Small documents for single facts: the least that is valid, with what a test is about laid over it."""

from __future__ import annotations

from typing import Any

from tenantry.model.document import Tenancy

H100 = {"gpu": {"product": "NVIDIA-H100-80GB-HBM3", "perNode": 8}, "node": {"cpus": 128, "memory": "2Ti"}}
BOTH = {
    "fleet": "demo",
    "slurm": {"release": "24.11"},
    "kueue": {"release": "0.17"},
    "flavors": {"h100": H100},
    "pools": {
        "training": {"flavor": "h100", "hosts": "a[1-6]", "owner": "slurm"},
        "serving": {"flavor": "h100", "hosts": "b[1-2]", "owner": "kueue"},
    },
    "groups": {"lab": {"sharing": "fair"}, "products": {"sharing": "hard"}},
}


def document(**over: Any) -> Tenancy:
    """Two schedulers, 48 GPUs on Slurm and 16 on Kueue; None takes a section out."""
    return Tenancy.model_validate({key: value for key, value in {**BOTH, **over}.items() if value is not None})


def team(quota: Any, **over: Any) -> dict[str, Any]:
    """A document's teams: one, named vision, in the fair group."""
    return {"vision": {"group": "lab", "quota": {"h100": quota}, **over}}
