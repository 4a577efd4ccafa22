"""The order in which changes are made."""

from __future__ import annotations

from enum import IntEnum, auto


class Step(IntEnum):
    """First things first; within a step, changes go by depth in the tree where that counts."""

    QOS_ADD = auto()
    """Whatever names a QOS needs it to be there."""
    PREEMPT_LESS = auto()
    """Turning an order of preemption round is a loop, which slurmdbd refuses, unless the old one goes first."""
    QOS_SET = auto()
    TREE = auto()
    """Accounts are added and moved from the top down: an account that takes a new place goes below one that has its
    own, so no account is ever put below itself (24.11 then changes two, 26.05 none, and both report success)."""
    ACCOUNT_SET = auto()
    USER_ADD = auto()
    """The first account of a new user becomes the default one."""
    ASSOCIATION_ADD = auto()
    USER_SET = auto()
    """A default account is moved once the new one is there and before the old one goes."""
    ASSOCIATION_SET = auto()
    ASSOCIATION_DELETE = auto()
    USER_DELETE = auto()
    """An association with the default account can go only as the user's last one (24.11, 26.05)."""
    ACCOUNT_DELETE = auto()
    """Children first."""
    QOS_DELETE = auto()
    """Once no account names it."""
