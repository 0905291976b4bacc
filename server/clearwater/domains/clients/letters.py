"""The letters about what the staff do with an account."""

from clearwater.kit.mail_templates import Letter


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
