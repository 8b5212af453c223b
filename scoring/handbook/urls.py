from django.urls import path

from scoring.handbook import views

urlpatterns = [
    path("help/", views.show_contents, name="handbook"),
    path("help/handbook.pdf", views.download_handbook, name="handbook-file"),
    path("help/keys.pdf", views.download_keys, name="handbook-keys"),
    path(
        "help/pictures/<str:language>/<slug:picture_name>.png",
        views.show_picture,
        name="handbook-picture",
    ),
    path("help/<slug:key>/", views.show_section, name="handbook-section"),
]
