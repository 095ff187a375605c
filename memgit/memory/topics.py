"""Topic files and the lines of their index, on an open change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memgit.errors import NotFound, Refused, SystemRefused, UsageError
from memgit.formats import frontmatter
from memgit.formats.topics import TYPES, Link, Topic, TopicIndex, compose_topic, parse_topic
from memgit.memory import gates
from memgit.model.change import UNATTENDED, Action, Actor, Message
from memgit.model.layout import Layout, Role
from memgit.repo.change import Change
from memgit.rules.refusal import require_clean

INDEX = "MEMORY.md"
_ENDING = ".md"


@dataclass(frozen=True, slots=True)
class TopicFile:
    """A topic that is there. name: its file below the folder of its owner, without `.md`.

    project: the owner, empty for topics of no project. link: its line of the index, None when it has none.
    """

    name: str
    project: str
    path: str
    topic: Topic
    link: Link | None


@dataclass(frozen=True, slots=True)
class Draft:
    """What to write. text: the body, or a whole file with frontmatter. None keeps what is there.

    hook: what the index says of the topic; its description where this is None.
    """

    text: str | None = None
    description: str | None = None
    type: str | None = None
    title: str | None = None
    hook: str | None = None


def listing(change: Change, project: str | None = None) -> list[TopicFile]:
    """The topics of a project (None: every topic of the home), sorted; files that are not UTF-8 are read as they can.

    Raises NotFound for a project without any.
    """
    layout = change.store.layout
    _require_topics(layout)
    found: list[TopicFile] = []
    indexes: dict[str, TopicIndex] = {}
    for path in _paths(change):
        place = layout.place(path)
        if place is None or place.role is not Role.TOPIC or project not in (None, place.name):
            continue
        folder = _folder(layout, path)
        if folder not in indexes:
            indexes[folder] = TopicIndex.parse(_readable(change, f"{folder}/{INDEX}"))
        name = path[len(folder) + 1 : -len(_ENDING)]
        link = indexes[folder].find(f"{name}{_ENDING}")
        found.append(TopicFile(name, place.name, path, parse_topic(_readable(change, path)), link))
    if project and not found and project not in _owners(change):
        raise NotFound(f"no project '{project}' has topics here", "memgit topic list")
    return sorted(found, key=lambda item: (item.project, item.name))


def find(change: Change, name: str, project: str | None = None) -> TopicFile:
    """The topic of a name: its file (with or without `.md`), else the name in its frontmatter.

    project: None looks in all of them, empty among topics of no project. Raises NotFound, or UsageError with the
    candidates when several have it.
    """
    there = listing(change, project)
    stem = name.removesuffix(_ENDING)
    found = [item for item in there if item.name == stem] or [item for item in there if item.topic.name == name]
    if not found:
        from difflib import get_close_matches

        near = get_close_matches(stem, [item.name for item in there], n=3)
        hints = [f"did you mean: memgit topic show {item}" for item in near]
        raise NotFound(f"no topic '{name}'", *(hints or ["memgit topic list"]))
    if len(found) > 1:
        raise UsageError(
            f"'{name}' names {len(found)} topics",
            *(f"it could be: {item.path} (--project '{item.project}')" for item in found),
            details={"candidates": [item.path for item in found]},
        )
    return found[0]


def write(change: Change, name: str, project: str | None, draft: Draft, actor: Actor) -> Message:
    """Make a topic or change one, and keep its line in the index. What the draft leaves open stays as it is."""
    require_clean(None, actor.reason, "the reason")
    layout = change.store.layout
    folder = folder_of(layout, project)
    stem = name.removesuffix(_ENDING)
    path = f"{folder}/{stem}{_ENDING}"
    place = layout.place(path)
    strange = any(part.startswith((".", "-")) for part in stem.split("/"))
    if place is None or place.role is not Role.TOPIC or strange:
        raise UsageError(f"'{name}' cannot be the name of a topic", "use one plain word: memgit topic write deploys")
    if draft.type is not None and draft.type not in TYPES:
        raise UsageError(f"'{draft.type}' is not a type of topics", f"one of {', '.join(TYPES)}")
    before = None if change.read(path) is None else text_of(change, path)
    after = _new(stem, draft) if before is None else _edited(before, draft)
    require_clean(before, after, f"topic {stem}")
    change.write(path, after.encode())
    _index_line(change, folder, stem, parse_topic(after.encode()), draft)
    what, action = ("new", Action.NEW) if before is None else ("edit", Action.EDIT)
    return Message(f"topic({stem}): {what}", actor.origin, action, actor.reason, actor.session)


def remove(change: Change, name: str, project: str | None, actor: Actor) -> Message:
    """Take a topic file and its line of the index away; history keeps both."""
    require_clean(None, actor.reason, "the reason")
    layout = change.store.layout
    path = _located(change, name, project)
    folder = _folder(layout, path)
    if actor.origin in UNATTENDED and set(change.files(folder)) <= {path, f"{folder}/{INDEX}"}:
        raise Refused(f"origin {actor.origin} may not remove the last topic: nobody is watching", "memgit topic list")
    change.remove(path)
    index = _index(change, folder)
    file = path[len(folder) + 1 :]
    after = index.remove(file)
    if after != index:
        change.write(f"{folder}/{INDEX}", after.data)
    stem = file.removesuffix(_ENDING)
    return Message(f"topic({stem}): remove", actor.origin, Action.REMOVE, actor.reason, actor.session)


def folder_of(layout: Layout, project: str | None) -> str:
    """Where the topics of a project (None or empty: of no project) are.

    Raises NotFound when this kind of home has no such topics, UsageError for a name that no project can have.
    """
    _require_topics(layout)
    if not project:
        if layout.topics is None:
            raise UsageError(f"topics of a {layout.name} home belong to a project", "memgit topic write … --project P")
        return layout.topics
    if layout.project_topics is None:
        raise NotFound(f"projects of a {layout.name} home have no topics", "memgit --home ~/.memgit topic list")
    folder = layout.project_topics.replace("{name}", project)
    place = layout.place(f"{folder}/{INDEX}")
    if place is None or place.name != project:
        raise UsageError(f"'{project}' cannot be the name of a project", "memgit topic list")
    return folder


def _located(change: Change, name: str, project: str | None) -> str:
    """The path of a topic. Only that file is read through `change`: what it reads, it records."""
    layout = change.store.layout
    if project is not None or layout.topics is not None:
        path = f"{folder_of(layout, project)}/{name.removesuffix(_ENDING)}{_ENDING}"
        place = layout.place(path)
        if place is not None and place.role is Role.TOPIC and change.read(path) is not None:
            return path
    return find(Change(change.store, change.now), name, project).path


def _require_topics(layout: Layout) -> None:
    if layout.topics is None and layout.project_topics is None:
        raise NotFound(f"a {layout.name} home has no topics", "memgit --home ~/.memgit topic list")


def _new(stem: str, draft: Draft) -> str:
    if draft.text is None:
        raise UsageError(f"there is no topic '{stem}' yet: it needs a text", f"memgit topic write {stem} TEXT")
    gates.require_text(draft.text, "a topic")
    text = draft.text if draft.text.endswith("\n") else f"{draft.text}\n"
    if frontmatter.split(text).closed:
        return _with_fields(text, draft)
    return compose_topic(Topic(stem, draft.description, draft.type, text)).decode()


def _edited(before: str, draft: Draft) -> str:
    if draft.text is None:
        return _with_fields(before, draft)
    gates.require_text(draft.text, "a topic")
    text = draft.text if draft.text.endswith("\n") else f"{draft.text}\n"
    if not frontmatter.split(text).closed:
        text = before[: frontmatter.split(before).body] + text
    return _with_fields(text, draft)


def _with_fields(text: str, draft: Draft) -> str:
    there = parse_topic(text.encode())
    if draft.description is not None and draft.description != there.description:
        text = frontmatter.set_field(text, "description", draft.description)
    if draft.type is not None and draft.type != there.type:
        text = frontmatter.set_field(text, "type", draft.type)
    return text


def _index_line(change: Change, folder: str, stem: str, topic: Topic, draft: Draft) -> None:
    index, file = _index(change, folder), f"{stem}{_ENDING}"
    link = index.find(file)
    there = link if link is not None and link.leads else None
    said = draft.hook if draft.hook is not None else draft.description
    title = draft.title or (there.title if there else topic.name or stem)
    hook = said if said is not None else there.hook if there else topic.description or ""
    hook = " ".join(hook.split())
    if there is not None and (there.title, there.hook) == (title, hook):
        return
    after = index.replace(file, title, hook)
    require_clean(index.text, after.text, f"the index {folder}/{INDEX}")
    change.write(f"{folder}/{INDEX}", after.data)


def _folder(layout: Layout, path: str) -> str:
    """The folder of a topic's owner: the nearest one above that an index may be in."""
    folder = path.rpartition("/")[0]
    while folder:
        place = layout.place(f"{folder}/{INDEX}")
        if place is not None and place.role is Role.TOPIC_INDEX:
            return folder
        folder = folder.rpartition("/")[0]
    raise NotFound(f"'{path}' is no topic", "memgit topic list")


def _paths(change: Change) -> Iterator[str]:
    """Every tracked path outside the folders of skills."""
    layout = change.store.layout
    skills = {root.partition("/")[0] for root in layout.skills_roots}
    for root in layout.roots:
        if root not in skills:
            yield from change.files(root)


def _owners(change: Change) -> set[str]:
    layout = change.store.layout
    places = (layout.place(path) for path in _paths(change))
    return {place.name for place in places if place is not None and place.role in (Role.TOPIC, Role.TOPIC_INDEX)}


def _index(change: Change, folder: str) -> TopicIndex:
    return TopicIndex.parse(text_of(change, f"{folder}/{INDEX}").encode())


def _readable(change: Change, path: str) -> bytes:
    return (change.read(path) or b"").decode("utf-8", "replace").encode()


def text_of(change: Change, path: str) -> str:
    """The text of a topic file or index, empty when there is none. Raises SystemRefused when it is not UTF-8."""
    try:
        return (change.read(path) or b"").decode()
    except UnicodeDecodeError as error:
        raise SystemRefused(
            f"'{path}' is not UTF-8 text: byte {error.start} cannot be read",
            f"mend the file, or bring back an earlier one: memgit log {path}",
        ) from error
