"""What `run.py house` counts."""

from launch.environment import ROOT
from tools.bench.house import modules, private_django


def test_the_product_asks_django_by_its_documented_ways_alone():
    """What it keeps to itself may be another thing in its next release."""
    assert private_django(modules(ROOT).values()) == []
