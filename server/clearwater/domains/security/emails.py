"""Notices of changes to what secures an account: whoever did not make one learns of it at once."""

from clearwater.kit.mail_templates import Letter

NOT_YOU = "If this was not you, change your password at once and contact support."


def totp_switched_on() -> Letter:
    return Letter(
        "Your authenticator app is set up",
        ("From now on we ask for a code of your authenticator app when you sign in.",),
        after=(NOT_YOU,),
    )


def totp_switched_off() -> Letter:
    return Letter(
        "Your authenticator app was removed",
        ("We no longer ask for codes of your authenticator app. Your recovery codes are void.",),
        after=(NOT_YOU,),
    )


def passkey_added(name: str) -> Letter:
    return Letter(
        "A passkey was added", (f"You can now sign in with the passkey “{name}”.",), after=(NOT_YOU,)
    )


def passkey_removed() -> Letter:
    return Letter("A passkey was removed", ("It can no longer be used to sign in.",), after=(NOT_YOU,))


def api_key_created(name: str, scopes: list[str]) -> Letter:
    return Letter(
        "An API key was created",
        (f"The key “{name}” may be used to {', '.join(scopes)}.",),
        after=(NOT_YOU,),
    )


def api_key_deleted(name: str) -> Letter:
    return Letter(
        "An API key was deleted",
        (f"The key “{name}” no longer opens anything.",),
        after=(NOT_YOU,),
    )


def password_changed() -> Letter:
    return Letter(
        "Your password was changed",
        ("All other sessions have been signed out.",),
        after=("If this was not you, set a new password with “Forgot your password?” and contact support.",),
    )


def email_change_code(code: str) -> Letter:
    return Letter(
        "Confirm your new e-mail address",
        ("Enter this code to make this the address of your account. It is good for 10 minutes.",),
        code=code,
        after=("If you did not ask for this, you need not do anything.",),
    )


def email_change_asked(new_email: str) -> Letter:
    return Letter(
        "Your e-mail address is about to change",
        (f"A code to confirm the new address was sent to {new_email}.",),
        after=(NOT_YOU,),
    )


def email_changed(new_email: str) -> Letter:
    return Letter(
        "Your e-mail address was changed",
        (f"The address of your account is now {new_email}. This address no longer signs in.",),
        after=("If this was not you, contact support at once.",),
    )
