"""What a watcher reports: from events that are made up, and from those of the system."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path
from queue import Queue

import pytest

from reme_tui.vault import watch as watch_module
from reme_tui.vault.listing import ScanRules
from reme_tui.vault.mounts import silent_share
from reme_tui.vault.watch import BURST, LIMIT_REMEDY, LOST_REMEDY, FolderWatcher

LIMIT = OSError('OS file watch limit reached. about ["/vault"]')
FULL = OSError(errno.ENOSPC, "No space left on device")
SOON = 20
ALL = None


class Script:
    """Stands for the system's events: each call of `listen` and `watch` takes the next thing that is put in."""

    def __init__(self) -> None:
        self.answers: Queue = Queue()
        self.outcomes: Queue = Queue()
        self.listened: list[list[str]] = []
        self.timeouts: list[int] = []
        self.open = 0

    def __call__(self, folders):
        self.listened.append([str(folder) for folder in folders])
        if not self.outcomes.empty() and (error := self.outcomes.get()):
            raise error
        self.open += 1
        return self

    def watch(self, debounce_ms, step_ms, timeout_ms, stop_event):
        self.timeouts.append(timeout_ms)
        while not stop_event.is_set():
            if not self.answers.empty() or stop_event.wait(0.005):
                break
        if stop_event.is_set():
            return "stop"
        answer = self.answers.get()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self):
        self.open -= 1

    def say(self, *paths: Path):
        self.answers.put({(3, str(path)) for path in paths})


class Heard:
    """Gathers what a watcher reports."""

    def __init__(self) -> None:
        self.queue: Queue = Queue()

    def __call__(self, paths):
        self.queue.put(paths)

    def next(self):
        return self.queue.get(timeout=SOON)

    def until(self, wanted: Callable[[object], bool]):
        while not wanted(found := self.next()):
            pass
        return found


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    for name in ("a.md", "notes/b.md", ".git/objects/c.md"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x")
    return root


@pytest.fixture
def following(vault: Path, monkeypatch: pytest.MonkeyPatch):
    """Start a watcher on made-up events, or on the system's; returns watcher, script and what it reports."""
    started: list[FolderWatcher] = []
    monkeypatch.setattr(watch_module, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(watch_module, "FIRST_PAUSE_S", 0.001)

    def start(*outcomes, real: bool = False):
        script, heard = Script(), Heard()
        for outcome in outcomes:
            script.outcomes.put(outcome)
        watcher = FolderWatcher(vault, ScanRules(), **({} if real else {"listen": script}))
        started.append(watcher)
        watcher.start(heard)
        return watcher, script, heard

    yield start
    for watcher in started:
        watcher.stop()
        watcher._thread.join(SOON)
        assert not watcher._thread.is_alive()


def test_it_is_off_until_started_and_live_once_it_listens(vault, following):
    assert FolderWatcher(vault, ScanRules()).state == "off"
    watcher, script, heard = following()
    assert heard.next() is ALL
    assert watcher.state == "live"
    assert watcher.remedy == ""
    assert script.listened == [[str(vault), str(vault / "notes")]]


def test_events_become_paths_whatever_they_say_happened(vault, following):
    _, script, heard = following()
    heard.next()
    script.answers.put({(1, str(vault / "a.md")), (3, str(vault / "a.md")), (2, str(vault / "notes/b.md"))})
    assert heard.next() == {"a.md", "notes/b.md"}


def test_a_new_folder_is_listened_to_and_the_disk_compared(vault, following):
    _, script, heard = following()
    heard.next()
    (vault / "new/deep").mkdir(parents=True)
    script.say(vault / "new")
    assert heard.next() is ALL
    assert script.listened[-1] == [str(vault / name) for name in (".", "new", "new/deep", "notes")]
    assert script.open == 1


def test_a_folder_that_came_between_looking_and_listening_is_listened_to(vault, following, monkeypatch):
    _, script, heard = following()
    heard.next()
    listen = Script.__call__

    def slow(self, folders):
        (vault / "late").mkdir(exist_ok=True)
        return listen(self, folders)

    monkeypatch.setattr(Script, "__call__", slow)
    script.say(vault / "notes")
    assert (heard.next(), heard.next()) == (ALL, ALL)
    assert str(vault / "late") in script.listened[-1]


def test_a_folder_that_went_is_listened_to_no_longer(vault, following):
    _, script, heard = following()
    heard.next()
    (vault / "notes").rename(vault / "moved")
    script.say(vault / "notes")
    assert heard.next() is ALL
    assert script.listened[-1] == [str(vault), str(vault / "moved")]


def test_after_a_burst_and_silence_the_disk_is_compared(vault, following):
    _, script, heard = following()
    heard.next()
    script.say(*(vault / f"n{number}.md" for number in range(BURST)))
    assert len(heard.next()) == BURST
    script.answers.put("timeout")
    assert heard.next() is ALL
    assert script.timeouts[:2] == [watch_module.IDLE_MS, watch_module.QUIET_MS]


def test_a_burst_without_end_is_compared_now_and_then(vault, following, monkeypatch):
    monkeypatch.setattr(watch_module, "LONGEST_BURST_S", -1.0)
    _, script, heard = following()
    heard.next()
    script.say(*(vault / f"n{number}.md" for number in range(BURST)))
    assert len(heard.next()) == BURST
    assert heard.next() is ALL


@pytest.mark.parametrize("error", [LIMIT, FULL, OSError(errno.EMFILE, "Too many open files")])
def test_a_full_table_of_watches_means_polling_and_a_remedy(following, error):
    watcher, _, heard = following(*[error] * 50)
    assert [heard.next() for _ in range(3)] == [ALL] * 3
    assert watcher.state == "polling"
    assert watcher.remedy == LIMIT_REMEDY
    assert "max_user_watches" in watcher.remedy


def test_it_is_live_again_once_the_limit_is_raised(following):
    watcher, script, heard = following(LIMIT)
    heard.until(lambda _: watcher.state == "live")
    assert watcher.remedy == ""
    assert len(script.listened) == 2


def test_a_folder_that_vanishes_while_listening_begins_is_no_trouble(following):
    watcher, script, heard = following(FileNotFoundError(errno.ENOENT, "gone"))
    assert heard.next() is ALL
    assert (watcher.state, watcher.remedy, len(script.listened)) == ("live", "", 2)


def test_errors_of_the_watcher_are_got_over(vault, following):
    watcher, script, heard = following()
    heard.next()
    script.answers.put(RuntimeError("error in underlying watcher"))
    assert heard.next() is ALL
    assert watcher.state == "live"
    script.say(vault / "a.md")
    assert heard.next() == {"a.md"}


def test_errors_that_go_on_mean_polling(following):
    watcher, script, heard = following(*[RuntimeError("no")] * 4)
    heard.until(lambda _: watcher.state == "polling")
    assert watcher.remedy == LOST_REMEDY
    heard.until(lambda _: watcher.state == "live")
    assert len(script.listened) == 5


def test_a_vault_that_goes_away_and_comes_back_is_followed_again(vault, following):
    watcher, script, heard = following()
    heard.next()
    vault.rename(vault.with_name("away"))
    script.say(vault)
    heard.until(lambda _: watcher.state == "polling")
    assert watcher.remedy == ""
    vault.with_name("away").rename(vault)
    heard.until(lambda _: watcher.state == "live")


def test_a_thread_that_ends_claims_nothing_and_says_so(following):
    watcher, script, heard = following()
    heard.next()
    watcher.stop()
    assert heard.next() is ALL
    watcher._thread.join(SOON)
    assert watcher.state == "off"
    assert script.open == 0


def test_it_can_be_started_again_and_only_once(vault, following):
    watcher, script, heard = following()
    heard.next()
    watcher.start(heard)
    assert len(script.listened) == 1
    watcher.stop()
    watcher._thread.join(SOON)
    watcher.start(heard)
    heard.until(lambda _: watcher.state == "live")


# With the system's own events


def save_in_place(path: Path):
    path.write_text("omega", encoding="utf-8")


def save_by_renaming(path: Path):
    other = path.with_name(f"{path.name}.tmp")
    other.write_text("omega", encoding="utf-8")
    other.replace(path)


def save_as_vim_does(path: Path):
    backup = path.with_name(f"{path.name}~")
    path.rename(backup)
    path.write_text("omega", encoding="utf-8")
    backup.unlink()


@pytest.mark.parametrize("save", [save_in_place, save_by_renaming, save_as_vim_does])
def test_a_save_is_reported(vault, following, save):
    _, _, heard = following(real=True)
    heard.next()
    save(vault / "notes/b.md")
    assert "notes/b.md" in heard.until(lambda paths: paths is not ALL)


def test_what_is_written_into_a_new_folder_is_reported(vault, following):
    watcher, _, heard = following(real=True)
    heard.next()
    (vault / "new").mkdir()
    heard.until(lambda paths: paths is ALL)
    assert watcher.state == "live"
    (vault / "new/c.md").write_text("x")
    assert "new/c.md" in heard.until(lambda paths: paths is not ALL)


def test_hidden_folders_are_not_watched(vault, following):
    _, _, heard = following(real=True)
    heard.next()
    (vault / ".git/objects/d").write_text("x")
    (vault / "a.md").write_text("omega")
    assert heard.until(lambda paths: paths is not ALL) == {"a.md"}


@pytest.mark.parametrize(("kind", "silent"), [("ext4", False), ("nfs4", True), ("9p", True), ("fuse.sshfs", True)])
def test_shares_that_report_nothing_are_known(tmp_path: Path, kind, silent):
    mounts = tmp_path / "mountinfo"
    mounts.write_text(
        "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
        f"30 22 0:40 / /mnt/my\\040notes rw shared:1 - {kind} server:/notes rw\n"
        "31 22 0:41 / /mnt/my rw - nfs4 other rw\n",
    )
    assert bool(silent_share(Path("/mnt/my notes/vault"), mounts)) == silent
    assert not silent_share(Path("/home/vault"), mounts)
    assert not silent_share(Path("/home/vault"), tmp_path / "none")


def test_on_such_a_share_it_polls(following, monkeypatch):
    monkeypatch.setattr(watch_module, "silent_share", lambda root: "A share.")
    watcher, script, heard = following()
    assert [heard.next(), heard.next()] == [ALL, ALL]
    assert watcher.state == "polling"
    assert watcher.remedy.startswith("A share. Checking every")
    assert script.listened == []


def test_another_folder_at_the_same_place_is_listened_to_without_an_event(vault, following):
    _, script, heard = following()
    heard.next()
    vault.rename(vault.with_name("away"))
    (vault / "other").mkdir(parents=True)
    script.answers.put("timeout")
    assert heard.next() is ALL
    assert script.listened[-1] == [str(vault), str(vault / "other")]
