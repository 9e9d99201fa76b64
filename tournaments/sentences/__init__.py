"""What people read: sentences, lists and figures, made from plain data or rows without a request.

Nothing here reads a request, checks a right, changes a row or writes HTML.
"""
