"""What holds for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

BROWSER = Path(__file__).parent / "browser"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the browser's tests last: Playwright leaves an event loop running in this thread."""
    items.sort(key=lambda item: item.path.is_relative_to(BROWSER))
