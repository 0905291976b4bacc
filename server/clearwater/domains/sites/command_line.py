"""What the command line shows of sites; without the ORM, which loads longer than the command runs."""

LIST_SITES = """
    SELECT sitename, string_agg(hostname, ', ' ORDER BY hostname) AS hostnames
    FROM sites LEFT JOIN site_hosts ON site_hosts.site_id = sites.id
    GROUP BY sites.id ORDER BY sites.created_at
"""
