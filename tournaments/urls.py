"""The addresses of the pages."""

from __future__ import annotations

from django.urls import path

from .views import account, adjustments, club, director, drawing, entries, public, rounds, scorer, standings

urlpatterns = [
    path("", public.home, name="home"),
    path("rules/", public.presets, name="presets"),
    path("rules/<slug:name>/", public.preset, name="preset"),
    # who is who
    path("sign-in/", account.SignIn.as_view(), name="sign_in"),
    path("sign-out/", account.SignOut.as_view(), name="sign_out"),
    path("account/", account.account, name="account"),
    path("account/password/", account.ChangePassword.as_view(), name="change_password"),
    path("password/<uidb64>/<token>/", account.SetPassword.as_view(), name="reset_password"),
    path("join/<str:token>/", account.join, name="join"),
    # a club
    path("clubs/<str:slug>/", public.club, name="club"),
    path("clubs/<str:slug>/members/", club.members, name="members"),
    path("clubs/<str:slug>/players/", club.roster, name="players"),
    path("clubs/<str:slug>/keys/", club.api_keys, name="keys"),
    path("clubs/<str:slug>/settings/", club.settings, name="club_settings"),
    path("clubs/<str:slug>/events/new/", director.new_event, name="new_event"),
    path("members/<str:member_id>/role/", club.change_role, name="change_role"),
    path("members/<str:member_id>/remove/", club.remove_member, name="remove_member"),
    path("members/<str:member_id>/reset/", club.reset_password, name="make_reset_link"),
    path("invitations/<str:invitation_id>/withdraw/", club.withdraw_invitation, name="withdraw_invitation"),
    path("players/<str:player_id>/", club.edit_player, name="edit_player"),
    path("players/<str:player_id>/anonymise/", club.anonymise_player, name="anonymise_player"),
    path("players/<str:player_id>/remove/", club.remove_player, name="remove_player"),
    path("keys/<str:key_id>/revoke/", club.revoke_key, name="revoke_key"),
    # an event
    path("events/<str:ref>/", public.event, name="event"),
    path("events/<str:ref>/now/", public.event_now, name="event_now"),
    path("events/<str:ref>/rules/", public.rules, name="rules"),
    path("events/<str:ref>/standings/", standings.standings, name="standings"),
    path("events/<str:ref>/standings/renew/", standings.standings_renew, name="standings_renew"),
    path("events/<str:ref>/projector/", standings.projector, name="projector"),
    path("events/<str:ref>/projector/renew/", standings.projector_renew, name="projector_renew"),
    path("events/<str:ref>/rounds/", rounds.rounds, name="rounds"),
    path("rounds/<str:round_id>/", rounds.round_page, name="round"),
    path("rounds/<str:round_id>/renew/", rounds.round_renew, name="round_renew"),
    path("tables/<str:table_id>/", rounds.table, name="table"),
    path("tables/<str:table_id>/renew/", rounds.table_renew, name="table_renew"),
    path("tables/<str:table_id>/deals/<int:number>/", rounds.deal, name="deal"),
    # entering deals
    path("events/<str:ref>/score/", scorer.score, name="score"),
    path("tables/<str:table_id>/scorecard/", scorer.scorecard, name="scorecard"),
    path("tables/<str:table_id>/record/", scorer.record, name="record"),
    path("tables/<str:table_id>/void/", scorer.void, name="void"),
    # running an event
    path("events/<str:ref>/manage/", director.manage, name="manage"),
    path("events/<str:ref>/manage/settings/", director.edit_event, name="edit_event"),
    path("events/<str:ref>/manage/log/", director.event_log, name="event_log"),
    path("events/<str:ref>/manage/open/", director.open_event, name="open_event"),
    path("events/<str:ref>/manage/start/", director.start_event, name="start_event"),
    path("events/<str:ref>/manage/finish/", director.finish_event, name="finish_event"),
    path("events/<str:ref>/manage/reopen/", director.reopen_event, name="reopen_event"),
    path("events/<str:ref>/manage/players/", entries.entries, name="entries"),
    path("events/<str:ref>/manage/players/here/", entries.check_in_all, name="check_in_all"),
    path("events/<str:ref>/manage/adjustments/", adjustments.adjustments, name="adjustments"),
    path("events/<str:ref>/manage/draw/", drawing.draw_round, name="draw_round"),
    path("entries/<str:entry_id>/check-in/", entries.check_in, name="check_in"),
    path("entries/<str:entry_id>/undo-check-in/", entries.undo_check_in, name="undo_check_in"),
    path("entries/<str:entry_id>/withdraw/", entries.withdraw, name="withdraw"),
    path("adjustments/<str:adjustment_id>/cancel/", adjustments.cancel_adjustment, name="cancel_adjustment"),
    path("rounds/<str:round_id>/draw/", drawing.draw, name="draw"),
    path("rounds/<str:round_id>/redraw/", drawing.redraw, name="redraw"),
    path("rounds/<str:round_id>/swap/", drawing.swap, name="swap"),
    path("rounds/<str:round_id>/publish/", drawing.publish, name="publish"),
    path("rounds/<str:round_id>/discard/", drawing.discard, name="discard"),
    path("rounds/<str:round_id>/close/", drawing.close_round, name="close_round"),
    path("tables/<str:table_id>/chips/", drawing.issue_chips, name="issue_chips"),
]
