"""What comes of the bytes a terminal sends: no failure whatever they are, and no key out of what is pasted."""

from __future__ import annotations

import inspect
from itertools import pairwise
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual._xterm_parser import XTermParser
from textual.drivers import linux_driver

from reme_tui.ui.application.terminal_input import IGNORED, TerminalDecoder, guard_input

BEGIN, END = b"\x1b[200~", b"\x1b[201~"
PIECES = st.lists(
    st.sampled_from([b"\x1b", b"[", b"20", b"0~", b"1", b"\r", b"\n", b"tD", b"\x1b[0m", b"\x1b[A", b"\x00", b"\x9b"])
    | st.binary(max_size=3)
    | st.text(max_size=3).map(lambda text: text.encode("utf-8", "replace"))
)
"""Pieces that come near to the markers, among other bytes."""
PASTES = PIECES.map(b"".join).filter(lambda pasted: END not in pasted)
KEYS = PASTES.map(lambda pasted: bytes(byte & 0x7F for byte in pasted)).filter(lambda keys: BEGIN not in keys)


@st.composite
def cut(draw, streams):
    """A stream of bytes, in chunks."""
    stream = draw(streams)
    cuts = sorted(draw(st.sets(st.integers(0, len(stream)))) | {0, len(stream)})
    return [stream[start:end] for start, end in pairwise(cuts)]


def decoded(*chunks: bytes) -> list[str]:
    decoder = TerminalDecoder()
    return [decoder.decode(chunk) for chunk in chunks]


def understood(*chunks: bytes, waited: bool = False) -> list[events.Key | events.Paste]:
    """What Textual makes of them; `waited` when it holds each chunk for all there was."""
    parser = XTermParser()
    messages = []
    for text in filter(None, decoded(*chunks)):
        messages += parser.feed(text)
        if waited:
            parser._timeout_time = 0 if parser._timeout_time else None
            messages += parser.tick()
    return messages


def said(message: events.Key | events.Paste) -> tuple[type, str | None]:
    return type(message), message.text if isinstance(message, events.Paste) else message.character


@given(cut(PASTES.map(lambda pasted: b"a" + BEGIN + pasted + END + b"z")))
def test_what_is_pasted_is_one_text_however_it_comes(chunks):
    messages = understood(b"".join(chunks))
    before, paste, after = messages
    assert (said(before), said(after)) == ((events.Key, "a"), (events.Key, "z"))
    assert isinstance(paste, events.Paste)
    assert {each for each in paste.text if category(each) == "Cc"} <= set("\t\n\r")
    assert list(map(said, understood(*chunks))) == list(map(said, messages))


@given(cut(KEYS))
def test_outside_a_paste_all_goes_on_at_once(chunks):
    told = [text.replace(IGNORED, "") for text in decoded(*chunks)]
    assert told == [chunk.decode("ascii").replace(IGNORED, "") for chunk in chunks]


@pytest.mark.parametrize("key", ["\r", " ", "/", "5", "-", "=", "?", ":", "]", "&", "+", "“", "：", "😀"])
@pytest.mark.parametrize("waited", [False, True])
def test_esc_and_what_is_typed_at_once_behind_it_are_two_keys(key, waited):
    (alone,) = understood(key.encode())
    escape, other = understood(b"\x1b", key.encode(), waited=waited)
    assert (escape.key, other.key, other.character) == ("escape", alone.key, key)


@pytest.mark.parametrize(
    ("keys", "name"),
    [(b"\x1b[A", "up"), (b"\x1bOB", "down"), (b"\x1bt", "alt+t"), (b"\x1b\x7f", "ctrl+w"), (b"\x1b\t", "shift+tab")],
)
def test_a_key_that_begins_with_esc_is_one_key(keys, name):
    assert [event.key for event in understood(keys, waited=True)] == [name]


@pytest.mark.parametrize(
    ("chunks", "text"),
    [
        ([b"caf\xe9 "], "caf\N{REPLACEMENT CHARACTER} "),
        ([b"\xe9", b"a"], "\N{REPLACEMENT CHARACTER}a"),
        (["项".encode()[:1], "项".encode()[1:]], "项"),
    ],
)
def test_bytes_that_are_no_text_are_replaced(chunks, text):
    assert "".join(decoded(*chunks)) == text


def test_a_pasted_command_is_text():
    (paste,) = understood(BEGIN + b"x\x1b[0m\rtD\r" + END)
    assert paste.text == "x[0m\rtD\r"


def test_the_keyboard_is_as_before_after_a_paste():
    pasted, up, escape = BEGIN + b"x" + END, "\x1b[A", "\x1b"
    assert decoded(pasted, up.encode(), escape.encode())[1:] == [up, escape]


def test_textual_asks_for_its_decoder_where_it_is_given_ours(monkeypatch):
    """Where this fails, Textual has changed how it reads, and `guard_input` must follow it."""
    monkeypatch.setattr(linux_driver, "getincrementaldecoder", linux_driver.getincrementaldecoder)
    guard_input()
    assert isinstance(linux_driver.getincrementaldecoder("utf-8")(), TerminalDecoder)
    reading = inspect.getsource(linux_driver.LinuxDriver.run_input_thread)
    assert 'getincrementaldecoder("utf-8")().decode' in reading
    assert "final=final" in reading
