"""The table of a season reckoned a second time, without `scoring.standings` and `scoring.rules`:
for tournaments in which every entered list counts, no series is dropped, and nobody shares.
"""

from fractions import Fraction

from scoring.models import Adjustment, Season, Seat

CLOSED = ("entered", "confirmed", "final")


def table_of(season: Season) -> list[tuple[object, ...]]:
    """Rank (None: too seldom), name, figure and evenings of every person, best first."""
    evenings: dict[tuple[int, int], list[int]] = {}  # person, tournament: perf., points, won, lost
    counted: dict[tuple[int, int], int] = {}
    names: dict[int, str] = {}
    order = [t.pk for t in season.tournaments.filter(sample=False).order_by("date", "pk")]
    for seat in Seat.objects.filter(
        series__tournament__in=order, list__state__in=CLOSED, performance__isnull=False
    ).select_related("entry__person", "series"):
        key = (seat.entry.person_id, seat.series.tournament_id)
        sums = evenings.setdefault(key, [0, 0, 0, 0])
        for at, figure in enumerate((seat.performance, seat.points, seat.won, seat.lost)):
            sums[at] += figure
        counted[key] = counted.get(key, 0) + 1
        names[seat.entry.person_id] = seat.entry.person.sorted_name
    for each in Adjustment.objects.filter(entry__tournament__in=order).select_related("entry"):
        key = (each.entry.person_id, each.entry.tournament_id)
        evenings[key][0] += each.points
        evenings[key][1] += each.points
    return ranked([person_row(season, who, names[who], evenings, counted, order) for who in names])


def person_row(season, who, name, evenings, counted, order):
    """Name, evenings, whether ranked, and the figures that decide."""
    own = []
    for place, day in enumerate(order):
        if (who, day) in evenings:
            perf, points, won, lost = evenings[who, day]
            series = counted[who, day]
            figure = {"total": perf, "points": points, "average": Fraction(perf, series)}
            own.append((figure[season.order], won, -place, perf, lost, series))
    visits = len(own)
    own.sort(key=lambda each: each[:3], reverse=True)
    own = own[: season.best_of or visits]
    figure = sum(each[0] for each in own)
    if season.order == "average":
        figure = Fraction(sum(each[3] for each in own), sum(each[5] for each in own))
    won, lost = sum(each[1] for each in own), sum(each[4] for each in own)
    return (visits >= (season.least or 0), figure, won, -lost), name, visits


def ranked(rows):
    rows.sort(key=lambda row: row[0], reverse=True)
    found = []
    for merit, name, visits in rows:
        ahead = sum(1 for other, _name, _visits in rows if other[0] and other > merit)
        found.append((ahead + 1 if merit[0] else None, name, merit[1], visits))
    return found
