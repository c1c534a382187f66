"""Random notes built from parts, so that a test knows what each holds without reading it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

FIELDS = ("memory_tags", "people")

# Tags and how they may be written: those that need quotes somewhere are never drawn plain.
PLAIN = (
    "alpha",
    "Beta",
    "beta",
    "项目A",
    "two words",
    "two_words",
    "🤔Ideas",
    "a/b",
    "عربي",
    "c++",
    "Ａ",
    "$1",
    "x-y",
    "é",
)
QUOTED = ("#hash", "Scott, Jr.", "yes", "1.10", "a: b", "- x", "it's", "[/", "@x", "~", "{k}")
TYPED = ("1.10", "yes", "2026-01-05", "0x1F", "42", "12:30:45")
NOT_TAGS = ("~", "null", "[nested, alpha]", "{alpha: 1}", "''", '" "')

OTHER_KEYS = (
    "title: 'Water pumps'   # quoted on purpose",
    "source_conversation: [[session/dialog/abc.jsonl]]",
    "author: [[Ada Winter]]",
    "created: 2026-06-29",
    "version: 1.10",
    "empty_key:",
    "flag: yes   ",
    "# a comment with memory_tags: [alpha]",
    "",
    "text: >-\n  alpha, beta\n\n  memory_tags: [alpha]\n\n",
    "literal: |\n  # alpha\n   - beta\n",
    "kept: |+\n  alpha\n\n",
    "base: &base {memory_tags: [alpha]}\nuse: *base",
    "<<: {people: [alpha]}",
    "nested:\n- memory_tags: [alpha]\n-   people: beta",
    "long: " + "Execute the plan in small steps and write down every surprise " * 5,
    'emoji: "\\U0001F600 😀" # 😀',
    "人物: 张伟 # 注",
    'quoted: "over\n  two lines # no comment"',
    "? complex\n: - a\n  - b",
    "url: http://x.y/z#alpha",
    "tags: [alpha, Beta]",
)
BODIES = (
    "",
    "Text.",
    "\tTabs \n\n\n",
    "Text.\n\n---\nmemory_tags: [alpha]\n---\n",
    "# alpha\n",
    "\n\n😀 项目A\x0b\x85\u2028\n",
    "=======\n",
)
COMMENTS = ("", "", "", " # c", "   #alpha", " # - beta, [x] 'y'")
ROWS = ("", "", "", "{pad}# own\n", "\n", "# alpha, not indented\n")


@dataclass(frozen=True)
class Part:
    """One item as it was written: the tag it is (None: no tag) and its source."""

    text: str | None
    source: str


@dataclass(frozen=True)
class FieldModel:
    """A field as it was written; `source` holds the whole lines."""

    shape: str
    parts: tuple[Part, ...]
    source: str

    @property
    def tags(self) -> list[str]:
        return [part.text for part in self.parts if part.text is not None]


@dataclass(frozen=True)
class NoteModel:
    """A note with what was written into it; `regions` are the offsets of the field's lines."""

    text: str
    fields: dict[str, FieldModel]
    regions: dict[str, tuple[int, int]]
    block_end: int
    line_end: str


def quoted(text: str, style: str) -> str:
    if style == "single":
        return "'" + text.replace("'", "''") + "'"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def part_of(dice: Random, *, flow: bool) -> Part:
    kind = dice.randint(0, 9)
    style = dice.choice(("single", "double"))
    if kind == 0:
        return Part(None, dice.choice(NOT_TAGS))
    if kind == 1:
        source = dice.choice(TYPED)
        return Part(source, source)
    text = dice.choice(QUOTED if kind in (2, 3) else PLAIN)
    source = text
    if kind <= 4:
        source = quoted(text, style)
    elif kind == 5 and not flow:
        source = dice.choice((">-\n{pad}  ", "|- # h\n{pad}  ")) + text
    elif kind == 6:
        source = text.replace(" ", "\n{pad}    ")
    return Part(text, source)


def block_list(dice: Random, name: str) -> FieldModel:
    pad = " " * dice.choice((0, 2, 2, 4, 1))
    gap = " " * dice.choice((1, 1, 3))
    parts, rows = [], [f"{name}:{dice.choice(('', ' ', ' # who'))}\n"]
    for _ in range(dice.randint(1, 5)):
        part = part_of(dice, flow=False)
        if dice.randint(0, 11) == 0:
            part = Part(None, "")
        source = part.source.replace("{pad}", pad + gap)
        block = source[:1] in ("|", ">")
        comment = "" if block else dice.choice(COMMENTS)
        rows.append(dice.choice(ROWS).replace("{pad}", pad))
        rows.append(f"{pad}-{gap if source else ''}{source}{comment}\n")
        parts.append(Part(part.text, source))
    rows.append(dice.choice(ROWS).replace("{pad}", pad))
    return FieldModel("block", tuple(parts), "".join(rows))


def flow_list(dice: Random, name: str) -> FieldModel:
    parts = [part_of(dice, flow=True) for _ in range(dice.randint(0, 5))]
    parts = [Part(part.text, part.source.replace("{pad}", "")) for part in parts]
    layout = dice.choice(("line", "line", "tight", "wild", "rows", "comma first"))
    trailing = bool(parts) and dice.random() < 0.5
    inside = in_brackets(dice, [part.source for part in parts], layout, trailing=trailing)
    return FieldModel("flow", tuple(parts), f"{name}: [{inside}]{dice.choice(COMMENTS)}\n")


def in_brackets(dice: Random, sources: list[str], layout: str, *, trailing: bool) -> str:
    if layout == "rows":
        commas = [","] * (len(sources) - 1) + ["," if trailing else ""]
        rows = [
            f"{dice.choice(ROWS).replace('{pad}', '   ')}   {source}{comma}{dice.choice(COMMENTS)}\n"
            for source, comma in zip(sources, commas, strict=bool(sources))
        ]
        return "\n" + "".join(rows) + " "
    if layout == "comma first":
        return f"{dice.choice(COMMENTS)}\n  , ".join(sources)
    gaps = {"line": (", ",), "tight": (",",), "wild": (",", " ,  ", ",\n  ", " , # c\n  ", " # c\n  ,")}[layout]
    inside = "".join(source + dice.choice(gaps) for source in sources[:-1]) + "".join(sources[-1:])
    return dice.choice(("", " ")) + inside + ("," if trailing else "") + dice.choice(("", " ", "\n "))


def string(dice: Random, name: str) -> FieldModel:
    texts = [dice.choice(PLAIN) for _ in range(dice.randint(1, 4))]
    layout = dice.choice(("plain", "plain", "lines", "literal", "folded", "quoted"))
    comment = dice.choice(COMMENTS)
    if layout == "quoted":
        text = dice.choice(PLAIN + QUOTED)
        source = quoted(text, dice.choice(("single", "double")))
        return FieldModel("string", (Part(text, source),), f"{name}: {source}{comment}\n")
    value = {
        "plain": " " + dice.choice((", ", ",", " , ")).join(texts) + comment,
        "lines": "\n  " + ",\n  ".join(texts) + comment,
        "literal": f" |{comment}\n  " + "\n  ".join(texts),
        "folded": f" >-{comment}\n  " + ",\n  ".join(texts),
    }[layout]
    return FieldModel("string", tuple(Part(text, text) for text in texts), f"{name}:{value}\n")


def nothing(dice: Random, name: str) -> FieldModel:
    value = dice.choice(("", " ", " ~", " null", ' ""', " # none", " ~   # none"))
    return FieldModel("nothing", (), f"{name}:{value}\n")


def random_note(dice: Random) -> NoteModel:
    """A note whose frontmatter holds none, one or both of the fields in any form."""
    keys = dice.sample(OTHER_KEYS, dice.randint(0, 3))
    chunks = [("", key + "\n") for key in keys]
    fields: dict[str, FieldModel] = {}
    for name in FIELDS:
        form = dice.choice((block_list, block_list, flow_list, flow_list, string, nothing, None))
        if form is not None and (name == "memory_tags" or dice.random() < 0.5):
            fields[name] = form(dice, name)
            key = dice.choice((name, name, name, f'"{name}"', f"{name} "))
            chunks.insert(dice.randint(0, len(chunks)), (name, key + fields[name].source.removeprefix(name)))
    text = dice.choice(("", "", "\ufeff")) + dice.choice(("---\n", "---  \n"))
    regions = {}
    for name, chunk in chunks:
        if name:
            regions[name] = (len(text), len(text) + len(chunk))
        text += chunk
    block_end = len(text)
    closing, body = dice.choice(("---\n", "...\n", "--- \t\n")), dice.choice(BODIES)
    text += closing + body if body else closing.strip()
    return with_line_ends(NoteModel(text, fields, regions, block_end, "\n"), dice.choice(("\n", "\n", "\r\n", "\r")))


def with_line_ends(note: NoteModel, line_end: str) -> NoteModel:
    """The same note with other line ends; what is known of it moves along."""

    def moved(offset: int) -> int:
        return offset + note.text.count("\n", 0, offset) * (len(line_end) - 1)

    def turned(text: str) -> str:
        return text.replace("\n", line_end)

    fields = {
        name: FieldModel(
            field.shape, tuple(Part(part.text, turned(part.source)) for part in field.parts), turned(field.source)
        )
        for name, field in note.fields.items()
    }
    regions = {name: (moved(start), moved(end)) for name, (start, end) in note.regions.items()}
    return NoteModel(turned(note.text), fields, regions, moved(note.block_end), line_end)
