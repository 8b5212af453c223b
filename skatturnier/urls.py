"""All pages belong to the app."""

from django.urls import include, path

urlpatterns = [path("", include("scoring.urls"))]

handler400 = "skatturnier.trouble.respond_unreadable"
handler500 = "skatturnier.trouble.respond_error"
