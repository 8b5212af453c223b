import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import scoring.models.ruling


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0005_recheck'),
    ]

    operations = [
        migrations.CreateModel(
            name='Team',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=120)),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='TeamContest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('team', 'team'), ('tandem', 'tandem'), ('mixed', 'mixed pair')], max_length=10)),
                ('size', models.PositiveSmallIntegerField(default=4)),
                ('scaled', models.BooleanField(default=False)),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='TeamMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('from_series', models.PositiveSmallIntegerField(default=1)),
                ('until_series', models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                'ordering': ['position'],
            },
        ),
        migrations.CreateModel(
            name='TillCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(blank=True, max_length=12)),
                ('counted_cents', models.IntegerField()),
                ('expected_cents', models.IntegerField()),
                ('note', models.CharField(blank=True, max_length=200)),
                ('at', models.DateTimeField()),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.AddField(
            model_name='entry',
            name='fixed_table',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='entry',
            name='three_seats',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='tournament',
            name='best_of',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='league',
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name='Adjustment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.IntegerField()),
                ('reason', models.CharField(max_length=200)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='adjustments', to='scoring.entry')),
                ('series', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='adjustments', to='scoring.series')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Announcement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('items', models.JSONField(blank=True, default=dict)),
                ('published_at', models.DateTimeField(blank=True, null=True)),
                ('published_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='announcement', to='scoring.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='Category',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('entry_cents', models.PositiveIntegerField(blank=True, null=True)),
                ('ranked', models.BooleanField(default=True)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='categories', to='scoring.tournament')),
            ],
            options={
                'verbose_name_plural': 'categories',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='EntryCategory',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('category', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='scoring.category')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='in_categories', to='scoring.entry')),
            ],
        ),
        migrations.CreateModel(
            name='Fees',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry_cents', models.PositiveIntegerField(default=0)),
                ('card_cents', models.PositiveIntegerField(default=0)),
                ('table_cents', models.PositiveIntegerField(default=0)),
                ('passed_cents', models.PositiveIntegerField(default=0)),
                ('lost_ladder', models.JSONField(blank=True, default=list)),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='fees', to='scoring.tournament')),
            ],
            options={
                'verbose_name_plural': 'fees',
            },
        ),
        migrations.CreateModel(
            name='Logo',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('png', models.BinaryField()),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='logo', to='scoring.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='Pot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('title', models.CharField(max_length=80)),
                ('kind', models.CharField(choices=[('overall', 'overall'), ('series', 'series'), ('day', 'day'), ('team', 'teams'), ('tandem', 'tandems'), ('mixed', 'mixed pairs'), ('category', 'category'), ('special', 'special prize')], max_length=10)),
                ('day', models.DateField(blank=True, null=True)),
                ('special', models.CharField(blank=True, max_length=30)),
                ('stake_cents', models.PositiveIntegerField(default=0)),
                ('optional', models.BooleanField(default=False)),
                ('plan', models.JSONField(blank=True, default=dict)),
                ('category', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='scoring.category')),
                ('series', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='scoring.series')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pots', to='scoring.tournament')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Booking',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('entry_fee', 'entry fee'), ('card_money', 'card money'), ('table_money', 'table money'), ('stake', 'stake of a side pot'), ('lost_games', 'lost-game fee'), ('passed_games', 'passed-game fee'), ('payout', 'prize paid out'), ('other', 'other')], max_length=12)),
                ('start_number', models.PositiveIntegerField(blank=True, null=True)),
                ('cents', models.IntegerField()),
                ('note', models.CharField(blank=True, max_length=200)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='bookings', to='scoring.entry')),
                ('list', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='bookings', to='scoring.scorelist')),
                ('reverses', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='reversed_by', to='scoring.booking')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='bookings', to='scoring.tournament')),
                ('pot', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='bookings', to='scoring.pot')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Ruling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('game_number', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('incident', models.JSONField(default=dict)),
                ('decision', models.JSONField(default=dict)),
                ('paragraphs', models.JSONField(default=scoring.models.ruling.no_paragraphs)),
                ('note', models.CharField(blank=True, max_length=400)),
                ('applied', models.BooleanField(default=False)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('list', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='rulings', to='scoring.scorelist')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rulings', to='scoring.tournament')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Objection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(max_length=2000)),
                ('lodged_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('lodged', 'lodged'), ('upheld', 'upheld'), ('dismissed', 'dismissed')], default='lodged', max_length=10)),
                ('reason', models.TextField(blank=True, max_length=2000)),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('by_entry', models.ForeignKey(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='objections', to='scoring.entry')),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('ruling', models.OneToOneField(on_delete=django.db.models.deletion.RESTRICT, related_name='objection', to='scoring.ruling')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120, unique=True)),
                ('best_of', models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                'ordering': ['-id'],
                'constraints': [models.CheckConstraint(condition=models.Q(('best_of__isnull', True), ('best_of__gte', 1), _connector='OR'), name='season_keeps_one')],
            },
        ),
        migrations.AddField(
            model_name='tournament',
            name='season',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='tournaments', to='scoring.season'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('best_of__isnull', True), ('best_of__gte', 1), _connector='OR'), name='tournament_keeps_one_series'),
        ),
        migrations.AddField(
            model_name='teamcontest',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='team_contests', to='scoring.tournament'),
        ),
        migrations.AddField(
            model_name='team',
            name='contest',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='teams', to='scoring.teamcontest'),
        ),
        migrations.AddField(
            model_name='teammember',
            name='contest',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='scoring.teamcontest'),
        ),
        migrations.AddField(
            model_name='teammember',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='in_teams', to='scoring.entry'),
        ),
        migrations.AddField(
            model_name='teammember',
            name='team',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='scoring.team'),
        ),
        migrations.AddField(
            model_name='tillcount',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='tillcount',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='till_counts', to='scoring.tournament'),
        ),
        migrations.AddConstraint(
            model_name='adjustment',
            constraint=models.CheckConstraint(condition=models.Q(('points', 0), _negated=True), name='adjustment_changes_something'),
        ),
        migrations.AddConstraint(
            model_name='adjustment',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='adjustment_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='category',
            constraint=models.UniqueConstraint(fields=('tournament', 'name'), name='category_name_once'),
        ),
        migrations.AddConstraint(
            model_name='category',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='category_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='entrycategory',
            constraint=models.UniqueConstraint(fields=('entry', 'category'), name='in_a_category_once'),
        ),
        migrations.AddConstraint(
            model_name='pot',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='pot_number_once'),
        ),
        migrations.AddConstraint(
            model_name='pot',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['overall', 'series', 'day', 'team', 'tandem', 'mixed', 'category', 'special'])), name='pot_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='pot',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'category'), _negated=True), ('category__isnull', False), _connector='OR'), name='pot_of_a_category_names_it'),
        ),
        migrations.AddConstraint(
            model_name='booking',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='booking_number_once'),
        ),
        migrations.AddConstraint(
            model_name='booking',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['entry_fee', 'card_money', 'table_money', 'stake', 'lost_games', 'passed_games', 'payout', 'other'])), name='booking_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='booking',
            constraint=models.CheckConstraint(condition=models.Q(('cents', 0), _negated=True), name='booking_moves_money'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='ruling_number_once'),
        ),
        migrations.AddConstraint(
            model_name='objection',
            constraint=models.CheckConstraint(condition=models.Q(('state', 'lodged'), ('decided_at__isnull', False), _connector='OR'), name='objection_decided_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='teamcontest',
            constraint=models.UniqueConstraint(fields=('tournament', 'kind'), name='contest_once_a_kind'),
        ),
        migrations.AddConstraint(
            model_name='teamcontest',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['team', 'tandem', 'mixed']), ('size__gte', 2), ('size__lte', 12)), name='contest_of_two_to_twelve'),
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.UniqueConstraint(fields=('contest', 'number'), name='team_number_once'),
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.UniqueConstraint(fields=('contest', 'name'), name='team_name_once'),
        ),
        migrations.AddConstraint(
            model_name='teammember',
            constraint=models.UniqueConstraint(fields=('contest', 'entry'), name='one_team_of_a_kind'),
        ),
        migrations.AddConstraint(
            model_name='teammember',
            constraint=models.UniqueConstraint(fields=('team', 'position'), name='team_position_once'),
        ),
        migrations.AddConstraint(
            model_name='teammember',
            constraint=models.CheckConstraint(condition=models.Q(('until_series__isnull', True), ('until_series__gte', models.F('from_series')), _connector='OR'), name='member_leaves_after_coming'),
        ),
    ]
