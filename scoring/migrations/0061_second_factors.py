"""An account shows a second factor beside its password, where a host may demand it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def of_account(related_name, key=models.ForeignKey):
    return key(
        on_delete=django.db.models.deletion.CASCADE,
        related_name=related_name,
        to=settings.AUTH_USER_MODEL,
    )


def number():
    return models.BigAutoField(
        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
    )


class Migration(migrations.Migration):
    dependencies = [("scoring", "0060_sessions_are_listed")]
    operations = [
        migrations.CreateModel(
            name="CodeApp",
            fields=[
                ("id", number()),
                ("secret", models.CharField(max_length=32)),
                ("used_step", models.BigIntegerField()),
                ("added_at", models.DateTimeField()),
                ("user", of_account("code_app", models.OneToOneField)),
            ],
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                ("id", number()),
                ("hash", models.CharField(max_length=64, unique=True)),
                ("used_at", models.DateTimeField(null=True)),
                ("user", of_account("recovery_codes")),
            ],
        ),
        migrations.CreateModel(
            name="Passkey",
            fields=[
                ("id", number()),
                ("name", models.CharField(max_length=60)),
                ("credential", models.CharField(max_length=2046, unique=True)),
                ("data", models.TextField()),
                ("uses", models.BigIntegerField(default=0)),
                ("added_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                ("user", of_account("passkeys")),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=~models.Q(name=""), name="passkey_has_a_name"
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="host",
            name="second_factor",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
