"""`python -m tools.bench` says what it measured and what is promised, and touches nothing real."""

from io import StringIO

from tests.seating.fields import little_effort
from tools.bench import seating


def test_the_table_of_the_draw_has_a_row_for_each_size_and_marks_what_is_missed():
    out = StringIO()
    with little_effort():
        seating.main(["--draws=1", "--up-to=8"], out)
    head, *rows = out.getvalue().splitlines()
    assert head.split()[:3] == ["players", "series", "seconds"]
    assert [row.split()[:2] for row in rows] == [["8", str(series)] for series in range(2, 7)]
    assert [row.split()[3] for row in rows] == ["4", "12", "24", "40", "60"]
