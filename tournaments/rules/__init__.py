"""The rules of a tournament as pure functions: plain data and a seed go in, plain data comes out.

Never use Django, the clock or unseeded random numbers here. Never build a sentence: raise
`errors.RulesError` with a template, so that pages can translate it.
"""
