-- Cards that speak of Targets: where a firm has no Tracker any more, they are found and go.
create index insight_cards_told on insight_cards (org_id, user_id) where type = 'tracker' and not gone;
