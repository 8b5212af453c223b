"""How a new tournament of a host begins."""

from scoring.models import HostDefaults


def defaults_of(host: int) -> HostDefaults:
    """What the administrator of the host (an id) has agreed, else what is usual."""
    return HostDefaults.objects.filter(host=host).first() or HostDefaults(host_id=host)
