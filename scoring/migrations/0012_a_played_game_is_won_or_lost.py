from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0011_confirmed_lists_name_a_revision'),
    ]

    operations = [
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('won__isnull', False), ('passed', True), ('unread', True), _connector='OR'), name='a_played_game_is_won_or_lost'),
        ),
    ]
