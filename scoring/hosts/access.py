"""A host of the address, with the right to it."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from scoring.hosts.reads import administers, hosts_seen_by, several_hosts
from scoring.models import Host, User


def reader(request: HttpRequest) -> User:
    """The account that reads. Where there is one host, the pages of hosts are not there."""
    if not isinstance(request.user, User) or not several_hosts():
        raise Http404
    return request.user


def host_for(request: HttpRequest, host_id: int, *, administer: bool = False) -> tuple[User, Host]:
    """The reader and a host in which he has a role; 404 for any other."""
    user = reader(request)
    host = get_object_or_404(hosts_seen_by(user).select_related("parent"), pk=host_id)
    if administer and not administers(user, host):
        raise PermissionDenied
    return user, host
