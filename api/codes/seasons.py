"""Codes about seasons: their schemes, divisions and trials."""

from __future__ import annotations

SEASON_CODES = {
    "division_down_from_last": "Nobody can go down from the last division.",
    "division_missing": "The season has no division.",
    "division_moves_too_many": "More people would move than the division has.",
    "division_newcomer_known": "A newcomer is in a division already.",
    "division_person_twice": "A person is in the divisions twice.",
    "division_twice": "Two divisions have the same name.",
    "division_up_from_top": "Nobody can go up from the first division.",
    "season_absence_points_missing": "An absence is worth a fixed number, but the number is missing.",
    "season_absence_points_unused": "There are points for an absence that is not worth a fixed number.",
    "season_best_and_struck": "Either the best evenings count, or the worst are struck.",
    "season_beyond_planned": "A number is greater than the number of evenings of the season.",
    "season_bonus_negative": "The bonus for coming is negative.",
    "season_carry_points_missing": "The points that finalists take along are missing.",
    "season_carry_points_unused": "There are points for the final that nobody takes along.",
    "season_carry_step_unknown": "Carried points cannot be rounded to this step.",
    "season_choice_unknown": "The switch of the season does not have this value.",
    "season_decay_disordered": "The steps by which old evenings count less are not in order.",
    "season_final_missing": "A switch is about the final, but the season has none.",
    "season_mean_above_best": "The mean needs more evenings than the best that count.",
    "season_number_out_of_range": "A number of the scheme is too small or too large.",
    "season_points_missing": "The points of each place are missing.",
    "season_points_rising": "A place has more points than a better one.",
    "season_points_unused": "There is a list of points that is not used.",
    "season_scheme_malformed": "The scheme of the season is not written correctly.",
    "season_shared_not_last": "Nothing can follow after places are shared.",
    "season_switch_unknown": "A season has no such switch.",
    "trial_out_of_range": "The trial is too small or too large.",
    "trial_spread_missing": "The spread of results of the club is not known yet.",
}
