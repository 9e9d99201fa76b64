"""An event as a document, out and in, and its rows as files.

An import replays every deal and computes every standing again; it never trusts a figure of the document.
"""
