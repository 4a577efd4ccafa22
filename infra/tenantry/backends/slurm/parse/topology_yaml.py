"""topology.yaml, with the place of every value.

Source: topology.yaml(5), 25.05 and later. slurmctld reads YAML 1.1, as PyYAML does, but for aliases (tried on 26.05).
"""

from __future__ import annotations

from typing import Any, Final

import yaml

from tenantry.backends.slurm.parse import codes
from tenantry.backends.slurm.parse.site import YamlValue
from tenantry.finding import Finding, Location

MAX_DEPTH: Final = 40
MAX_VALUES: Final = 100_000
"""Keys, scalars, lists and maps: 10,000 leaf switches are 70,000."""
MAX_CHARACTERS: Final = 4 * 2**20

_ENDLESS: Final = "this is nested deeper, or is larger, than any topology"
_SCALARS: Final = frozenset({f"tag:yaml.org,2002:{name}" for name in ("int", "bool", "null")})


class _Refused(Exception):  # noqa: N818 - it becomes a finding
    def __init__(self, message: str, hint: str, mark: yaml.Mark | None) -> None:
        super().__init__(message)
        self.message, self.hint, self.mark = message, hint, mark


def read_topology_yaml(name: str, text: str, findings: list[Finding]) -> YamlValue | None:
    """The document; None, with a finding, for text that is no YAML or has no end."""
    mark: yaml.Mark | None
    try:
        if len(text) > MAX_CHARACTERS:
            raise _Refused(_ENDLESS, "write less", None)
        node = yaml.compose(text, Loader=_Loader)
        return YamlValue(None, _at(name, None)) if node is None else _Values(name).value(node)
    except _Refused as refused:
        message, hint, mark = refused.message, refused.hint, refused.mark
    except yaml.MarkedYAMLError as error:
        message, hint, mark = str(error.problem or error.context), "write YAML", error.problem_mark
    except yaml.YAMLError as error:
        message, hint, mark = str(error).splitlines()[0], "write YAML", None
    findings.append(codes.YAML.at(_at(name, mark), message, hint))
    return None


class _Loader(yaml.SafeLoader):
    """Stops at the first thing that is refused: what comes behind it is not even looked at."""

    _depth = 0
    _left = MAX_VALUES

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]  # PyYAML's stubs leave it out
        mark = event.start_mark
        if isinstance(event, yaml.AliasEvent):
            raise _Refused("Slurm's YAML has no aliases", "write the value again", mark)
        self._left -= 1
        if self._depth == MAX_DEPTH or self._left < 0:
            raise _Refused(_ENDLESS, "write less", mark)
        self._depth += 1
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node


class _Values:
    """Turns PyYAML's nodes into ours."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._scalars = yaml.SafeLoader("")

    def value(self, node: yaml.Node) -> YamlValue:
        at = _at(self._name, node.start_mark)
        if isinstance(node, yaml.SequenceNode):
            return YamlValue(tuple(self.value(item) for item in node.value), at)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, at)
        return YamlValue(self._scalar(node), at)

    def _mapping(self, node: yaml.MappingNode, at: Location) -> YamlValue:
        values: dict[str, YamlValue] = {}
        keys: dict[str, Location] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise _Refused("a key is no plain text", "write key: value", key.start_mark)
            values[key.value] = self.value(value)
            keys[key.value] = _at(self._name, key.start_mark)
        return YamlValue(values, at, keys)

    def _scalar(self, node: yaml.Node) -> Any:
        if node.tag not in _SCALARS:
            return node.value
        try:
            return self._scalars.construct_object(node)
        except (ValueError, yaml.YAMLError):
            return node.value


def _at(name: str, mark: yaml.Mark | None) -> Location:
    return Location(name, 1, 1) if mark is None else Location(name, mark.line + 1, mark.column + 1)
