"""Who stands in for a name of a document that was taken in occupies no sign-in name any more."""

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import migrations
from django.db.models import F, Value
from django.db.models.functions import Concat, Left


def rename(apps, schema_editor):
    nobody = apps.get_model("scoring", "User").objects.filter(
        is_active=False,
        is_superuser=False,
        first_name="",
        last_name="",
        email="",
        made_by=None,
        last_login=None,
        password__startswith=UNUSABLE_PASSWORD_PREFIX,
    )
    nobody = nobody.exclude(username__startswith="=")
    nobody.update(username=Left(Concat(Value("="), F("username")), 150))


class Migration(migrations.Migration):
    dependencies = [("scoring", "0085_offers_are_refused")]
    operations = [migrations.RunPython(rename, migrations.RunPython.noop)]
