"""A host of the address, with the right to it."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from scoring.core.scope import organizes_host
from scoring.hosts import reads
from scoring.models import Host, User


def reader(request: HttpRequest) -> User:
    """The account that reads. On a laptop with one host, the pages of hosts are not there."""
    if not isinstance(request.user, User) or not reads.has_pages():
        raise Http404
    return request.user


def host_for(request: HttpRequest, host_id: int) -> tuple[User, Host]:
    """The reader and a host in which he has a role; 404 for any other."""
    user = reader(request)
    return user, get_object_or_404(reads.hosts_seen_by(user).select_related("parent"), pk=host_id)


def host_to_administer(request: HttpRequest, host_id: int) -> tuple[User, Host]:
    """As `host_for`; 403 for those who do not administer it."""
    user, host = host_for(request, host_id)
    if not reads.administers(user, host):
        raise PermissionDenied
    return user, host


def host_to_organize(request: HttpRequest, host_id: int) -> Host:
    """As `host_for`; 403 for those who may not make tournaments in it."""
    user, host = host_for(request, host_id)
    if not organizes_host(user, host):
        raise PermissionDenied
    return host
