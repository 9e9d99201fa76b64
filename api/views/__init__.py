"""The routes, one module for each group. A method fetches its target, calls one verb, and renders."""
