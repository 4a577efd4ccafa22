"""job_submit.lua as text; what it does in slurmctld is tried in tests/live/slurm."""

from __future__ import annotations

from tenantry.backends.slurm.refusals import refusals
from tenantry.header import made_by_us
from tests.backends.slurm.documents import files, keys, scope

TEAMS = """\
  vision: {group: lab, quota: {h100: {nominal: 40, borrow: 16, lend: 24}}}
  chat: {group: products, tiers: [urgent], quota: {h100: 8}}
"""
ASKED = '{release: "24.11", jobSubmit: true}'


def table(text: str, name: str) -> list[str]:
    """The lines of one of the script's tables."""
    return text.split(f"local {name} = {{\n", 1)[1].split("}\n\n", 1)[0].split("\n")[:-1]


def test_without_being_asked_for_nothing_is_written() -> None:
    made = files(TEAMS)
    assert "job_submit.lua" not in made
    assert "JobSubmitPlugins" not in keys(made["slurm.conf"])


def test_the_script_knows_types_accounts_qos_and_times() -> None:
    made = files(TEAMS, slurm=ASKED)
    assert keys(made["slurm.conf"])["JobSubmitPlugins"] == "lua"
    text = made["job_submit.lua"]
    assert table(text, "types") == [
        '  ["h100"] = { gres = "gpu", type = "h100" },',
        '  ["l40s"] = { gres = "gpu", type = "l40s" },',
    ]
    assert table(text, "burst_account") == ['  ["vision"] = "vision_burst",']
    assert table(text, "burst_qos") == ['  ["batch"] = "batch_burst",']  # urgent may not borrow
    assert '  ["chat"] = "urgent",' in table(text, "default_qos")
    assert table(text, "minutes") == ['  ["urgent"] = 120,', '  ["batch"] = 30,', '  ["batch_burst"] = 30,']


def test_the_header_is_a_comment_of_lua() -> None:
    text = files(TEAMS, slurm=ASKED)["job_submit.lua"]
    assert made_by_us(text)
    assert all(line.startswith("-- ") for line in text.splitlines()[:2])
    assert not made_by_us(text.replace("slurm.SUCCESS", "slurm.ERROR"))


def test_a_site_names_its_own_plugins_or_has_ours() -> None:
    own = 'settings: {JobSubmitPlugins: "lua"}'
    found = list(refusals(scope(TEAMS, slurm=f'{{release: "24.11", jobSubmit: true, {own}}}').resolved))
    assert [(it.path, it.message) for it in found] == [
        (("slurm", "settings", "JobSubmitPlugins"), "JobSubmitPlugins is set here and by slurm.jobSubmit")
    ]
    assert list(refusals(scope(TEAMS, slurm=f'{{release: "24.11", {own}}}').resolved)) == []
