from django.urls import path

from scoring.handbook import views

urlpatterns = [
    path("help/", views.contents, name="handbook"),
    path("help/handbook.pdf", views.handbook_file, name="handbook-file"),
    path("help/keys.pdf", views.keys_file, name="handbook-keys"),
    path(
        "help/pictures/<str:language>/<slug:picture_name>.png",
        views.picture,
        name="handbook-picture",
    ),
    path("help/<slug:key>/", views.section, name="handbook-section"),
]
