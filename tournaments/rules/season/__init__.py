"""The rules of a season: what an evening is worth, what counts, and what follows from the table.

Points are whole thousandths. Each worth is rounded once, half up; from there on everything is exact.
"""
