from django.urls import path

from scoring.lists.photos import views

urlpatterns = [
    path("series/<int:series_id>/photos/", views.show_photos, name="series-photos"),
    path("series/<int:series_id>/photos/upload/", views.add_photos, name="series-photo-add"),
    path("lists/<int:list_id>/photo.jpg", views.picture, name="list-photo-picture"),
    path("lists/<int:list_id>/photo/take/", views.take_rows, name="list-photo-take"),
    path("lists/<int:list_id>/photo/remove/", views.remove, name="list-photo-remove"),
]
