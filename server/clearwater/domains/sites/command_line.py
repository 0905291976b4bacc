"""What the command line shows of sites; it loads nothing that only requests need."""

from clearwater.domains.sites.queries import list_sites

__all__ = ["list_sites"]
