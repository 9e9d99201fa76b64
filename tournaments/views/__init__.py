"""The pages: each view fetches with `access`, calls a verb, and renders or redirects. No rules here."""
