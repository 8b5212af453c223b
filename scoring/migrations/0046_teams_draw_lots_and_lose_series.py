"""Lots among equal teams, series lost by decision, teams that cannot host."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0045_lists_are_kept_by_phone'),
    ]

    operations = [
        migrations.AddField(
            model_name='leagueteam',
            name='cannot_host',
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name='LeagueLot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('order', models.PositiveSmallIntegerField()),
                ('drawing', models.PositiveIntegerField()),
                ('totals', models.CharField(max_length=120)),
                ('team', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='lot', to='scoring.leagueteam')),
            ],
        ),
        migrations.CreateModel(
            name='SeriesForfeit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('series', models.PositiveSmallIntegerField()),
                ('reason', models.CharField(max_length=200)),
                ('meeting_team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='forfeits', to='scoring.meetingteam')),
            ],
            options={
                'ordering': ['series'],
                'constraints': [models.UniqueConstraint(fields=('meeting_team', 'series'), name='series_forfeited_once'), models.CheckConstraint(condition=models.Q(('series__gte', 1), ('series__lte', 12), models.Q(('reason', ''), _negated=True)), name='series_forfeited_for_a_reason')],
            },
        ),
    ]
