"""The emails about signing in."""

from datetime import datetime

from clearwater.kit.emails import Email, format_time


def sign_in_link(*, spelled_code: str, link: str) -> Email:
    return Email("sessions/sign_in_link", {"spelled_code": spelled_code, "link": link})


def password_reset(*, link: str) -> Email:
    return Email("sessions/password_reset", {"link": link})


def claimed(*, link: str) -> Email:
    return Email("sessions/claimed", {"link": link})


def new_device(*, device: str, ip: str, now: datetime) -> Email:
    return Email("sessions/new_device", {"device": device, "ip": ip, "time": format_time(now)})
