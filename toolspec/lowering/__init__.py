"""Canonical tools and settings → what one dialect takes, and the way back for responses."""

from toolspec.lowering.catalogue import Catalogue, lower_catalogue
from toolspec.lowering.restore import restore
from toolspec.lowering.settings import admit, offers_tools

__all__ = ["Catalogue", "admit", "lower_catalogue", "offers_tools", "restore"]
