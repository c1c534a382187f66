"""Keys that come faster than the screen answers: each waits for what the one before it led to, but not for ever."""

from __future__ import annotations

import asyncio
import time

import pytest
from textual import events

from reme_tui.ui.application import key_queue
from reme_tui.ui.widgets.query_bar import QueryField

AS_GOOD_AS_FOR_EVER = 1_000_000


def type_at_once(driver, *keys):
    for key in keys:
        driver.app.post_message(events.Key(key, "/" if key == "slash" else key))


async def turn_the_loop():
    for _ in range(300):
        await asyncio.sleep(0)


@pytest.fixture
async def held(opened):
    """The list has the focus, and the screen answers nothing until it is set free."""
    async with opened() as driver:
        await driver.press("escape")
        driver.free = asyncio.Event()
        driver.browse.call_later(driver.free.wait)
        yield driver
        driver.free.set()


async def test_a_key_waits_for_what_the_one_before_it_asked_of_a_busy_part(held, monkeypatch):
    monkeypatch.setattr(key_queue, "TURNS", AS_GOOD_AS_FOR_EVER)
    type_at_once(held, "slash", "u", "n")  # in the list, both letters are commands
    await turn_the_loop()
    waits = not held.app.typist.done()
    held.free.set()
    await held.settle()
    assert waits
    assert held.browse.asked.text == "un"


async def test_no_key_waits_for_a_part_that_never_answers(held, monkeypatch):
    monkeypatch.setattr(key_queue, "TURN", 0.001)
    type_at_once(held, "j", "j", "j")
    await turn_the_loop()
    await asyncio.wait_for(held.app.typist, 20)  # all are handed out while the screen is still held
    held.free.set()
    await held.settle()
    assert held.browse.hits.cursor == 3


async def test_time_in_which_the_loop_itself_stood_still_is_not_waited_off(opened, monkeypatch):
    monkeypatch.setattr(key_queue, "TURN", 0.001)
    monkeypatch.setattr(key_queue, "TURNS", 200)

    async with opened() as driver:
        await driver.press("escape")
        for step in (turn_the_loop, lambda: time.sleep(0.3), turn_the_loop):
            driver.browse.call_later(step)
        type_at_once(driver, "slash", "u")
        await driver.settle()
        assert driver.browse.asked.text == "u"
        assert driver.app.focused is driver.browse.query_one(QueryField)
