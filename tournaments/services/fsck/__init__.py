"""The check of all records (`./poch manage fsck`): everything that can be derived is derived again.

The README lists what is promised. The room only reads. Each file checks one subject and yields `Damage`.
Nothing here repairs a row.
"""
