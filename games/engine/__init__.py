"""The engine: the rules of Poch in pure Python.

Never use Django, a clock, files or random numbers without a seed here. Outside ``games`` import only
``games.services``.
"""
