"""The emails about signing up, and about freezing an account."""

from clearwater.kit.mail_templates import Letter

IGNORE = "If it was not you, ignore this mail: nothing happens without the code."


def confirmation(sitename: str, *, digits: str, link: str) -> Letter:
    return Letter(
        subject=f"Your {sitename} confirmation code",
        paragraphs=(
            f"Welcome to {sitename}.",
            "Enter this code to confirm your e-mail address. It is good for 10 minutes.",
        ),
        code=digits,
        link=link,
        link_label="Or confirm with this link",
        after=(IGNORE,),
    )


def frozen_by_client() -> Letter:
    return Letter(
        "Your account is frozen",
        ("You froze your account: nothing can be changed, traded or withdrawn until support unfreezes it.",),
        after=("All other sessions have been signed out.",),
    )


def frozen_by_staff() -> Letter:
    return Letter(
        "Your account is frozen",
        (
            "We have frozen your account to protect it: nothing can be changed, traded or withdrawn for now.",
            "You can still sign in and see everything.",
        ),
        after=("Please contact support to learn what we need to open it again.",),
    )


def unfrozen_by_staff() -> Letter:
    return Letter(
        "Your account is open again",
        ("Your account is no longer frozen: you can use everything as before.",),
        after=("If you did not expect this, change your password and contact support.",),
    )
