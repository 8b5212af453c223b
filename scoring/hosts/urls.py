from django.urls import path

from scoring.hosts import views

urlpatterns = [
    path("hosts/", views.show_hosts, name="hosts"),
    path("hosts/<int:host_id>/", views.show_host, name="host"),
    path("hosts/<int:host_id>/roles/", views.give_role, name="host-role-give"),
    path("hosts/<int:host_id>/roles/<int:user_id>/", views.change_role, name="host-role-change"),
]
