"""Which resources Slurm tracks.

Source: src/common/slurmdb_defs.c; slurm.conf(5), AccountingStorageTRES.
"""

from __future__ import annotations

from typing import Final

from tenantry.backends.slurm.stage import Files

ALWAYS: Final = frozenset({"cpu", "mem", "energy", "node", "billing", "fs/disk", "vmem", "pages"})
"""Tracked whatever AccountingStorageTRES says."""
WITH_GPU: Final = frozenset({"gres/gpumem", "gres/gpuutil"})
"""Tracked from 24.11 on where gres/gpu is."""
TYPES: Final = ("billing", "bb/", "cpu", "energy", "fs/", "gres/", "ic/", "license/", "mem", "node", "pages", "vmem")
"""Kinds of resources; behind those with a slash a name has to stand."""


def tracked(files: Files) -> frozenset[str]:
    """What a site tracks, in lower case; with gres/gpu come two of their own from 24.11 on."""
    listed = set(files.words("AccountingStorageTRES"))
    return frozenset(ALWAYS | listed | (WITH_GPU if "gres/gpu" in listed else set()))


def is_type(name: str) -> bool:
    """Whether a name is that of a resource, in any case."""
    low = name.lower()
    return any(low.startswith(it) and len(low) > len(it) if it.endswith("/") else low == it for it in TYPES)
