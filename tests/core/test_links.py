"""Where links lead, and that the graph after any history is that of a fresh start."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reme_tui.core.links.graph import LinkGraph, Resolution
from reme_tui.core.links.wikilinks import scan_links
from reme_tui.core.note import Link, Note
from reme_tui.core.reading_rules import ReadingRules
from tests.notes import bare_note

OWN = ReadingRules()


def note(path: str, body: str = "", *, aliases: tuple[str, ...] = (), rules: ReadingRules = OWN) -> Note:
    return bare_note(path, links=scan_links(body, 0, 1, rules=rules), aliases=aliases, digest=body)


def graph(bodies: dict[str, str], *, rules: ReadingRules = OWN, **parts: object) -> LinkGraph:
    notes = [note(path, body, rules=rules) for path, body in bodies.items()]
    return LinkGraph.empty(rules).evolve(notes, (), **parts)


def lead(bodies: dict[str, str], source: str, target: str, **options: object) -> Resolution:
    return graph({source: "", **bodies}, **options).resolve(source, Link(target, "", "", 1))


def outs(links: LinkGraph, path: str) -> list[str]:
    return [neighbour.path for neighbour in links.links_out(path)]


def ins(links: LinkGraph, path: str) -> list[str]:
    return [neighbour.path for neighbour in links.links_in(path)]


TODO = dict.fromkeys(["todo.md", "a/todo.md", "b/todo.md", "b/c/d/todo.md", "another-todo.md"], "")


@pytest.mark.parametrize(
    ("source", "target", "path", "several"),
    [
        ("b/index.md", "a/todo.md", "a/todo.md", False),  # a literal path, as ReMe reads it
        ("b/index.md", "a/todo", "a/todo.md", False),
        ("b/index.md", "todo.md", "todo.md", False),
        ("b/index.md", "todo", "todo.md", True),  # a path once `.md` is added, yet others bear the name
        ("b/index.md", "d/todo", "b/c/d/todo.md", False),
        ("b/index.md", "/todo", "todo.md", False),
        ("b/index.md", "./todo", "b/todo.md", False),
        ("b/index.md", "../a/todo", "a/todo.md", False),
        ("b/index.md", "x/../a//./todo", "a/todo.md", False),
        ("b/index.md", "TODO", "todo.md", True),
        ("b/index.md", "A/Todo.MD", "a/todo.md", False),
    ],
)
def test_paths_and_names(source: str, target: str, path: str, several: bool):
    assert lead(TODO, source, target) == Resolution(path, "note", several)


@pytest.mark.parametrize(
    "target",
    ["odo", "other-todo", "a/b/todo", "a", "a/", "..", "../..", "../../todo", "../../etc/passwd", "x/../../todo", "/a/",
     "/d/todo", "./nothing", "todo.txt", "todo\nmd", "~/todo", "*", "[", "%74odo"],
)  # fmt: skip
def test_missing(target: str):
    assert lead(TODO, "b/index.md", target) == Resolution(None, "missing")


def test_targets_longer_than_any_path_lead_nowhere():
    for target in ("x" * 5000, ".md" * 300_000):
        links = graph({"s.md": f"[[{target}]]", "x.md": ""})
        assert [near.kind for near in links.links_out("s.md")] == ["missing"]
        huge = links.evolve([note("y.md", aliases=(target,))], ())
        assert ins(huge, "y.md") == []


@pytest.mark.parametrize(
    ("source", "path"),
    [
        ("b/x/index.md", "b/x/todo.md"),  # the same folder
        ("b/x/y/z/index.md", "b/x/todo.md"),  # one folder up beats the shallower one
        ("a/index.md", "a/p/todo.md"),  # one below
        ("b/index.md", "b/x/todo.md"),
        ("index.md", "a/p/todo.md"),  # equally far and deep: by name
        ("c/index.md", "c/q/r/todo.md"),
        ("d/e/f/index.md", "a/p/todo.md"),  # nothing near: the shallowest, then by name
    ],
)
def test_nearest_then_shallowest_then_by_name(source: str, path: str):
    several = dict.fromkeys(["a/p/todo.md", "b/x/todo.md", "c/q/r/todo.md"], "")
    assert lead(several, source, "todo") == Resolution(path, "note", several=True)


def test_the_nearest_is_what_comparing_all_would_find():
    paths = [f"{a}/{b}{c}/n.md".replace("//", "/") for a in "xyz" for b in "pq" for c in ("", "/r", "/r/s")]
    links = graph(dict.fromkeys(paths, ""))
    for source in [*paths, "n.md", "x/n.md", "x/p/q/r/s/t.md"]:
        folder = source.split("/")[:-1]

        def steps(path: str, folder: list[str] = folder) -> tuple[int, int, str]:
            parts = path.split("/")[:-1]
            same = 0
            while same < min(len(parts), len(folder)) and parts[same] == folder[same]:
                same += 1
            return len(parts) + len(folder) - 2 * same, len(parts), path

        assert links.resolve(source, Link("n", "", "", 1)).path == min(paths, key=steps)


def test_names_compare_composed_and_keep_the_path_of_the_disk():
    path = unicodedata.normalize("NFD", "Café/Été.md")
    for target in ("Été", "Café/Été.md", "été", unicodedata.normalize("NFD", "Été")):
        assert lead({path: ""}, "a.md", target).path == path
    assert lead({"Café.md": ""}, "a.md", unicodedata.normalize("NFD", "café")).path == "Café.md"


def test_exact_case_beats_a_nearer_path_in_another_case():
    assert lead({"a/Alice.md": "", "b/alice.md": ""}, "a/x.md", "alice").path == "b/alice.md"
    assert lead({"STRASSE.md": ""}, "a.md", "straße").path == "STRASSE.md"


def test_names_with_dots_and_other_suffixes():
    for path in ("v1.2.md", "foo.md.md", "a/b.markdown", "X.MD"):
        for target in (path, path[: path.rindex(".")], path[: path.rindex(".")].split("/")[-1]):
            assert lead({path: ""}, "s.md", target).path == path


def test_aliases():
    bob = note("people/bob.md", aliases=(" Robert ", "TCP/IP", "ali"))
    links = LinkGraph.empty(OWN).evolve([bob, note("ali.md"), note("s.md", "[[Robert]] [[TCP/IP]] [[robert#x]]")], ())
    (neighbour,) = links.links_out("s.md")
    assert (neighbour.path, neighbour.mentions, neighbour.anchors) == ("people/bob.md", 3, ("x",))
    assert ins(links, "people/bob.md") == ["s.md"]
    assert links.resolve("s.md", Link("ali", "", "", 1)) == Resolution("ali.md", "note")  # a name beats an alias
    twin = links.evolve([note("bert.md", aliases=("Robert",))], ())
    assert twin.resolve("s.md", Link("Robert", "", "", 1)) == Resolution("bert.md", "note", several=True)


def test_a_folder_is_no_target_and_a_note_of_its_name_is():
    assert lead({"projects/x.md": ""}, "a.md", "projects").kind == "missing"
    assert lead({"projects/x.md": "", "projects.md": ""}, "a.md", "projects").path == "projects.md"


def test_a_backslash_is_tried_as_a_slash_and_marked():
    assert lead({"sub/note.md": ""}, "a.md", "sub\\note") == Resolution("sub/note.md", "note", backslash=True)
    assert lead({"sub\\note.md": "", "sub/note.md": ""}, "a.md", "sub\\note") == Resolution("sub\\note.md", "note")
    links = graph({"a.md": "[[sub\\note]]", "sub/note.md": ""})
    assert links.links_out("a.md")[0].backslash
    assert links.links_in("sub/note.md")[0].backslash


def test_files_that_are_no_notes():
    files = frozenset({"pics/Plan.png", "session/abc.jsonl", "a.pdf", "LICENSE"})
    for target, path in [("Plan.png", "pics/Plan.png"), ("pics/plan.PNG", "pics/Plan.png"), ("a.pdf", "a.pdf")]:
        assert lead({}, "n/s.md", target, files=files) == Resolution(path, "file")
    literal = ReadingRules(literal_links=True)
    assert lead({}, "s.md", "session/abc.jsonl", files=files, rules=literal) == Resolution("session/abc.jsonl", "file")
    assert lead({}, "s.md", "abc.jsonl", files=files, rules=literal).kind == "missing"
    assert lead({"plan.png.md": ""}, "s.md", "plan.png", files=files).path == "plan.png.md"
    assert lead({}, "s.md", "Plan", files=files).kind == "missing"


def test_a_file_link_leads_to_its_target():
    links = graph({"real/x.md": "", "s.md": "[[link]] [[sub/link.md]] [[x]]"}, linked={"sub/link.md": "real/x.md"})
    (neighbour,) = links.links_out("s.md")
    assert (neighbour.path, neighbour.mentions, neighbour.several) == ("real/x.md", 3, False)
    assert ins(links, "real/x.md") == ["s.md"]
    without = links.evolve((), (), linked={})
    assert outs(without, "s.md") == ["link", "sub/link.md", "real/x.md"]
    assert outs(links.evolve((), ["real/x.md"]), "s.md") == ["link", "sub/link.md", "x"]


@pytest.mark.parametrize("rules", [ReadingRules(literal_links=True), ReadingRules(reme=True)], ids=["links", "reme"])
def test_literal_targets(rules: ReadingRules):
    bodies = dict.fromkeys(["daily/x.md", "Café.md", "a\\b.md"], "")
    for target in ("x", "daily/x", "./daily/x.md", "/daily/x.md", "Daily/x.md", "daily\\x.md", "Cafe\u0301.md"):
        assert lead(bodies, "s.md", target, rules=rules) == Resolution(None, "missing")
    for target in bodies:
        assert lead(bodies, "s.md", target, rules=rules) == Resolution(target, "note")


def test_markdown_links_start_at_the_folder_then_at_the_vault():
    rules = ReadingRules(markdown_links=True)
    body = "[n](x.md) [up](../top.md) [vault](q/y.md) [no](z.md) [out](../../top.md) [case](X.md)"
    links = graph({"p/s.md": body, "p/x.md": "", "x.md": "", "q/y.md": "", "top.md": "", "q/z.md": ""}, rules=rules)
    assert outs(links, "p/s.md") == ["p/x.md", "top.md", "q/y.md", "z.md", "../../top.md"]
    assert ins(links, "p/x.md") == ["p/s.md"]
    assert ins(links, "x.md") == []


def test_neighbours_are_counted_once_in_text_order():
    body = "[[gone]] [[x#b|l]] ![[x.md]] [[#Local]] [[s]] [[x#a]] [[x#b]] [[p.png]] [[gone#z]]"
    links = graph({"s.md": body, "x.md": "[[S]]"}, files={"p.png"})
    found = [(n.path, n.kind, n.anchors, n.mentions, n.several) for n in links.links_out("s.md")]
    assert found == [
        ("gone", "missing", ("z",), 2, False),
        ("x.md", "note", ("b", "a"), 4, False),
        ("p.png", "file", (), 1, False),
    ]
    assert [(n.path, n.kind, n.anchors, n.mentions) for n in links.links_in("x.md")] == [
        ("s.md", "note", ("b", "a"), 4)
    ]
    assert ins(links, "s.md") == ["x.md"]
    assert ins(links, "p.png") == ["s.md"]
    assert links.links_out("nowhere.md") == links.links_in("nowhere.md") == ()


def test_links_to_itself_count_only_for_reme():
    for rules, found in [(OWN, []), (ReadingRules(reme=True), ["s.md"])]:
        links = graph({"s.md": "[[s.md]]"}, rules=rules)
        assert outs(links, "s.md") == ins(links, "s.md") == found


def test_links_in_come_by_path():
    links = graph({"t.md": "", **{f"{name}.md": "[[t]]" for name in "zax项"}})
    assert ins(links, "t.md") == ["a.md", "x.md", "z.md", "项.md"]


def test_a_change_reaches_links_that_were_there_before():
    links = graph({"s.md": "[[x]]"})
    assert ins(links, "deep/x.md") == []
    more = links.evolve([note("deep/x.md")], ())
    assert outs(more, "s.md") == ["deep/x.md"]
    moved = more.evolve([note("x.md")], ["deep/x.md"])
    assert (outs(moved, "s.md"), ins(moved, "x.md"), ins(moved, "deep/x.md")) == (["x.md"], ["s.md"], [])
    assert outs(more, "s.md") == ["deep/x.md"]  # earlier generations stay as they were
    assert outs(links, "s.md") == ["x"]
    assert moved.evolve([note("x.md")], ["x.md", "never.md"]).links_in("x.md") == moved.links_in("x.md")


PATHS = ["a.md", "A.md", "b/a.md", "b/c/a.md", "é.md", "b/e\u0301.md", "f.md.md", "l.md", "b/l.md"]
TARGETS = ["a", "A", "a.md", "b/a", "c/a.md", "./a", "../a", "é", "f.md", "b\\a", "l", "Zed", "zed/x", "p.png", "none"]
BODIES = st.lists(st.sampled_from(TARGETS), max_size=4).map(lambda found: " ".join(f"[[{one}]]" for one in found))
ALIASES = st.lists(st.sampled_from(["Zed", "zed", "zed/x", "a", "é"]), max_size=2).map(tuple)
NOTES = st.builds(note, st.sampled_from(PATHS), BODIES, aliases=ALIASES)
STEPS = st.tuples(
    st.lists(NOTES, max_size=3),
    st.lists(st.sampled_from(PATHS), max_size=3),
    st.none() | st.frozensets(st.sampled_from(["p.png", "b/P.png", "a"])),
    st.none() | st.dictionaries(st.sampled_from(["m.md", "b/l.md"]), st.sampled_from(PATHS[:-1])),
)


@settings(max_examples=150)
@given(st.lists(STEPS, max_size=6), st.sampled_from([OWN, ReadingRules(literal_links=True)]))
def test_any_history_gives_the_graph_of_a_fresh_start(history: list, rules: ReadingRules):
    links, notes, files, linked = LinkGraph.empty(rules), {}, frozenset(), {}
    for changed, removed, now_files, now_linked in history:
        for path in removed:
            notes.pop(path, None)
        notes.update((one.path, one) for one in changed)
        files = files if now_files is None else now_files
        linked = linked if now_linked is None else now_linked
        links = links.evolve(changed, removed, files=now_files, linked=now_linked)
        for path in notes:
            links.links_out(path)  # what one generation remembers must not reach the next
    fresh = LinkGraph.empty(rules).evolve(reversed(notes.values()), (), files=files, linked=linked)
    everything = [*PATHS, *linked, *files, "nowhere.md"]
    assert [links.links_out(path) for path in everything] == [fresh.links_out(path) for path in everything]
    assert [links.links_in(path) for path in everything] == [fresh.links_in(path) for path in everything]
    out = {(path, near.path) for path in notes for near in links.links_out(path) if near.kind != "missing"}
    assert out == {(near.path, path) for path in everything for near in links.links_in(path)}
    assert links._mentions == fresh._mentions
    assert (links.names.by_name, links.names.by_alias) == (fresh.names.by_name, fresh.names.by_alias)
