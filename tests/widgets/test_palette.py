"""Every pair of colours that the boards rely on can be told apart."""

import pytest

from pocketwidgets import palette


@pytest.mark.parametrize("pair", palette.pairs(), ids=lambda p: f"{p.what} {p.front} on {p.back}")
def test_contrast(pair):
    assert palette.contrast(pair.front, pair.back) >= pair.least


def test_the_measure_itself():
    assert palette.contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert palette.contrast("#777777", "#777777") == pytest.approx(1)
    assert palette.contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.01)


def test_every_cloth_has_its_dark_tone():
    assert palette.CLOTH.keys() == palette.CLOTH_DARK.keys()
    for name, light in palette.CLOTH.items():
        assert palette.luminance(palette.CLOTH_DARK[name]) < palette.luminance(light)
