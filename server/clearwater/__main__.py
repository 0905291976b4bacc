"""`python -m clearwater`, as the supervisor starts its processes."""

from clearwater.entrypoints.cli import main

main()
