"""Names that could carry a directive never reach a file, and never reach a terminal as they are."""

from __future__ import annotations

import pytest

from tenantry.emit import to_yaml
from tests.cli.run import Runner

HOSTILE = [
    "a\nSlurmUser=root",
    "a\r\nb",
    "a b",
    "a;b",
    "a#b",
    'a"b',
    "a'b",
    "a`id`",
    "$(id)",
    "{{ 7*7 }}",
    "{% raw %}",
    "a\x1b[31mred",
    "a\x00b",
    "a\u202eb",
    "a\u2028b",
    "../../etc/passwd",
    "a/b",
    "-rf",
    "&anchor",
    "*alias",
    "!!python/object:os.system",
    "%YAML",
    "a,b",
    "a=b",
    "A" * 300,
    "\u0430bc",
]
PLAIN_IN_A_SETTING = [
    "a b",
    "$(id)",
    "{{ 7*7 }}",
    "{% raw %}",
    "../../etc/passwd",
    "a/b",
    "-rf",
    "&anchor",
    "*alias",
    "!!python/object:os.system",
    "%YAML",
    "a,b",
    "a=b",
    "A" * 300,
]
"""A setting is any one line without quotes and comments: a path, a command's options."""
PLACES = [
    "fleet",
    "flavor",
    "pool",
    "tier",
    "group",
    "team",
    "user",
    "namespace",
    "hosts",
    "product",
    "setting",
    "naming",
]

HARMLESS = {("hosts", "a,b"), *(("setting", text) for text in PLAIN_IN_A_SETTING)}
CASES = [(place, text) for place in PLACES for text in HOSTILE if (place, text) not in HARMLESS]


def _document(place: str, text: str) -> dict[str, object]:
    def named(where: str, name: str) -> str:
        return text if where == place else name

    team = {
        "group": named("group", "lab"),
        "quota": {named("flavor", "h100"): 8},
        "tiers": [named("tier", "research")],
        "users": [named("user", "ada")],
        "namespaces": [named("namespace", "vision")],
        "on": "slurm",
    }
    return {
        "fleet": named("fleet", "demo"),
        "slurm": {"release": "24.11", "settings": {"SlurmUser": named("setting", "slurm")}},
        "kueue": {"release": "0.17"},
        "flavors": {
            named("flavor", "h100"): {
                "gpu": {"product": named("product", "NVIDIA-H100"), "perNode": 8},
                "node": {"cpus": 64, "memory": "1Ti"},
            }
        },
        "pools": {
            named("pool", "main"): {
                "flavor": named("flavor", "h100"),
                "hosts": named("hosts", "n[1-2]"),
                "owner": "slurm",
            }
        },
        "tiers": {named("tier", "research"): {"maxTime": "2d"}},
        "groups": {named("group", "lab"): {"sharing": "fair"}},
        "teams": {named("team", "vision"): team},
        "naming": {"account": named("naming", "{team}")},
    }


def test_the_document_itself_is_sound(run: Runner) -> None:
    run.write("tenancy.yaml", to_yaml(_document("nowhere", "")))
    assert run("render", "-o", "out").code == 0


@pytest.mark.parametrize(("place", "text"), CASES, ids=ascii)
def test_a_hostile_name_is_refused_and_written_nowhere(run: Runner, place: str, text: str) -> None:
    escaped = '"' + text.encode("unicode_escape").decode() + '"'
    document = to_yaml(_document(place, text if text.isprintable() else "MARK")).replace("MARK", escaped)
    run.write("tenancy.yaml", document)
    ran = run("render", "-o", "out")
    assert ran.code == 1, ran
    assert not (run.folder / "out").exists()
    assert all(character.isprintable() or character == "\n" for character in ran.out + ran.err)


@pytest.mark.parametrize("text", PLAIN_IN_A_SETTING)
def test_a_setting_keeps_to_its_own_line(run: Runner, text: str) -> None:
    texts = {}
    for value in ("slurm", text):
        run.write("tenancy.yaml", to_yaml(_document("setting", value)))
        assert run("render", "-o", "out").code == 0
        texts[value] = (run.folder / "out" / "slurm" / "slurm.conf").read_text().splitlines()[2:]
    changed = [new for old, new in zip(texts["slurm"], texts[text], strict=True) if old != new]
    assert changed == [f'SlurmUser="{text}"' if " " in text else f"SlurmUser={text}"]
