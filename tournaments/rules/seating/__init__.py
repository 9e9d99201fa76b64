"""Who sits with whom, where, and a certificate of how good that is: a request goes in, a plan comes out.

Never share code between `certificate` and the modules that make plans. Never limit a search by time.
README.md describes the modules and how they work together.
"""
