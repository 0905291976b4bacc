"""The emails about signing in."""

from datetime import datetime

from clearwater.kit.mail_templates import Letter


def knock(sitename: str, *, code: str, link: str) -> Letter:
    return Letter(
        subject=f"Come in to {sitename}",
        paragraphs=(
            f"Somebody knocked at {sitename} with your e-mail address.",
            "Follow the link, or enter the code, in the browser where you asked for it. It is good once, "
            "for 10 minutes.",
        ),
        code=code,
        link=link,
        link_label="Sign in",
        after=("If it was not you, ignore this mail, and give the code to nobody.",),
    )


def password_reset(sitename: str, *, link: str) -> Letter:
    return Letter(
        subject=f"Set a new password at {sitename}",
        paragraphs=(
            f"Somebody asked for a new password for your account at {sitename}.",
            "Follow the link to set one. It is good once, for 10 minutes.",
        ),
        link=link,
        link_label="Set a new password",
        after=("If it was not you, ignore this mail: your password stays as it is.",),
    )


def password_changed(sitename: str, *, keys: list[str], device: str, ip: str, now: datetime) -> Letter:
    ended = (f"Your API keys no longer work: {', '.join(keys)}.",) if keys else ()
    return Letter(
        subject=f"Your password at {sitename} was changed",
        paragraphs=(
            f"The password of your account at {sitename} was set anew, and all sessions have ended.",
            *ended,
            _circumstances(device, ip, now),
        ),
        after=("If it was not you, set a new password at once and write to our support.",),
    )


def claimed(sitename: str, *, link: str) -> Letter:
    return Letter(
        subject=f"Set a password for {sitename}",
        paragraphs=(
            "You signed in by email before your address was confirmed. It is confirmed now, and the account "
            "is yours alone.",
            "We cannot know who chose the password at registration, so it no longer works. Set one with "
            "this link, which is good once, for 10 minutes; later, use “Forgot password?”.",
        ),
        link=link,
        link_label="Set a password",
        after=("If it was not you, ignore this mail.",),
    )


def new_device(sitename: str, *, device: str, ip: str, now: datetime) -> Letter:
    return Letter(
        subject=f"New sign-in to {sitename}",
        paragraphs=(
            f"Your account at {sitename} was signed in to from a device that we have not seen before.",
            _circumstances(device, ip, now),
        ),
        after=("If it was not you, change your password now; that ends the session of whoever it was.",),
    )


def _circumstances(device: str, ip: str, now: datetime) -> str:
    return f"{device}, from {ip}, on {now:%d.%m.%Y at %H:%M} UTC."
