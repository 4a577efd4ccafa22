"""Names and other short texts a user types. What could become a directive is refused here, never escaped later.

Sources: Kubernetes RFC 1123 labels and label syntax; sacctmgr(1) (names are stored in lower case);
slurm.conf(5) (``#`` starts a comment even inside quotes).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, GetCoreSchemaHandler, GetJsonSchemaHandler, WithJsonSchema
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from tenantry.model.problem import shown

_LABEL_PREFIX = r"(?=.{1,253}/)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*/"
_LABEL_NAME = r"[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?"

NAME = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
USER = r"[a-z_][a-z0-9_.-]{0,31}"
GROUP_NAME = r"(?!system:)[A-Za-z0-9_/]([A-Za-z0-9_.:@/+ -]{0,252}[A-Za-z0-9_])?"
GRES_TYPE = r"[a-z0-9]([a-z0-9_.+-]{0,62})"
MIG_PROFILE = r"[1-7]g\.[1-9][0-9]{0,2}gb"
LABEL_KEY = rf"({_LABEL_PREFIX})?{_LABEL_NAME}"
LABEL_VALUE = rf"({_LABEL_NAME})?"
RESOURCE = rf"(?!requests\.|([^/]*\.)?kubernetes\.io/){_LABEL_PREFIX}{_LABEL_NAME}"
SETTING_KEY = r"[A-Za-z][A-Za-z0-9]{0,63}"
_SETTING_CHARS = r"-A-Za-z0-9_./:,=+@%*()\[\]{}&|~^$!<>?"
SETTING_VALUE = rf"[{_SETTING_CHARS}]([{_SETTING_CHARS} ]*[{_SETTING_CHARS}])?"
PATTERN = r"([a-z0-9-]|\{[a-z]+\})+"


@dataclass(frozen=True, slots=True)
class _Matching:
    """Text that has to match a pattern as a whole, in the document and in its JSON Schema."""

    pattern: str
    slug: str
    would_be_right: str
    example: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self._check, handler(source))

    def __get_pydantic_json_schema__(self, _schema: CoreSchema, _handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^(?:{self.pattern})$", "examples": [self.example]}

    def _check(self, value: str) -> str:
        if re.fullmatch(self.pattern, value):
            return value
        raise _refused(self.slug, f"{shown(value)} is not {self.slug.replace('_', ' ')}", self.would_be_right)


def _refused(slug: str, message: str, hint: str) -> PydanticCustomError:
    """The error that value types raise too (``model.scalar``): the context holds ``message`` and ``hint``."""
    return PydanticCustomError(slug, "{message}; {hint}", {"message": message, "hint": hint})


Name = Annotated[
    str,
    _Matching(
        NAME, "a_name", "use 1 to 63 lower-case letters, digits and '-', with a letter or digit at both ends", "vision"
    ),
]
"""A name that is safe as a Slurm account or QOS and as a Kubernetes object (RFC 1123 label)."""

UserName = Annotated[
    str,
    _Matching(
        USER, "a_user_name", "use a POSIX login name in lower case, at most 32 characters (slurmdbd lowers case)", "ada"
    ),
]
"""A login name, lower case as slurmdbd stores it."""

GroupName = Annotated[
    str,
    _Matching(
        GROUP_NAME,
        "a_group_name",
        "use a group as the cluster's authentication calls it, such as oidc:ml-vision, and none of Kubernetes' own",
        "oidc:ml-vision",
    ),
]
"""A group of Kubernetes users; none of Kubernetes' own, of which system:authenticated is everybody."""

GresType = Annotated[
    str, _Matching(GRES_TYPE, "a_GRES_type", "use lower-case letters, digits, '_', '.' and '-', such as h100", "h100")
]
"""The type in ``gres/gpu:<type>`` (gres.conf(5))."""

MigProfile = Annotated[
    str, _Matching(MIG_PROFILE, "a_MIG_profile", "write it as nvidia-smi does, such as 1g.10gb", "1g.10gb")
]
"""Slices and memory of an instance of a GPU."""

LabelKey = Annotated[
    str,
    _Matching(
        LABEL_KEY,
        "a_label_key",
        "use prefix/name as Kubernetes does, such as example.com/owner",
        "nvidia.com/gpu.product",
    ),
]
"""A Kubernetes label or taint key."""

LabelValue = Annotated[
    str,
    _Matching(
        LABEL_VALUE, "a_label_value", "use at most 63 letters, digits, '-', '_' and '.'", "NVIDIA-H100-80GB-HBM3"
    ),
]
"""A Kubernetes label value, at most 63 characters."""

ResourceName = Annotated[
    str,
    _Matching(
        RESOURCE, "a_resource_name", "use the plugin's name with its domain, such as nvidia.com/gpu", "nvidia.com/gpu"
    ),
]
"""A Kubernetes extended resource: a domain and a name, not one of Kubernetes' own such as cpu or hugepages-2Mi
(pkg/apis/core/v1/helper, IsExtendedResourceName)."""

SettingKey = Annotated[
    str,
    _Matching(
        SETTING_KEY,
        "a_setting_name",
        "use the parameter's name as slurm.conf(5) spells it, such as SlurmctldPort",
        "SlurmctldPort",
    ),
]
"""A parameter of a Slurm configuration file."""

SettingValue = Annotated[
    str,
    _Matching(
        SETTING_VALUE,
        "a_setting_value",
        "use one line without quotes, '#', ';', backslashes, tabs or spaces at its ends",
        "/var/spool/slurmctld",
    ),
]
"""The value of a passed-through setting: one line that cannot end the line or start a comment."""

NamePattern = Annotated[
    str,
    _Matching(
        PATTERN,
        "a_naming_pattern",
        "use lower-case letters, digits, '-' and placeholders, such as team-{team}-cq",
        "team-{team}-cq",
    ),
]
"""How a generated object is called; ``{team}`` and the like are filled in."""


def _note(value: str) -> str:
    if len(value) <= 500 and value.isprintable():
        return value
    raise _refused("a_note", f"{shown(value)} is not a note", "use one printable line of at most 500 characters")


Note = Annotated[
    str, AfterValidator(_note), WithJsonSchema({"type": "string", "maxLength": 500, "examples": ["review in March"]})
]
"""Free text for people; it reaches reports, never a configuration file."""
