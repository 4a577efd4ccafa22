"""Small objects with the API server's verdict on them, Kueue's webhooks in place and validation strict.

The rules have to say the same; tests/live/kube/test_verdicts.py asks real servers.
"""

from __future__ import annotations

from typing import NamedTuple

from tenantry.backends.kueue.fields.table import served


class Row(NamedTuple):
    """One object."""

    name: str
    version: str
    kind: str
    body: str
    """What stands beside apiVersion, kind and metadata, in flow style."""
    server: bool
    """Whether the server takes it."""
    wrong: bool = False
    """Whether it is wrong although the server takes it."""
    called: str = "x"
    more: str = ""
    """What else stands in metadata."""

    @property
    def text(self) -> str:
        """The manifest."""
        namespace = ", namespace: default" if self.kind == "LocalQueue" else ""
        head = f"apiVersion: kueue.x-k8s.io/{self.version}\nkind: {self.kind}\n"
        return f'{head}metadata: {{name: "{self.called}"{namespace}{self.more}}}\n{self.body}\n'

    def runs_on(self, release: str) -> bool:
        """Whether the release serves the version."""
        return self.version in served(release, self.kind)


TAKEN, REFUSED, WRONG = (True, False), (False, False), (True, True)
NEW, OLD = "v1beta2", "v1beta1"


_CPU = "{name: cpu, nominalQuota: 1}"


def _group(quota: str = _CPU, covered: str = "[cpu]", flavor: str = "f") -> str:
    return f"{{coveredResources: {covered}, flavors: [{{name: {flavor}, resources: [{quota}]}}]}}"


def _queue(more: str = "", *groups: str) -> str:
    return f"spec: {{{more}{', ' if more else ''}resourceGroups: [{', '.join(groups or [_group()])}]}}"


def _amount(amount: str) -> str:
    return _queue("", _group(f"{{name: cpu, nominalQuota: {amount}}}"))


def _flavors(count: int) -> str:
    rows = ", ".join(f"{{name: f{n}, resources: [{{name: cpu, nominalQuota: 1}}]}}" for n in range(count))
    return f"{{coveredResources: [cpu], flavors: [{rows}]}}"


def _labels(labels: str) -> str:
    return f"spec: {{nodeLabels: {{{labels}}}}}"


def _rows(kind: str, version: str, *rows: tuple[str, str, tuple[bool, bool]]) -> list[Row]:
    return [Row(name, version, kind, body, *verdict) for name, body, verdict in rows]


IN = "cohortName: c"
LENT = "{name: cpu, nominalQuota: 1, lendingLimit: %s}"
BORROWED = "{name: cpu, nominalQuota: 1, borrowingLimit: %s}"
BORROW = "preemption: {reclaimWithinCohort: Any, borrowWithinCohort: {policy: LowerPriority, maxPriorityThreshold: %s}}"

ROWS = [
    *_rows(
        "ClusterQueue",
        NEW,
        ("plain", _queue(), TAKEN),
        ("cohort of v1beta1", "spec: {cohort: c}", REFUSED),
        ("admissionChecks of v1beta1", "spec: {admissionChecks: [x]}", REFUSED),
        ("no checks", "spec: {admissionChecksStrategy: {admissionChecks: []}}", REFUSED),
        ("no spec", "", TAKEN),
        ("no groups", "spec: {resourceGroups: []}", TAKEN),
        ("unknown field", "spec: {quota: 1}", REFUSED),
        ("spec is a list", "spec: []", REFUSED),
        ("borrowing without cohort", _queue("", _group(BORROWED % 0)), REFUSED),
        ("lending without cohort", _queue("", _group(LENT % 0)), REFUSED),
        ("borrowing with cohort", _queue(IN, _group(BORROWED % 0)), TAKEN),
        ("lends more than nominal", _queue(IN, _group(LENT % 2)), REFUSED),
        ("lends all", _queue(IN, _group(LENT % 1)), TAKEN),
        ("borrows less than nothing", _queue(IN, _group(BORROWED % -1)), REFUSED),
        ("empty cohort", 'spec: {cohortName: ""}', REFUSED),
        ("cohort with an underscore", "spec: {cohortName: A_b}", REFUSED),
        ("cohort of 253", f"spec: {{cohortName: {'c' * 253}}}", TAKEN),
        ("cohort of 254", f"spec: {{cohortName: {'c' * 254}}}", REFUSED),
        ("threshold", _queue(f"{IN}, {BORROW % 100}"), TAKEN),
        ("threshold of more than 32 bits", _queue(f"{IN}, {BORROW % 2147483648}"), REFUSED),
        ("check", _queue("admissionChecksStrategy: {admissionChecks: [{name: a}]}"), TAKEN),
        ("check twice", _queue("admissionChecksStrategy: {admissionChecks: [{name: a}, {name: a}]}"), REFUSED),
        ("4Ti", _amount("4Ti"), TAKEN),
        ("4TiB", _amount("4TiB"), REFUSED),
        ("4ti", _amount("4ti"), REFUSED),
        ("a half", _amount("0.5"), TAKEN),
        ("a number in an exponent", _amount("1e3"), TAKEN),
        ("a word", _amount("many"), REFUSED),
        ("empty text", _amount('""'), REFUSED),
        ("true", _amount("true"), REFUSED),
        ("negative", _amount("-1"), REFUSED),
        ("beyond 2^63", _amount("100Ei"), TAKEN),
        ("null", _amount("null"), WRONG),
        ("qualified resource", _queue("", _group("{name: a.b/c, nominalQuota: 1}", "[a.b/c]")), TAKEN),
        ("two slashes", _queue("", _group("{name: a/b/c, nominalQuota: 1}", "[a/b/c]")), REFUSED),
        ("a space", _queue("", _group('{name: "a b", nominalQuota: 1}', '["a b"]')), REFUSED),
        ("capitals before the slash", _queue("", _group("{name: A.b/c, nominalQuota: 1}", "[A.b/c]")), REFUSED),
        ("capitals", _queue("", _group("{name: CPU, nominalQuota: 1}", "[CPU]")), TAKEN),
        ("resource of 64", _queue("", _group(f"{{name: {'r' * 64}, nominalQuota: 1}}", f"[{'r' * 64}]")), REFUSED),
        ("flavor in two groups", _queue("", _group(), _group("{name: gpu, nominalQuota: 1}", "[gpu]")), REFUSED),
        ("resource in two groups", _queue("", _group(), _group(flavor="g")), REFUSED),
        ("resource covered twice", _queue("", _group("{name: cpu, nominalQuota: 1}", "[cpu, cpu]")), REFUSED),
        ("lacks a resource", _queue("", _group(covered="[cpu, memory]")), REFUSED),
        (
            "resource not covered",
            _queue("", _group("{name: cpu, nominalQuota: 1}, {name: gpu, nominalQuota: 1}")),
            REFUSED,
        ),
        ("out of order", _queue("", _group(f"{{name: gpu, nominalQuota: 1}}, {_CPU}", "[cpu, gpu]")), REFUSED),
        ("no flavors", _queue("", "{coveredResources: [cpu], flavors: []}"), REFUSED),
        ("flavors missing", _queue("", "{coveredResources: [cpu]}"), REFUSED),
        ("64 flavors", _queue("", _flavors(64)), TAKEN),
        ("65 flavors", _queue("", _flavors(65)), REFUSED),
        ("flavor with capitals", _queue("", _group(flavor="F")), REFUSED),
        ("flavor with a dot", _queue("", _group(flavor="f.1")), TAKEN),
        ("borrow, and never reclaim", "spec: {preemption: {borrowWithinCohort: {policy: LowerPriority}}}", REFUSED),
        (
            "borrow and reclaim",
            "spec: {preemption: {reclaimWithinCohort: Any, borrowWithinCohort: {policy: LowerPriority}}}",
            TAKEN,
        ),
        ("unknown policy", "spec: {preemption: {withinClusterQueue: Any}}", REFUSED),
        ("unknown strategy", "spec: {queueingStrategy: Fifo}", REFUSED),
        ("unknown stop", "spec: {stopPolicy: Drain}", REFUSED),
        ("a word of v1beta1", "spec: {flavorFungibility: {whenCanBorrow: Borrow}}", REFUSED),
        ("preference alone", "spec: {flavorFungibility: {preference: BorrowingOverPreemption}}", REFUSED),
        (
            "preference",
            "spec: {flavorFungibility: {preference: PreemptionOverBorrowing, whenCanBorrow: TryNextFlavor}}",
            TAKEN,
        ),
        ("weight 0", f"spec: {{{IN}, fairSharing: {{weight: 0}}}}", TAKEN),
        ("weight below 0", f"spec: {{{IN}, fairSharing: {{weight: -1}}}}", REFUSED),
        ("weight of a billionth", f"spec: {{{IN}, fairSharing: {{weight: 1n}}}}", REFUSED),
        ("weight of two billionths", f"spec: {{{IN}, fairSharing: {{weight: 2n}}}}", TAKEN),
        ("admission mode missing", "spec: {admissionScope: {}}", REFUSED),
        ("selector of all", "spec: {namespaceSelector: {}}", TAKEN),
        ("selector null", "spec: {namespaceSelector: null}", TAKEN),
        ("selector with a bad key", 'spec: {namespaceSelector: {matchLabels: {"bad key": b}}}', REFUSED),
        (
            "unknown operator",
            "spec: {namespaceSelector: {matchExpressions: [{key: a, operator: Is}]}}",
            REFUSED,
        ),
        ("In nothing", "spec: {namespaceSelector: {matchExpressions: [{key: a, operator: In}]}}", REFUSED),
        (
            "Exists with values",
            "spec: {namespaceSelector: {matchExpressions: [{key: a, operator: Exists, values: [b]}]}}",
            REFUSED,
        ),
    ),
    *_rows(
        "ClusterQueue",
        OLD,
        ("cohort", "spec: {cohort: c}", TAKEN),
        ("cohortName of v1beta2", "spec: {cohortName: c}", REFUSED),
        ("a word of v1beta1", "spec: {flavorFungibility: {whenCanBorrow: Borrow}}", TAKEN),
        ("the other word", "spec: {flavorFungibility: {whenCanBorrow: Preempt}}", REFUSED),
        ("lending without cohort", _queue("", _group(LENT % 0)), REFUSED),
        ("65 flavors", _queue("", _flavors(65)), REFUSED),
    ),
    *_rows(
        "Cohort",
        NEW,
        ("no spec", "", TAKEN),
        ("parent of v1alpha1", "spec: {parent: p}", REFUSED),
        ("parent", "spec: {parentName: p}", TAKEN),
        ("its own parent", "spec: {parentName: x}", WRONG),
        ("quota without parent", _queue(), TAKEN),
        ("borrowing without parent", _queue("", _group(BORROWED % 1)), REFUSED),
        ("lending without parent", _queue("", _group(LENT % 1)), REFUSED),
        ("lends more than nominal", _queue("parentName: p", _group(LENT % 2)), TAKEN),
        (
            "out of order",
            _queue("", _group("{name: b, nominalQuota: 1}, {name: a, nominalQuota: 1}", "[a, b]")),
            REFUSED,
        ),
        ("weight below 0", "spec: {parentName: p, fairSharing: {weight: -1}}", REFUSED),
        ("no amount", _amount("null"), REFUSED),
        ("a word", _amount("many"), REFUSED),
    ),
    *_rows(
        "Cohort", OLD, ("parent of v1alpha1", "spec: {parent: p}", REFUSED), ("parent", "spec: {parentName: p}", TAKEN)
    ),
    *[
        row
        for version in (NEW, OLD)
        for row in _rows(
            "ResourceFlavor",
            version,
            ("no spec", "", TAKEN),
            ("label", _labels("a: b"), TAKEN),
            ("label that is true", _labels("a: yes"), REFUSED),
            ("label that is a number", _labels("a: 0777"), REFUSED),
            ("label that is empty", _labels('a: ""'), TAKEN),
            ("label with a space", _labels("a: b c"), REFUSED),
            ("label of 63", _labels(f"a: {'b' * 63}"), TAKEN),
            ("label of 64", _labels(f"a: {'b' * 64}"), REFUSED),
            ("key with a space", _labels('"a b": c'), REFUSED),
            ("8 labels", _labels(", ".join(f"a{n}: b" for n in range(8))), TAKEN),
            ("9 labels", _labels(", ".join(f"a{n}: b" for n in range(9))), REFUSED),
            ("taint", "spec: {nodeTaints: [{key: a, effect: NoSchedule}]}", TAKEN),
            ("unknown effect", "spec: {nodeTaints: [{key: a, effect: Never}]}", REFUSED),
            ("no effect", "spec: {nodeTaints: [{key: a}]}", REFUSED),
            ("no key", "spec: {nodeTaints: [{effect: NoSchedule}]}", REFUSED),
            (
                "one taint twice",
                "spec: {nodeTaints: [{key: a, effect: NoSchedule}, {key: a, value: b, effect: NoSchedule}]}",
                REFUSED,
            ),
            ("tolerates all", "spec: {tolerations: [{operator: Exists}]}", TAKEN),
            ("Equal without a key", "spec: {tolerations: [{operator: Equal}]}", REFUSED),
            ("nothing", "spec: {tolerations: [{}]}", REFUSED),
            ("Exists with a value", "spec: {tolerations: [{key: a, operator: Exists, value: b}]}", REFUSED),
            ("Gt", "spec: {tolerations: [{key: a, operator: Gt, value: '5'}]}", REFUSED),
            ("seconds", "spec: {tolerations: [{key: a, operator: Exists, tolerationSeconds: 3}]}", REFUSED),
            ("topology", "spec: {topologyName: t, nodeLabels: {a: b}}", TAKEN),
            ("topology without labels", "spec: {topologyName: t}", REFUSED),
        )
    ],
    *[
        row
        for version in (NEW, OLD)
        for row in _rows(
            "Topology",
            version,
            ("two levels", "spec: {levels: [{nodeLabel: a}, {nodeLabel: kubernetes.io/hostname}]}", TAKEN),
            ("no levels", "spec: {levels: []}", REFUSED),
            ("a level twice", "spec: {levels: [{nodeLabel: a}, {nodeLabel: a}]}", REFUSED),
            ("hostname above", "spec: {levels: [{nodeLabel: kubernetes.io/hostname}, {nodeLabel: a}]}", REFUSED),
            ("bad label", 'spec: {levels: [{nodeLabel: "a b"}]}', REFUSED),
            ("16 levels", f"spec: {{levels: [{', '.join(f'{{nodeLabel: a{n}}}' for n in range(16))}]}}", TAKEN),
            ("17 levels", f"spec: {{levels: [{', '.join(f'{{nodeLabel: a{n}}}' for n in range(17))}]}}", REFUSED),
        )
    ],
    *_rows(
        "LocalQueue",
        NEW,
        ("points to nothing", "spec: {}", TAKEN),
        ("bad name", "spec: {clusterQueue: Bad_Name}", REFUSED),
        ("unknown stop", "spec: {clusterQueue: q, stopPolicy: Drain}", REFUSED),
        ("weight below 0", "spec: {clusterQueue: q, fairSharing: {weight: -2}}", WRONG),
    ),
    *_rows(
        "WorkloadPriorityClass",
        NEW,
        ("value", "value: -5", TAKEN),
        ("the largest value", "value: 2147483647", TAKEN),
        ("more than 32 bits", "value: 2147483648", WRONG),
        ("text", 'value: "100"', REFUSED),
        ("no value", "", REFUSED),
        ("description of 2049", f"value: 1\ndescription: {'d' * 2049}", REFUSED),
    ),
    *(
        Row(name, NEW, "ResourceFlavor", "", server=server, more=f", {more}")
        for name, more, server in (
            ("a label", "labels: {example.com/a: b}", True),
            ("a label without a value", "labels: {a: null}", True),
            ("a label with spaces", "labels: {a: b c}", False),
            ("a label that is a number", "labels: {a: 5}", False),
            ("a label of 64", f"labels: {{a: {'b' * 64}}}", False),
            ("a key of a label with spaces", "labels: {a b: c}", False),
            ("a key of a label with capitals", "labels: {Example.com/A: c}", False),
            ("labels in a list", "labels: [a]", False),
            ("an annotation", 'annotations: {example.com/a: "b c"}', True),
            ("an annotation with capitals", "annotations: {Example.com/A: c}", True),
            ("an annotation that is true", "annotations: {a: yes}", False),
            ("a key of an annotation with spaces", "annotations: {a b: c}", False),
            ("a misspelt field of metadata", "lables: {a: b}", False),
            ("no labels", "labels: null", True),
        )
    ),
    Row("capitals in a name", NEW, "ResourceFlavor", "", server=False, called="Upper"),
    Row("underscore in a name", NEW, "ClusterQueue", "", server=False, called="a_b"),
    Row("name of 253", NEW, "Cohort", "", server=True, called="a" * 253),
    Row("name of 254", NEW, "Cohort", "", server=False, called="a" * 254),
    Row("name that no label holds", NEW, "WorkloadPriorityClass", "value: 1", server=True, wrong=True, called="a" * 64),
]
