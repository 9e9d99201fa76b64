"""Codes about teams: line-ups, substitutes, match days."""

from __future__ import annotations

TEAM_CODES = {
    "best_of_nobody": "Nobody of a team would count.",
    "counts_for_two_teams": "A person counts for two teams on one evening.",
    "line_up_person_twice": "A person is in the line-up twice.",
    "line_up_place_twice": "A place of the line-up has two people.",
    "line_up_place_unknown": "The line-up has no such place.",
    "line_up_too_large": "The line-up has more people than places.",
    "line_up_too_small": "The line-up has too few people.",
    "line_up_with_substitutes": "The line-up for the first series contains substitutes.",
    "line_ups_begun": "The first series has begun.",
    "line_ups_open": "Everybody can see the line-ups, so they do not change.",
    "match_least_above_size": "A team would need more people than it has places.",
    "match_points_rising": "A place has more series points than a better one.",
    "match_rule_out_of_range": "A number of the rules of a match day is too small or too large.",
    "mates_need_tables": "There are too few teams to seat team-mates at different tables.",
    "not_in_team": "The person is no member of the team.",
    "plays_for_another_team": "The person is in another team in this season.",
    "substitute_no_series": "A substitute cannot come in from this series on.",
    "substitute_other_place": "The person has played in another place on this match day.",
    "substitute_plays": "The person plays in this series already.",
    "substitute_too_late": "The series has begun.",
    "substitutions_spent": "The team has made all its substitutions.",
}
