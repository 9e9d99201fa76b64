"""Making a person anonymous: names and wishes are removed, also from stored draws.

Results stay. No other room may make a person anonymous.
"""
