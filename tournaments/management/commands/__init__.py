"""The commands of ./poch manage, one in each file."""
