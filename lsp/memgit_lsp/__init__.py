"""The language server: what `memgit lint` tells, while a person types; and a skill's or an entry's history beside it.

It never writes a file by itself: the client applies its edits, and what a command does is what `memgit` would do.
"""
