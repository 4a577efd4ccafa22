"""The rendered bytes of the examples on real daemons: they start, the commands run, the limits are those resolved."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from tenantry.model.duration import Duration
from tenantry.model.limit import UNLIMITED
from tenantry.model.scheduler import Scheduler
from tenantry.model.team import Team
from tenantry.resolve.types import Entitlement, Resolved, ResolvedTeam
from tests.live.slurm.cluster import Cluster
from tests.live.slurm.documents import COMMANDS, Rendered, example, on_sandbox
from tests.live.slurm.install import missing
from tests.support.real import require

pytestmark = pytest.mark.slurm

SUITE = "trixie"
SHOW_ASSOCIATIONS = "account,user,share,grptres,grpjobs,grpsubmit,maxtrespj,qos,defaultqos"
USERS = {"ada": 2001, "grace": 2002, "alan": 2003, "barbara": 2004, "edsger": 2005, "marie": 2006, "lise": 2007}

Row = dict[str, str]


@pytest.fixture(scope="module", params=["lab", "slurm-site"])
def example_name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def rendered(example_name: str) -> Rendered:
    require(missing(SUITE) is None, str(missing(SUITE)))
    return example(example_name, SUITE)


@pytest.fixture(scope="module")
def cluster(rendered: Rendered) -> Iterator[Cluster]:
    """The daemons on the rendered files, QOS and accounts in the database, one node up."""
    with Cluster(SUITE, rendered.files) as running:
        running.add_users(USERS)
        running.start_database()
        qos = running.batch(rendered.commands("qos.sacctmgr"))
        assert qos.rc == 0, qos.out
        running.start_controller()
        accounts = running.batch(rendered.commands("accounts.sacctmgr"))
        assert accounts.rc == 0, accounts.out
        yield running


def associations(cluster: Cluster) -> dict[tuple[str, str], Row]:
    """Account and user to what is set on just that association."""
    columns = SHOW_ASSOCIATIONS.split(",")
    shown = cluster.run(["sacctmgr", "-nP", "show", "assoc", "wopi", "withrawqos", f"format={SHOW_ASSOCIATIONS}"])
    assert shown.rc == 0, shown.out
    rows = [dict(zip(columns, line.split("|"), strict=True)) for line in shown.out.splitlines()]
    assert rows
    return {(row["account"], row["user"]): row for row in rows}


def parents(cluster: Cluster) -> dict[str, str]:
    shown = cluster.run(["sacctmgr", "-nP", "show", "assoc", "format=account,user,parentname"]).out
    rows = [line.split("|") for line in shown.splitlines()]
    return {account: parent for account, user, parent in rows if not user}


def tres(text: str) -> dict[str, int]:
    return {name: int(count) for name, _, count in (item.partition("=") for item in text.split(",") if item)}


def typed(resolved: Resolved, held: dict[str, Entitlement], amount: str) -> dict[str, int]:
    """Every GPU type of Slurm's to what a team may use of it; one without limit is not there."""
    pools = [pool.flavor for pool in resolved.pools.values() if pool.owner.value == "slurm"]
    gpus = [flavor for name, flavor in resolved.flavors.items() if flavor.is_gpu and name in pools]
    amounts = {flavor.gres: getattr(held[flavor.name], amount) if flavor.name in held else 0 for flavor in gpus}
    return {f"gres/gpu:{gres}": count for gres, count in amounts.items() if count is not UNLIMITED}


def gpu_types(found: Row) -> dict[str, int]:
    return {name: count for name, count in tres(found["grptres"]).items() if name.startswith("gres/gpu:")}


def holders(resolved: Resolved) -> dict[str, ResolvedTeam]:
    return {name: team for name, team in resolved.teams.items() if team.on(Scheduler.SLURM)}


def test_the_daemons_complain_of_nothing(cluster: Cluster) -> None:
    assert cluster.errors() == []


def test_teams_hold_in_the_database_what_was_resolved(cluster: Cluster, rendered: Rendered) -> None:
    assert_holds(cluster, rendered.resolved)


def assert_holds(cluster: Cluster, resolved: Resolved) -> None:
    found, above = associations(cluster), parents(cluster)
    teams = holders(resolved)
    assert teams
    for name, team in teams.items():
        own = found[name, ""]
        assert gpu_types(own) == typed(resolved, team.on(Scheduler.SLURM), "nominal")
        assert int(own["share"]) == team.share
        assert set(own["qos"].split(",")) == set(team.tiers)
        assert above[name] == (team.department or "root")
        most = {key: count for key, count in tres(own["maxtrespj"]).items() if key.startswith("gres/gpu:")}
        flavors = resolved.flavors
        assert most == {f"gres/gpu:{flavors[flavor].gres}": count for flavor, count in team.per_job.items()}
        assert own["grpjobs"] == str(team.max_running_jobs or "")
        assert own["grpsubmit"] == str(team.max_submitted_jobs or "")
        borrows = any(held.borrow != 0 for held in team.on(Scheduler.SLURM).values())
        assert ((f"{name}_burst", "") in found) == borrows
        if borrows:
            burst = found[f"{name}_burst", ""]
            assert gpu_types(burst) == typed(resolved, team.on(Scheduler.SLURM), "borrow")
            assert set(burst["qos"].split(",")) == {f"{tier}_burst" for tier in team.borrowing_tiers}
            assert above[f"{name}_burst"] == (f"{team.department}_burst" if team.department else "burst")
        for user in team.users or ():
            assert gpu_types(found[name, user]) == {
                f"gres/gpu:{flavors[flavor].gres}": count for flavor, count in team.per_user.items()
            }
    for (flavor, scheduler), free in resolved.unallocated.items():
        if scheduler is Scheduler.SLURM and resolved.flavors[flavor].is_gpu:
            lent = sum(team.on(Scheduler.SLURM)[flavor].lend for team in teams.values() if flavor in team.on(scheduler))
            assert gpu_types(found["burst", ""])[f"gres/gpu:{resolved.flavors[flavor].gres}"] == lent + free
    for name, department in resolved.departments.items():
        for (flavor, scheduler), cap in department.cap.items():
            borrowing = any(
                teams[team].borrowing_tiers for team in department.teams if team in teams and teams[team].fair
            )
            if scheduler is Scheduler.SLURM and cap is not UNLIMITED and borrowing:
                beyond = cap - department.nominal.get((flavor, scheduler), 0)
                assert gpu_types(found[f"{name}_burst", ""])[f"gres/gpu:{resolved.flavors[flavor].gres}"] == beyond


def test_tiers_are_in_the_database_as_resolved(cluster: Cluster, rendered: Rendered) -> None:
    shown = cluster.run(["sacctmgr", "-nP", "show", "qos", "format=name,priority,maxwall,gracetime,flags,preempt"]).out
    found = {row[0]: row[1:] for row in (line.split("|") for line in shown.splitlines())}
    used = {tier for team in holders(rendered.resolved).values() for tier in team.tiers}
    bursts = {name for name in found if name.endswith("_burst")}
    for tier in (tier for tier in rendered.resolved.tiers.values() if tier.name in used):
        priority, wall, grace, flags, preempt = found[tier.name]
        assert int(priority) == tier.priority
        assert (Duration.from_slurm(wall) if wall else None) == tier.max_time
        assert Duration.from_slurm(grace).seconds == (tier.grace.seconds if tier.grace else 0)
        assert flags == "DenyOnLimit"
        assert set(preempt.split(",")) == bursts
        assert all(int(found[name][0]) < tier.priority for name in bursts)


def test_running_the_commands_again_changes_nothing(cluster: Cluster, rendered: Rendered) -> None:
    before = associations(cluster), parents(cluster)
    for name in COMMANDS:
        again = cluster.batch(rendered.commands(name))
        # What is there cannot be added, which sacctmgr counts as a failure; no other line may fail.
        assert again.rc == 1
    assert (associations(cluster), parents(cluster)) == before


def test_jobs_are_taken_and_refused_as_the_policy_says(cluster: Cluster, rendered: Rendered) -> None:
    resolved = rendered.resolved
    team = next(team for team in holders(resolved).values() if team.users and team.borrowing_tiers)
    assert team.users
    flavor, held = next(
        (name, held) for name, held in team.on(Scheduler.SLURM).items() if resolved.flavors[name].is_gpu
    )
    gres, user = resolved.flavors[flavor].gres, team.users[0]
    tier = resolved.tiers[team.tiers[0]]
    assert tier.max_time is not None
    nodes = next(
        pool.hosts for pool in resolved.pools.values() if pool.flavor == flavor and pool.owner.value == "slurm"
    )
    cluster.start_nodes([nodes.names[0]])

    def submit(*options: str, account: str = team.name, qos: str = tier.name) -> tuple[int, str]:
        command = ["sbatch", "--parsable", "-o", "/dev/null", "-p", flavor, "-A", account, "--qos", qos]
        done = cluster.run([*command, *options, "--wrap", "sleep 600"], user=user)
        return done.rc, done.out

    per_node = resolved.flavors[flavor].devices_per_node
    rc, job = submit(f"--gres=gpu:{gres}:{per_node}", "-t", "10", "-w", nodes.names[0])
    assert rc == 0, job
    rc, borrowed = submit(f"--gres=gpu:{gres}:1", "-t", "10", account=f"{team.name}_burst", qos=f"{tier.name}_burst")
    assert rc == 0, borrowed
    longer = str(tier.max_time.slurm_minutes() + 1)
    too_many = held.nominal // per_node + 1
    refused = {
        "no GPU type": (submit("--gres=gpu:1", "-t", "10"), "QOSMinGRES"),
        "no GPU": (submit("-t", "10"), "QOSMinGRES"),
        "longer than the tier's maximum": (submit(f"--gres=gpu:{gres}:1", "-t", longer), ""),
        "more than nominal": (submit(f"--gres=gpu:{gres}:{per_node}", f"-N{too_many}", "-t", "10"), "Assoc"),
        "a tier that is not the team's": (submit(f"--gres=gpu:{gres}:1", qos="normal"), "Invalid qos"),
    }
    for what, ((rc, said), reason) in refused.items():
        assert rc != 0, f"taken: {what}"
        assert reason in said, what
    state = running(cluster, job.strip())
    billing = resolved.tenancy.flavors[flavor].billing * per_node
    assert f"gres/gpu:{gres}={per_node}" in state
    assert f"billing={billing}" in state


def running(cluster: Cluster, job: str, seconds: float = 60) -> str:
    """What squeue says of a job once it runs; fails with its reason when it does not."""
    end = time.monotonic() + seconds
    while True:
        state = cluster.run(["squeue", "-h", "-j", job, "-O", "State:20,Reason:40,tres-alloc:200"]).out
        if state.startswith("RUNNING"):
            return state
        assert time.monotonic() < end, state
        time.sleep(0.2)


def changed_lab(teams: dict[str, Team]) -> dict[str, Team]:
    quota = teams["robotics"].quota["h100"].model_copy(update={"nominal": 400, "borrow": 100})
    robotics = {"department": "science", "per_job": {}, "max_running_jobs": None, "tiers": ("research",)}
    return {
        "vision": teams["vision"].model_copy(update={"department": None, "share": 7, "per_user": {}}),
        "search": teams["search"].model_copy(update={"department": "applied"}),
        "robotics": teams["robotics"].model_copy(update={**robotics, "quota": {"h100": quota}}),
    }


def changed_site(teams: dict[str, Team]) -> dict[str, Team]:
    quota = {"a100": teams["physics"].quota["a100"].model_copy(update={"nominal": 32, "lend": 4})}
    return {
        "physics": teams["physics"].model_copy(
            update={"quota": quota, "per_job": {"a100": 8}, "tiers": ("normal-use",)}
        )
    }


CHANGES = {"lab": changed_lab, "slurm-site": changed_site}


def test_a_changed_document_converges(cluster: Cluster, rendered: Rendered, example_name: str) -> None:
    """Teams change departments, lose limits and get others: running the new commands is enough.

    What a team no longer has, such as a burst account, stays: the commands remove nothing.
    """
    tenancy = rendered.resolved.tenancy
    teams = tenancy.teams | CHANGES[example_name](tenancy.teams)
    changed = on_sandbox(tenancy.model_copy(update={"teams": teams}), SUITE)
    for name in COMMANDS:
        cluster.batch(changed.commands(name))
    assert_holds(cluster, changed.resolved)
