"""Teams, departments, sharing groups and users."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from tenantry.model.base import Model
from tenantry.model.limit import Limit
from tenantry.model.names import GroupName, LabelKey, LabelValue, Name, Note, UserName
from tenantry.model.quota import On, QuotaField, text_or_other

Share = Annotated[int, Field(ge=0, le=1_000_000)]
"""A weight among siblings in the fair-share tree; 0 comes last."""


Users = Annotated[
    Annotated[Literal["unmanaged"], Tag("<word>")]
    | Annotated[tuple[UserName, ...], Field(strict=False), Tag("<other>")],
    Discriminator(text_or_other),
]


Stop = Literal["hold", "drain"]
"""How a team's work is stopped."""


class Group(Model):
    """Teams that share in the same way."""

    sharing: Literal["hard", "fair"]
    """``hard``: nothing lent or borrowed. ``fair``: idle devices are lent and reclaimed."""
    notes: Note | None = None
    """Free text for people; it reaches reports alone."""


class Department(Model):
    """Teams under one roof. It holds no quota itself."""

    share: Share = 1
    """Weight among siblings in the fair-share tree; 0 comes last."""
    cap: dict[Name, Limit] = {}
    """Flavor to the most devices its teams may use together, borrowed ones included."""
    notes: Note | None = None
    """Free text for people; it reaches reports alone."""


class Team(Model):
    """A tenant that holds quota: an account on Slurm, a ClusterQueue on Kueue."""

    group: Name | None = None
    """Its sharing group; without one nothing is shared."""
    department: Name | None = None
    """Its department, if it has one."""
    share: Share = 1
    """Weight among siblings in the fair-share tree; 0 comes last."""
    tiers: Annotated[tuple[Name, ...], Field(strict=False)] | None = None
    """Tiers its work may use; all of them when left out."""
    on: On | None = None
    """Where its quota lives, unless a quota says so itself: ``slurm``, ``kueue`` or both."""
    split: Literal["proportional"] | None = None
    """``proportional`` splits its quota as what the pinned splits leave of each scheduler's capacity."""
    quota: dict[Name, QuotaField] = {}
    """Flavor to entitlement."""
    per_user: dict[Name, Limit] = {}
    """Flavor to the most devices one user may hold at a time."""
    per_job: dict[Name, Limit] = {}
    """Flavor to the most devices one job may ask for."""
    max_running_jobs: Limit | None = None
    max_submitted_jobs: Limit | None = None
    """Running and waiting jobs together."""
    users: Users = "unmanaged"
    """Who may submit, or ``unmanaged`` where another system (LDAP) owns that."""
    namespaces: Annotated[tuple[Name, ...], Field(strict=False)] = ()
    """Kubernetes namespaces that get a LocalQueue."""
    access: Annotated[tuple[GroupName, ...], Field(strict=False)] = ()
    """Groups of users, as the cluster's authentication calls them, that may run work in its namespaces."""
    namespace_selector: dict[LabelKey, LabelValue] | None = None
    """Labels of the namespaces that may use the queue; the namespaces' own names when left out."""
    stop: Stop | None = None
    """``hold``: nothing more of its work starts. ``drain``: what runs is evicted too. On Kueue alone."""
    notes: Note | None = None
    """Free text for people; it reaches reports alone."""


class User(Model):
    """Facts about one user that no single team can state."""

    default_team: Name
    """The account used when a user of several teams names none."""
