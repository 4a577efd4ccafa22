"""Options of a dump's lines, as sacctmgr of 22.05, 24.11 and 26.05 writes them."""

from __future__ import annotations

import pytest

from tenantry.backends.slurm.dump import read_dump


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("GraceTime=90:MaxWallDurationPerJob=2880", {"GraceTime": "90", "MaxWallDurationPerJob": "2880"}),
        ("Fairshare=40:GrpJobs=20", {"Fairshare": "40", "GrpJobs": "20"}),
        (
            "GrpTRES=gres/gpu:h100=6,gres/gpu=8:MaxTRESPerJob=gres/gpu=4:QOS='+low'",
            {"GrpTRES": "gres/gpu:h100=6,gres/gpu=8", "MaxTRESPerJob": "gres/gpu=4", "QOS": "+low"},
        ),
        (
            "GrpTRES=cpu=4,gres/gpu:a=1,gres/gpu:b=2:Fairshare=1",
            {"GrpTRES": "cpu=4,gres/gpu:a=1,gres/gpu:b=2", "Fairshare": "1"},
        ),
        ("GrpTRES='gres/gpu:h100=6':Description='a:b=1'", {"GrpTRES": "gres/gpu:h100=6", "Description": "a:b=1"}),
    ],
)
def test_a_colon_parts_options_but_not_the_type_of_a_gres(options: str, said: dict[str, str]) -> None:
    (line,) = read_dump("lab.cfg", f"Account - 'vision':{options}\n")
    assert {it.key: it.value for it in line.settings} == said
