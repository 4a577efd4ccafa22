"""A folder of generated files compared with what is rendered, for any state of it."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from tenantry.backends.base import RenderedFile
from tenantry.header import carries_header, made_by_us, with_header
from tenantry.model.scheduler import Scheduler
from tenantry.report.tree import compare, write
from tests.support.documents import resolved_stack

SMALL = resolved_stack("small")
NAMES = ("kueue/a.yaml", "kueue/b.yaml", "kueue/teams/t/a.yaml", "slurm/slurm.conf")
STATES = ("absent", "ours", "ours with another content", "ours and edited", "somebody's", "no text")
rendered = st.dictionaries(st.sampled_from(NAMES), st.text("abc\n", max_size=5))
folders = st.dictionaries(st.sampled_from(NAMES), st.sampled_from(STATES))


def _files(texts: dict[str, str]) -> list[RenderedFile]:
    return [RenderedFile(PurePosixPath(name), with_header(text, SMALL.tenancy.fleet)) for name, text in texts.items()]


def _fill(root: Path, states: dict[str, str], texts: dict[str, str]) -> None:
    for name, state in states.items():
        ours = with_header(texts.get(name, "old"), SMALL.tenancy.fleet)
        content = {
            "ours": ours,
            "ours with another content": with_header("older", SMALL.tenancy.fleet),
            "ours and edited": f"{ours}edited\n",
            "somebody's": "mine\n",
        }.get(state)
        if state != "absent":
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(b"\xff\xfe" if content is None else content.encode())


@given(rendered, folders)
def test_writing_makes_the_folder_the_same_and_keeps_what_is_not_ours(
    texts: dict[str, str], states: dict[str, str]
) -> None:
    files = _files(texts)
    with TemporaryDirectory() as folder:
        root = Path(folder)
        _fill(root, states, texts)
        difference = compare(root, files, Scheduler)
        foreign = {name for name, state in states.items() if state in {"somebody's", "no text"}}
        assert {str(path) for path in difference.foreign} == foreign & texts.keys()
        if difference.foreign:
            return
        kept = {name: (root / name).read_bytes() for name in foreign | {str(path) for path in difference.edited}}
        write(root, difference)
        after = compare(root, files, Scheduler)
        assert (after.missing, after.stale, after.extra, after.foreign) == ((), (), (), ())
        assert after.edited == difference.edited
        assert {name: (root / name).read_bytes() for name in kept} == kept


@given(rendered, folders)
def test_every_file_stands_in_one_list_at_most(texts: dict[str, str], states: dict[str, str]) -> None:
    with TemporaryDirectory() as folder:
        _fill(Path(folder), states, texts)
        difference = compare(Path(folder), _files(texts), Scheduler)
        paths = [line.split(": ")[1] for line in difference.lines()]
        assert len(paths) == len(set(paths))
        assert difference.same == (not paths)


def test_folders_of_other_back_ends_are_not_looked_at(tmp_path: Path) -> None:
    _fill(tmp_path, {"slurm/slurm.conf": "ours"}, {})
    assert compare(tmp_path, [], [Scheduler.KUEUE]).same
    assert not compare(tmp_path, [], [Scheduler.SLURM]).same


def test_folders_that_become_empty_go_and_others_stay(tmp_path: Path) -> None:
    _fill(tmp_path, {"kueue/teams/t/a.yaml": "ours", "kueue/b.yaml": "somebody's"}, {})
    write(tmp_path, compare(tmp_path, [], Scheduler))
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["b.yaml", "kueue"]


def test_a_header_is_known_edited_or_not() -> None:
    text = with_header("a: 1\n", SMALL.tenancy.fleet)
    assert (carries_header(text), made_by_us(text)) == (True, True)
    assert (carries_header(f"{text}b: 2\n"), made_by_us(f"{text}b: 2\n")) == (True, False)
    assert (carries_header("a: 1\n"), made_by_us("a: 1\n")) == (False, False)
