"""Codes about teams, their line-ups and their match days."""

from __future__ import annotations

TEAM_CODES = {
    "best_of_nobody": "Nobody of a team would count.",
    "counts_for_two_teams": "Somebody counts for two teams on one evening.",
    "line_up_person_twice": "Somebody is in the line-up twice.",
    "line_up_place_twice": "Two people have one place of the line-up.",
    "line_up_place_unknown": "The line-up has no such place.",
    "line_up_too_large": "More people are in the line-up than it has places.",
    "line_up_too_small": "Too few people are in the line-up.",
    "line_up_with_substitutes": "A line-up is for the first series, so it has no substitutes.",
    "line_ups_begun": "The first series has begun, so line-ups do not change any more.",
    "line_ups_open": "Everybody can see the line-ups, so they do not change any more.",
    "match_least_above_size": "A team would need more people than it has places.",
    "match_points_rising": "A better place would have fewer series points than a worse one.",
    "match_rule_out_of_range": "A number in the rules of match days is too small or too large.",
    "mates_need_tables": "People of one team sit at different tables, but there are too few people for that.",
    "not_in_team": "Somebody is not in the team on this evening.",
    "plays_for_another_team": "Somebody is in another team of the season.",
    "substitute_no_series": "No substitute can come in before this series.",
    "substitute_other_place": "Somebody has played in another place of the line-up.",
    "substitute_plays": "The substitute plays already.",
    "substitute_too_late": "The series of the substitute has begun.",
    "substitutions_spent": "The team has made all its substitutions.",
}
