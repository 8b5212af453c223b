from django.urls import include, path

from scoring.accounts.views import accounts, own

of_tournament = [
    path("people/", accounts.show_people, name="people"),
    path("people/add/", accounts.give_role, name="people-add"),
    path("people/new/", accounts.new_member, name="people-new"),
    path("people/<int:user_id>/role/", accounts.change_role, name="people-role"),
    path("people/<int:user_id>/link/", accounts.renew_member_link, name="people-link"),
]

urlpatterns = [
    path("", accounts.home, name="home"),
    path("setup/<str:link_token>/", accounts.setup, name="setup"),
    path("sign-in/", accounts.SignIn.as_view(), name="sign-in"),
    path("sign-in/second/", own.second_step, name="second-step"),
    path("sign-in/forgotten/", own.request_reset, name="forgotten"),
    path("sign-out/", accounts.sign_out, name="sign-out"),
    path("language/", own.set_language, name="set-language"),
    path("account/", own.show_account, name="account"),
    path("account/address/", own.change_address, name="account-address"),
    path("account/app/", own.new_app, name="new-app"),
    path("account/passkey/", own.new_passkey, name="new-passkey"),
    path("account/remove/", own.remove_factor, name="remove-factor"),
    path("account/codes/", own.renew_codes, name="renew-codes"),
    path("account/sessions/end/", own.end_others, name="sessions-end"),
    path("account/sessions/<int:session_id>/end/", own.end_session, name="session-end"),
    path("accounts/", accounts.show_accounts, name="accounts"),
    path("accounts/<int:user_id>/change/", accounts.change_account, name="account-change"),
    path("hosts/<int:host_id>/accounts/", accounts.show_host_accounts, name="host-accounts"),
    path(
        "hosts/<int:host_id>/accounts/<int:user_id>/link/",
        accounts.renew_host_link,
        name="host-account-link",
    ),
    path(
        "hosts/<int:host_id>/accounts/<int:user_id>/sessions/",
        accounts.end_host_sessions,
        name="host-account-sessions",
    ),
    path("tournaments/<int:tournament_id>/", include(of_tournament)),
]
