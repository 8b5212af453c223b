from django.urls import path

from scoring.lookups import views

urlpatterns = [
    path("calculator/", views.calculator, name="calculator"),
    path("bids/", views.bids, name="bids"),
    path("bids/<slug:what>.<file:kind>", views.bids_file, name="bids-file"),
    path("rules/", views.rules, name="rules"),
]
