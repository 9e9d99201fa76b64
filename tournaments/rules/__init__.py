"""The rules of a tournament as pure functions: plain data in, plain data out, the seed passed in.

No Django, no clock, no chance of their own. What a sentence here says to a person is a template
with named holes (see `errors.RulesError`), so that the pages can translate it.
"""
