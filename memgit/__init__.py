"""Version control, search, an editor's help and private sync for what an AI agent knows."""

__version__ = "0.1.0"
