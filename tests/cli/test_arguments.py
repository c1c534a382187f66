"""The names of commands and of options with a value, which are written down to be known without the parsers."""

from __future__ import annotations

from reme_tui.cli import arguments, commands


def test_the_names_of_the_commands_are_those_of_the_parsers_and_of_what_is_run():
    [parsers] = [action for action in arguments._commands()._actions if action.dest == "command"]
    assert parsers.choices.keys() == arguments.COMMAND_NAMES
    assert commands.COMMANDS.keys() - {arguments.OPEN} == arguments.COMMAND_NAMES


def test_the_options_with_a_value_are_those_of_every_command():
    taking = [action.option_strings for action in arguments._common()._actions if action.nargs != 0]
    assert [option for options in taking for option in options] == list(arguments.VALUE_OPTIONS)
