"""Whatever stands in a manifest, reading and judging it ends with findings and no exception."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tenantry.backends.kueue.facts import RELEASES
from tenantry.backends.kueue.fields.table import VERSIONS, fields, kinds
from tenantry.backends.kueue.files import judge_texts
from tenantry.backends.kueue.stage import FILES, SlurmHost
from tenantry.check.doc import doc_of
from tenantry.check.rule import rules
from tenantry.emit import to_yaml
from tenantry.finding import Location
from tests.support.kueue_files import example_files

FIELDS = [name for kind in kinds() for version in VERSIONS for it in RELEASES for name in fields(it, kind, version)]
KEYS = sorted({part.rstrip("[]{}") for name in FIELDS for part in name.split(".")})
"""Every name of a field, so that a wrong value stands where a right one could."""
WORDS = ["", "a", "h100", "Any", "Never", "NoSchedule", "1", "1Gi", "-1", "9" * 30, "{{ x }}", "a b", "x" * 300]
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-(2**70), 2**70), st.sampled_from(WORDS))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from([*KEYS, "other"]), inner, max_size=4)
    ),
    max_leaves=12,
)
KUBERNETES = ["Node", "Namespace", "LimitRange", "ConfigMap"]
KINDS = [*sorted(kinds()), "AdmissionCheck", *KUBERNETES]
HOSTS = (SlurmHost("a", idle=False, at=Location("slurm.conf", 1, 1)),)


@st.composite
def manifests(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(KINDS))
    version = draw(st.sampled_from(["v1alpha1", "v1beta1", "v1beta2", "v9"]))
    made: dict[str, Any] = {"apiVersion": "v1" if kind in KUBERNETES else f"kueue.x-k8s.io/{version}", "kind": kind}
    made["metadata"] = draw(st.one_of(st.just({"name": "a", "namespace": "b"}), VALUES))
    return made | draw(st.dictionaries(st.sampled_from(["spec", "status", "data", "value"]), VALUES, max_size=3))


@given(st.lists(manifests(), max_size=5), st.sampled_from(["0.9", "0.14", "0.19"]))
def test_any_values_in_any_place(made: list[dict[str, Any]], release: str) -> None:
    text = "---\n".join(map(to_yaml, made))
    for finding in judge_texts({"a.yaml": text}, {"nodes.yaml": text}, release, None, HOSTS):
        assert finding.location is not None
        assert 1 <= finding.location.line <= text.count("\n") + 1


PUT = ["", ":", "- ", "{", "]", "'", "\t", "\n", "&a ", "*a", "!!int ", "null", "\xe9", "\x00"]
EXAMPLES = [example_files(doc_of(rule).example)[0]["kueue.yaml"] for rule in rules(FILES.package)]


@given(st.sampled_from(EXAMPLES), st.data())
def test_a_file_that_is_cut_or_spoilt_anywhere(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    put = data.draw(st.sampled_from(PUT))
    judge_texts({"a.yaml": text[:start] + put + text[end:]}, {"nodes.yaml": text}, "0.19", None, HOSTS)
