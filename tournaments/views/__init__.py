"""The pages. A view fetches with `access`, calls one verb or selector, and renders or redirects.

No rules and no queries of their own here.
"""
