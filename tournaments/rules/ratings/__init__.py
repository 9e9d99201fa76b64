"""The strength of people, estimated from rounds at tables, and whether the estimate is any good."""
