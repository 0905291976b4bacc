"""Settings that only those processes know which need them."""

SECRET_SETTINGS = (
    *("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "SMTP_URL"),
    *("CLEARWATER_SECRET_KEY", "CLEARWATER_OLD_SECRET_KEYS"),
)
