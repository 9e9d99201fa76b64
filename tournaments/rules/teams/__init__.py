"""Teams: line-ups, match days of teams, the best people of a team, the table of a season."""
