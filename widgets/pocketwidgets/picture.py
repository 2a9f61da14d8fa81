"""A picture that can stand in a saved notebook: PNG with an alt text, and the same in words."""

from __future__ import annotations

import base64
from typing import Any

from pocketwidgets.paint import png
from pocketwidgets.scene import Scene


class Picture:
    """A scene as an output: a reader sees it without a kernel, and a screen reader its words.

    Without matplotlib only the words are shown.
    """

    def __init__(self, scene: Scene, words: str) -> None:
        self.scene = scene
        self.words = words

    def bundle(self) -> tuple[dict[str, str], dict[str, Any]]:
        """Return the data and the metadata by MIME type."""
        data = {"text/plain": self.words}
        metadata: dict[str, Any] = {}
        try:
            data["image/png"] = base64.b64encode(png(self.scene, 1.0)).decode("ascii")
        except ImportError:
            return data, metadata
        metadata["image/png"] = {
            "alt": f"{self.scene.title}. {self.scene.description}",
            "width": round(self.scene.width),
            "height": round(self.scene.height),
        }
        return data, metadata

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, str], dict[str, Any]]:
        return self.bundle()

    def __repr__(self) -> str:
        return f"<picture: {self.scene.title}>"
