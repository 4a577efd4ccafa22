"""Hypothesis strategies for the exact value types; the tests of other layers build on them."""

from __future__ import annotations

from hypothesis import strategies as st

from tenantry.model.duration import Duration
from tenantry.model.hostlist import HostList
from tenantry.model.limit import UNLIMITED, Count
from tenantry.model.memory import SlurmMemory
from tenantry.model.quantity import Quantity
from tenantry.model.tres import Tres

_LETTERS = st.text("abz_", min_size=1, max_size=3)
_NUMBERS = st.builds(lambda number, width: f"{number:0{width}d}", st.integers(0, 120), st.integers(1, 3))

host_names: st.SearchStrategy[str] = st.one_of(
    st.builds("{}{}".format, _LETTERS, _NUMBERS),
    st.builds("{}{}{}{}".format, _LETTERS, _NUMBERS, _LETTERS, _NUMBERS),
    st.builds("{}{}-ib".format, _LETTERS, _NUMBERS),
    _LETTERS,
    _NUMBERS,
)
"""Names that fold in every way there is, and some that do not."""

hostlists: st.SearchStrategy[HostList] = st.lists(host_names, max_size=40).map(HostList)

durations: st.SearchStrategy[Duration] = st.integers(0, 24_855 * 86_400).map(Duration)

slurm_memories: st.SearchStrategy[SlurmMemory] = st.integers(0, 2**40).map(SlurmMemory)

quantity_texts: st.SearchStrategy[str] = st.one_of(
    st.builds(
        "{}{}".format,
        st.integers(0, 9_000),
        st.sampled_from(["", "m", "u", "n", "k", "M", "G", "T", "Ki", "Mi", "Gi", "Ti", "e3", "E6", "e-3"]),
    ),
    st.builds("{}.{}{}".format, st.integers(0, 999), st.integers(0, 999), st.sampled_from(["", "k", "Gi", "Ti", "e2"])),
    st.integers(0, 2**63 - 1).map(str),
)
"""Spellings the API server accepts, canonical or not."""

quantities: st.SearchStrategy[Quantity] = quantity_texts.map(Quantity.parse)

counts: st.SearchStrategy[Count] = st.one_of(st.integers(0, 10_000), st.just(UNLIMITED))

tres_names: st.SearchStrategy[str] = st.one_of(
    st.sampled_from(["cpu", "mem", "node", "billing", "energy", "gres/gpu", "gres/gpu:h100", "gres/gpu:a100"]),
    st.sampled_from(["license/matlab", "fs/disk", "fs/lustre", "bb/datawarp", "ic/ofed", "vmem", "pages"]),
)

tres: st.SearchStrategy[Tres] = st.dictionaries(tres_names, st.integers(0, 2**40)).map(Tres)
