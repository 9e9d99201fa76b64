"""The certificate of a plan, its bounds and its reasons. Never import code that makes plans."""
