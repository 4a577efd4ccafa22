"""A cluster with a document's policy in force, jobs for it, and the wait until its queue has settled."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Self

from tenantry.model.duration import Duration
from tenantry.model.hostlist import HostList
from tests.live.slurm.agreement.jobs import PENDING, RUNNING, Ask, Job
from tests.live.slurm.agreement.oracle import Oracle
from tests.live.slurm.cluster import Cluster
from tests.live.slurm.documents import Rendered
from tests.live.slurm.sandbox import Result

FIRST_USER = 3001
PATIENCE = 90
"""Seconds until a queue that has not settled counts as one that never will."""
FIELDS = (
    *(
        "JobArrayID",
        "JobID",
        "ArrayJobID",
        "UserName",
        "QOS",
        "State",
        "Reason",
        "PriorityLong",
        "TimeLimit",
        "RestartCnt",
    ),
    *("NodeList", "tres-alloc", "TimeUsed"),
)
HURRY = "bf_interval=1,sched_interval=1"
"""The scheduler looks every second, instead of every half minute and minute: what it decides stays the same."""
KILL_WAIT = "KillWait=1"
"""A job that is ended before its first process has begun does not hear of it, and is killed after that time."""
CYCLES = re.compile(r"Total cycles: *(\d+)")


def hurried(files: Mapping[str, str]) -> dict[str, str]:
    """The files with a scheduler that looks more often and waits less."""
    pattern = re.compile(r"^(SchedulerParameters=.*)$", re.MULTILINE)
    changed = {name: pattern.sub(rf"\1,{HURRY}\n{KILL_WAIT}", text) for name, text in files.items()}
    assert any(HURRY in text for text in changed.values())
    return changed


@dataclass(frozen=True, slots=True)
class Share:
    """What Slurm's fair share makes of an account's past."""

    level: float
    """Its share divided by its part of what it and its siblings used: infinite without any use."""
    used: int


class Fleet(Cluster):
    """A document's cluster, its nodes up, with one login a team who may use it."""

    def __init__(self, suite: str, rendered: Rendered) -> None:
        super().__init__(suite, hurried(rendered.files))
        self.rendered = rendered
        self.oracle = Oracle(rendered.resolved)
        self.scope = self.oracle.scope
        self.asks: dict[str, Ask] = {}
        """Job number to what it is one of."""
        self._taken = 0
        """Jobs that have to be in the queue: what is evicted comes back to it."""

    def __enter__(self) -> Self:
        super().__enter__()
        try:
            self._begin()
        except BaseException:
            self.close()
            raise
        return self

    def _begin(self) -> None:
        users = sorted({user for team in self.scope.teams.values() for user in team.users or ()})
        unmanaged = [name for name, team in self.scope.teams.items() if team.users is None]
        self.add_users({name: FIRST_USER + at for at, name in enumerate([*users, *map(outsider, unmanaged)])})
        self.start_database()
        self._commands(self.rendered.commands("qos.sacctmgr"))
        self.start_controller()
        self._commands(self.rendered.commands("accounts.sacctmgr"))
        accounts = {name: [self.account(name, borrow=it) for it in (False, True)] for name in unmanaged}
        added = [
            f"add user name={outsider(name)} account={account} cluster={self.scope.cluster}\n"
            for name in unmanaged
            for account in (accounts[name] if name in self.scope.borrowers else accounts[name][:1])
        ]
        if added:
            self._commands("".join(added))
        self.start_nodes(node for nodes in self.oracle.nodes.values() for node in nodes)

    def _commands(self, commands: str) -> None:
        done = self.batch(commands)
        assert done.rc == 0, done.out

    def account(self, team: str, *, borrow: bool) -> str:
        """The account of a team's guaranteed or borrowed work."""
        return self.scope.names.burst_account(team) if borrow else self.scope.names.account(team)

    def user(self, team: str) -> str:
        """Who submits for a team."""
        users = self.scope.teams[team].users
        return outsider(team) if users is None else users[0]

    def sbatch(self, team: str, *options: str) -> Result:
        """Submit whatever the options say for a team's user."""
        command = ["sbatch", "--parsable", "-o", "/dev/null", *options, "--wrap", "exec sleep 3600"]
        return self.run(command, user=self.user(team))

    def tier(self, ask: Ask) -> str:
        """The tier a request runs in; empty where the document has none."""
        team = self.scope.teams[ask.team]
        tiers = team.borrowing_tiers if ask.borrow else team.tiers
        return ask.tier or (tiers[-1] if tiers else "")

    def options(self, ask: Ask) -> list[str]:
        """How a user asks for it, but for devices and time: account, QOS, partition."""
        options = ["-A", self.account(ask.team, borrow=ask.borrow), "-p", self.scope.names.partition(ask.flavor)]
        if tier := self.tier(ask):
            options += ["--qos", self.scope.names.burst_qos(tier) if ask.borrow else self.scope.names.qos(tier)]
        return options

    def submit(self, *asks: Ask) -> None:
        """Submit jobs, of which those have to be taken that could ever run."""
        for ask in asks:
            flavor = self.scope.flavors[ask.flavor]
            devices = [f"--gres=gpu:{flavor.gres}:{ask.devices}"] if flavor.is_gpu else ["-n1", f"-c{ask.devices}"]
            shape = ["-N", str(ask.nodes), "-t", str(ask.minutes), f"--array=1-{ask.count}"]
            done = self.sbatch(ask.team, *self.options(ask), *devices, *shape)
            assert (done.rc != 0) == self.oracle.refuses(ask), (ask, done.out)
            if done.rc == 0:
                self.asks[done.out.strip()] = ask
                self._taken += ask.count

    def end(self, *numbers: str) -> None:
        """End these jobs and wait until they are gone."""
        before = len(self._queue())
        self.run(["scancel", "--quiet", *numbers])
        self._await(lambda: not {row[key] for row in self._queue() for key in ("JobArrayID", "JobID")} & set(numbers))
        self._taken -= before - len(self._queue())

    def clear(self) -> None:
        """End every job and wait until the queue is empty."""
        for user in {row["UserName"] for row in self._queue()}:
            self.run(["scancel", "--quiet", "--user", user])
        self._await(lambda: not self._queue())
        self.asks.clear()
        self._taken = 0

    def _await(self, ready: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not ready():
            assert time.monotonic() < end, self._queue()
            time.sleep(0.05)

    def _queue(self) -> list[dict[str, str]]:
        shown = self.run(["squeue", "-h", "-r", "-O", ",".join(f"{field}:|" for field in FIELDS)])
        assert shown.rc == 0, shown.out
        return [dict(zip(FIELDS, line.split("|"), strict=False)) for line in shown.out.splitlines()]

    def jobs(self) -> list[Job]:
        """The queue as it is now."""
        return [self._job(row) for row in self._queue()]

    def _job(self, row: Mapping[str, str]) -> Job:
        ask = self.asks[row["ArrayJobID"]]
        flavor = self.scope.flavors[ask.flavor]
        pairs = (item.partition("=") for item in row["tres-alloc"].split(",") if "=" in item)
        held = {name: count for name, _, count in pairs}
        runs = row["State"] == RUNNING
        return Job(
            number=row["JobArrayID"],
            ask=ask,
            user=row["UserName"],
            tier=self.tier(ask),
            state=row["State"],
            reason=row["Reason"],
            priority=int(row["PriorityLong"]),
            minutes=Duration.from_slurm(row["TimeLimit"]).slurm_minutes(),
            restarts=int(row["RestartCnt"]),
            nodes=HostList.parse(row["NodeList"]).names if runs else (),
            cpus=int(held.get("cpu", "0")) if runs else 0,
            held=int(held.get(flavor.tres if flavor.is_gpu else "cpu", "0")) if runs else 0,
        )

    def settle(self, *, looks: int = 0) -> list[Job]:
        """Wait until the queue is what the entitlements say, and still is when the scheduler has looked so often again.

        Fails at once when a limit is passed, and after a long time with what waits for no reason.
        """
        end = time.monotonic() + PATIENCE
        agreed: int | None = None
        while True:
            jobs = self.jobs()
            over = list(self.oracle.over(jobs))
            assert not over, "\n".join([*over, *map(str, jobs)])
            wrong = [*self._missing(jobs), *self.oracle.idle(jobs)]
            if wrong:
                agreed = None
            elif not looks or all(job.runs for job in jobs):
                return jobs
            else:
                looked = self._looked()
                agreed = looked if agreed is None else agreed
                if looked >= agreed + looks:
                    return jobs
            assert time.monotonic() < end, "\n".join([*wrong, *map(str, sorted(jobs, key=lambda it: -it.priority))])
            time.sleep(0.1)

    def _missing(self, jobs: list[Job]) -> Iterator[str]:
        if len(jobs) != self._taken:
            yield f"{self._taken} jobs were taken, {len(jobs)} are there"
        yield from (f"{job.number} is {job.state}" for job in jobs if job.state not in (RUNNING, PENDING))

    def forget_use(self) -> None:
        """Start the history of every account anew."""
        self._commands(f"modify account where name=root cluster={self.scope.cluster} set RawUsage=0\n")

    def work(self, seconds: int) -> None:
        """Wait until every job has run so long by Slurm's own count, which is what it charges for."""
        self._await(lambda: all(_seconds(row["TimeUsed"]) >= seconds for row in self._queue()))

    def recount(self) -> None:
        """Have the priorities follow from past use, which they do every five minutes and when the controller starts."""
        self.stop_controller()
        self.start_controller()
        nodes = [node for nodes in self.oracle.nodes.values() for node in nodes]
        self._await(lambda: all(self._takes_jobs(node) for node in nodes))

    def shares(self) -> dict[str, Share]:
        """Account to its share and past use."""
        shown = self.run(["sshare", "-anP", "-o", "Account,User,LevelFS,RawUsage"])
        assert shown.rc == 0, shown.out
        rows = [line.split("|") for line in shown.out.splitlines()]
        return {row[0].strip(): Share(float(row[2] or "nan"), int(row[3])) for row in rows if not row[1]}

    def _looked(self) -> int:
        """How often the scheduler went through the queue."""
        main = CYCLES.search(self.run(["sdiag"]).out)
        assert main
        return int(main.group(1))


def outsider(team: str) -> str:
    """A login for a team whose users the document leaves alone."""
    return f"outsider-{team}"


def _seconds(shown: str) -> int:
    minutes, _, seconds = shown.rpartition(":")
    return int(minutes or "0") * 60 + int(seconds)


def matches(job: Job, pattern: str) -> bool:
    """Whether a job is one of a pattern's, of the form `team flavor base|burst tier`."""
    kind = "burst" if job.ask.borrow else "base"
    return fnmatchcase(f"{job.ask.team} {job.ask.flavor} {kind} {job.tier}", pattern)


def held(jobs: Iterable[Job], pattern: str) -> int:
    """The devices that a pattern's jobs hold."""
    return sum(job.held for job in jobs if matches(job, pattern))
