"""All tables at once, for a new database: the steps that led here copy many of them several times.

A database that has made some of the steps makes the others; they stay as long as there may be such.
Its tables are the same, to the order of the columns (tests/backup/test_services_restoring.py).
"""

import uuid
from importlib import import_module

import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.db.models.expressions
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import scoring.models.phone
import scoring.models.ruling

LOG, LEDGER, SEALS, NOTES, HOSTS, NAMES = (
    import_module(f"scoring.migrations.{name}")
    for name in (
        "0002_log_is_append_only",
        "0007_the_ledger_is_append_only",
        "0018_the_log_is_sealed",
        "0048_servers_share_notes",
        "0050_hosts",
        "0065_names_are_found_by_three_letters",
    )
)


class Migration(migrations.Migration):
    replaces = [
        ("scoring", "0001_initial"),
        ("scoring", "0002_log_is_append_only"),
        ("scoring", "0003_sign_in_failures"),
        ("scoring", "0004_log_is_searched"),
        ("scoring", "0005_recheck"),
        ("scoring", "0006_office"),
        ("scoring", "0007_the_ledger_is_append_only"),
        ("scoring", "0008_lots_of_teams"),
        ("scoring", "0009_a_contest_names_a_category"),
        ("scoring", "0010_adjustments_are_reversed"),
        ("scoring", "0011_confirmed_lists_name_a_revision"),
        ("scoring", "0012_a_played_game_is_won_or_lost"),
        ("scoring", "0013_lots_know_their_drawing"),
        ("scoring", "0014_a_season_can_be_public"),
        ("scoring", "0015_wenzels_are_a_setting"),
        ("scoring", "0016_lists_and_start_cards_are_handed_in"),
        ("scoring", "0017_a_tournament_can_be_broken_off"),
        ("scoring", "0018_the_log_is_sealed"),
        ("scoring", "0019_stakes_and_sittings"),
        ("scoring", "0020_series_have_a_clock_and_reasons"),
        ("scoring", "0021_copies_of_the_prints"),
        ("scoring", "0022_prizes_in_kind"),
        ("scoring", "0023_a_pot_is_chosen_before_it_is_paid"),
        ("scoring", "0024_a_season_has_a_kind"),
        ("scoring", "0030_seasons_have_rules_and_members"),
        ("scoring", "0035_a_league_has_divisions"),
        ("scoring", "0040_a_club_has_members"),
        ("scoring", "0045_lists_are_kept_by_phone"),
        ("scoring", "0046_teams_draw_lots_and_lose_series"),
        ("scoring", "0047_a_fourth_may_join_a_table_of_three"),
        ("scoring", "0048_servers_share_notes"),
        ("scoring", "0050_hosts"),
        ("scoring", "0051_everything_belongs_to_a_host"),
        ("scoring", "0052_names_are_searched"),
        ("scoring", "0053_names_are_found_by_an_index"),
        ("scoring", "0054_members_are_offered"),
        ("scoring", "0055_results_are_reported"),
        ("scoring", "0060_sessions_are_listed"),
        ("scoring", "0061_second_factors"),
        ("scoring", "0065_names_are_found_by_three_letters"),
        ("scoring", "0070_hosts_have_a_logo_and_defaults"),
        ("scoring", "0075_seasons_are_closed"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="SignInFailures",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64, unique=True)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("since", models.DateTimeField()),
                ("last_at", models.DateTimeField(db_index=True)),
                ("blocked_until", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="LogSeal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.BigIntegerField(unique=True)),
                ("last", models.BigIntegerField(unique=True)),
                ("rows", models.PositiveIntegerField()),
                ("digest", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["last"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("since__gte", 0), ("since__lt", models.F("last"))),
                        name="seal_goes_forward",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                ("key", models.CharField(max_length=200, primary_key=True, serialize=False)),
                ("value", models.JSONField()),
                ("at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="Host",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120, unique=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("club", "club"),
                            ("league", "league"),
                            ("state", "state association"),
                            ("federation", "federation"),
                        ],
                        default="club",
                        max_length=10,
                    ),
                ),
                ("second_factor", models.BooleanField(db_default=False, default=False)),
                (
                    "parent",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="children",
                        to="scoring.host",
                    ),
                ),
            ],
            options={
                "ordering": ["name"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="host_has_a_name"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["club", "league", "state", "federation"])),
                        name="host_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("parent__isnull", True),
                            models.Q(("parent", models.F("id")), _negated=True),
                            _connector="OR",
                        ),
                        name="host_above_itself",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("junior_below", models.PositiveSmallIntegerField(default=21)),
                ("senior_from", models.PositiveSmallIntegerField(default=60)),
                (
                    "host",
                    models.ForeignKey(
                        default=1,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="clubs",
                        to="scoring.host",
                    ),
                ),
            ],
            options={
                "ordering": ["name"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("junior_below__lte", models.F("senior_from")),
                            ("senior_from__lte", 150),
                        ),
                        name="juniors_are_younger_than_seniors",
                    ),
                    models.UniqueConstraint(fields=("host", "name"), name="club_name_once_a_host"),
                ],
            },
        ),
        migrations.CreateModel(
            name="User",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                (
                    "first_name",
                    models.CharField(blank=True, max_length=150, verbose_name="first name"),
                ),
                (
                    "last_name",
                    models.CharField(blank=True, max_length=150, verbose_name="last name"),
                ),
                ("email", models.EmailField(blank=True, max_length=254)),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                (
                    "date_joined",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="date joined"
                    ),
                ),
                ("language", models.CharField(blank=True, max_length=5)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="scoring.host",
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "abstract": False,
                "indexes": [models.Index(fields=["email"], name="account_by_email")],
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("best_of", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("public", models.BooleanField(default=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("club", "club championship"),
                            ("league", "league"),
                            ("cup", "cup of several events"),
                        ],
                        default="club",
                        max_length=10,
                    ),
                ),
                ("least", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "order",
                    models.CharField(
                        choices=[
                            ("total", "sum of the performance"),
                            ("average", "average performance of a series"),
                            ("points", "sum of the game points"),
                        ],
                        default="total",
                        max_length=10,
                    ),
                ),
                (
                    "host",
                    models.ForeignKey(
                        default=1,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seasons",
                        to="scoring.host",
                    ),
                ),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["-id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("best_of__isnull", True), ("best_of__gte", 1), _connector="OR"
                        ),
                        name="season_keeps_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["club", "league", "cup"])),
                        name="season_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("least__isnull", True), ("least__gte", 1), _connector="OR"
                        ),
                        name="season_least_is_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("order__in", ["total", "average", "points"])),
                        name="season_order_known",
                    ),
                    models.UniqueConstraint(
                        fields=("host", "name"), name="season_name_once_a_host"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ReportKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("secret_hash", models.CharField(max_length=64, unique=True)),
                ("public_key", models.CharField(max_length=64, null=True, unique=True)),
                ("given_at", models.DateTimeField()),
                ("registered_at", models.DateTimeField(null=True)),
                ("used_at", models.DateTimeField(null=True)),
                ("withdrawn_at", models.DateTimeField(null=True)),
                (
                    "host",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="report_keys",
                        to="scoring.host",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True),
                        name="report_key_has_a_name",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("public_key__isnull", True), ("registered_at__isnull", True)),
                            models.Q(
                                ("public_key__isnull", False), ("registered_at__isnull", False)
                            ),
                            _connector="OR",
                        ),
                        name="report_key_is_registered_whole",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ReportTarget",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", models.CharField(max_length=200)),
                ("received_by", models.CharField(max_length=120)),
                ("seed", models.CharField(max_length=64)),
                ("public_key", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
                (
                    "host",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="report_target",
                        to="scoring.host",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("address", ""), _negated=True),
                        name="report_target_has_an_address",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="HostLogo",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("png", models.BinaryField()),
                ("digest", models.CharField(max_length=32)),
                (
                    "host",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="logo",
                        to="scoring.host",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="HostDefaults",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("entry_cents", models.PositiveIntegerField(default=0)),
                ("card_cents", models.PositiveIntegerField(default=0)),
                ("table_cents", models.PositiveIntegerField(default=0)),
                ("passed_cents", models.PositiveIntegerField(default=0)),
                ("lost_ladder", models.JSONField(blank=True, default=list)),
                ("place", models.CharField(blank=True, max_length=120)),
                ("organizer", models.CharField(blank=True, max_length=120)),
                ("system", models.CharField(default="isko-1998", max_length=40)),
                ("edition", models.CharField(blank=True, max_length=20)),
                ("scheme", models.CharField(blank=True, max_length=20)),
                (
                    "ties",
                    models.CharField(
                        choices=[("lot", "draw lots"), ("share", "share rank and prize")],
                        default="lot",
                        max_length=10,
                    ),
                ),
                (
                    "counts",
                    models.CharField(
                        choices=[
                            ("entered", "every list that is entered and closed"),
                            ("confirmed", "only lists confirmed by a second person"),
                        ],
                        default="entered",
                        max_length=10,
                    ),
                ),
                (
                    "confirm",
                    models.CharField(
                        choices=[
                            ("second", "a second person"),
                            ("blind", "a blind second entry"),
                            ("self", "whoever entered it"),
                        ],
                        default="second",
                        max_length=10,
                    ),
                ),
                ("paper_total", models.BooleanField(default=True)),
                ("series", models.PositiveSmallIntegerField(default=3)),
                ("rounds", models.PositiveSmallIntegerField(default=12)),
                ("language", models.CharField(blank=True, max_length=5)),
                (
                    "host",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="defaults",
                        to="scoring.host",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "host defaults",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("scheme__in", ["", "seeger-fabian", "seeger", "plain"])
                        ),
                        name="host_default_scheme_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("ties__in", ["lot", "share"])),
                        name="host_default_ties_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("counts__in", ["entered", "confirmed"])),
                        name="host_default_counts_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("confirm__in", ["second", "blind", "self"])),
                        name="host_default_confirm_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rounds__gte", 1), ("rounds__lte", 24)),
                        name="host_default_rounds_in_range",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("language__in", ["", "de", "en"])),
                        name="host_default_language_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="AccountLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("hash", models.CharField(max_length=64, unique=True)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="links",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Person",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("family", models.CharField(max_length=80)),
                ("given", models.CharField(blank=True, max_length=80)),
                ("passport", models.CharField(blank=True, max_length=40)),
                ("birth_year", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("anonymised_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="people",
                        to="scoring.club",
                    ),
                ),
                (
                    "host",
                    models.ForeignKey(
                        default=1,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="people",
                        to="scoring.host",
                    ),
                ),
                ("sought", models.CharField(default="", editable=False, max_length=400)),
                ("alike", models.CharField(default="", editable=False, max_length=400)),
            ],
            options={
                "ordering": ["family", "given", "id"],
                "indexes": [
                    models.Index(fields=["host", "family", "given"], name="person_of_a_host"),
                    models.Index(fields=["host", "sought"], name="person_by_name"),
                    models.Index(fields=["host", "alike"], name="person_by_spelling"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Tournament",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("date", models.DateField()),
                ("place", models.CharField(blank=True, max_length=120)),
                ("organizer", models.CharField(blank=True, max_length=120)),
                ("system", models.CharField(default="isko-1998", max_length=40)),
                ("edition", models.CharField(default="1999", max_length=20)),
                ("hand_loss", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("ramsch", models.BooleanField(default=False)),
                ("wenzel_bonus", models.BooleanField(default=False)),
                ("scheme", models.CharField(default="seeger-fabian", max_length=20)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("prepare", "in preparation"),
                            ("running", "running"),
                            ("review", "under review"),
                            ("final", "final"),
                        ],
                        default="prepare",
                        max_length=10,
                    ),
                ),
                ("review_until", models.DateTimeField(blank=True, null=True)),
                (
                    "counts",
                    models.CharField(
                        choices=[
                            ("entered", "every list that is entered and closed"),
                            ("confirmed", "only lists confirmed by a second person"),
                        ],
                        default="entered",
                        max_length=10,
                    ),
                ),
                (
                    "confirm",
                    models.CharField(
                        choices=[
                            ("second", "a second person"),
                            ("blind", "a blind second entry"),
                            ("self", "whoever entered it"),
                        ],
                        default="second",
                        max_length=10,
                    ),
                ),
                (
                    "ties",
                    models.CharField(
                        choices=[("lot", "draw lots"), ("share", "share rank and prize")],
                        default="lot",
                        max_length=10,
                    ),
                ),
                ("paper_total", models.BooleanField(default=True)),
                ("public", models.BooleanField(default=False)),
                ("frozen_after", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("sample", models.BooleanField(default=False)),
                ("best_of", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("league", models.BooleanField(default=False)),
                (
                    "season",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="tournaments",
                        to="scoring.season",
                    ),
                ),
                ("wenzels", models.BooleanField(default=False)),
                ("ask_handed_in", models.BooleanField(default=True)),
                (
                    "broken_off",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "not broken off"),
                            ("refunded", "broken off, fees refunded"),
                            ("prizes", "broken off, prizes in proportion"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                ("stakes", models.JSONField(blank=True, default=list)),
                ("substitutes", models.BooleanField(default=False)),
                ("shows_releases", models.BooleanField(default=True)),
                ("phones", models.BooleanField(default=False)),
                ("signed_suffices", models.BooleanField(default=False)),
                (
                    "host",
                    models.ForeignKey(
                        default=1,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournaments",
                        to="scoring.host",
                    ),
                ),
                ("reported_at", models.DateTimeField(blank=True, null=True)),
                (
                    "replaced_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaces",
                        to="scoring.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["-date", "-id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("scheme__in", ("seeger-fabian", "seeger", "plain"))),
                        name="tournament_scheme_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ["prepare", "running", "review", "final"])
                        ),
                        name="tournament_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("counts__in", ["entered", "confirmed"])),
                        name="tournament_counts_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("ties__in", ["lot", "share"])),
                        name="tournament_ties_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("confirm__in", ["second", "blind", "self"])),
                        name="tournament_confirm_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("sample", False), ("public", False), _connector="OR"),
                        name="sample_is_never_public",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("best_of__isnull", True), ("best_of__gte", 1), _connector="OR"
                        ),
                        name="tournament_keeps_one_series",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("wenzel_bonus", False), ("wenzels", True), _connector="OR"
                        ),
                        name="wenzel_bonus_needs_wenzels",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("broken_off__in", ["", "refunded", "prizes"])),
                        name="tournament_broken_off_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("signed_suffices", False),
                            models.Q(
                                ("phones", True), models.Q(("confirm", "blind"), _negated=True)
                            ),
                            _connector="OR",
                        ),
                        name="signatures_suffice_where_lists_are_kept_by_phone",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("replaced_by__isnull", True),
                            models.Q(("public", False), ("reported_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="replaced_is_reported_and_not_public",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Division",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=60)),
                ("level", models.PositiveSmallIntegerField(default=1)),
                ("size", models.PositiveSmallIntegerField(default=4)),
                ("series", models.PositiveSmallIntegerField(default=3)),
                ("rounds", models.PositiveSmallIntegerField(default=12)),
                ("promoted", models.PositiveSmallIntegerField(default=0)),
                ("promotion_playoff", models.PositiveSmallIntegerField(default=0)),
                ("relegation_playoff", models.PositiveSmallIntegerField(default=0)),
                ("relegated", models.PositiveSmallIntegerField(default=0)),
                ("scoring", models.JSONField(blank=True, default=dict)),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="divisions",
                        to="scoring.season",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("season", "number"), name="division_number_once"
                    ),
                    models.UniqueConstraint(fields=("season", "name"), name="division_name_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("size__gte", 2),
                            ("size__lte", 12),
                            ("series__gte", 1),
                            ("series__lte", 12),
                            ("rounds__gte", 1),
                            ("rounds__lte", 24),
                            ("level__gte", 1),
                            ("number__gte", 1),
                        ),
                        name="division_sensible",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="division_has_a_name"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LeagueLeader",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="leaders",
                        to="scoring.season",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="leagues",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "user"), name="league_leader_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="MatchDay",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("date", models.DateField(blank=True, null=True)),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="match_days",
                        to="scoring.season",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("season", "number"), name="match_day_number_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1), ("number__lte", 60)),
                        name="match_day_number_sensible",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Venue",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120)),
                ("address", models.CharField(blank=True, max_length=200)),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="venues",
                        to="scoring.season",
                    ),
                ),
            ],
            options={
                "ordering": ["name"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "name"), name="venue_name_once"),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="venue_has_a_name"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="HostRole",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("administrator", "administrator"),
                            ("organizer", "organizer"),
                            ("referee", "referee"),
                            ("clerk", "clerk"),
                            ("viewer", "viewer"),
                        ],
                        max_length=15,
                    ),
                ),
                (
                    "host",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="roles",
                        to="scoring.host",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="host_roles",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "host"), name="one_role_a_host"),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "role__in",
                                ["administrator", "organizer", "referee", "clerk", "viewer"],
                            )
                        ),
                        name="host_role_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SignedIn",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.DateTimeField()),
                ("used_at", models.DateTimeField()),
                ("device", models.CharField(blank=True, max_length=60)),
                (
                    "session",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="signed_in",
                        to="sessions.session",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="signed_in",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="CodeApp",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("secret", models.CharField(max_length=32)),
                ("used_step", models.BigIntegerField()),
                ("added_at", models.DateTimeField()),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="code_app",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("hash", models.CharField(max_length=64, unique=True)),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="recovery_codes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Passkey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("credential", models.CharField(max_length=2046, unique=True)),
                ("data", models.TextField()),
                ("uses", models.BigIntegerField(default=0)),
                ("added_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="passkeys",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="passkey_has_a_name"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Series",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("day", models.DateField(blank=True, null=True)),
                ("rounds", models.PositiveSmallIntegerField(default=12)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "being prepared"),
                            ("released", "seating released"),
                            ("playing", "being played"),
                            ("closed", "closed"),
                        ],
                        default="draft",
                        max_length=10,
                    ),
                ),
                ("seating_public_at", models.DateTimeField(blank=True, null=True)),
                ("results_public_at", models.DateTimeField(blank=True, null=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="series",
                        to="scoring.tournament",
                    ),
                ),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("minutes", models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                "verbose_name_plural": "series",
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "number"), name="series_number_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("number__gte", 1), ("rounds__gte", 1), ("rounds__lte", 24)
                        ),
                        name="series_rounds_sensible",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ["draft", "released", "playing", "closed"])
                        ),
                        name="series_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("minutes__isnull", True), ("minutes__gte", 1), _connector="OR"
                        ),
                        name="series_limit_sensible",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("start_number", models.PositiveIntegerField()),
                ("club_name", models.CharField(blank=True, max_length=120)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("present", "present"),
                            ("withdrawn", "withdrawn"),
                            ("expelled", "expelled"),
                            ("no_show", "did not appear"),
                        ],
                        default="present",
                        max_length=10,
                    ),
                ),
                ("from_series", models.PositiveSmallIntegerField(default=1)),
                ("until_series", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="scoring.person",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="scoring.tournament",
                    ),
                ),
                ("fixed_table", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("three_seats", models.BooleanField(default=False)),
                ("handed_in", models.BooleanField(default=False)),
            ],
            options={
                "verbose_name_plural": "entries",
                "ordering": ["start_number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "start_number"), name="start_number_once"
                    ),
                    models.UniqueConstraint(fields=("tournament", "person"), name="person_once"),
                    models.CheckConstraint(
                        condition=models.Q(("start_number__gte", 1)), name="start_number_positive"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ["present", "withdrawn", "expelled", "no_show"])
                        ),
                        name="entry_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("until_series__isnull", True),
                            ("until_series__gte", models.F("from_series")),
                            _connector="OR",
                        ),
                        name="entry_leaves_after_coming",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("organizer", "organizer"),
                            ("referee", "referee"),
                            ("clerk", "clerk"),
                            ("viewer", "viewer"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="scoring.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "tournament"), name="one_role_a_tournament"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("role__in", ["organizer", "referee", "clerk", "viewer"])
                        ),
                        name="membership_role_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LogEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("actor", models.CharField(blank=True, max_length=150)),
                ("action", models.CharField(max_length=60)),
                ("subject", models.CharField(blank=True, max_length=60)),
                ("old", models.JSONField(null=True)),
                ("new", models.JSONField(null=True)),
                ("reason", models.CharField(blank=True, max_length=400)),
                ("submission", models.CharField(max_length=64, null=True, unique=True)),
                (
                    "user",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="log",
                        to="scoring.tournament",
                    ),
                ),
                (
                    "host",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="log",
                        to="scoring.host",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "indexes": [
                    models.Index(
                        fields=["tournament", "subject", "id"],
                        name="scoring_log_tournam_8f1e5c_idx",
                    ),
                    models.Index(fields=["tournament", "id"], name="log_of_tournament"),
                    models.Index(fields=["tournament", "action", "id"], name="log_by_action"),
                    models.Index(fields=["tournament", "actor", "id"], name="log_by_actor"),
                    models.Index(fields=["tournament", "at"], name="log_by_day"),
                ],
            },
        ),
        migrations.CreateModel(
            name="TillCount",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(blank=True, max_length=12)),
                ("counted_cents", models.IntegerField()),
                ("expected_cents", models.IntegerField()),
                ("note", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="till_counts",
                        to="scoring.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="Announcement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("items", models.JSONField(blank=True, default=dict)),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                (
                    "published_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="announcement",
                        to="scoring.tournament",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Category",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("entry_cents", models.PositiveIntegerField(blank=True, null=True)),
                ("ranked", models.BooleanField(default=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="categories",
                        to="scoring.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "categories",
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "name"), name="category_name_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="category_has_a_name"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Fees",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("entry_cents", models.PositiveIntegerField(default=0)),
                ("card_cents", models.PositiveIntegerField(default=0)),
                ("table_cents", models.PositiveIntegerField(default=0)),
                ("passed_cents", models.PositiveIntegerField(default=0)),
                ("lost_ladder", models.JSONField(blank=True, default=list)),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fees",
                        to="scoring.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "fees",
            },
        ),
        migrations.CreateModel(
            name="Logo",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("png", models.BinaryField()),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="logo",
                        to="scoring.tournament",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PrintCopies",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("paper", models.CharField(max_length=20)),
                ("copies", models.PositiveSmallIntegerField()),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="print_copies",
                        to="scoring.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "paper"), name="copies_set_once"),
                    models.CheckConstraint(
                        condition=models.Q(("copies__lte", 20)), name="twenty_copies_at_most"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SeasonMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seasons",
                        to="scoring.person",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="scoring.season",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("season", "person"), name="season_member_once"),
                    models.UniqueConstraint(fields=("season", "number"), name="season_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="season_number_positive"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LeagueTeam",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=60)),
                ("withdrawn_from", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "withdrawn_results",
                    models.CharField(
                        choices=[
                            ("keep", "its results up to then stand"),
                            ("annul", "all its results are annulled"),
                        ],
                        default="keep",
                        max_length=10,
                    ),
                ),
                ("withdrawn_reason", models.CharField(blank=True, max_length=200)),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="scoring.club",
                    ),
                ),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="teams",
                        to="scoring.division",
                    ),
                ),
                (
                    "home",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="scoring.venue",
                    ),
                ),
                ("cannot_host", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("division", "number"), name="league_team_number_once"
                    ),
                    models.UniqueConstraint(
                        fields=("division", "name"), name="league_team_name_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("number__gte", 1), models.Q(("name", ""), _negated=True)
                        ),
                        name="league_team_is_named",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("withdrawn_from__isnull", True),
                            models.Q(
                                ("withdrawn_from__gte", 1),
                                models.Q(("withdrawn_reason", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="league_team_withdrawn_for_a_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("withdrawn_results__in", ["keep", "annul"])),
                        name="league_team_results_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ClubMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("joined", models.DateField(blank=True, null=True)),
                ("left", models.DateField(blank=True, null=True)),
                ("lady", models.BooleanField(default=False)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="members",
                        to="scoring.club",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="memberships",
                        to="scoring.person",
                    ),
                ),
            ],
            options={
                "ordering": ["club", "number", "id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("left__isnull", True)),
                        fields=("club", "number"),
                        name="member_number_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("left__isnull", True)),
                        fields=("club", "person"),
                        name="member_of_a_club_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1), ("number__lte", 99999999)),
                        name="member_number_in_range",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("joined__isnull", True),
                            ("left__isnull", True),
                            ("left__gte", models.F("joined")),
                            _connector="OR",
                        ),
                        name="member_leaves_after_entering",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ReceivedReport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ident", models.UUIDField()),
                (
                    "host",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="received_reports",
                        to="scoring.host",
                    ),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="received_report",
                        to="scoring.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("host", "ident"), name="received_report_once_a_host"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ident", models.UUIDField(default=uuid.uuid4, unique=True)),
                ("version", models.PositiveIntegerField(default=1)),
                ("result", models.BigIntegerField()),
                ("sha256", models.CharField(max_length=64)),
                ("size", models.PositiveIntegerField()),
                ("packed", models.BinaryField(null=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("accepted", "Accepted"),
                            ("refused", "Refused"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("reported_at", models.DateTimeField()),
                ("tried_at", models.DateTimeField(null=True)),
                ("trouble", models.CharField(blank=True, max_length=40)),
                ("answered_at", models.DateTimeField(null=True)),
                ("problems", models.JSONField(default=list)),
                ("newest", models.PositiveIntegerField(null=True)),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="report",
                        to="scoring.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["waiting", "accepted", "refused"])),
                        name="report_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("version__gte", 1)), name="report_version_at_least_one"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("answered_at", None),
                                ("packed__isnull", False),
                                ("state", "waiting"),
                            ),
                            models.Q(
                                models.Q(("state", "waiting"), _negated=True),
                                ("answered_at__isnull", False),
                                ("packed__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="report_waits_with_its_document",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ScoreList",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("table_number", models.PositiveSmallIntegerField()),
                ("seats", models.PositiveSmallIntegerField()),
                ("games_due", models.PositiveSmallIntegerField()),
                ("games_played", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("stop_reason", models.CharField(blank=True, max_length=200)),
                (
                    "depth",
                    models.CharField(
                        choices=[
                            ("none", "nothing entered"),
                            ("games", "game by game"),
                            ("totals", "three figures a player"),
                        ],
                        default="none",
                        max_length=10,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("entered", "entered"),
                            ("confirmed", "confirmed"),
                            ("final", "final"),
                            ("rejected", "rejected"),
                            ("annulled", "annulled"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=1)),
                ("confirmed_at", models.DateTimeField(blank=True, null=True)),
                ("confirmed_revision", models.PositiveIntegerField(blank=True, null=True)),
                ("self_confirmed", models.BooleanField(default=False)),
                ("signatures", models.JSONField(default=list)),
                (
                    "confirmed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lists",
                        to="scoring.series",
                    ),
                ),
                ("sittings", models.JSONField(blank=True, default=list)),
                ("began_as_three", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["table_number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("series", "table_number"), name="table_once_a_series"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("seats__in", (3, 4)), ("table_number__gte", 1)),
                        name="list_has_3_or_4_seats",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("depth__in", ["none", "games", "totals"]),
                            (
                                "state__in",
                                ["open", "entered", "confirmed", "final", "rejected", "annulled"],
                            ),
                        ),
                        name="list_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("games_played__isnull", True),
                            ("games_played__lte", models.F("games_due")),
                            _connector="OR",
                        ),
                        name="list_plays_at_most_what_is_due",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("confirmed_by__isnull", True),
                            models.Q(("confirmed_by", models.F("entered_by")), _negated=True),
                            ("self_confirmed", True),
                            _connector="OR",
                        ),
                        name="confirmed_by_somebody_else",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state__in", ("confirmed", "final")), _negated=True),
                            models.Q(
                                ("confirmed_revision", models.F("revision")),
                                ("confirmed_revision__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="confirmed_is_a_fact_about_a_revision",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Draw",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("mode", models.CharField(max_length=20)),
                ("options", models.JSONField(default=dict)),
                ("entries_hash", models.CharField(max_length=64)),
                ("seed", models.CharField(max_length=80)),
                ("engine", models.CharField(max_length=20)),
                ("report", models.JSONField(default=dict)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("drawn_at", models.DateTimeField()),
                ("released_at", models.DateTimeField(blank=True, null=True)),
                (
                    "drawn_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="draws",
                        to="scoring.series",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("series", "number"), name="draw_number_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="TeamContest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("team", "team"), ("tandem", "tandem"), ("mixed", "mixed pair")],
                        max_length=10,
                    ),
                ),
                ("size", models.PositiveSmallIntegerField(default=4)),
                ("scaled", models.BooleanField(default=False)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="team_contests",
                        to="scoring.tournament",
                    ),
                ),
                (
                    "one_of",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="scoring.category",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "kind"), name="contest_once_a_kind"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind__in", ["team", "tandem", "mixed"]),
                            ("size__gte", 2),
                            ("size__lte", 12),
                        ),
                        name="contest_of_two_to_twelve",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Adjustment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("points", models.IntegerField()),
                ("reason", models.CharField(max_length=200)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="adjustments",
                        to="scoring.entry",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="adjustments",
                        to="scoring.series",
                    ),
                ),
                (
                    "reverses",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="reversed_by",
                        to="scoring.adjustment",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("points", 0), _negated=True),
                        name="adjustment_changes_something",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True),
                        name="adjustment_has_a_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="EntryCategory",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "category",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="scoring.category",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="in_categories",
                        to="scoring.entry",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("entry", "category"), name="in_a_category_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Pot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("title", models.CharField(max_length=80)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("overall", "overall"),
                            ("series", "series"),
                            ("day", "day"),
                            ("team", "teams"),
                            ("tandem", "tandems"),
                            ("mixed", "mixed pairs"),
                            ("category", "category"),
                            ("special", "special prize"),
                        ],
                        max_length=10,
                    ),
                ),
                ("day", models.DateField(blank=True, null=True)),
                ("special", models.CharField(blank=True, max_length=30)),
                ("stake_cents", models.PositiveIntegerField(default=0)),
                ("optional", models.BooleanField(default=False)),
                ("plan", models.JSONField(blank=True, default=dict)),
                (
                    "category",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="+",
                        to="scoring.category",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="+",
                        to="scoring.series",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pots",
                        to="scoring.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "number"), name="pot_number_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    "overall",
                                    "series",
                                    "day",
                                    "team",
                                    "tandem",
                                    "mixed",
                                    "category",
                                    "special",
                                ],
                            )
                        ),
                        name="pot_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "category"), _negated=True),
                            ("category__isnull", False),
                            _connector="OR",
                        ),
                        name="pot_of_a_category_names_it",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="NoListReason",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reason", models.CharField(max_length=200)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="no_list_reasons",
                        to="scoring.entry",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="no_list_reasons",
                        to="scoring.series",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("series", "entry"), name="one_no_list_reason_a_player_and_series"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="LeaguePlayer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("from_day", models.PositiveSmallIntegerField(default=1)),
                ("until_day", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="in_leagues",
                        to="scoring.person",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.season",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="scoring.leagueteam",
                    ),
                ),
            ],
            options={
                "ordering": [models.OrderBy(models.F("position"), nulls_last=True), "id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("until_day__isnull", True)),
                        fields=("season", "person"),
                        name="league_player_in_one_team",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("until_day__isnull", True)),
                        fields=("team", "position"),
                        name="league_position_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("until_day__isnull", True),
                            ("until_day__gte", models.F("from_day")),
                            _connector="OR",
                        ),
                        name="league_player_leaves_after_coming",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Meeting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("reported_at", models.DateTimeField(blank=True, null=True)),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="meetings",
                        to="scoring.division",
                    ),
                ),
                (
                    "host",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="scoring.leagueteam",
                    ),
                ),
                (
                    "match_day",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="meetings",
                        to="scoring.matchday",
                    ),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="meeting",
                        to="scoring.tournament",
                    ),
                ),
                (
                    "venue",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="scoring.venue",
                    ),
                ),
            ],
            options={
                "ordering": ["match_day__number", "division__number", "number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("match_day", "division", "number"), name="meeting_number_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="TeamPenalty",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("match_points", models.SmallIntegerField(default=0)),
                ("counter_points", models.SmallIntegerField(default=0)),
                ("points", models.IntegerField(default=0)),
                ("reason", models.CharField(max_length=200)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match_day",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="scoring.matchday",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="penalties",
                        to="scoring.leagueteam",
                    ),
                ),
                (
                    "reverses",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reversed_by",
                        to="scoring.teampenalty",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("counter_points", 0), ("match_points", 0), ("points", 0), _negated=True
                        ),
                        name="penalty_changes_something",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True),
                        name="penalty_has_a_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LeagueLot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("order", models.PositiveSmallIntegerField()),
                ("drawing", models.PositiveIntegerField()),
                ("totals", models.CharField(max_length=120)),
                (
                    "team",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lot",
                        to="scoring.leagueteam",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="MemberOffer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("on", models.DateField()),
                (
                    "member",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="offer",
                        to="scoring.clubmember",
                    ),
                ),
                (
                    "to",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="offers",
                        to="scoring.host",
                    ),
                ),
            ],
            options={
                "ordering": ["on", "id"],
            },
        ),
        migrations.CreateModel(
            name="ReportVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("sha256", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
                ("people", models.JSONField(default=dict)),
                (
                    "key",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="versions",
                        to="scoring.reportkey",
                    ),
                ),
                (
                    "report",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="versions",
                        to="scoring.receivedreport",
                    ),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="report_version",
                        to="scoring.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("report", "number"), name="report_version_once"
                    ),
                    models.UniqueConstraint(
                        fields=("report", "sha256"), name="report_document_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="report_version_positive"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("attempt", models.PositiveSmallIntegerField(default=1)),
                ("annulled", models.BooleanField(default=False)),
                ("seats", models.PositiveSmallIntegerField()),
                ("dealer", models.PositiveSmallIntegerField()),
                ("soloist", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("passed", models.BooleanField(default=False)),
                ("unread", models.BooleanField(default=False)),
                ("game_class", models.CharField(blank=True, max_length=20)),
                ("turn", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("game", models.CharField(blank=True, max_length=20)),
                ("tops", models.SmallIntegerField(default=0)),
                ("hand", models.BooleanField(default=False)),
                ("schneider", models.BooleanField(default=False)),
                ("schneider_announced", models.BooleanField(default=False)),
                ("schwarz", models.BooleanField(default=False)),
                ("schwarz_announced", models.BooleanField(default=False)),
                ("ouvert", models.BooleanField(default=False)),
                ("overbid", models.BooleanField(default=False)),
                ("credited", models.CharField(blank=True, max_length=10)),
                ("end", models.CharField(default="played", max_length=20)),
                ("wenzel", models.CharField(default="J", max_length=1)),
                ("bid", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("card_points", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("tricks", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("won", models.BooleanField(blank=True, null=True)),
                ("value", models.PositiveIntegerField(default=0)),
                ("factor", models.PositiveSmallIntegerField(default=1)),
                ("score", models.IntegerField(default=0)),
                ("paper_running", models.IntegerField(blank=True, null=True)),
                (
                    "list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="scoring.scorelist",
                    ),
                ),
                ("at_three", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["number", "attempt"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("annulled", False)),
                        fields=("list", "number"),
                        name="game_number_once",
                    ),
                    models.UniqueConstraint(
                        fields=("list", "number", "attempt"), name="game_attempt_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("attempt__gte", 1), ("number__gte", 1)),
                        name="game_number_from_1",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("unread", True),
                            models.Q(("passed", True), ("soloist__isnull", True)),
                            models.Q(("passed", False), ("soloist__isnull", False)),
                            _connector="OR",
                        ),
                        name="passed_has_no_soloist",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("soloist__isnull", True),
                            models.Q(("soloist__gte", 1), ("soloist__lte", models.F("seats"))),
                            _connector="OR",
                        ),
                        name="soloist_sits_at_the_table",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("dealer__gte", 1), ("dealer__lte", models.F("seats"))),
                        name="dealer_sits_at_the_table",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("passed", False),
                                ("score", models.F("value")),
                                ("unread", False),
                                ("won", True),
                            ),
                            models.Q(
                                ("passed", False),
                                (
                                    "score",
                                    django.db.models.expressions.CombinedExpression(
                                        django.db.models.expressions.CombinedExpression(
                                            models.F("value"), "*", models.Value(-1)
                                        ),
                                        "*",
                                        models.F("factor"),
                                    ),
                                ),
                                ("unread", False),
                                ("won", False),
                            ),
                            models.Q(
                                ("score", 0),
                                ("won__isnull", True),
                                models.Q(("passed", True), ("unread", True), _connector="OR"),
                            ),
                            _connector="OR",
                        ),
                        name="score_follows_from_value",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("won__isnull", False),
                            ("passed", True),
                            ("unread", True),
                            _connector="OR",
                        ),
                        name="a_played_game_is_won_or_lost",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("seats", 3),
                            ("at_three", True),
                            ("soloist__isnull", True),
                            models.Q(("soloist", models.F("dealer")), _negated=True),
                            _connector="OR",
                        ),
                        name="dealer_of_four_does_not_play",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                ("points", models.IntegerField(blank=True, null=True)),
                ("won", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("lost", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("others_lost", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("performance", models.IntegerField(blank=True, null=True)),
                ("paper_points", models.IntegerField(blank=True, null=True)),
                ("paper_won", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("paper_lost", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("paper_total", models.IntegerField(blank=True, null=True)),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="scoring.entry",
                    ),
                ),
                (
                    "list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seat_rows",
                        to="scoring.scorelist",
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.series",
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
                "constraints": [
                    models.UniqueConstraint(fields=("list", "position"), name="seat_once_a_list"),
                    models.UniqueConstraint(
                        fields=("series", "entry"), name="player_once_a_series"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("won__isnull", True),
                            models.Q(("lost__gte", 0), ("others_lost__gte", 0), ("won__gte", 0)),
                            _connector="OR",
                        ),
                        name="seat_counts_not_negative",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("lost__isnull", True),
                                ("others_lost__isnull", True),
                                ("performance__isnull", True),
                                ("points__isnull", True),
                                ("won__isnull", True),
                            ),
                            models.Q(
                                ("lost__isnull", False),
                                ("others_lost__isnull", False),
                                ("performance__isnull", False),
                                ("points__isnull", False),
                                ("won__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="seat_tally_whole_or_empty",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("position__gte", 1), ("position__lte", 16)),
                        name="seat_position_in_range",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Recheck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("differences", models.JSONField(default=list)),
                ("started_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("steps", models.PositiveIntegerField(default=0)),
                ("revision", models.PositiveIntegerField(blank=True, null=True)),
                ("document", models.JSONField(default=dict)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rechecks",
                        to="scoring.scorelist",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("finished_at__isnull", True)),
                        fields=("list", "by"),
                        name="one_open_recheck_a_person",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Team",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=120)),
                (
                    "contest",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="teams",
                        to="scoring.teamcontest",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("contest", "number"), name="team_number_once"),
                    models.UniqueConstraint(fields=("contest", "name"), name="team_name_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Booking",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("entry_fee", "entry fee"),
                            ("card_money", "card money"),
                            ("table_money", "table money"),
                            ("stake", "stake of a side pot"),
                            ("lost_games", "lost-game fee"),
                            ("passed_games", "passed-game fee"),
                            ("payout", "prize paid out"),
                            ("other", "other"),
                        ],
                        max_length=12,
                    ),
                ),
                ("start_number", models.PositiveIntegerField(blank=True, null=True)),
                ("cents", models.IntegerField()),
                ("note", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="bookings",
                        to="scoring.entry",
                    ),
                ),
                (
                    "list",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="bookings",
                        to="scoring.scorelist",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bookings",
                        to="scoring.tournament",
                    ),
                ),
                (
                    "pot",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="bookings",
                        to="scoring.pot",
                    ),
                ),
                (
                    "reverses",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="reversed_by",
                        to="scoring.booking",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "number"), name="booking_number_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    "entry_fee",
                                    "card_money",
                                    "table_money",
                                    "stake",
                                    "lost_games",
                                    "passed_games",
                                    "payout",
                                    "other",
                                ],
                            )
                        ),
                        name="booking_kind_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("cents", 0), _negated=True), name="booking_moves_money"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("game_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("incident", models.JSONField(default=dict)),
                ("decision", models.JSONField(default=dict)),
                ("paragraphs", models.JSONField(default=scoring.models.ruling.no_paragraphs)),
                ("note", models.CharField(blank=True, max_length=400)),
                ("applied", models.BooleanField(default=False)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "list",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="rulings",
                        to="scoring.scorelist",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rulings",
                        to="scoring.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "number"), name="ruling_number_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PrizeInKind",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("title", models.CharField(max_length=80)),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="+",
                        to="scoring.entry",
                    ),
                ),
                (
                    "pot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="in_kind",
                        to="scoring.pot",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "verbose_name_plural": "prizes in kind",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("pot", "number"), name="prize_in_kind_number_once"
                    ),
                    models.UniqueConstraint(
                        fields=("pot", "entry"), name="prize_in_kind_once_a_winner"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PotChoice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pot_choices",
                        to="scoring.entry",
                    ),
                ),
                (
                    "pot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="choices",
                        to="scoring.pot",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("entry", "pot"), name="pot_chosen_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="MeetingTeam",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("absent", models.BooleanField(default=False)),
                ("reason", models.CharField(blank=True, max_length=200)),
                (
                    "match_day",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.matchday",
                    ),
                ),
                (
                    "meeting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="teams",
                        to="scoring.meeting",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="meetings",
                        to="scoring.leagueteam",
                    ),
                ),
            ],
            options={
                "ordering": ["team__number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("match_day", "team"), name="team_plays_once_a_day"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("absent", False),
                            models.Q(("reason", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="absent_for_a_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Signature",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                ("strokes", models.JSONField(default=scoring.models.phone.nothing)),
                ("revision", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
                (
                    "list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="finger_signatures",
                        to="scoring.scorelist",
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("list", "position"), name="one_signature_a_player"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("position__gte", 1)), name="signature_of_a_player"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TableAccess",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seed", models.CharField(max_length=32)),
                ("secret_hash", models.CharField(max_length=64, unique=True)),
                ("issued_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "list",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="access",
                        to="scoring.scorelist",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="TableCall",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("text", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "answered_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calls",
                        to="scoring.scorelist",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("closed_at__isnull", True)),
                        fields=("list",),
                        name="one_open_call_a_list",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("answered_by__isnull", True),
                            ("closed_at__isnull", False),
                            _connector="OR",
                        ),
                        name="answered_call_is_closed",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TableDevice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("handle", models.CharField(max_length=16)),
                ("name", models.CharField(max_length=40)),
                ("since", models.DateTimeField()),
                ("until", models.DateTimeField(blank=True, null=True)),
                (
                    "list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="devices",
                        to="scoring.scorelist",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("until__isnull", True)),
                        fields=("list",),
                        name="one_device_writes_a_list",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="UnsentGames",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("handle", models.CharField(max_length=16)),
                ("name", models.CharField(max_length=40)),
                ("games", models.JSONField(default=scoring.models.phone.nothing)),
                ("at", models.DateTimeField()),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                (
                    "list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="unsent",
                        to="scoring.scorelist",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "unsent games",
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="Lot",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("scope", models.CharField(max_length=80)),
                ("order", models.PositiveSmallIntegerField()),
                (
                    "entry",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lots",
                        to="scoring.entry",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lots",
                        to="scoring.tournament",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lots",
                        to="scoring.team",
                    ),
                ),
                ("drawing", models.PositiveIntegerField(default=0)),
                ("totals", models.CharField(blank=True, default="", max_length=120)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "scope", "entry"), name="one_lot_a_player_and_scope"
                    ),
                    models.UniqueConstraint(
                        fields=("tournament", "scope", "team"), name="one_lot_a_team_and_scope"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("entry__isnull", True), ("team__isnull", False)),
                            models.Q(("entry__isnull", False), ("team__isnull", True)),
                            _connector="OR",
                        ),
                        name="lot_of_a_player_or_a_team",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="TeamMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                ("from_series", models.PositiveSmallIntegerField(default=1)),
                ("until_series", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "contest",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.teamcontest",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="in_teams",
                        to="scoring.entry",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="scoring.team",
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
                "constraints": [
                    models.UniqueConstraint(fields=("contest", "entry"), name="one_team_of_a_kind"),
                    models.UniqueConstraint(fields=("team", "position"), name="team_position_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("until_series__isnull", True),
                            ("until_series__gte", models.F("from_series")),
                            _connector="OR",
                        ),
                        name="member_leaves_after_coming",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Objection",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(max_length=2000)),
                ("lodged_at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("lodged", "lodged"),
                            ("upheld", "upheld"),
                            ("dismissed", "dismissed"),
                        ],
                        default="lodged",
                        max_length=10,
                    ),
                ),
                ("reason", models.TextField(blank=True, max_length=2000)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by_entry",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="objections",
                        to="scoring.entry",
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "ruling",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="objection",
                        to="scoring.ruling",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state", "lodged"), ("decided_at__isnull", False), _connector="OR"
                        ),
                        name="objection_decided_at_a_time",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ReportedResult",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("series", models.PositiveSmallIntegerField()),
                ("performance", models.IntegerField()),
                ("points", models.IntegerField(default=0)),
                ("won", models.PositiveSmallIntegerField(default=0)),
                ("lost", models.PositiveSmallIntegerField(default=0)),
                ("players", models.PositiveSmallIntegerField(default=4)),
                (
                    "meeting_team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="scoring.meetingteam",
                    ),
                ),
            ],
            options={
                "ordering": ["series"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("meeting_team", "series"), name="reported_once_a_series"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("series__gte", 1), ("series__lte", 12)),
                        name="reported_series_sensible",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SeriesForfeit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("series", models.PositiveSmallIntegerField()),
                ("reason", models.CharField(max_length=200)),
                (
                    "meeting_team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="forfeits",
                        to="scoring.meetingteam",
                    ),
                ),
            ],
            options={
                "ordering": ["series"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("meeting_team", "series"), name="series_forfeited_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("series__gte", 1),
                            ("series__lte", 12),
                            models.Q(("reason", ""), _negated=True),
                        ),
                        name="series_forfeited_for_a_reason",
                    ),
                ],
            },
        ),
        migrations.RunPython(LOG.forwards, LOG.backwards),
        migrations.RunPython(LEDGER.forwards, LEDGER.backwards),
        migrations.RunPython(SEALS.forwards, SEALS.backwards),
        migrations.RunPython(NOTES.unlogged, migrations.RunPython.noop),
        migrations.RunPython(HOSTS.make_the_first, migrations.RunPython.noop),
        migrations.RunPython(NAMES.add, NAMES.remove),
    ]
