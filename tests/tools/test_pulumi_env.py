"""The wrapper's defaults (tools/pulumi/env.sh) stand back behind everything that the user has set."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.support.real import ROOT


def environment(root: Path, given: dict[str, str], home: str = "/cache/pulumi-home") -> dict[str, str]:
    """What the real CLI would see, for a CLI in ``root/bin``."""
    start = {
        "PATH": os.environ["PATH"],
        "TENANTRY_ROOT": str(root),
        "TENANTRY_PULUMI": str(root / "bin" / "pulumi"),
        "TENANTRY_PULUMI_HOME": home,
    }
    script = f'. "{ROOT}/tools/pulumi/env.sh"; env -0'
    out = subprocess.run(["sh", "-euc", script], env=start | given, check=True, capture_output=True, text=True).stdout
    return dict(entry.split("=", 1) for entry in out.split("\0") if entry)


def test_defaults_keep_state_in_the_checkout(tmp_path: Path) -> None:
    seen = environment(tmp_path, {})
    assert seen["PULUMI_BACKEND_URL"] == f"file://{tmp_path}/.pulumi-state?metadata=skip"
    assert (tmp_path / ".pulumi-state").is_dir()
    assert seen["PULUMI_CONFIG_PASSPHRASE"] == ""
    assert seen["PULUMI_HOME"] == "/cache/pulumi-home"
    assert seen["PULUMI_SKIP_UPDATE_CHECK"] == "true"
    assert seen["PATH"].split(":")[0] == str(tmp_path / "bin")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PULUMI_BACKEND_URL", "s3://states"),
        ("PULUMI_HOME", "/home/ada/.pulumi"),
        ("PULUMI_SKIP_UPDATE_CHECK", "false"),
        ("PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION", "false"),
    ],
)
def test_what_the_user_set_stands(tmp_path: Path, name: str, value: str) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "built-from-modules").touch()
    assert environment(tmp_path, {name: value})[name] == value


def test_another_backend_gets_neither_a_folder_nor_a_passphrase(tmp_path: Path) -> None:
    seen = environment(tmp_path, {"PULUMI_BACKEND_URL": "s3://states"})
    assert "PULUMI_CONFIG_PASSPHRASE" not in seen
    assert not (tmp_path / ".pulumi-state").exists()


@pytest.mark.parametrize("name", ["PULUMI_CONFIG_PASSPHRASE", "PULUMI_CONFIG_PASSPHRASE_FILE"])
def test_a_passphrase_stands_with_a_backend_of_its_own_only(tmp_path: Path, name: str) -> None:
    assert environment(tmp_path, {"PULUMI_BACKEND_URL": "s3://states", name: "correct horse"})[name] == "correct horse"
    local = environment(tmp_path, {name: "correct horse"})
    assert local["PULUMI_CONFIG_PASSPHRASE"] == ""
    assert "PULUMI_CONFIG_PASSPHRASE_FILE" not in local


def test_an_installed_cli_keeps_its_own_home_and_may_download_plugins(tmp_path: Path) -> None:
    seen = environment(tmp_path, {}, home="")
    assert "PULUMI_HOME" not in seen
    assert "PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION" not in seen


def test_a_cli_built_from_modules_asks_nobody_for_plugins(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "built-from-modules").touch()
    assert environment(tmp_path, {})["PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION"] == "true"
