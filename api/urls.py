"""The routes of `/api/v1`."""

from django.urls import path, re_path

from api.views import clubs, docs, entries, events, players, rounds, rules, seats, standings, tables, wishes

app_name = "api"

urlpatterns = [
    path("clubs/", clubs.ClubList.as_view(), name="clubs"),
    path("clubs/<slug:club>/", clubs.ClubOne.as_view(), name="club"),
    path("clubs/<slug:club>/members/", clubs.MemberList.as_view(), name="members"),
    path("clubs/<slug:club>/members/<slug:member>/", clubs.MemberOne.as_view(), name="member"),
    path("clubs/<slug:club>/players/", players.PlayerList.as_view(), name="players"),
    path("clubs/<slug:club>/players/<slug:player>/", players.PlayerOne.as_view(), name="player"),
    path("clubs/<slug:club>/events/", events.EventList.as_view(), name="events"),
    path("clubs/<slug:club>/wishes/", wishes.ClubWishes.as_view(), name="club-wishes"),
    path("events/<slug:event>/", events.EventOne.as_view(), name="event"),
    path("events/<slug:event>/start/", events.EventStart.as_view(), name="event-start"),
    path("events/<slug:event>/finish/", events.EventFinish.as_view(), name="event-finish"),
    path("events/<slug:event>/reopen/", events.EventReopen.as_view(), name="event-reopen"),
    path("events/<slug:event>/entries/", entries.EntryList.as_view(), name="entries"),
    path("events/<slug:event>/entries/<slug:entry>/", entries.EntryOne.as_view(), name="entry"),
    path("events/<slug:event>/stages/", events.StageList.as_view(), name="stages"),
    path("events/<slug:event>/stages/<slug:stage>/", events.StageOne.as_view(), name="stage"),
    path("events/<slug:event>/rounds/", rounds.RoundList.as_view(), name="rounds"),
    path("events/<slug:event>/wishes/", wishes.EventWishes.as_view(), name="wishes"),
    path("events/<slug:event>/standings/", standings.Standings.as_view(), name="standings"),
    path("events/<slug:event>/payouts/", standings.Payouts.as_view(), name="payouts"),
    path("events/<slug:event>/showdowns/", standings.Showdowns.as_view(), name="showdowns"),
    path("events/<slug:event>/adjustments/", entries.AdjustmentList.as_view(), name="adjustments"),
    path(
        "events/<slug:event>/adjustments/<slug:adjustment>/",
        entries.AdjustmentOne.as_view(),
        name="adjustment",
    ),
    path("wishes/<slug:wish>/", wishes.WishOne.as_view(), name="wish"),
    path("rounds/<slug:round>/", rounds.RoundOne.as_view(), name="round"),
    path("rounds/<slug:round>/publish/", rounds.RoundPublish.as_view(), name="round-publish"),
    path("rounds/<slug:round>/redraw/", rounds.RoundRedraw.as_view(), name="round-redraw"),
    path("rounds/<slug:round>/swap/", seats.RoundSwap.as_view(), name="round-swap"),
    path("rounds/<slug:round>/close/", rounds.RoundClose.as_view(), name="round-close"),
    path("tables/<slug:table>/", tables.TableOne.as_view(), name="table"),
    path("tables/<slug:table>/deals/", tables.DealList.as_view(), name="deals"),
    path("tables/<slug:table>/deals/<int:number>/", tables.DealOne.as_view(), name="deal"),
    path("tables/<slug:table>/ledger/", tables.Ledger.as_view(), name="ledger"),
    path("rules/", rules.Rules.as_view(), name="rules"),
    path("rules/<slug:preset>/", rules.Preset.as_view(), name="preset"),
    path("replay/", rules.Replay.as_view(), name="replay"),
    path("errors/", docs.ErrorList.as_view(), name="errors"),
    path("errors/<slug:code>/", docs.ErrorOne.as_view(), name="error"),
    path("schema/", docs.Schema.as_view(), name="schema"),
    path("docs/", docs.Docs.as_view(), name="docs"),
    re_path(r"", docs.Nowhere.as_view(), name="nowhere"),
]
