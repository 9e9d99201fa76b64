"""A finished event as a document, its export and import, and its rows as files.

An import replays every deal and computes every standing. It must never trust a number in the document.
"""
