"""The trial of docker/: real containers, on any machine with a docker daemon (see README.md)."""
