"""Hypothesis strategies for whole documents that pass the document's rules.

``documents`` yields what a YAML file holds (plain maps, lists, numbers, texts), ``tenancies`` the model of it.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tenantry.model.document import Tenancy

Document = dict[str, Any]
Draw = st.DrawFn

SCHEDULERS = (("slurm",), ("kueue",), ("slurm", "kueue"))
PRODUCTS = ("NVIDIA-H100-80GB-HBM3", "NVIDIA-L40S", "AMD-Instinct-MI300X")
GROUPS = {"products": "hard", "lab": "fair", "open": "fair"}
DEPARTMENTS = ("science", "applied")
LETTERS = "abcdefgh"


@st.composite
def devices(draw: Draw, gpus: int) -> Document:
    """Whole GPUs, instances or shards."""
    kind = draw(st.sampled_from(["whole", "mig", "shards"]))
    if kind == "shards":
        return {"shards": draw(st.integers(2, 9))}
    if kind == "whole":
        return {}
    # The files are any that the sandbox has: the GPU's own, and another for the instance.
    each = draw(st.integers(1, 2 if gpus > 4 else 3))
    files = [f"/dev/nvidia{gpu},/dev/nvidia{15 - at}" for gpu in range(gpus) for at in range(each)]
    return {"mig": {"profile": "1g.10gb", "perGpu": each, "files": files}}


@st.composite
def flavors(draw: Draw) -> Document:
    """One to three flavors, the last perhaps without GPUs."""
    result: Document = {}
    for at in range(draw(st.integers(1, 3))):
        cpus = draw(st.sampled_from([7, 64, 128]))
        reserved = {"cpus": draw(st.integers(0, 6)), "memory": draw(st.sampled_from(["0", "1Gi", "100M"]))}
        sockets = {"sockets": 2} if cpus % 2 == 0 and draw(st.booleans()) else {}
        flavor: Document = {
            "node": {**sockets, "cpus": cpus, "memory": draw(st.sampled_from(["512Gi", "2Ti"])), "reserved": reserved}
        }
        if at < 2 or draw(st.booleans()):
            product = PRODUCTS[at]
            resource = "amd.com/gpu" if product.startswith("AMD") else "nvidia.com/gpu"
            flavor["gpu"] = {"product": product, "perNode": draw(st.sampled_from([1, 4, 8])), "resource": resource}
            if resource == "nvidia.com/gpu":
                flavor["gpu"] |= draw(devices(flavor["gpu"]["perNode"]))
            if sockets and flavor["gpu"]["perNode"] > 1:
                flavor["gpu"]["affinity"] = draw(st.sampled_from(["none", "sockets"]))
        if draw(st.booleans()):
            flavor["unit"] = draw(st.integers(1, 9))
        result[f"flavor{at}"] = flavor
    return result


@st.composite
def limits(draw: Draw, most: int) -> int | str:
    """A count up to ``most``, or without limit."""
    return draw(st.one_of(st.integers(0, most), st.just("unlimited")))


@st.composite
def quotas(draw: Draw, schedulers: tuple[str, ...], placed: bool, fair: bool, borrows: bool, pools: bool) -> Any:
    """One quota, a bare number among them; ``placed`` where the team or the defaults say where it lives."""
    nominal = draw(st.integers(0, 100))
    quota: Document = {"nominal": nominal}
    ways = ["left out"] if placed else []
    ways += ["on"] if schedulers else []
    ways += ["pinned"] + (["proportional"] if pools else [])
    way = draw(st.sampled_from(ways))
    if way == "on":
        quota["on"] = draw(st.sampled_from(schedulers))
    elif way == "pinned":
        parts = draw(st.lists(st.integers(0, nominal), min_size=len(schedulers) - 1, max_size=len(schedulers) - 1))
        quota["split"] = dict(zip(schedulers, [*parts, nominal - sum(parts)], strict=True))
    elif way == "proportional":
        quota["split"] = "proportional"
    if fair and borrows and draw(st.booleans()):
        quota["borrow"] = draw(limits(60))
    if fair and draw(st.booleans()):
        quota["lend"] = draw(st.one_of(st.integers(0, nominal), st.just("unlimited")))
    return nominal if quota == {"nominal": nominal} and draw(st.booleans()) else quota


@st.composite
def tiers(draw: Draw) -> Document:
    """No tiers, or some with the highest first or with ``order``."""
    count = draw(st.integers(0, 3))
    ordered = draw(st.permutations(range(1, count + 1))) if draw(st.booleans()) else None
    result: Document = {}
    for at in range(count):
        tier: Document = {"mayBorrow": draw(st.booleans())}
        if ordered:
            tier["order"] = ordered[at]
        if draw(st.booleans()):
            tier |= {"defaultTime": "1h", "maxTime": draw(st.sampled_from(["2h", "3d", "unlimited"]))}
        result[f"tier{at}"] = tier
    return result


@st.composite
def teams(draw: Draw, document: Document) -> Document:
    """Up to eight teams with quota of the document's flavors."""
    schedulers = tuple(name for name in ("slurm", "kueue") if name in document)
    result: Document = {}
    for name in draw(st.lists(st.sampled_from(LETTERS), max_size=8, unique=True)):
        group: str | None = draw(st.sampled_from([None, *document["groups"]]))
        team: dict[str, Any] = {
            "share": draw(st.integers(0, 9)),
            "namespaces": [f"ns-{name}"],
            "users": [f"user-{name}"],
            "access": draw(st.lists(st.sampled_from(["oidc:staff", f"oidc:{name}"]), unique=True)),
        }
        team |= {"group": group} if group else {}
        team |= {"department": draw(st.sampled_from(list(document["departments"])))} if draw(st.booleans()) else {}
        if document["tiers"] and draw(st.booleans()):
            team["tiers"] = draw(st.lists(st.sampled_from(list(document["tiers"])), min_size=1, unique=True))
        named: list[str] = team.get("tiers", list(document["tiers"]))
        usable = [document["tiers"][tier] for tier in named]
        if draw(st.booleans()):
            team["on"] = draw(st.sampled_from(schedulers))
        fair = GROUPS.get(group or "") == "fair"
        borrows = not document["tiers"] or any(tier["mayBorrow"] for tier in usable)
        placed = len(schedulers) == 1 or "on" in team or "defaults" in document
        team["quota"] = {
            flavor: draw(quotas(schedulers, placed, fair, borrows, bool(document["pools"])))
            for flavor in draw(st.lists(st.sampled_from(list(document["flavors"])), unique=True))
        }
        result[name] = team
    return result


@st.composite
def pools(draw: Draw, document: Document) -> Document:
    """None, or one for each flavor and scheduler, as guarantees ask for, and some more."""
    if draw(st.booleans()):
        return {}
    schedulers = [name for name in ("slurm", "kueue") if name in document]
    result: Document = {}
    for flavor in document["flavors"]:
        for owner in [*schedulers, *draw(st.lists(st.sampled_from([*schedulers, "none"]), max_size=2))]:
            name, nodes = f"pool{len(result)}", draw(st.integers(1, 40))
            spare = draw(st.integers(0, nodes - 1))
            result[name] = {"flavor": flavor, "hosts": f"{name}n[01-{nodes:02d}]", "owner": owner, "spare": spare}
    return result


@st.composite
def documents(draw: Draw) -> Document:
    """A whole document. Guarantees beyond capacity come with the leave to give them."""
    schedulers = draw(st.sampled_from(SCHEDULERS))
    releases = {"slurm": "24.11", "kueue": "0.17"}
    document: Document = {"fleet": "fleet", **{name: {"release": releases[name]} for name in schedulers}}
    if "kueue" in schedulers:
        document["kueue"] |= draw(st.sampled_from([{}, {"kubernetes": "1.35"}, {"kubernetes": "1.36"}]))
    if len(schedulers) == 2:
        document["ownership"] = {"label": "example.com/owner", "taint": "example.com/owner"}
    document["flavors"] = draw(flavors())
    document["pools"] = draw(pools(document))
    document["tiers"] = draw(tiers())
    document["groups"] = {name: {"sharing": sharing} for name, sharing in GROUPS.items()}
    document["departments"] = {name: {"share": draw(st.integers(0, 9))} for name in DEPARTMENTS}
    if draw(st.booleans()):
        document["defaults"] = {"on": draw(st.sampled_from(schedulers))}
    elif document["pools"] and draw(st.booleans()):
        document["defaults"] = {"split": "proportional"}
    document["teams"] = draw(teams(document))
    guaranteed = {flavor: sum(nominals(document, flavor)) for flavor in document["flavors"]}
    leave = {flavor: {"devices": total, "reason": "told"} for flavor, total in guaranteed.items() if total}
    document["oversubscribe"] = leave if document["pools"] else {}
    for department in document["departments"].values():
        department["cap"] = {
            flavor: draw(st.one_of(st.integers(total, total + 50), st.just("unlimited")))
            for flavor, total in guaranteed.items()
            if draw(st.booleans())
        }
    return document


def nominals(document: Document, flavor: str) -> list[int]:
    """What the teams are guaranteed of a flavor, fleet-wide."""
    stated = [team["quota"][flavor] for team in document["teams"].values() if flavor in team["quota"]]
    return [quota if isinstance(quota, int) else quota["nominal"] for quota in stated]


tenancies: st.SearchStrategy[Tenancy] = documents().map(Tenancy.model_validate)
