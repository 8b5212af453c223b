"""Who may see and do what: second factors, roles, and fetchers that check the right to an object.

A stranger to a tournament gets 404, which does not confirm that it exists; a member whose role is
too small gets 403.
"""

import time
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin

from scoring.core.forms import is_partial, redirect_page
from scoring.core.scope import (
    ORGANIZING,
    administers,
    hosts_have_pages,
    hosts_seen_by,
    in_own_hosts,
    organizes_host,
    tournaments_organized_by,
)
from scoring.messages.catalogue import message
from scoring.models import (
    Actor,
    Booking,
    Entry,
    Host,
    HostRole,
    Membership,
    Person,
    Pot,
    Recheck,
    Role,
    ScoreList,
    Season,
    Series,
    Team,
    Tournament,
    User,
)
from scoring.models.host import Owned
from scoring.models.score_list import ListState
from scoring.models.tournament import Counts, SeriesState
from scoring.rules.problem import Problem

# Second factors. An account that must have one and has none is sent to set it up.

View = TypeVar("View", bound=Callable[..., Any])
# Keys of the session, so that an ordinary request does not ask the database.
LACKS_FACTOR, FACTOR_CHECKED_AT = "lacks-second-factor", "second-factor-looked-at"
CHECK_FACTOR_AFTER = 15 * 60  # seconds

HAS_FACTOR = Q(code_app__isnull=False) | Q(passkeys__isnull=False)


def allow_without_factor(view: View) -> View:
    """Open a view to accounts that still lack a factor."""
    view.is_without_factor = True  # type: ignore[attr-defined]
    return view


def has_factor(user: User) -> bool:
    return User.objects.filter(HAS_FACTOR, pk=user.pk).exists()


def factor_demanded() -> Q:
    """The accounts of which the server, or one of their hosts, requires a second factor."""
    if settings.SECOND_FACTOR:
        return (
            Q(is_superuser=True)
            | Q(host_roles__role__in=ORGANIZING)
            | Q(memberships__role=Role.ORGANIZER)
            | Q(leagues__isnull=False)
        )
    return (
        Q(host_roles__role__in=ORGANIZING, host_roles__host__second_factor=True)
        | Q(memberships__role=Role.ORGANIZER, memberships__tournament__host__second_factor=True)
        | Q(leagues__season__host__second_factor=True)
    )


def is_factor_demanded(user: User) -> bool:
    return User.objects.filter(factor_demanded(), pk=user.pk).exists()


def check_factor(session: MutableMapping[str, Any], user: User) -> None:
    """Store in the session whether the account lacks a factor that it must have."""
    lacks = User.objects.filter(factor_demanded(), pk=user.pk).exclude(HAS_FACTOR).exists()
    session[LACKS_FACTOR], session[FACTOR_CHECKED_AT] = lacks, int(time.time())


class RedirectInstead(Exception):
    """Raised by a view: redirect to the address of this name and id, and show the reason there."""

    def __init__(self, name: str, pk: int, reason: Problem | None = None) -> None:
        self.name, self.pk, self.reason = name, pk, reason
        super().__init__(f"{name} {pk}")


class RedirectMiddleware(MiddlewareMixin):
    """Answer `RedirectInstead`, for htmx too."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, RedirectInstead):
            return None
        if error.reason:
            messages.info(request, message(error.reason))
        return redirect_page(request, reverse(error.name, args=[error.pk]))


# Pages that are hidden for a result reported by another club: services would refuse their forms.
CHANGING_PAGES = frozenset((
    *("announcement", "attendance", "break-off", "book", "booking-reverse", "handed-in", "till"),
    *("money-fees", "pot-new", "pot-change", "series-new", "series-draw", "draw-by-hand", "logo"),
    *("entries-paste", "players-import", "entry-change", "results-import", "ruling-new"),
    *("list-annulment", "list-confirm", "list-decide", "list-players", "list-reset", "recheck"),
    *("correction-undo", "game-lowest", "phone-unsent", "times"),
))  # fmt: skip


ROLES = (Role.VIEWER, Role.CLERK, Role.REFEREE, Role.ORGANIZER)  # from least to most rights


@dataclass(frozen=True, slots=True)
class Right:
    """What the signed-in account may do in a tournament or season."""

    roles: tuple[Role, ...]  # its own and those below
    clerk: bool = False
    referee: bool = False
    organizer: bool = False


RIGHTS = {
    Role.VIEWER: Right(ROLES[:1]),
    Role.CLERK: Right(ROLES[:2], clerk=True),
    Role.REFEREE: Right(ROLES[:3], clerk=True, referee=True),
    Role.ORGANIZER: Right(ROLES, clerk=True, referee=True, organizer=True),
}


def actor(request: HttpRequest) -> Actor:
    return Actor(user=request.user if isinstance(request.user, User) else None)


def right_in(user: object, place: Tournament | Season) -> Right | None:
    """The right of an account: in a tournament its role there, else that in the host."""
    if not isinstance(user, User):
        return None
    if user.is_superuser:
        return RIGHTS[Role.ORGANIZER]
    if isinstance(place, Season):
        return right_in_season(user, place)
    own = Membership.objects.filter(user=user, tournament=place).first()
    return RIGHTS[Role(own.role)] if own else right_in_host(user, place)


def right_in_host(user: User, owned: Owned) -> Right | None:
    host_role = HostRole.objects.filter(user=user, host=owned.host_id).first()
    return RIGHTS[host_role.in_tournaments] if host_role else None


def grant(request: HttpRequest, place: Tournament | Season, role: Role) -> None:
    """Raise Http404 or PermissionDenied unless the account has at least `role`.

    Raises RedirectInstead to the overview if the page could only change a reported result. The
    right stays on the request for views (`right_of`) and templates (`request.right`).
    """
    right = right_in(request.user, place)
    if right is None:
        raise Http404
    if role not in right.roles:
        raise PermissionDenied
    request.right = right  # type: ignore[attr-defined]
    match = request.resolver_match if request.method in ("GET", "HEAD") else None
    is_changing = match is not None and match.url_name in CHANGING_PAGES
    if is_changing and isinstance(place, Tournament) and place.reported_at:
        raise RedirectInstead("tournament", place.pk, Problem("tournament-is-reported"))


def right_of(request: HttpRequest) -> Right:
    """The right that `grant` stored."""
    right = getattr(request, "right", None)
    if not isinstance(right, Right):
        raise PermissionDenied
    return right


def tournament_for(
    request: HttpRequest, tournament_id: int, role: Role = Role.VIEWER
) -> Tournament:
    tournament = get_object_or_404(Tournament, pk=tournament_id)
    grant(request, tournament, role)
    return tournament


def series_for(request: HttpRequest, series_id: int, role: Role = Role.VIEWER) -> Series:
    series = get_object_or_404(Series.objects.select_related("tournament"), pk=series_id)
    grant(request, series.tournament, role)
    return series


class StillBlind(RedirectInstead):
    """The typist of a second entry asked for the first entry, which he must not see."""

    def __init__(self, list_id: int) -> None:
        super().__init__("recheck-leave", list_id)


def list_for(
    request: HttpRequest, list_id: int, role: Role = Role.VIEWER, *, while_blind: bool = False
) -> ScoreList:
    """A score list; only organizers get one whose seating is not yet released.

    Raises StillBlind for the typist of its second entry, unless the page shows nothing of the first
    (`while_blind`).
    """
    lists = ScoreList.objects.select_related("series__tournament")
    score_list = get_object_or_404(lists, pk=list_id)
    grant(request, score_list.series.tournament, role)
    if score_list.series.state == SeriesState.DRAFT and not right_of(request).organizer:
        raise Http404
    checks_blind = not while_blind and score_list.state == ListState.ENTERED
    if checks_blind and score_list.pk in blind_lists(request, score_list.series.tournament):
        raise StillBlind(score_list.pk)
    return score_list


def right_in_season(user: User, season: Season) -> Right | None:
    """The right of a league leader, else by the role in the host, else in the tournaments.

    An account with a role in all of them has the least of these roles, with a role in some it may
    read. Sample tournaments do not count.
    """
    if season.leaders.filter(user=user).exists():
        return RIGHTS[Role.ORGANIZER]
    if (of_host := right_in_host(user, season)) is not None:
        return of_host
    tournament_count = season.tournaments.filter(sample=False).count()
    memberships = Membership.objects.filter(
        user=user, tournament__season=season, tournament__sample=False
    )
    roles = [Role(role) for role in memberships.values_list("role", flat=True)]
    if not roles:
        return None
    return RIGHTS[min(roles, key=ROLES.index) if len(roles) == tournament_count else Role.VIEWER]


def season_for(request: HttpRequest, season_id: int, role: Role = Role.VIEWER) -> Season:
    season = get_object_or_404(Season, pk=season_id)
    grant(request, season, role)
    return season


def tournaments_hidden_from(request: HttpRequest, *season_ids: int | None) -> frozenset[int]:
    """The ids of the tournaments of these seasons in which the reader has no role."""
    ids = [season_id for season_id in season_ids if season_id is not None]
    if not ids or (isinstance(request.user, User) and request.user.is_superuser):
        return frozenset()
    hidden = Tournament.objects.filter(season__in=ids).exclude(in_own_hosts(request.user))
    hidden = hidden.exclude(memberships__user=request.user.pk)
    return frozenset(hidden.values_list("pk", flat=True))


# Second entries that are still typed, by anybody.
TYPED_BLIND = Q(finished_at=None, list__state=ListState.ENTERED)


def require_season_not_blind(request: HttpRequest, *seasons: Season, lists: bool = False) -> None:
    """Raise StillBlind if sums, or single `lists`, of a season would show a first entry."""
    rechecks = Recheck.objects.filter(
        TYPED_BLIND, by=request.user.pk, list__series__tournament__season__in=seasons
    )
    for recheck in rechecks.select_related("list__series__tournament"):
        if lists or recheck.list.series.tournament.what_counts == Counts.ENTERED:
            raise StillBlind(recheck.list_id)


def blind_lists(request: HttpRequest, tournament: Tournament) -> frozenset[int]:
    """The ids of the lists whose second entry the reader is typing."""
    by_reader = Recheck.objects.filter(TYPED_BLIND, by=request.user.pk)
    lists = by_reader.filter(list__series__tournament=tournament)
    return frozenset(lists.values_list("list", flat=True))


def require_not_blind(
    request: HttpRequest, tournament: Tournament, series: Series | None = None
) -> None:
    """Raise StillBlind if a page or file would show a first entry to the typist of the second."""
    rechecks = Recheck.objects.filter(TYPED_BLIND, by=request.user.pk)
    of_series = {"list__series": series} if series else {"list__series__tournament": tournament}
    if first := rechecks.filter(**of_series).first():
        raise StillBlind(first.list_id)


def require_sums_not_blind(request: HttpRequest, tournament: Tournament) -> None:
    """Raise StillBlind if standings would show a first entry to the typist of the second."""
    if tournament.what_counts == Counts.ENTERED and right_of(request).clerk:
        require_not_blind(request, tournament)


def entry_for(request: HttpRequest, entry_id: int, role: Role = Role.VIEWER) -> Entry:
    entries = Entry.objects.select_related("tournament", "person__club")
    entry = get_object_or_404(entries, pk=entry_id)
    grant(request, entry.tournament, role)
    return entry


def team_for(request: HttpRequest, team_id: int, role: Role = Role.VIEWER) -> Team:
    team = get_object_or_404(Team.objects.select_related("contest__tournament"), pk=team_id)
    grant(request, team.contest.tournament, role)
    return team


def pot_for(request: HttpRequest, pot_id: int, role: Role) -> Pot:
    pots = Pot.objects.select_related("tournament", "series", "category")
    pot = get_object_or_404(pots, pk=pot_id)
    grant(request, pot.tournament, role)
    return pot


def booking_for(request: HttpRequest, booking_id: int, role: Role) -> Booking:
    bookings = Booking.objects.select_related("tournament", "entry__person", "list__series", "pot")
    booking = get_object_or_404(bookings, pk=booking_id)
    grant(request, booking.tournament, role)
    return booking


def administrator(request: HttpRequest) -> User:
    """The signed-in superuser; raises PermissionDenied for anybody else."""
    if not (isinstance(request.user, User) and request.user.is_superuser):
        raise PermissionDenied
    return request.user


class SignInRequired(LoginRequiredMiddleware):
    """Every view needs an account, with a factor if demanded, except those marked otherwise."""

    def process_view(
        self,
        request: HttpRequest,
        view_func: Callable[..., HttpResponseBase],
        view_args: tuple[Any, ...],
        view_kwargs: dict[str, Any],
    ) -> HttpResponseBase | None:
        # A page opened by one account must not save under another that has signed in since.
        account = request.headers.get("X-Account", "")
        if request.method == "POST" and account and account != str(request.user.pk):
            return HttpResponse(status=401)
        answer = super().process_view(request, view_func, view_args, view_kwargs)
        if answer or not request.session.session_key:
            return answer
        is_open = not getattr(view_func, "login_required", True)
        if is_open and request.session.get(LACKS_FACTOR):
            request.user = AnonymousUser()
        if is_open or getattr(view_func, "is_without_factor", False):
            return None
        user, session = request.user, request.session
        is_old = time.time() - session.get(FACTOR_CHECKED_AT, 0) > CHECK_FACTOR_AFTER
        if is_old and isinstance(user, User):
            check_factor(session, user)
        if not session.get(LACKS_FACTOR):
            return None
        return redirect_page(request, reverse("account"))  # where it is set up

    def handle_no_permission(  # type: ignore[override]
        self, request: HttpRequest, view_func: object
    ) -> HttpResponse:
        if is_partial(request):
            # A sign-in page inside a table would discard the input; the page's script says so.
            return HttpResponse(status=401)
        if request.method not in ("GET", "HEAD"):
            # The address takes only POST: returning to it would fail.
            return redirect_to_login(reverse("home"), reverse("sign-in"))
        return redirect_to_login(request.get_full_path(), reverse("sign-in"))


def has_role(by: Actor, tournament: Tournament, role: Role) -> bool:
    """Whether the actor has at least this role; commands have every one, others none."""
    if by.user is None:
        return by.is_command
    right = right_in(by.user, tournament)
    return right is not None and role in right.roles


def tournaments_of_organizer(by: Actor) -> QuerySet[Tournament]:
    """The tournaments that the actor organizes: `has_role` for all of them in one query."""
    if by.user is None:
        return Tournament.objects.all() if by.is_command else Tournament.objects.none()
    return tournaments_organized_by(by.user)


def not_organized_problems(
    people: Sequence[Person], by: Actor, role: Role = Role.ORGANIZER
) -> list[Problem]:
    """A problem that names the tournaments of these people in which `by` lacks `role`."""
    played = Tournament.objects.filter(entries__person__in=people).distinct()
    names = [tournament.name for tournament in played if not has_role(by, tournament, role)]
    return [Problem("not-organized-by-you", params={"names": names})] if names else []


def host_reader(request: HttpRequest) -> User:
    """The account that reads pages of hosts; 404 on a laptop with one host, which has none."""
    if not isinstance(request.user, User) or not hosts_have_pages():
        raise Http404
    return request.user


def host_for(request: HttpRequest, host_id: int) -> Host:
    """A host in which the reader has a role; 404 for any other."""
    hosts = hosts_seen_by(host_reader(request)).select_related("parent")
    return get_object_or_404(hosts, pk=host_id)


def host_to_administer(request: HttpRequest, host_id: int) -> Host:
    """As `host_for`; 403 for those who do not administer it."""
    host = host_for(request, host_id)
    if not administers(request.user, host):
        raise PermissionDenied
    return host


def host_to_organize(request: HttpRequest, host_id: int) -> Host:
    """As `host_for`; 403 for those who may not create tournaments in it."""
    host = host_for(request, host_id)
    if not organizes_host(request.user, host):
        raise PermissionDenied
    return host
