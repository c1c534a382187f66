"""One note's splices for a change of its tags: nothing but the tags' own bytes is touched."""

from __future__ import annotations

from reme_tui.core.reading_rules import ReadingRules
from reme_tui.core.tag_key import tag_key
from reme_tui.tidy.edits.block_list import block_list_splices
from reme_tui.tidy.edits.colons import quoted_colons
from reme_tui.tidy.edits.fates import Wanted, wanted
from reme_tui.tidy.edits.fields import Field, has_anchor, read_fields
from reme_tui.tidy.edits.flow_list import flow_list_splices
from reme_tui.tidy.edits.gate import check_edit
from reme_tui.tidy.edits.legible import Illegible, legible_block
from reme_tui.tidy.edits.new_list import comment_listed, list_instead, new_field, plain_items
from reme_tui.tidy.edits.note_edit import NoteEdit, Refusal, RefusedEditError
from reme_tui.tidy.edits.page import ListStyle, Page, page_of
from reme_tui.tidy.edits.quoting import is_sayable
from reme_tui.tidy.edits.splices import Splice, apply_splices, tidied
from reme_tui.tidy.edits.strings import string_splices


def edit_note(
    path: str, text: str, edit: NoteEdit, *, rules: ReadingRules, list_style: ListStyle = "flow"
) -> tuple[Splice, ...] | Refusal:
    """The splices that make an edit in a note's decoded text; none when nothing changes.

    `list_style` is that of lists which have to be made. The splices have passed `check_edit`.
    """
    try:
        splices = tidied(text, _splices(text, edit, rules=rules, list_style=list_style))
    except RefusedEditError as refused:
        return Refusal(path, refused.reason)
    if not splices:
        return ()
    reason = check_edit(text, apply_splices(text, splices), edit, rules=rules)
    return splices if reason is None else Refusal(path, reason)


def _splices(text: str, edit: NoteEdit, *, rules: ReadingRules, list_style: ListStyle) -> list[Splice]:
    _check_names(edit)
    block = legible_block(text, rules=rules)
    if isinstance(block, Illegible):
        raise RefusedEditError(block.reason)
    if edit.mend == "unquoted_colon":
        return quoted_colons(text, block)
    if block.error is not None:
        raise RefusedEditError(block.error.message)
    if edit.mend is not None:
        # ReMe reads no strings, but here they are to become what it reads.
        rules = rules._replace(reme=False)
    fields = read_fields(text, block, rules=rules)
    page = page_of(text, block, rules, list_style=list_style)
    return [
        splice
        for field, want in zip(fields, wanted(fields, edit), strict=True)
        if want.changes
        for splice in _field_splices(page, field, want)
    ]


def _check_names(edit: NoteEdit) -> None:
    for name in (*edit.renames.values(), *edit.additions):
        if not tag_key(name):
            raise RefusedEditError("a tag needs a name")
        if not is_sayable(name):
            raise RefusedEditError("the name holds half a character, which no file can hold")


def _field_splices(page: Page, field: Field, want: Wanted) -> list[Splice]:
    entry = field.entry
    if entry is None:
        return new_field(page, field.name, want.added)
    if entry.key.anchored or has_anchor(entry.value):
        raise RefusedEditError(f"{field.name} holds an anchor, an alias or an explicit type")
    if field.shape == "list":
        write = flow_list_splices if getattr(entry.value, "flow", False) else block_list_splices
        return write(page, entry, field.parts, want)
    if field.shape == "string" and field.parts:
        return string_splices(page, entry, field.parts, want)
    if field.shape == "null" and want.fates[0]:
        return comment_listed(page, field.parts[0])
    if field.shape == "null" or (field.shape == "damaged" and want.listed):
        texts = [part.text for part in field.parts if part.text is not None]
        return list_instead(page, entry, plain_items([*texts, *want.added]))
    raise RefusedEditError(f"{field.name} holds {_HELD[field.shape]}")


_HELD = {
    "mapping": "a mapping, not a list",
    "damaged": "a list in quotes: turn it into a list first",
    "string": "a string that is not read as tags: turn it into a list first",
}
