"""The check of all records (`./poch manage fsck`): everything that can be derived is derived again.

It only reads. Each file checks one subject and yields `Damage`. Nothing here repairs a row.
"""
