"""Pages of seasons: table, calendar and honours for everybody, and those by which directors run one."""
