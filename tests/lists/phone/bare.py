"""Games as they are played, for whole lists: the mix of docs/practice.md."""

from random import Random

SUITS = ("diamonds", "hearts", "spades", "clubs")


def bare_records(chance: Random, count: int) -> list[dict[str, object]]:
    """That many game records without a soloist."""
    return [bare_record(chance) for _game in range(count)]


def bare_record(chance: Random) -> dict[str, object]:
    """Passed 3 %, lost 15 %, hand 5 %, null 6 %, announced 0.5 %, overbid 0.5 %."""
    if chance.random() < 0.03:
        return {"passed": True}
    won = chance.random() < 0.85
    if chance.random() < 0.06:
        marks = {"hand": chance.random() < 0.2, "ouvert": chance.random() < 0.3}
        return {"game": "null", "won": won, **{key: True for key, on in marks.items() if on}}
    game = chance.choice((*SUITS, "clubs", "grand", "grand"))
    most = 4 if game == "grand" else 11
    size = min(most, chance.choices(range(1, 8), (50, 22, 10, 10, 4, 3, 1))[0])
    record: dict[str, object] = {"game": game, "tops": size * chance.choice((1, -1)), "won": won}
    if chance.random() < 0.05:
        record["hand"] = True
        if won and chance.random() < 0.1:
            record["schneider_announced"] = True
    if chance.random() < (0.25 if won else 0.05):
        record["schneider"] = True
    if not won and chance.random() < 0.05:
        record["bid"] = 120
    return record
