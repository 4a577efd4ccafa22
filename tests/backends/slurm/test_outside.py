"""Files outside the folder that is judged count, and nothing of what stands in them is told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tenantry.backends.slurm.files import judge, judge_files
from tenantry.backends.slurm.outside import HELP, RELATED
from tenantry.backends.slurm.stage import FILES
from tenantry.check.doc import doc_of
from tenantry.check.rule import Rule, rules
from tenantry.finding import Finding, Location
from tenantry.load.source import load_text
from tenantry.model.document import Tenancy
from tenantry.report.json import json
from tests.support.slurm_files import example_files

SECRETS = ("qzx", "73519")
"""A word and a number that no file and no message has, until a test writes them."""
_WORD = re.compile(r"[^\s=,:;\[\](){}#\"'@|-]+")
PAGES = [it for it in rules(FILES.package) if it.code != "SLF105"]


def planted(text: str) -> Iterator[str]:
    """The text with a secret at every word of it, one at a time: instead of it, before it or behind it."""
    for number, word in enumerate(_WORD.finditer(text)):
        it = word.group()
        secret = SECRETS[1] if it.isdigit() else ("qzx", f"qzx{it}", f"{it}qzx")[number % 3]
        yield text[: word.start()] + secret + text[word.end() :]


def example(rule: Rule) -> tuple[dict[str, str], str | None, Tenancy | None]:
    """The files on a rule's page, with a slurm.conf whatever they are, the release and the document."""
    files, release = example_files(doc_of(rule).example)
    document = load_text(files.pop("tenancy.yaml", ""), "tenancy.yaml").tenancy
    return {"slurm.conf": "SlurmctldHost=ctl\n", **files}, release, document


def told(findings: list[Finding]) -> str:
    return json(findings).lower()


def laid_out(folder: Path, files: dict[str, str], away: str, text: str, *, link: bool) -> Path:
    """The files in a folder, but for one: that is a link to ``text`` elsewhere, or includes it."""
    site, elsewhere = folder / "site", folder / "elsewhere"
    for path in (site, elsewhere):
        path.mkdir(exist_ok=True)
    for name, own in files.items():
        (site / name).write_text(own, encoding="utf-8")
    (elsewhere / away).write_text(text, encoding="utf-8")
    (site / away).unlink(missing_ok=True)
    if link:
        (site / away).symlink_to(elsewhere / away)
    else:
        (site / away).write_text(f"Include {elsewhere / away}\n", encoding="utf-8")
    return site


@pytest.mark.parametrize("rule", PAGES, ids=lambda it: it.code)
def test_no_word_of_any_file_elsewhere_is_told_by_any_rule(tmp_path: Path, rule: Rule) -> None:
    files, release, document = example(rule)
    for away, whole in files.items():
        for number, text in enumerate(planted(whole)):
            site = laid_out(tmp_path, files, away, text, link=not away.endswith(".conf") or number % 2 == 0)
            out = told(judge(site, release, document))
            assert not [secret for secret in SECRETS if secret in out], (text, out)
        (site / away).unlink()


def test_the_same_words_are_told_where_the_file_lies_in_the_folder(tmp_path: Path) -> None:
    quoted = set()
    for rule in PAGES:
        files, release, document = example(rule)
        for away, whole in files.items():
            out = [told(judge_files({**files, away: text}, release, document)) for text in planted(whole)]
            quoted |= {rule.code for it in out for secret in SECRETS if secret in it}
    assert len(quoted) > len(PAGES) * 0.9


def test_a_name_that_a_file_elsewhere_gives_is_told_by_the_line_that_includes_it(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/qzx.conf").write_text("NoSuchKey=1\nInclude nothing-qzx.conf\n", encoding="utf-8")
    (tmp_path / "elsewhere/more.conf").write_text(
        f"ClusterName=qzx\nInclude {tmp_path}/elsewhere/qzx.conf\n", encoding="utf-8"
    )
    (tmp_path / "site").mkdir()
    slurm_conf = tmp_path / "site/slurm.conf"
    slurm_conf.write_text(f"Include {tmp_path}/elsewhere/more.conf\nInclude %c.conf\n", encoding="utf-8")
    found = judge(slurm_conf, "24.11")
    assert "qzx" not in told(found)
    at = Location(f"{tmp_path}/elsewhere/more.conf", 2, 9)
    assert [(it.code, it.location) for it in found] == [
        ("SLF001", at), ("SLF101", at), ("SLF001", Location(str(slurm_conf), 2, 9)),
    ]  # fmt: skip


def test_a_finding_that_rests_on_no_such_file_is_told_in_full(tmp_path: Path) -> None:
    own = "NodeName=n1 CPUs=many\nNodeName=n[1-2]\nPartitionName=p Nodes=n1,n3\n"
    site = laid_out(tmp_path, {"slurm.conf": own}, "nodes.conf", "NodeName=n1\nNodeName=n1\n", link=True)
    alone = judge(site, "24.11")
    with (site / "slurm.conf").open("a", encoding="utf-8") as file:
        file.write("Include nodes.conf\n")
    beside = judge(site, "24.11")
    assert {it.code for it in alone} == {"SLF201", "SLF301", "SLF404"}
    assert [it for it in beside if it.help != HELP] == alone
    (more,) = {(it.code, it.message) for it in beside if it.help == HELP}
    assert more == ("SLF301", "A node is defined twice")
    assert {other.message for it in beside if it.help == HELP for other in it.related} == {RELATED}


def test_a_slurm_conf_that_is_a_link_to_elsewhere_is_not_told_either(tmp_path: Path) -> None:
    site = laid_out(tmp_path, {}, "slurm.conf", "root:qzx:20000\nqzx=1\nKillWait=qzx\n", link=True)
    for path in (site, site / "slurm.conf"):
        found = judge(path, "24.11")
        assert {it.code for it in found} == {"SLF002", "SLF101", "SLF201"}
        assert "qzx" not in told(found)
    assert "qzx" in told(judge(tmp_path / "elsewhere", "24.11"))


def test_a_folder_that_is_a_link_is_the_one_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real/slurm.conf").write_text("KillWait=qzx\n", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert "qzx" in told(judge(tmp_path / "link", "24.11"))
