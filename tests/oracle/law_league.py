"""The league a second time, from docs/law.md "League" alone. Imports nothing from the program.

Everything is a plain dict or list, reckoned place by place, pair by pair. A season is a dict:

teams      names
meetings   dicts: day, teams, series: {number: {team: (performance, points, won, lost, players)}}
forfeits   (team, day, series or None)
withdrawn  {team: (from_day, "annul" or "keep")}
penalties  (team, match, counter, game)
rules      per, points (lists), ranked_by, breakers, ties, counter, absent_counter, scale, order
"""

from fractions import Fraction


def played(season, meeting, number):
    """3 to 6: the results of a series that count."""
    found = {}
    for team in meeting["teams"]:
        result = meeting["series"][number].get(team)
        if result is None:
            continue
        if any(
            who == team and day == meeting["day"] and (of is None or of == number)
            for who, day, of in season["forfeits"]
        ):
            continue
        if team in season["withdrawn"]:
            from_day, what = season["withdrawn"][team]
            if what == "annul" or meeting["day"] >= from_day:
                continue
        *figures, players = result
        if season["rules"]["scale"] and players < 4:
            figures = [Fraction(figure * 4, players) for figure in figures]
        found[team] = [Fraction(figure) for figure in figures]
    return found


def sums_at(season, meeting):
    """1: what is ranked at a venue, each a dict of team to (performance, points, won, lost)."""
    numbers = [number for number, results in sorted(meeting["series"].items()) if results]
    if season["rules"]["per"] == "series":
        return [played(season, meeting, number) for number in numbers]
    if not numbers:
        return []
    day = {}
    for number in numbers:
        for team, figures in played(season, meeting, number).items():
            day[team] = [a + b for a, b in zip(day.get(team, [0] * 4), figures, strict=True)]
    return [day]


def key_of(rules, figures):
    performance, points, won, lost = figures
    key = [performance if rules["ranked_by"] == "performance" else points]
    for breaker in rules["breakers"]:
        key.append(won if breaker == "won" else -lost)
    return key


def list_of(rules, teams):
    for points in rules["points"]:
        if len(points) == teams:
            return [Fraction(each) for each in points]
    return [Fraction(teams - 1 - place) for place in range(teams)]


def points_at(season, meeting, sums):
    """1 to 3: for each team of a venue (place or None, match points, counter-points)."""
    rules = season["rules"]
    points = list_of(rules, len(meeting["teams"]))
    counters = [Fraction(0)] * len(points) if rules["counter"] == "none" else points[::-1]
    found = {}
    for team in meeting["teams"]:
        if team not in sums:
            found[team] = (None, Fraction(0), counters[-1] if rules["absent_counter"] else 0)
            continue
        own = key_of(rules, sums[team])
        better = [other for other in sums if key_of(rules, sums[other]) > own]
        same = [other for other in sums if key_of(rules, sums[other]) == own]
        places = range(len(better), len(better) + len(same))
        if rules["ties"] == "share":
            match = sum(points[place] for place in places) / len(same)
            counter = sum(counters[place] for place in places) / len(same)
        else:
            place = min(places) if rules["ties"] == "higher" else max(places)
            match, counter = points[place], counters[place]
        found[team] = (len(better) + 1, match, counter)
    return found


def rankings(season):
    """Every ranking of the season: its day, the sums and the points; reckoned once."""
    if "rankings" not in season:
        season["rankings"] = [
            (meeting["day"], sums, points_at(season, meeting, sums))
            for meeting in season["meetings"]
            for sums in sums_at(season, meeting)
        ]
    return season["rankings"]


def figures(season, team):
    """8: the sums of a team over the season."""
    total = dict.fromkeys(("match", "counter", "game", "won", "lost"), Fraction(0))
    total["firsts"] = 0
    for _, sums, points in rankings(season):
        if team not in points:
            continue
        place, match, counter = points[team]
        total["match"] += match
        total["counter"] += counter
        if place is None:
            continue
        performance, plain, won, lost = sums[team]
        total["game"] += performance if season["rules"]["ranked_by"] == "performance" else plain
        total["won"] += won
        total["lost"] += lost
        total["firsts"] += place == 1
    for who, match, counter, game in season["penalties"]:
        if who == team:
            total["match"] += match
            total["counter"] += counter
            total["game"] += game
    return total


def against(season, team, other):
    """11: (rankings in which both appeared, ahead, behind, own match points, the other's)."""
    count, ahead, behind, own, its = 0, Fraction(0), Fraction(0), Fraction(0), Fraction(0)
    for _, _, points in rankings(season):
        if team in points and other in points:
            (place, match, _), (place_of_other, match_of_other, _) = points[team], points[other]
            if place is None or place_of_other is None:
                continue
            count += 1
            own += match
            its += match_of_other
            if place == place_of_other:
                ahead += Fraction(1, 2)
                behind += Fraction(1, 2)
            elif place < place_of_other:
                ahead += 1
            else:
                behind += 1
    return count, ahead, behind, own, its


def table(season):
    """8: the ranks, as lists of equal teams from the first; and those without a rank."""
    annulled = [team for team, (_, what) in season["withdrawn"].items() if what == "annul"]
    kept = [team for team in season["withdrawn"] if team not in annulled]
    normal = [team for team in season["teams"] if team not in season["withdrawn"]]
    ordered = []
    for part in (normal, kept):
        ordered += apart(season, part, list(season["rules"]["order"]))
    return ordered, annulled


def apart(season, equals, order):
    if not equals:
        return []
    if not order or len(equals) == 1 or order[0] == "lot":
        return [equals]
    values = {team: value(season, team, equals, order[0]) for team in equals}
    found = []
    for best in sorted(set(values.values()), reverse=True):
        same = [team for team in equals if values[team] == best]
        found += apart(season, same, order[1:])
    return found


def value(season, team, equals, criterion):
    """What a criterion compares, the higher the better."""
    if criterion == "direct":
        met = [against(season, team, other) for other in equals if other != team]
        return sum((ahead - behind for _, ahead, behind, _, _ in met), Fraction(0))
    total = figures(season, team)
    if criterion == "difference":
        return total["match"] - total["counter"]
    return -total[criterion] if criterion in ("counter", "lost") else total[criterion]


def players(results, ranked_by):
    """12: (player, rank, series, total), from (player, day, series, four figures)."""
    sums = {}
    for player, _, _, performance, points, won, lost in results:
        own = sums.setdefault(player, [0, 0, 0, 0])
        own[0] += 1
        own[1] += performance if ranked_by == "performance" else points
        own[2] += won
        own[3] += lost

    def merit(player):
        _series, total, won, lost = sums[player]
        return total, won, -lost

    return {
        player: (
            1 + sum(merit(other) > merit(player) for other in sums),
            sums[player][0],
            sums[player][1],
        )
        for player in sums
    }
