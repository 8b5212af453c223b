"""The announcement with its headings, and texts suggested by the settings."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.core.labels_of_systems import numbering_of, options_of
from scoring.messages.labels import label
from scoring.messages.sentence import amount
from scoring.models import Announcement, Fees, Tournament
from scoring.rules.announcement import ITEMS
from scoring.series.reads.series import series_times


@dataclass(frozen=True, slots=True)
class AnnouncedItem:
    code: str
    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class AnnouncedPart:
    """Part A or B of TO 6.2."""

    letter: str
    title: str
    items: tuple[AnnouncedItem, ...]


def draft_of(tournament: Tournament) -> Announcement:
    """The stored announcement, or an empty unsaved one."""
    announcement = Announcement.objects.filter(tournament=tournament).first()
    return announcement or Announcement(tournament=tournament)


def announced_or_suggested(tournament: Tournament) -> Announcement:
    """The stored announcement; in a draft empty items have the suggested texts."""
    announcement = draft_of(tournament)
    if announcement.published_at is None:
        filled = {code: text for code, text in announcement.items.items() if text}
        announcement.items = {**suggestions(tournament), **filled}
    return announcement


def announced_parts(announcement: Announcement) -> list[AnnouncedPart]:
    """The announcement in the order of TO 6.2."""
    items = [
        AnnouncedItem(code, label("announcement_item", code), announcement.items.get(code, ""))
        for code in (item.code for item in ITEMS)
    ]
    titles = {"A": _("General"), "B": _("Conditions of play")}
    return [
        AnnouncedPart(letter, title, tuple(i for i in items if i.code.startswith(letter)))
        for letter, title in titles.items()
    ]


def suggestions(tournament: Tournament) -> Mapping[str, str]:
    """Texts from the tournament, its fees and its settings, by item."""
    fees = Fees.objects.filter(tournament=tournament).first()
    return {
        "A.a": tournament.organizer,
        "A.b": fees_text(tournament, fees),
        "A.c": "\n".join(filter(None, (series_text(tournament), times_text(tournament)))),
        "A.d": _(
            "Tables of four. Tables of three only as far as the number of players demands them, "
            "three at most (TO 7.1.1)."
        ),
        "A.e": pots_text(tournament),
        "A.f": _(
            "The organizer may expel a player for a serious offence; the entry fee is kept "
            "(TO 4.3)."
        ),
        "B.a": rules_text(tournament),
        "B.b": _("The organizer and the referees appointed by him decide (TO 7.3.2)."),
        "B.c": _("Offences are dealt with as the Skat Order and the Tournament Order say."),
        "B.d": _(
            "Seat 1 keeps the list. Everybody at the table checks it; with all signatures it is a "
            "document (TO 7.2.2, 7.2.3)."
        ),
        "B.e": games_text(tournament, fees),
        "B.f": _("New cards only, supplied by the organizer (TO 9.1)."),
    }


def fees_text(tournament: Tournament, fees: Fees | None) -> str:
    if fees is None:
        return ""
    named = (
        (_("Entry fee"), fees.entry_cents),
        (_("Card money"), fees.card_cents),
        (_("Table money"), fees.table_cents),
    )
    lines = [f"{name} {amount(cents)}" for name, cents in named if cents]
    optional = _("%(title)s %(money)s (optional)")
    lines += [
        optional % {"title": pot.title, "money": amount(pot.stake_cents)}
        for pot in tournament.pots.filter(optional=True, stake_cents__gt=0)
    ]
    return "\n".join(lines)


def series_text(tournament: Tournament) -> str:
    """ "3 series of 48 games at a table of four, 36 at three"."""
    rounds = list(tournament.series.values_list("rounds", flat=True))
    if not rounds:
        return ""
    count = ngettext("%(count)s series", "%(count)s series", len(rounds)) % {"count": len(rounds)}
    if len(set(rounds)) > 1:
        games = ", ".join(str(4 * number) for number in rounds)
        return _("%(series)s; games at a table of four: %(games)s") % {
            "series": count,
            "games": games,
        }
    return _("%(series)s of %(four)s games at a table of four, %(three)s at three") % {
        "series": count,
        "four": rounds[0] * 4,
        "three": rounds[0] * 3,
    }


def times_text(tournament: Tournament) -> str:
    """The planned times, a line for each series: "Series 1: 18:00 to 20:10"."""
    sentence, lines = _("Series %(number)s: %(begins)s to about %(ends)s"), []
    for time in series_times(tournament):
        begins, ends = (f"{localtime(at):%H:%M}" for at in (time.begins, time.ends))
        lines.append(sentence % {"number": time.series.number, "begins": begins, "ends": ends})
    return "\n".join(lines)


def pots_text(tournament: Tournament) -> str:
    """The pots by title, with their share of each fee."""
    lines = []
    for pot in tournament.pots.all():
        if pot.stake_cents and not pot.optional:
            words = {"title": pot.title, "money": amount(pot.stake_cents)}
            lines.append(_("%(title)s: %(money)s of each fee") % words)
        else:
            lines.append(pot.title)
    return "\n".join(lines)


def rules_text(tournament: Tournament) -> str:
    text = _("%(system)s, edition %(edition)s; scoring: %(scheme)s.") % {
        "system": label("system", tournament.system),
        "edition": tournament.edition,
        "scheme": label("scheme", tournament.scheme),
    }
    if options := options_of(tournament.rule_system):
        text += " " + _("Agreed: %(options)s.") % {"options": "; ".join(options)}
    if note := numbering_of(tournament):
        text += " " + note
    binding = _("The Skat Order replaces arbitrary decisions about a game.")
    return f"{text}\n{binding}"


def games_text(tournament: Tournament, fees: Fees | None) -> str:
    """The stake for a point, the lost-game ladder and the fee for games passed in."""
    agreed = tournament.agreed_stakes
    lines = [_("No stake is played for (TO 9.2).")]
    if agreed and agreed[-1].stake is not None:
        lines = [_("Stake: %(stake)s cents a point (TO 9.2).") % {"stake": agreed[-1].stake}]
    if fees:
        lines += [
            _("Each lost game of a list from number %(first)s on: %(money)s")
            % {"first": first, "money": amount(cents)}
            for first, cents in fees.lost_ladder
        ]
        if fees.passed_cents:
            lines.append(
                _("Each game passed in, from every player: %(money)s")
                % {"money": amount(fees.passed_cents)}
            )
    return "\n".join(lines)
