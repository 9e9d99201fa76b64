"""The engine: the rules of Poch in pure Python, with no Django, no clock, no chance of its own and no files.

Outside ``games`` nobody imports it: ``games.services`` is the public face.
"""
