"""The one table of commands, with the keys they have unless the settings say otherwise."""

from __future__ import annotations

from typing import NamedTuple

from reme_tui.ui.commands.places import Place


class Command(NamedTuple):
    """Something the user can do.

    `id` is `place.action`; the widget of that place has the method `action_<action>`. `keys` are Textual's names or
    single characters, the first one is shown; none means the palette only. `footer` orders the footer, lowest first;
    0 leaves the command out of it. `keyed` hands the key itself to the action.
    """

    id: str
    keys: tuple[str, ...]
    label: str
    help: str
    footer: int = 0
    keyed: bool = False

    @property
    def place(self) -> Place:
        """The focus it belongs to."""
        return self.id.split(".")[0]  # type: ignore[return-value]

    @property
    def action(self) -> str:
        """The name of the action on the widget of its place."""
        return self.id.split(".")[1]


COMMANDS: tuple[Command, ...] = (
    Command("app.focus_next", ("tab",), "next", "Go to the next part of the screen"),
    Command("app.focus_previous", ("shift+tab",), "previous", "Go to the previous part of the screen"),
    Command("app.back", ("escape",), "back", "One step out; never quits", 95),
    Command("app.commands", ("ctrl+p", ":"), "commands", "Find any command by name", 88),
    Command("app.help", ("?", "f1"), "help", "Show every key of this place", 89),
    Command("app.look_again", ("ctrl+r",), "look again", "Compare the disk with what is shown"),
    Command("app.themes", (), "themes", "Choose the colours; they are remembered"),
    Command("app.tag_field", (), "tag field", "Choose the field that holds the tags"),
    Command("app.vaults", (), "other vault", "Open another folder of notes"),
    Command("app.stop", ("ctrl+g",), "stop", "Stop reading the vault, or changing tags"),
    Command("app.suspend", ("ctrl+z",), "suspend", "Go back to the shell; fg returns"),
    Command("app.copy", ("ctrl+c",), "copy", "Copy the selected text, else say how to quit"),
    Command("app.leave", ("ctrl+q",), "quit", "Quit"),
    Command("list.down", ("j", "down"), "down", "Next row"),
    Command("list.up", ("k", "up"), "up", "Previous row"),
    Command("list.first", ("g", "home"), "first", "First row"),
    Command("list.last", ("G", "end"), "last", "Last row"),
    Command("list.page_down", ("pagedown",), "page down", "One page down"),
    Command("list.page_up", ("pageup",), "page up", "One page up"),
    Command("marks.mark", ("v",), "mark", "Mark the row to change several at once, or no longer", 35),
    Command("marks.mark_to", ("V",), "mark to here", "Mark from the row marked last to this one"),
    Command("browse.query", ("/",), "query", "Type what to look for", 10),
    Command("browse.tags", ("t",), "tags", "Go to the tags; on a narrow screen, open or close", 11),
    Command("browse.explain", ("W",), "why a note", "Why a note you name is, or is not, a hit"),
    Command("browse.dates", ("i",), "dates", "Type dates: 30d, last month, 2026-08-01..today", 40),
    Command("browse.undated", ("+",), "undated", "Within dates: notes without a date in, or out"),
    Command("browse.untagged", ("n",), "untagged", "Only notes without a tag", 60),
    Command("browse.clear", ("c",), "clear filters", "Drop every tag, date and path filter", 50),
    Command("browse.duplicates", ("d",), "near-duplicates", "Tags that are probably one, and merging them", 62),
    Command("browse.problems", ("p",), "problems", "What is not read as it was meant, and where", 70),
    Command("browse.history", ("H",), "history", "What was changed, and taking it back", 66),
    Command("browse.left_alone", ("!",), "left alone", "What the last change left alone, and why"),
    Command("browse.undo", ("u",), "undo", "Undo the last change of tags, after a preview", 65),
    Command("browse.accept", ("ctrl+y",), "did you mean", "Search for the spelling that is offered"),
    Command("browse.leave", ("q",), "quit", "Quit", 94),
    Command("tags.choose", ("enter", "space"), "filter by", "Put the tag into the filter, or take it out", 20),
    Command("tags.exclude", ("-",), "exclude", "Leave out notes with this tag", 25),
    Command("tags.any_all", ("&",), "any/all", "Notes with any of the tags, or with all of them", 26),
    Command("tags.filter", ("f",), "find tag", "Narrow the list: text, n=1, n<3, client/", 24),
    Command("tags.order", ("o",), "order", "Order by count, name, most recent", 27),
    Command("tags.rename", ("r",), "rename", "Rename the tag in every note, after a preview", 21),
    Command("tags.merge", ("m",), "merge", "Merge the marked tags, or this one, into another", 22),
    Command("tags.delete", ("D", "delete"), "delete", "Take the marked tags, or this one, off every note", 23),
    Command("tags.suggest", ("s",), "suggest", "On `untagged`: suggest tags for the notes there"),
    Command("filter.done", ("enter", "down"), "to the tags", "Go to the tags that are left", 20),
    Command("query.hits", ("enter", "down"), "to the hits", "Go to the hits; a proposal gone to is taken by enter", 20),
    Command("query.older", ("up",), "earlier query", "Bring back an earlier query", 21),
    Command("query.rub_out", ("backspace",), "last chip", "Delete; at the start, remove the last chip"),
    Command("proposals.take", ("tab",), "complete", "Take the proposal that is lit", 20),
    Command("proposals.next", ("down",), "next", "Next proposal", 21),
    Command("proposals.earlier", ("up",), "previous", "Previous proposal", 22),
    Command("proposals.dismiss", ("escape",), "hide", "Hide the proposals"),
    Command("hits.read", ("enter",), "read", "Read the note", 15),
    Command("hits.neighbours", ("space",), "neighbours", "Unfold or fold the linked notes, rows of their own", 20),
    Command("hits.unfold", ("l", "right"), "unfold", "Unfold the linked notes; then go to the first"),
    Command("hits.fold", ("h", "left"), "fold", "Fold the linked notes, from one of them too"),
    Command("hits.tags", ("a",), "tags", "Change the tags of the note, or of those marked", 24),
    Command("hits.suggest", ("s",), "suggest", "Suggest tags for the note, or for those marked", 51),
    Command("hits.edit", ("e",), "edit", "Open the note in $VISUAL or $EDITOR", 25),
    Command("hits.why", ("w",), "why", "Why the note is a hit, step by step", 27),
    Command("hits.order", ("o",), "order", "Order by rank or by date, newest first", 52),
    Command("hits.copy_path", ("y",), "path", "Copy the path of the note", 30),
    Command("hits.copy_link", ("Y",), "wikilink", "Copy a wikilink to the note", 31),
    Command("dates.done", ("enter",), "set dates", "Search these dates; an empty line means all", 20),
    Command("dates.next_preset", ("down",), "preset", "Next of 7d, 30d, 90d, 1y, all", 21),
    Command("dates.previous_preset", ("up",), "previous preset", "The one before of 7d, 30d, 90d, 1y, all"),
    Command("read.next_match", ("n",), "match", "Next matched word", 20),
    Command("read.previous_match", ("N",), "previous match", "Previous matched word"),
    Command("read.next_hit", ("]",), "next hit", "Read the next hit", 21),
    Command("read.previous_hit", ("[",), "previous hit", "Read the previous hit"),
    Command("read.follow", tuple("123456789"), "linked note", "Read the linked note with this number", 22, keyed=True),
    Command("read.trail_back", ("backspace",), "return", "Return to where a link was followed", 28),
    Command("read.rendered", ("v",), "rendered", "Show rendered Markdown, or the source again", 27),
    Command("read.tags", ("a",), "tags", "Change the tags of the note", 25),
    Command("read.suggest", ("s",), "suggest", "Suggest tags for the note", 30),
    Command("read.edit", ("e",), "edit", "Open the note in $VISUAL or $EDITOR", 26),
    Command("read.why", ("w",), "why", "Why the note is, or is not, a hit", 29),
    Command("read.copy_path", ("y",), "path", "Copy the path of the note", 30),
    Command("read.copy_link", ("Y",), "wikilink", "Copy a wikilink to the note", 31),
    Command("read.leave", ("q",), "back", "Go back to where you came from", 23),
    Command("neighbours.open", ("enter",), "follow", "Read the note under the cursor", 15),
    Command("why.add_tag", ("+",), "add tag", "Add a tag of the note to the filter", 20),
    Command("why.drop_filter", ("c",), "drop filter", "Drop the filter that leaves the note out", 21),
    Command("why.edit", ("e",), "edit", "Open the note in $VISUAL or $EDITOR", 22),
    Command("why.close", ("q",), "close", "Close the reasons", 23),
    Command("problems.open_close", ("space",), "unfold", "Unfold or fold the problems of one kind", 20),
    Command("problems.unfold", ("l", "right"), "unfold", "Unfold the problems of this kind"),
    Command("problems.fold", ("h", "left"), "fold", "Fold the problems of this kind"),
    Command("problems.mend", ("enter", "m"), "mend", "Mend it, or all of its kind, after a preview", 21),
    Command("problems.read", ("r",), "read", "Read the note at the line", 23),
    Command("problems.undo", ("u",), "undo", "Undo the last change of tags, after a preview", 25),
    Command("problems.history", ("H",), "history", "What was changed, and taking it back", 27),
    Command("problems.edit", ("e",), "edit", "Open the note at the line in $VISUAL or $EDITOR", 22),
    Command("problems.copy_path", ("y",), "path", "Copy the path of the note", 24),
    Command("problems.close", ("q",), "close", "Go back to where you came from", 26),
    Command("duplicates.merge", ("m",), "merge", "Fold the ticked tags into the kept one, with preview", 10),
    Command("members.keep", ("i",), "keep this one", "Keep this tag; the merge goes into it", 11),
    Command("members.tick", ("space",), "in or out", "Take the tag into the merge, or out of it", 12),
    Command("members.notes", ("enter",), "notes", "List the notes under the tag", 17),
    Command("members.groups", ("h", "left"), "to the groups", "Go back to the groups"),
    Command("groups.open", ("enter", "space", "l", "right"), "tags", "Go to the tags of the group", 12),
    Command("duplicates.apart", ("x",), "not the same", "Remember that it is another thing, or no longer", 13),
    Command("duplicates.next_group", ("]",), "next group", "Look at the next group", 16),
    Command("duplicates.previous_group", ("[",), "previous group", "Look at the group before"),
    Command("duplicates.all_high", ("A",), "all high", "Merge all high ones of all groups, in one preview", 14),
    Command("duplicates.undo", ("u",), "undo", "Take back the last merge, or `not the same`", 18),
    Command("duplicates.history", ("H",), "history", "What was changed, and taking it back", 29),
    Command("duplicates.order", ("o",), "order", "Order the groups by confidence or by notes", 30),
    Command("duplicates.dismissed", ("X",), "dismissed", "List what you called not the same, or no longer", 31),
    Command("duplicates.leave", ("q",), "back", "Go back to where you came from", 32),
    Command("notes.leave", ("q",), "back", "Go back to where you came from", 32),
    Command("naming.go", ("enter",), "preview", "Show what it would do, file by file", 20),
    Command("naming.children", ("ctrl+t",), "tags below", "Take the tags below it along, or not"),
    Command("adding.add", ("enter",), "add", "Add the tag; with nothing typed, go to the preview", 20),
    Command("adding.list", ("down",), "to the tags", "Go to the tags there are", 21),
    Command("ticks.tick", ("space",), "tick", "Put the tag on the notes, or take it off", 20),
    Command("ticks.done", ("enter",), "preview", "Show what it would do, file by file", 21),
    Command("ticks.add", ("a", "/"), "add", "Add another tag", 22),
    Command("ticks.close", ("q",), "cancel", "Change nothing", 23),
    Command("history.files", ("enter", "space"), "files", "Unfold or fold the files of a change", 20),
    Command("history.undo", ("u",), "undo this one", "Take this change back, after a preview", 21),
    Command("history.close", ("q",), "close", "Go back to where you came from", 22),
    Command("preview.tick", ("space",), "in or out", "Leave the file out, or take it in again", 21),
    Command("preview.apply", ("enter",), "apply", "Write the files that are ticked", 20),
    Command("preview.cancel", ("q",), "cancel", "Change nothing", 22),
    Command("choice.take", ("enter",), "choose", "Take what is under the cursor", 20),
    Command("choice.close", ("q",), "close", "Choose nothing", 21),
    Command("folder.open", ("enter",), "open", "Open the folder that is typed", 20),
    Command("folder.list", ("down",), "to the list", "Go to the folders opened before", 21),
    Command("help.close", ("q",), "close", "Close this help", 20),
)
