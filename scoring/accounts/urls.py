from django.urls import include, path

from scoring.accounts.views import accounts, language, members
from scoring.core.heavy import hashing

of_tournament = [
    path("people/", members.show_people, name="people"),
    path("people/add/", members.give_role, name="people-add"),
    path("people/new/", members.new_member, name="people-new"),
    path("people/<int:user_id>/role/", members.change_role, name="people-role"),
    path("people/<int:user_id>/link/", members.renew_member_link, name="people-link"),
]

urlpatterns = [
    path("", accounts.home, name="home"),
    path("setup/<str:link_token>/", accounts.setup, name="setup"),
    path("sign-in/", hashing(accounts.SignIn.as_view()), name="sign-in"),
    path("sign-out/", accounts.sign_out, name="sign-out"),
    path("language/", language.set_language, name="set-language"),
    path("accounts/", accounts.show_accounts, name="accounts"),
    path("accounts/<int:user_id>/change/", accounts.change_account, name="account-change"),
    path("tournaments/<int:tournament_id>/", include(of_tournament)),
]
